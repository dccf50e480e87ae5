/** The panels beside the board: the value and where it comes from, the strategy, the moves, the chart, sharing. */

import { get, patiently } from './api.js';
import { chart } from './chart.js';
import { $, count, h, toast } from './dom.js';
import { exportAs } from './exports.js';
import { forget, goTo, keepPrincipal, makeMain, principalLine, searchOn, shareLink, store } from './game.js';
import { movesByCell } from './overlay.js';
import { lineTo, wholeLine } from './tree.js';

/** @typedef {import('./tree.js').Node} Node */
/** @typedef {import('./types.js').Analysis} Analysis */

const { state } = store;

/** @param {import('./board.js').Board} board */
export function startSide(board) {
  store.watch(['analysis', 'values', 'position'], showValue);
  store.watch(['explanation', 'node', 'strategyMarks'], showStrategy);
  store.watch(['node', 'tree', 'position', 'principal'], showMoves);
  sharePanel(board);
}

/** @type {Record<string, string>} */
const OUTCOMES = {
  N: 'The player to move wins.',
  P: 'The player to move loses.',
  L: 'Left wins, whoever moves.',
  R: 'Right wins, whoever moves.',
  draw: 'Best play leads to a draw.',
};

/** @param {string | null} outcome */
const outcomeWords = (outcome) => (outcome ? (OUTCOMES[outcome] ?? `${outcome.replace(/ wins$/, '')} wins.`) : '');

function showValue() {
  const { analysis, values, position } = state;
  const panel = $('value-panel');
  if (!position) return;
  /** @type {(HTMLElement | null)[]} */
  const parts = [h('h2', { text: 'Value' })];
  if (!values) parts.push(h('p', { class: 'muted', text: 'Hidden. Press v to see what each move leads to.' }));
  else if (position.over) parts.push(h('p', { class: 'muted', text: 'The game is over.' }));
  else if (analysis) parts.push(...valueParts(analysis));
  else parts.push(h('p', { class: 'muted', text: '…' }));
  panel.replaceChildren(...parts.filter((part) => part !== null));
}

/** @param {Analysis} analysis */
function valueParts(analysis) {
  const { answer, progress, problem, running } = analysis;
  const value = answer?.value ?? (answer?.outcome ? '' : '?');
  const big = answer ? h('p', { class: 'big-value', text: headline(answer) }) : h('p', { class: 'big-value waiting', text: '…' });
  if (value.length > 12) big.classList.add('long');
  /** @type {HTMLElement[]} */
  const parts = [big];
  if (answer?.outcome && headline(answer) !== outcomeWords(answer.outcome).replace(/[.]$/, '')) parts.push(h('p', { class: 'outcome', text: outcomeWords(answer.outcome) }));
  if (answer?.mean && answer.mean !== answer.value) parts.push(h('p', { class: 'muted', text: `mean ${answer.mean}, temperature ${answer.temperature}` }));
  if (answer) parts.push(h('p', { class: 'words', text: sentence(answer.found) }));
  if (answer && !answer.complete && !running) parts.push(h('button', { type: 'button', id: 'search-on', text: 'Search on', title: 'Search again, for as long as the server allows', onclick: () => void searchOn() }));
  if (answer?.known) parts.push(h('p', { class: 'muted', text: answer.known }));
  if (running && progress) {
    parts.push(h('progress', { max: progress.of || 1, value: progress.done, 'aria-label': 'moves solved' }), h('p', { class: 'muted', text: `${progress.done} of ${progress.of} moves; ${count(progress.positions)} positions so far` }));
  }
  if (problem) parts.push(h('p', { class: 'problem', text: problem }));
  if (analysis.components.length > 1) {
    parts.push(h('p', { class: 'sum' }, 'Sum of components: ', ...analysis.components.map(({ value: part }, i) => h('span', { class: `tag-chip tint-${i % 6}`, text: part }))));
  }
  parts.push(moveTable(analysis));
  return parts;
}

/**
 * The value; where it is not known, the outcome class; where the value is only who wins, that.
 * @param {import('./types.js').Answer} answer
 */
function headline({ value, outcome }) {
  if (value && value !== outcome) return value;
  if (!outcome) return '?';
  return outcome in OUTCOMES ? outcome : outcomeWords(outcome).replace(/[.]$/, '');
}

/** @param {string} words */
const sentence = (words) => (words ? `${words[0].toUpperCase()}${words.slice(1)}${/[.!?]$/.test(words) ? '' : '.'}` : '');

/**
 * The moves gathered by value: what each vertex shows, as text.
 * @param {Analysis} analysis
 */
function moveTable(analysis) {
  /** @type {Map<string, {sign: string, moves: string[]}>} */
  const byValue = new Map();
  for (const list of movesByCell(analysis).values()) {
    for (const { value, class: sign, move } of list) {
      const row = byValue.get(value) ?? { sign, moves: [] };
      row.moves.push(move);
      byValue.set(value, row);
    }
  }
  const rank = ['winning', 'drawing', 'losing', 'unknown'];
  const rows = [...byValue].sort(([, a], [, b]) => rank.indexOf(a.sign) - rank.indexOf(b.sign)).slice(0, 12);
  const body = rows.map(([value, { sign, moves }]) =>
    h('tr', {}, h('th', { scope: 'row', class: `is-${sign}` }, h('span', { class: 'sign-letter', 'aria-label': sign, role: 'img', text: { winning: '✓', losing: '✕', drawing: '=', unknown: '?' }[sign] }), ` ${value}`),
      h('td', { text: moves.length > 14 ? `${moves.slice(0, 12).join(' ')} … (${moves.length})` : moves.join(' ') })));
  const table = h('table', { class: 'moves-by-value' }, h('caption', { class: 'hidden', text: 'Moves by the value they lead to' }), h('tbody', {}, ...body));
  return rows.length ? table : h('div');
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
    return h('li', {}, h('span', { class: `swatch mark-${kind.replaceAll(' ', '-')}` }), `${number} × ${kind}${labels.length ? `: ${labels.slice(0, 8).join(', ')}` : ''}`);
  });
  panel.replaceChildren(h('h2', { text: 'The strategy' }),
    used ? h('p', {}, 'Case just used: ', h('strong', { class: 'case', text: used })) : '',
    h('p', { text: explanation.text }), h('ul', { class: 'marks-list' }, ...list), h('label', { class: 'check' }, box, 'show on the board'));
}

