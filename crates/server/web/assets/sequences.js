/** The page of nimber sequences: choose or type one, and see it plotted, with its period and its facts. */

import { ApiError, get } from './api.js';
import { count, h } from './dom.js';
import { Plot } from './plot.js';

const TERMS = [100, 1000, 5000, 20_000, 100_000];

let shown = false;

/** @param {HTMLElement} page */
export async function showSequences(page) {
  const asked = decodeURIComponent(/^#\/sequences\/(.+)$/.exec(location.hash)?.[1] ?? '');
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
  if (period) parts.push(h('p', {}, h('strong', { text: `Period ${count(period.period ?? period.length ?? period)}` }), period.preperiod !== undefined ? `, from n = ${count(period.preperiod)} on${period.proved === false ? '' : ' (proved)'}` : ''));
  const rows = Object.entries(report ?? {}).map(([key, value]) => h('tr', {}, h('th', { scope: 'row', text: key.replaceAll('_', ' ') }), h('td', { text: brief(value) })));
  if (rows.length) parts.push(h('table', { class: 'facts-table' }, h('tbody', {}, ...rows)));
  parts.push(h('h3', { text: `First terms, from n = ${first}` }), h('p', { class: 'terms', text: values.slice(0, 120).join(' ') }));
  return parts;
}

/**
 * @param {any} value
 * @returns {string}
 */
function brief(value) {
  if (value === null || value === undefined) return '–';
  if (Array.isArray(value)) return value.slice(0, 24).map(brief).join(Array.isArray(value[0]) || typeof value[0] === 'object' ? '; ' : ', ') + (value.length > 24 ? ' …' : '');
  if (typeof value === 'object') return Object.entries(value).map(([key, each]) => `${key.replaceAll('_', ' ')} ${brief(each)}`).join(', ');
  return typeof value === 'number' ? count(value) : String(value);
}
