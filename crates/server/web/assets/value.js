/** The panel of the value: what it is, where it comes from, the search, and the moves by what they lead to. */

import { analyse } from './analysis.js';
import { post } from './api.js';
import { moveButton, moveFace, pointAt } from './chips.js';
import { $, count, h, idOf, refresh, toast } from './dom.js';
import { searchOn, stopSearch, store } from './game.js';
import { movesByCell } from './overlay.js';

/** @typedef {import('./types.js').Analysis} Analysis */
/** @typedef {import('./types.js').Answer} Answer */
/** @typedef {import('./types.js').MoveValue} MoveValue */

const { state } = store;

/** @type {Record<string, string>} */
const OUTCOMES = {
  N: 'The player to move wins.',
  P: 'The player to move loses.',
  L: 'Left wins, whoever moves.',
  R: 'Right wins, whoever moves.',
  draw: 'Best play leads to a draw.',
};

/** Longer values are folded: that of the position, those in tables. */
const [LONG, SHORT] = [30, 14];
/** The numbers of rows and moves that are shown at once. */
const [ROWS, MOVES] = [12, 14];

/** @param {string | null} outcome */
const outcomeWords = (outcome) => (outcome ? (OUTCOMES[outcome] ?? `${outcome.replace(/ wins$/, '')} wins.`) : '');

/** @param {string} words */
export const sentence = (words) => {
  const said = words.replace(/(; )?(by )?search(ed| of)? 0 positions[^;]*/i, '');
  return said ? `${said[0].toUpperCase()}${said.slice(1)}${/[.!?]$/.test(said) ? '' : '.'}` : '';
};

export function startValue() {
  store.watch(['analysis', 'values', 'position', 'explanation'], showValue);
}

function showValue() {
  const { analysis, values, position } = state;
  if (!position) return;
  const hidden = !values ? 'Hidden, for practice. “Values” (or v) shows what each move leads to.' : position.over ? 'The game is over.' : null;
  const answer = analysis?.answer ?? analysis?.early ?? null;
  const shown = hidden ? null : analysis;
  refresh($('value-head'), [hidden, answer, shown?.components, Boolean(analysis), Boolean(state.explanation)], () => (hidden ? [h('p', { class: 'muted', text: hidden })] : headParts(answer, analysis?.components ?? [], Boolean(analysis?.answer))));
  showSearch(shown);
  refresh($('value-moves'), [idOf(state.node), position.line, shown && [...shown.moves.values()].map(({ move, value }) => [move, value])], () => (shown ? [moveTable(movesByCell(shown))] : []));
  if (shown && !shown.running) {
    void showOthers();
    void showThermograph();
    return;
  }
  for (const place of ['value-others', 'value-thermograph']) refresh($(place), null, () => []);
}

/**
 * @param {Answer | null} answer
 * @param {import('./types.js').ComponentValue[]} components
 * @param {boolean} last  whether this is all that will be known
 */
function headParts(answer, components, last) {
  if (!answer) return [h('p', { class: 'big-value waiting', text: '…' })];
  const head = headline(answer);
  const known = head !== '?' || last;
  return [
    known && head === '?' ? h('p', { class: 'outcome', text: 'Not known.' }) : known ? bigValue(head, answer.whole ?? head) : h('p', { class: 'big-value waiting', text: '…' }),
    answer.outcome && head !== outcomeWords(answer.outcome).replace(/[.]$/, '') && h('p', { class: 'outcome', text: outcomeWords(answer.outcome) }),
    answer.mean && answer.mean !== answer.value && h('p', { class: 'muted', text: `mean ${answer.mean}, temperature ${answer.temperature}` }),
    answer.found && (!last || head !== '?' || answer.stopped) && h('p', { class: last ? 'words' : 'words early', text: sentence(answer.found) }),
    answer.known && h('p', { class: 'muted', text: sentence(answer.known) }),
    last && head === '?' && state.explanation && h('p', { class: 'muted', text: 'What the strategy below promises holds if it has made every move of its side.' }),
    components.length > 1 && h('p', { class: 'sum' }, 'Sum of components: ', ...components.map(({ value }, i) => h('span', { class: `tag-chip tint-${i % 6}`, text: value }))),
  ];
}

/**
 * @param {string} text
 * @param {string} whole  the value however long it is
 */
