/** The page of the papers: every claim with its verdict, checked again at a click, figures to open, and the papers' tables computed anew. */

import { ApiError, get, patiently, stream } from './api.js';
import { catalogue, readCatalogue } from './catalogue.js';
import { $, count, h, refresh } from './dom.js';
import { figuresPart } from './figures.js';
import { pointLink } from './gallery.js';
import { setUpExample } from './seats.js';
import { NO_POSITION, POSITIONS, SEQUENCES } from './statements.js';
import { typeset } from './typeset.js';

/**
 * @typedef {{id: string, paper: string, game?: string | null, place?: string, statement: string, range?: string, verdict?: string | null,
 *   cases?: number | null, details?: string[] | null}} Claim
 */

const VERDICTS = ['all', 'holds', 'fails', 'depends'];

/** What the page shows: all papers, or the one of the address; claims with one verdict, or with a word. */
const wanted = { paper: '', verdict: 'all', word: '' };
/** @type {Claim[]} */
let claims = [];
/** @type {import('./figures.js').Figure[]} */
let figures = [];
let shown = false;

/** @param {HTMLElement} page */
export async function show(page) {
  wanted.paper = /^#\/papers\/([\w-]+)/.exec(location.hash)?.[1] ?? '';
  if (!shown) {
    shown = true;
    build(page);
    const forever = new AbortController().signal;
    [claims, figures] = await Promise.all(['/claims', '/figures'].map((list) => patiently(forever, () => get(list))));
    if (!catalogue.strategies.length) await readCatalogue();
    void showTables($('paper-tables'));
  }
  showClaims();
}

/** @param {HTMLElement} page */
function build(page) {
  const search = h('input', { type: 'search', id: 'claim-search', placeholder: 'theorem, graph, word' });
  search.addEventListener('input', () => {
    wanted.word = search.value.trim().toLowerCase();
    showClaims();
  });
  const filters = VERDICTS.map((verdict) => h('button', { type: 'button', 'data-verdict': verdict, text: verdict, onclick: () => {
    wanted.verdict = verdict;
    showClaims();
  } }));
  page.replaceChildren(h('h1', { text: 'What the papers claim, and what is true' }),
    h('p', { class: 'lead', text: 'Every checkable claim of the five papers, put to the test by exhaustive search. A claim holds in all cases of its range, fails with its smallest counterexample, or depends on how it is read.' }),
    h('ul', { id: 'paper-list', class: 'paper-list', 'aria-label': 'Papers' }),
    h('div', { class: 'row controls' }, h('span', { id: 'verdict-filters', class: 'segments', role: 'group', 'aria-label': 'Verdict' }, ...filters), h('label', { class: 'field' }, h('span', { text: 'Search' }), search), h('p', { id: 'claim-count', class: 'muted' })),
    h('div', { id: 'claim-results', class: 'claims' }), h('section', { id: 'paper-tables', 'aria-label': 'Tables' }));
}

/** @param {{id: string}} thing  `brosse/thm-1` is of the paper `brosse` */
const paperOf = ({ id }) => id.split('/')[0];

function showClaims() {
  const ofPaper = claims.filter((claim) => !wanted.paper || paperOf(claim) === wanted.paper);
  const chosen = ofPaper.filter((claim) => (wanted.verdict === 'all' || claim.verdict === wanted.verdict) && (!wanted.word || JSON.stringify(claim).toLowerCase().includes(wanted.word)));
  $('claim-count').textContent = `${chosen.length} of ${ofPaper.length} claims`;
  for (const button of $('verdict-filters').querySelectorAll('button')) {
    const verdict = button.dataset.verdict ?? 'all';
    const number = verdict === 'all' ? ofPaper.length : ofPaper.filter((claim) => claim.verdict === verdict).length;
    button.textContent = `${verdict} ${number}`;
    button.setAttribute('aria-pressed', String(verdict === wanted.verdict));
  }
  refresh($('paper-list'), [claims.length, wanted.paper], paperLinks);
  refresh($('claim-results'), [wanted, claims.length], () => byPaper(chosen));
}

/** A link to the page of each paper, and to all. */
function paperLinks() {
  const names = [...new Set(claims.map(paperOf))];
  const link = (/** @type {string} */ name, /** @type {string} */ text, /** @type {number} */ number) =>
    h('li', {}, h('a', { href: `#/papers${name ? `/${name}` : ''}`, 'aria-current': name === wanted.paper ? 'page' : null, text: `${text}, ${number}` }));
  return [link('', 'All papers', claims.length), ...names.map((name) => {
    const own = claims.filter((claim) => paperOf(claim) === name);
    return link(name, own[0].paper.replace(/^.*?: /, ''), own.length);
  })];
}

/** @param {Claim[]} chosen */
function byPaper(chosen) {
  /** @type {Map<string, Claim[]>} */
  const papers = new Map();
  for (const claim of chosen) papers.set(claim.paper, [...(papers.get(claim.paper) ?? []), claim]);
  return [...papers].map(([paper, list]) => h('section', {}, h('h2', { text: paper }), ...strategiesOf(paper), figuresOf(paperOf(list[0])), ...list.map(claimCard)));
}

