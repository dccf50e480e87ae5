/** The panels beside the board: the value, the strategy, the moves, sharing. */

import { get, patiently } from './api.js';
import { $, h, toast } from './dom.js';
import { shareLink, store } from './game.js';
import { startMoves } from './moves.js';
import { withTerms } from './terms.js';
import { startValue } from './value.js';

const { state } = store;

/** @param {import('./board.js').Board} board */
export function startSide(board) {
  startValue();
  startMoves();
  store.watch(['explanation', 'node', 'strategyMarks'], showStrategy);
  sharePanel(board);
}

function showStrategy() {
  const { explanation, node } = state;
  const panel = $('strategy-panel');
  panel.hidden = !explanation;
  if (!explanation) return;
  const used = explanation.case ?? node.note;
  const box = h('input', { type: 'checkbox', id: 'strategy-marks', checked: state.strategyMarks });
  box.addEventListener('change', () => store.set({ strategyMarks: box.checked }));
  /** @type {Map<string, string[]>} */
  const kinds = new Map();
  for (const { kind, label } of explanation.marks) kinds.set(kind, [...(kinds.get(kind) ?? []), label].filter(Boolean));
  const list = [...kinds].map(([kind, labels]) => {
    const number = explanation.marks.filter((mark) => mark.kind === kind).length;
    return h('li', {}, h('span', { class: `swatch mark-${kind.replaceAll(' ', '-')}` }), h('span', {}, ...withTerms(`${number} × ${kind}${labels.length ? `: ${labels.slice(0, 8).join(', ')}` : ''}`)));
  });
  panel.replaceChildren(h('h2', { text: 'The strategy' }),
    used ? h('p', {}, 'Case just used: ', h('strong', { class: 'case', text: used })) : '',
    h('p', {}, ...withTerms(explanation.text)), h('ul', { class: 'marks-list' }, ...list), h('label', { class: 'check' }, box, 'show on the board'));
}

/**
 * The formats that the server writes.
 * @param {(name: string, ending: string) => void} save
 */
function serverFormats(save) {
  const select = h('select', { id: 'formats', 'aria-label': 'Other formats' }, h('option', { value: '', text: 'Other…' }));
  select.onchange = () => {
    const { value, dataset } = select.selectedOptions[0];
    if (value) save(value, dataset.ending ?? value);
    select.value = '';
  };
  void patiently(new AbortController().signal, () => get('/formats')).then((/** @type {{ name: string, ending: string, summary: string }[]} */ formats) => {
    const others = formats.filter(({ name }) => !['svg', 'png', 'json', 'tikz'].includes(name));
    select.append(h('option', { value: 'certificate', 'data-ending': 'cert', text: 'certificate: a proof of the value that anybody can check' }),
      ...others.map(({ name, ending, summary }) => h('option', { value: name, 'data-ending': ending, text: `${name}: ${summary}` })));
  });
  return select;
}

/** @param {import('./board.js').Board} board */
function sharePanel(board) {
  const line = h('output', { id: 'line', class: 'line', tabindex: 0, 'aria-label': 'Position' });
  store.watch(['position'], () => {
    line.textContent = state.position?.line ?? '';
  });
  const copy = async (/** @type {string} */ text, /** @type {string} */ done) => {
    await navigator.clipboard.writeText(text).then(() => toast(done), () => prompt('Copy this:', text));
  };
  const save = (/** @type {string} */ name, /** @type {string} */ ending = name) =>
    void import('./exports.js').then(({ exportAs }) => exportAs(name, board, ending)).catch((error) => toast(error.message));
  const format = (/** @type {string} */ name, /** @type {string} */ text) =>
    h('button', { type: 'button', 'data-format': name, text, onclick: () => save(name, name === 'tikz' ? 'tex' : name) });
  $('share-panel').replaceChildren(h('h2', { text: 'Share' }), line,
    h('div', { class: 'row' },
      h('button', { type: 'button', id: 'copy-link', class: 'primary', text: 'Copy link', onclick: () => void copy(shareLink(), 'The link holds the whole game.') }),
      h('button', { type: 'button', id: 'copy-line', text: 'Copy position', onclick: () => void copy(state.position?.line ?? '', 'Copied.') })),
    h('div', { class: 'row exports', role: 'group', 'aria-label': 'Export' }, format('svg', 'SVG'), format('png', 'PNG'), format('tikz', 'TikZ'), format('json', 'JSON'), serverFormats(save)));
}
