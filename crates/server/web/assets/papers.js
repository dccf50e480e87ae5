/** The page of the papers: every claim with its verdict, checked again at a click, and the papers' tables computed anew. */

import { ApiError, get, patiently, stream } from './api.js';
import { count, h } from './dom.js';

/**
 * @typedef {{id: string, paper: string, place?: string, statement: string, range?: string, verdict?: string | null,
 *   cases?: number | null, details?: string[] | null}} Claim
 */

const VERDICTS = ['all', 'holds', 'fails', 'depends'];
let shown = false;

/** @param {HTMLElement} page */
export async function showPapers(page) {
  if (shown) return;
  shown = true;
  const results = h('div', { class: 'claims' });
  const summary = h('p', { class: 'muted' });
  const search = h('input', { type: 'search', id: 'claim-search', placeholder: 'theorem, graph, word…' });
  let wanted = 'all';
  /** @type {Claim[]} */
  let claims = [];
  const show = () => {
    const word = search.value.trim().toLowerCase();
    const chosen = claims.filter((claim) => (wanted === 'all' || claim.verdict === wanted) && (!word || JSON.stringify(claim).toLowerCase().includes(word)));
    summary.textContent = `${chosen.length} of ${claims.length} claims`;
    results.replaceChildren(...byPaper(chosen));
  };
  const filters = VERDICTS.map((verdict) => {
    const button = h('button', { type: 'button', 'aria-pressed': verdict === wanted, 'data-verdict': verdict, text: verdict });
    button.addEventListener('click', () => {
      wanted = verdict;
      for (const each of filters) each.setAttribute('aria-pressed', String(each === button));
      show();
    });
    return button;
  });
  search.addEventListener('input', show);
  const tables = h('section', { 'aria-label': 'Tables' });
  page.replaceChildren(h('h1', { text: 'What the papers claim, and what is true' }),
    h('p', { class: 'lead', text: 'Every checkable claim of the five papers, put to the test by exhaustive search. A claim holds in all cases of its range, fails with its smallest counterexample, or depends on how it is read.' }),
    h('div', { class: 'row controls' }, h('span', { class: 'segments', role: 'group', 'aria-label': 'Verdict' }, ...filters), h('label', { class: 'field' }, h('span', { text: 'Search' }), search), summary), results, tables);
  try {
    claims = await patiently(new AbortController().signal, () => get('/claims'));
    show();
  } catch (error) {
    shown = false;
    results.replaceChildren(h('p', { class: 'problem', role: 'alert', text: error instanceof ApiError ? error.words : String(error) }));
  }
  void showTables(tables);
}

/** @param {Claim[]} claims */
function byPaper(claims) {
  /** @type {Map<string, Claim[]>} */
  const papers = new Map();
  for (const claim of claims) papers.set(claim.paper, [...(papers.get(claim.paper) ?? []), claim]);
  return [...papers].map(([paper, list]) => h('section', {}, h('h2', { text: paper }), ...list.map(claimCard)));
}

/** @param {Claim} claim */
function claimCard(claim) {
  const verdict = h('div', { class: 'verdict' });
  const button = h('button', { type: 'button', text: 'Check now' });
  const card = h('article', { class: 'claim', 'data-claim': claim.id },
    h('div', { class: 'claim-head' }, h('strong', { text: claim.place ?? claim.id }), h('code', { text: claim.id })),
    h('p', { text: claim.statement }), claim.range ? h('p', { class: 'muted', text: `Checked: ${claim.range}` }) : null, verdict, button);
  showVerdict(verdict, claim);
  button.addEventListener('click', () => void check(claim, verdict, button));
  return card;
}

/**
 * @param {HTMLElement} place
 * @param {Partial<Claim>} claim
 */
