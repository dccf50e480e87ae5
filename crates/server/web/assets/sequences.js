/** The page of nimber sequences: choose or type one, and see it plotted, with its period and its facts. */

import { ApiError, get } from './api.js';
import { count, h } from './dom.js';
import { Plot } from './plot.js';

const TERMS = [100, 1000, 5000, 20_000, 100_000];

let shown = false;

/** What a link says, or nothing if it is cut off in the middle of a character. @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

/** @param {HTMLElement} page */
export async function show(page) {
  const asked = decoded(/^#\/sequences\/(.+)$/.exec(location.hash)?.[1] ?? '');
  if (shown) return;
  shown = true;
  const name = h('input', { id: 'sequence-name', type: 'text', value: asked || '.007', list: 'sequence-names', spellcheck: 'false', autocomplete: 'off' });
  const names = h('datalist', { id: 'sequence-names' });
  const terms = h('select', { id: 'sequence-to' }, ...TERMS.map((n) => h('option', { value: n, text: `${count(n)} terms`, selected: n === 5000 })));
  const point = h('p', { class: 'point-words', 'aria-live': 'off', text: '\u00a0' });
  const facts = h('div', { class: 'facts' });
  const list = h('div', { class: 'sequence-list', role: 'group', 'aria-label': 'Known sequences' });
  /** @type {any} */
  let current = null;
  const plot = new Plot((index) => {
    if (!current || index === null) point.textContent = '\u00a0';
    else point.textContent = `g(${count(index + current.first)}) = ${current.values[index]}`;
  });
  const zoom = h('span', { class: 'row' },
    h('button', { type: 'button', 'aria-label': 'Zoom out', text: '−', onclick: () => plot.zoom(1 / 1.6) }), h('button', { type: 'button', text: 'All', onclick: () => plot.fit() }),
    h('button', { type: 'button', 'aria-label': 'Zoom in', text: '+', onclick: () => plot.zoom(1.6) }));
  const load = async () => {
    facts.replaceChildren(h('p', { class: 'muted', text: 'Computing…' }));
    history.replaceState(null, '', `#/sequences/${encodeURIComponent(name.value)}`);
    try {
      current = await get(`/sequences/${encodeURIComponent(name.value.trim())}?to=${terms.value}`);
      plot.show(current.name, current.first, current.values);
      facts.replaceChildren(...factsOf(current));
    } catch (error) {
      facts.replaceChildren(h('p', { class: 'problem', role: 'alert', text: error instanceof ApiError ? error.words : String(error) }));
    }
  };
  const form = h('form', { class: 'row controls' }, h('label', { class: 'field' }, h('span', { text: 'Sequence' }), name, names), h('label', { class: 'field' }, h('span', { text: 'Terms' }), terms), h('button', { class: 'primary', text: 'Show' }), zoom);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void load();
  });
  terms.addEventListener('change', () => void load());
  page.replaceChildren(h('h1', { text: 'Nimber sequences' }),
    h('p', { class: 'lead', text: 'The nimbers of octal games (type a code such as .77) and of games on paths and cycles (blue-red, icol/BW). Drag and scroll to look around.' }),
    form, plot.canvas, point, h('div', { class: 'columns' }, facts, list));
  void load();
  const known = await get('/sequences').catch(() => []);
  for (const each of known) {
    names.append(h('option', { value: each.name, text: each.summary ?? each.title ?? '' }));
    const choose = () => {
      name.value = each.name;
      void load();
      page.scrollIntoView();
    };
    list.append(h('button', { type: 'button', class: 'card', onclick: choose }, h('strong', { text: each.name }), h('span', { text: each.summary ?? each.title ?? '' })));
  }
}

/** @param {any} sequence */
function factsOf(sequence) {
  const { values, first, period, report } = sequence;
  const parts = [h('h2', { text: sequence.name })];
  if (sequence.summary) parts.push(h('p', { text: sequence.summary }));
  if (period) parts.push(h('p', {}, h('strong', { text: `Period ${count(period.period)}` }), `, pre-period ${count(period.pre_period)}: proved by checking up to ${count(period.checked_below)}.`));
  if (sequence.identity) parts.push(h('p', { text: sequence.identity }));
  const rows = reportRows(report).map(([key, value]) => h('tr', {}, h('th', { scope: 'row', text: key }), h('td', { text: value })));
  parts.push(h('table', { class: 'facts-table' }, h('tbody', {}, ...rows)), h('p', { class: 'muted', text: sequence.words }));
  parts.push(h('h3', { text: `First terms, from n = ${first}` }), h('p', { class: 'terms', text: values.slice(0, 120).join(' ') }));
  return parts;
}

/**
 * What there is to say about the terms, line by line.
 * @param {{p_positions: number[], records: [number, number][], histogram: [number, number, number, number][], rare: number,
 *   last_rare: [number, number] | null}} report
 * @returns {[string, string][]}
 */
function reportRows({ p_positions: zeros, records, histogram, rare, last_rare: lastRare }) {
  const frequent = [...histogram].sort((a, b) => b[1] - a[1]);
  /** @type {[string, string][]} */
  const rows = [
    ['P-positions', `${count(zeros.length)}${zeros.length ? `: ${listed(zeros.map(count))}` : ''}`],
    ['Records', listed(records.map(([k, value]) => `g(${count(k)}) = ${value}`))],
    ['Frequent', listed(frequent.map(([value, times]) => `${value} (${count(times)})`))],
  ];
  if (lastRare) rows.push(['Rare values', `${count(rare)}; the last is g(${count(lastRare[0])}) = ${lastRare[1]}`]);
  return rows;
}

/** @param {string[]} words  the first few of them */
const listed = (words) => words.slice(0, 24).join(', ') + (words.length > 24 ? ' …' : '');