function bigValue(text, whole) {
  if (text.length <= LONG) return h('p', { class: `big-value${text.length > 12 ? ' long' : ''}`, text });
  return h('div', { class: 'big-value long' }, fold(text, LONG), copyButton(whole));
}

/** @param {string} whole */
const copyButton = (whole) => h('button', { type: 'button', class: 'copy', text: 'Copy', title: 'Copy the value', onclick: () => void navigator.clipboard.writeText(whole).then(() => toast('Copied.')) });

/**
 * @param {string} text
 * @param {number} most  so many characters are shown at once
 */
const fold = (text, most) => h('details', { class: 'folded' }, h('summary', { text: `${text.slice(0, most - 1)}…` }), h('span', { class: 'unfolded', text }));

/**
 * A long value: its beginning, which unfolds and can be copied.
 * @param {string} text
 * @param {string} whole
 * @param {number} most  so many characters are shown at once
 */
function folded(text, whole, most) {
  if (text.length <= most) return h('span', { text });
  const details = fold(text, most);
  details.append(copyButton(whole));
  return details;
}

/**
 * The value; if it is not known, the outcome class; if the value is only who wins, the winner.
 * @param {Answer} answer
 */
function headline({ value, outcome }) {
  if (value && value !== outcome) return value;
  if (!outcome) return '?';
  return outcome in OUTCOMES ? outcome : outcomeWords(outcome).replace(/[.]$/, '');
}

/** @param {Analysis | null} analysis */
function showSearch(analysis) {
  const running = Boolean(analysis?.running);
  const unfinished = analysis && !running && (analysis.stopped || analysis.answer?.stopped);
  const place = $('value-search');
  refresh(place, [running, Boolean(unfinished), analysis?.problem], () => [
    running && h('button', { type: 'button', id: 'search-stop', text: 'Stop', title: 'Stop the search; what it has found stays', onclick: stopSearch }),
    unfinished && h('button', { type: 'button', id: 'search-on', text: analysis.stopped ? 'Resume' : 'Search on', title: 'Search on, for as long as the server allows', onclick: () => void searchOn() }),
    running && h('progress', { max: 1, 'aria-label': 'moves solved' }),
    running && h('span', { class: 'muted', id: 'search-words' }),
    analysis?.problem && h('p', { class: 'problem', text: analysis.problem }),
  ]);
  const words = document.getElementById('search-words');
  if (!words || !analysis) return;
  const { progress, waiting } = analysis;
  const bar = /** @type {HTMLProgressElement} */ (place.querySelector('progress'));
  if (progress?.of) bar.value = progress.done / progress.of;
  const moves = progress?.of ? `${progress.done} of ${progress.of} moves; ` : '';
  words.textContent = waiting ? 'Waiting for a free place on the server…' : progress?.positions ? `${moves}${count(progress.positions)} positions` : '';
}

const RANK = ['winning', 'drawing', 'losing', 'unknown'];
/** @type {Record<string, string>} */
const SIGN = { winning: '✓', losing: '✕', drawing: '=', unknown: '?' };

/**
 * The moves gathered by value: what each vertex shows, as a list; the winning ones lead.
 * @param {Map<number, MoveValue[]>} byCell
 */
function moveTable(byCell) {
  const { position } = state;
  /** @type {Map<string, {sign: string, moves: MoveValue[]}>} */
  const byValue = new Map();
  for (const move of [...byCell.values()].flat()) {
    const row = byValue.get(move.value) ?? { sign: move.class, moves: [] };
    row.moves.push(move);
    byValue.set(move.value, row);
  }
  const rows = [...byValue].sort(([, a], [, b]) => RANK.indexOf(a.sign) - RANK.indexOf(b.sign)).slice(0, ROWS);
  if (!rows.length || !position) return null;
  const body = rows.map(([value, { sign, moves }]) =>
    h('tr', { class: `row-${sign}` }, h('th', { scope: 'row', class: `is-${sign}` }, h('span', { class: 'sign-letter', 'aria-label': sign, role: 'img', text: SIGN[sign] }), ' ', folded(value, moves[0].whole ?? value, SHORT)),
      h('td', {}, ...moves.slice(0, MOVES).map(({ move }) => moveButton(position, [move])), moves.length > MOVES ? ` … (${moves.length})` : '')));
  return h('table', { class: 'moves-by-value' }, h('caption', { class: 'hidden', text: 'Moves by the value they lead to' }), h('tbody', {}, ...body));
}