function showMoves() {
  const { tree, node, position, principal } = state;
  const panel = $('moves-panel');
  if (!position) return;
  const line = wholeLine(node);
  const start = h('button', { type: 'button', class: `move${node === tree ? ' here' : ''}`, 'aria-current': node === tree ? 'true' : null, text: 'start', onclick: () => void goTo(tree) });
  const list = h('div', { class: 'move-list', role: 'group', 'aria-label': 'Moves' }, start, ...branch(tree, 1, true));
  const actions = h('div', { class: 'row' },
    h('button', { type: 'button', id: 'best-line', text: 'Best line', onclick: () => void principalLine() }),
    h('button', { type: 'button', id: 'main-line', text: 'Make main line', disabled: isMain(node), onclick: () => makeMain(node) }),
    h('button', { type: 'button', id: 'delete-move', text: 'Delete from here', disabled: !node.parent, onclick: () => forget(node) }));
  const best = principal && h('div', { class: 'principal' }, h('p', {}, principal.moves.length ? `${principal.moves.map((move, i) => `${move}${principal.values[i + 1] ? ` (to ${principal.values[i + 1]})` : ''}`).join(', ')}. ` : 'No moves. ', h('span', { class: 'muted', text: sentence(principal.words ?? '') })),
    principal.moves.length ? h('button', { type: 'button', text: 'Add to the moves', onclick: keepPrincipal }) : null);
  panel.replaceChildren(h('h2', { text: 'Moves' }), list, actions, ...(best ? [best] : []), chart(line, node, position.convention, (each) => void goTo(each)));
  const here = panel.querySelector('.here');
  if (here instanceof HTMLElement) list.scrollTop = here.offsetTop - list.offsetTop - list.clientHeight / 2;
}

/** @param {Node} node */
const isMain = (node) => lineTo(node).every((each) => !each.parent || each.parent.children[0] === each);

/**
 * The moves after a node: the main line, and each alternative in brackets after the move that it replaces.
 * @param {Node} from
 * @param {number} ply
 * @param {boolean} numbered
 * @returns {HTMLElement[]}
 */
function branch(from, ply, numbered) {
  const items = [];
  let number = numbered;
  for (let at = from, i = ply; at.children.length; at = at.children[0], i += 1) {
    const [main, ...others] = at.children;
    items.push(moveButton(main, i, number || i % 2 === 1));
    number = others.length > 0;
    for (const other of others) items.push(h('span', { class: 'variation' }, '(', moveButton(other, i, true), ...branch(other, i + 1, false), ')'));
  }
  return items;
}

/**
 * @param {Node} node
 * @param {number} ply
 * @param {boolean} numbered
 */
function moveButton(node, ply, numbered) {
  const here = node === state.node;
  const name = numbered ? `${ply}. ${node.move}` : node.move;
  const button = h('button', { type: 'button', class: `move${here ? ' here' : ''}`, 'aria-current': here ? 'true' : null, onclick: () => void goTo(node) }, name);
  if (node.value !== null && node.value.length < 8) button.append(h('span', { class: 'move-value', text: node.value }));
  if (node.note) button.append(h('span', { class: 'move-case', text: node.note }));
  return button;
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
    const others = formats.filter(({ name }) => !['svg', 'png', 'json'].includes(name));
    select.append(...others.map(({ name, ending, summary }) => h('option', { value: name, 'data-ending': ending, text: `${name}: ${summary}` })));
  });
  return select;
}

/** @param {import('./board.js').Board} board */
function sharePanel(board) {
  const line = h('output', { id: 'line', class: 'line' });
  store.watch(['position'], () => {
    line.textContent = state.position?.line ?? '';
  });
  const copy = async (/** @type {string} */ text, /** @type {string} */ done) => {
    await navigator.clipboard.writeText(text).then(() => toast(done), () => prompt('Copy this:', text));
  };
  const save = (/** @type {string} */ name, /** @type {string} */ ending = name) =>
    void exportAs(name, board, ending).catch((error) => toast(error.message));
  const format = (/** @type {string} */ name, /** @type {string} */ text) =>
    h('button', { type: 'button', 'data-format': name, text, onclick: () => save(name) });
  $('share-panel').replaceChildren(h('h2', { text: 'Share' }), line,
    h('div', { class: 'row' },
      h('button', { type: 'button', id: 'copy-link', class: 'primary', text: 'Copy link', onclick: () => void copy(shareLink(), 'The link holds the whole game.') }),
      h('button', { type: 'button', id: 'copy-line', text: 'Copy position', onclick: () => void copy(state.position?.line ?? '', 'Copied.') })),
    h('div', { class: 'row exports', role: 'group', 'aria-label': 'Export' }, format('svg', 'SVG'), format('png', 'PNG'), format('json', 'JSON'), serverFormats(save)));
}