function showVerdict(place, { verdict, cases, details }) {
  const name = verdict ?? 'not checked';
  const sign = { holds: '✓', fails: '✕', depends: '≈', unfinished: '…' }[name] ?? '·';
  const about = cases === null || cases === undefined ? '' : `, ${name === 'fails' ? 'after ' : ''}${count(cases)} ${cases === 1 ? 'case' : 'cases'}`;
  place.replaceChildren(h('p', {}, h('span', { class: `verdict-name verdict-${name}`, text: `${sign} ${name}` }), about), ...(details ?? []).map(detail));
}

/**
 * A line of the verdict; a position in it can be put on the board.
 * @param {string} text
 */
function detail(text) {
  const position = /\b([a-z][a-z-]*(?::[\w:-]+)? (?:[a-z-]+:|g6:|s6:|d6:)\S+ [.\w/|]+ (?:left|right|alice|bob))\b/i.exec(text)?.[1];
  const line = h('p', { class: 'detail', text });
  if (position) line.append(' ', h('a', { href: `#/play?${new URLSearchParams({ line: position })}`, text: 'on the board' }));
  return line;
}

/**
 * @param {Claim} claim
 * @param {HTMLElement} place
 * @param {HTMLButtonElement} button
 */
async function check(claim, place, button) {
  if (button.dataset.running) {
    running.get(button)?.abort();
    return;
  }
  const stop = new AbortController();
  running.set(button, stop);
  button.dataset.running = 'true';
  button.textContent = 'Stop';
  const progress = h('p', { class: 'muted', role: 'status', text: 'Checking…' });
  place.replaceChildren(progress);
  try {
    await stream('/verify', { claim: claim.id }, stop.signal, (line) => {
      if (line.type === 'progress') progress.textContent = `Checking… ${Math.round(line.seconds)} s, ${count(line.positions)} positions of the current case`;
      else if (line.verdict) showVerdict(place, line);
    });
  } catch (error) {
    if (stop.signal.aborted) showVerdict(place, claim);
    else place.replaceChildren(h('p', { class: 'problem', role: 'alert', text: error instanceof ApiError ? error.words : String(error) }));
  }
  delete button.dataset.running;
  button.textContent = 'Check again';
}
/** @type {WeakMap<HTMLButtonElement, AbortController>} */
const running = new WeakMap();

/** @param {HTMLElement} section */
async function showTables(section) {
  const list = await patiently(new AbortController().signal, () => get('/tables')).catch(() => []);
  if (!list.length) return;
  const place = h('div', { class: 'table-place', tabindex: 0, role: 'region', 'aria-label': 'Table' });
  const buttons = list.map((/** @type {{name: string, title: string}} */ { name, title }) =>
    h('button', { type: 'button', class: 'card', 'data-table': name, onclick: () => void showTable(name, place) }, h('strong', { text: title ?? name }), h('span', { text: name })));
  section.replaceChildren(h('h2', { text: 'Tables, computed anew' }), h('div', { class: 'cards' }, ...buttons), place);
}

/**
 * @param {string} name
 * @param {HTMLElement} place
 */
async function showTable(name, place) {
  place.replaceChildren(h('p', { class: 'muted', text: 'Computing…' }));
  try {
    const { title, source, columns, rows, notes } = await get(`/tables/${encodeURIComponent(name)}`);
    const head = columns ?? Object.keys(rows[0] ?? {});
    const cells = (/** @type {any} */ row) => (Array.isArray(row) ? row : head.map((/** @type {string} */ key) => row[key]));
    place.replaceChildren(h('table', { class: 'data' }, h('caption', { text: `${title ?? name}${source ? `. ${source}` : ''}` }),
      h('thead', {}, h('tr', {}, ...head.map((/** @type {string} */ text) => h('th', { scope: 'col', text })))),
      h('tbody', {}, ...rows.map((/** @type {any} */ row) => h('tr', {}, ...cells(row).map((/** @type {any} */ cell) => h('td', { text: cell === null ? '' : String(cell) })))))),
      ...(notes ?? []).map((/** @type {string} */ note) => h('p', { class: 'muted', text: note })));
  } catch (error) {
    place.replaceChildren(h('p', { class: 'problem', role: 'alert', text: error instanceof ApiError ? error.words : String(error) }));
  }
}