/** In partisan games the position has options of both players, whoever is to move. */
async function showOthers() {
  const { position, node, analysis } = state;
  if (!position || position.convention !== 'partisan' || position.over || !analysis?.answer?.complete) {
    refresh($('value-others'), null, () => []);
    return;
  }
  const others = await othersOf(node, position);
  if (state.node !== node || !others.moves.size) return;
  const sides = position.turn === 0 ? [analysis, others] : [others, analysis];
  // The options contain all that the table of moves contains.
  refresh($('value-moves'), null, () => []);
  refresh($('value-others'), [position.line], () => [
    h('table', { class: 'options' }, h('caption', { text: 'Options of both players' }),
      h('thead', {}, h('tr', {}, ...['to', 'mean', 'temp.'].map((text) => h('th', { scope: 'col', text, title: text === 'temp.' ? 'temperature' : null })))),
      ...sides.map((side, i) => h('tbody', {}, h('tr', {}, h('th', { scope: 'rowgroup', colspan: 3, text: position.players[i] })), ...optionRows(side, position, i === position.turn)))),
  ]);
}

/** @type {WeakMap<object, Promise<Analysis>>} */
const asked = new WeakMap();

/**
 * The options of the player who is not to move.
 * @param {import('./tree.js').Node} node
 * @param {import('./types.js').Position} position
 */
function othersOf(node, position) {
  const known = asked.get(node);
  if (known) return known;
  const line = position.line.replace(/\S+$/, position.players[1 - position.turn].toLowerCase());
  const found = analyse({ ...node }, { line, seconds: 5 }, { gone: new AbortController().signal }, () => {});
  asked.set(node, found);
  return found;
}

/**
 * @param {Analysis} analysis
 * @param {import('./types.js').Position} position
 * @param {boolean} playable  whether it is this player's turn
 */
function optionRows(analysis, position, playable) {
  /** @type {Map<string, MoveValue[]>} */
  const byValue = new Map();
  for (const move of analysis.moves.values()) byValue.set(move.value, [...(byValue.get(move.value) ?? []), move]);
  const rows = [...byValue].sort(([, [a]], [, [b]]) => (playable ? RANK.indexOf(a.class) - RANK.indexOf(b.class) : 0));
  return rows.slice(0, ROWS).map(([value, moves]) => {
    const [{ whole, mean, temperature }] = moves;
    const faces = moves.slice(0, MOVES).map(({ move }) => (playable ? moveButton(position, [move]) : pointAt(h('span', { class: 'move-chip still' }, moveFace(position, move)), position, move)));
    const sign = playable ? h('span', { class: `sign-letter is-${moves[0].class}`, 'aria-label': moves[0].class, role: 'img', text: `${SIGN[moves[0].class]} ` }) : null;
    return h('tr', { class: playable ? `row-${moves[0].class}` : null }, h('td', {}, sign, folded(value, whole ?? value, SHORT + 6), h('span', { class: 'by' }, ...faces, moves.length > MOVES ? ` … (${moves.length})` : '')), h('td', { text: mean ?? '' }), h('td', { text: temperature ?? '' }));
  });
}

/** The thermograph of a hot value; of others there is only a mast. */
async function showThermograph() {
  const { position, node, analysis } = state;
  const place = $('value-thermograph');
  const value = analysis?.answer?.whole;
  if (!position || position.over || !value || analysis?.answer?.kind !== 'form') {
    refresh(place, null, () => []);
    return;
  }
  const [report, { thermographPicture }] = await Promise.all([reportOf(value), import('./thermograph.js')]);
  if (state.node !== node || !state.values) return;
  refresh(place, [value, position.players], () => (report && !report.temperature.startsWith('-') && report.temperature !== '0' ? [thermographPicture(report, position.players)] : []));
}

/** @type {Map<string, Promise<import('./thermograph.js').FormReport | null>>} */
const reports = new Map();

/** @param {string} value */
function reportOf(value) {
  const known = reports.get(value) ?? post('/value', { value }).catch(() => null);
  reports.set(value, known);
  return known;
}