/**
 * The figures of a paper that are wanted: those with the word that is searched for, or all.
 * @param {string} paper
 */
function figuresOf(paper) {
  if (wanted.verdict !== 'all') return null;
  return figuresPart(figures.filter((figure) => paperOf(figure) === paper && JSON.stringify(figure).toLowerCase().includes(wanted.word)));
}

/**
 * The strategies of a paper, to play against.
 * @param {string} paper
 */
function strategiesOf(paper) {
  const author = paper.split(/[,:]/)[0];
  const list = catalogue.strategies.filter(({ source }) => source.includes(author));
  if (!list.length) return [];
  const button = (/** @type {import('./types.js').StrategyInfo} */ strategy) => h('button', { type: 'button', 'data-strategy': strategy.name, title: strategy.summary, text: strategy.name, onclick: async () => {
    location.hash = '#/play';
    await setUpExample(strategy);
  } });
  return [h('p', { class: 'row' }, 'Play against its strategies: ', ...list.map(button))];
}

/** @param {Claim} claim */
function claimCard(claim) {
  const verdict = h('div', { class: 'verdict' });
  const button = h('button', { type: 'button', text: 'Check now' });
  const card = h('article', { class: 'claim', 'data-claim': claim.id },
    h('div', { class: 'claim-head' }, h('strong', { text: claim.place ?? claim.id }), h('code', { text: claim.id })),
    h('p', {}, ...typeset(claim.statement)), claim.range ? h('p', { class: 'muted' }, 'Checked: ', ...typeset(claim.range)) : null, verdict,
    toSee(claim.id), button);
  showVerdict(verdict, claim);
  button.addEventListener('click', () => void check(claim, verdict, button));
  return card;
}

/**
 * What can be opened to see a statement: a position with the strategy of its proof to play against, or a sequence.
 * @param {string} id
 */
function toSee(id) {
  const [line, who] = POSITIONS[id] ?? [];
  if (line) {
    const by = who?.split(',').find((seat) => seat !== 'human' && seat !== 'engine');
    const text = `${by ? `Play against ${by} on` : 'See it on'} ${line.length > LONG ? `${line.slice(0, LONG)}…` : line}`;
    return h('p', {}, h('a', { class: 'see', href: pointLink({ line, who }), text }));
  }
  const sequence = SEQUENCES[id];
  if (sequence) return h('p', {}, h('a', { class: 'see', href: `#/sequences/${encodeURIComponent(sequence)}`, text: `See the sequence ${sequence}` }));
  return NO_POSITION[id] ? h('p', { class: 'muted', text: `No position: it is about ${NO_POSITION[id]}.` }) : null;
}

/** Longer positions are cut short. */
const LONG = 48;

/**
 * @param {HTMLElement} place
 * @param {Partial<Claim>} claim
 */
function showVerdict(place, { game, verdict, cases, details }) {
  const name = verdict ?? 'not checked';
  const sign = { holds: '✓', fails: '✕', depends: '≈', unfinished: '…' }[name] ?? '·';
  const about = cases === null || cases === undefined ? '' : `, ${name === 'fails' ? 'after ' : ''}${count(cases)} ${cases === 1 ? 'case' : 'cases'}`;
  place.replaceChildren(h('p', {}, h('span', { class: `verdict-name verdict-${name}`, text: `${sign} ${name}` }), about), ...(details ?? []).map((text) => detail(text, game ?? '')));
}

/**
 * A line of the verdict; a position in it is a link that opens it on the board.
 * @param {string} text
 * @param {string} game  of graphs that are named without one
 */
function detail(text, game) {
  const line = h('p', { class: 'detail' }, ...typeset(text));
  const position = positionIn(text, game);
  if (position) line.append(' ', h('a', { href: pointLink({ line: position }), text: 'on the board' }));
  return line;
}

const GRAPH6 = /g6:[?-~]+(?:\*g6:[?-~]+)*|\b[a-z]+:\d[\dx,]*\b/;

/**
 * The position that a text names: as a line, as a game on a graph, or as a graph of the game that the paper is about.
 * @param {string} text
 * @param {string} game
 */
export function positionIn(text, game) {
  const line = /\b([a-z][a-z-]*(?::[\w:-]+)? (?:[a-z-]+:|g6:|s6:|d6:)\S+ [.\w/|]+ (?:left|right|alice|bob))\b/i.exec(text)?.[1];
  if (line) return line;
  const [, on, board] = /\b([a-z][a-z-]*(?::\d+)*) on ([a-z]+:[\dx,]*\d)/.exec(text) ?? [];
  if (on) return `${on} ${board}`;
  const graph = game && /counterexample/.test(text) ? GRAPH6.exec(text)?.[0] : null;
  return graph ? `${game} ${graph}` : null;
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
