/** Around the board: title and rule, whose turn it is and the score, the buttons, the legend. */

import { layOutAgain, originalLayout, showNumbers } from './arrange.js';
import { catalogue } from './catalogue.js';
import { $, h, refresh, s } from './dom.js';
import { endWords, hint, letMove, redo, seatName, showValues, skip, store, swapSides, undo } from './game.js';
import { gamePattern } from './patterns.js';
import { editPosition } from './place.js';
import { rulePicture } from './rule.js';
import { scoreOf } from './score.js';
import { startNew } from './setup.js';
import { chip, SIGNS } from './shapes.js';

const { state } = store;

/** @param {import('./view.js').View} view */
export function startStage(view) {
  toolbar(view);
  store.watch(['position', 'start', 'described'], showTitle);
  store.watch(['node', 'start'], () => {
    if (state.node.parent) /** @type {HTMLDetailsElement} */ ($('rule')).open = false;
  });
  store.watch(['position', 'thinking', 'seats', 'node', 'problem'], showStatus);
  store.watch(['position', 'values', 'explanation', 'analysis'], showLegend);
}

/** @param {import('./view.js').View} view */
function toolbar(view) {
  const button = (/** @type {string} */ text, /** @type {string} */ key, /** @type {() => void} */ act, /** @type {string} */ id) =>
    h('button', { type: 'button', id, title: `${text} (${key})`, onclick: act, text });
  const values = button('Values', 'v', () => showValues(!state.values), 'toggle-values');
  const [back, forth] = [button('Undo', 'u', undo, 'undo'), button('Redo', 'r', redo, 'redo')];
  const [numbers, arranging] = [checkBox('numbers', 'Numbers', showNumbers), checkBox('arranging', 'Move vertices', (on) => store.set({ arranging: on }))];
  const item = (/** @type {string} */ id, /** @type {string} */ text, /** @type {() => void} */ act) => h('button', { type: 'button', id, text, onclick: () => {
    menu.open = false;
    act();
  } });
  const menu = h('details', { class: 'menu', id: 'board-menu' }, h('summary', { text: 'Board' }),
    h('div', { class: 'menu-items' }, numbers.label, arranging.label, item('lay-out', 'Lay out again', layOutAgain), item('original-layout', 'Original layout', originalLayout), item('edit-position', 'Make a position…', editPosition)));
  const zoom = h('span', { class: 'zoom' },
    h('button', { type: 'button', class: 'icon', 'aria-label': 'Zoom out', text: '−', onclick: () => view.zoomBy(1 / 1.4) }),
    h('button', { type: 'button', class: 'icon', 'aria-label': 'Fit', text: '⤢', onclick: () => view.fit() }),
    h('button', { type: 'button', class: 'icon', 'aria-label': 'Zoom in', text: '+', onclick: () => view.zoomBy(1.4) }));
  $('toolbar').append(back, forth, button('Hint', 'h', () => void hint(), 'hint'), values,
    button('Swap sides', 's', swapSides, 'swap'), button('New game', 'n', () => void startNew(), 'new'), menu, zoom);
  store.watch(['node', 'tree', 'values', 'position', 'numbers', 'arranging'], () => {
    numbers.box.checked = state.numbers;
    arranging.box.checked = state.arranging;
    back.disabled = !state.node.parent;
    forth.disabled = !state.node.children.length;
    values.setAttribute('aria-pressed', String(state.values));
    zoom.hidden = (state.position?.cells ?? 0) < 40;
  });
}

/**
 * @param {string} id
 * @param {string} text
 * @param {(on: boolean) => void} change
 */
function checkBox(id, text, change) {
  const box = h('input', { type: 'checkbox', id });
  box.addEventListener('change', () => change(box.checked));
  return { box, label: h('label', { class: 'check' }, box, text) };
}

function showTitle() {
  const { position } = state;
  if (!position) return;
  // A game on edges is the game on vertices of the line graph; its title is the text that was typed.
  const { game } = position.asked;
  const graph = position.names ? position.asked.graph : position.graph.name;
  const info = catalogue.gameInfo(game);
  const title = info?.title ?? game;
  refresh($('title'), [title, graph], () => [h('span', { text: title }), h('span', { class: 'on', text: ' on ' }), h('span', { class: 'graph', text: graph })]);
  if (shownRule === game) return;
  const rule = /** @type {HTMLDetailsElement} */ ($('rule'));
  rule.hidden = !info;
  if (!info) return;
  shownRule = game;
  rule.open = !state.node.parent;
  $('rule-text').textContent = ruleWords(info, game);
  void rulePicture(info, game).then((picture) => {
    if (shownRule === game) $('rule-picture').replaceChildren(...(picture ? [picture] : []));
  });
}
/**
 * The rule, with the numbers of this game in place of letters.
 * @param {import('./types.js').GameInfo} info
 * @param {string} game
 */
function ruleWords(info, game) {
  const values = gamePattern(info.name, game)?.values ?? {};
  return Object.entries(values).reduce((text, [name, value]) => (name.length === 1 ? text.replaceAll(new RegExp(`\\b${name}\\b`, 'g'), value) : text), info.summary);
}

/** The game whose rule is shown. */
let shownRule = '';

function showStatus() {
  const { position, thinking, seats, problem } = state;
  if (!position) return;
  $('status').classList.toggle('ended', Boolean(position.over));
  const score = scoreOf(position);
  refresh($('status'), [position.over, position.turn, position.players, position.game, position.skip, seats, thinking, problem, score], () => [
    ...turnParts(position, seats, thinking),
    score && h('span', { class: 'score' }, ...score.sides.map(({ colour, points, words }) =>
      h('span', { class: 'score-side', title: words }, colour ? /** @type {any} */ (chip(position.palette, colour, s)) : words, h('strong', { text: String(points) }), h('span', { class: 'hidden', text: words })))),
    problem && h('span', { class: 'problem', role: 'alert', text: problem }),
  ]);
}

/**
 * @param {import('./types.js').Position} position
 * @param {string[]} seats
 * @param {string | null} thinking
 * @returns {(HTMLElement | false)[]}
 */
function turnParts(position, seats, thinking) {
  if (position.over) return [h('strong', { text: endWords(position, seats) }), h('button', { type: 'button', text: 'Play again', onclick: () => void startNew() })];
  const who = position.players[position.turn];
  const seat = seats[position.turn];
  const both = seats.filter((each) => each === 'human').length !== 1;
  const by = seat === 'human' ? (both ? '' : ': you') : `: ${seatName(seat)}`;
  return [
    h('span', { class: 'turn' }, ...ownColours(position), h('strong', { text: who }), ` to move${by}`),
    position.skip && seat === 'human' && h('button', { type: 'button', id: 'skip', text: 'Skip', onclick: skip }),
    Boolean(thinking) && h('span', { class: 'thinking', text: 'thinking…' }),
    !thinking && seat !== 'human' && h('button', { type: 'button', text: 'Let it move', onclick: letMove }),
  ];
}

/**
 * In games in which each player has a colour of their own, a chip of it.
 * @param {import('./types.js').Position} position
 */
function ownColours({ legal, palette, convention }) {
  const used = new Set(legal.flatMap(([, colours]) => colours));
  if (convention === 'impartial' || convention === 'maker-breaker' || used.size !== 1 || palette.length < 2) return [];
  return [/** @type {any} */ (chip(palette, [...used][0], s))];
}

function showLegend() {
  const { position, values, explanation, analysis } = state;
  if (!position) return;
  const kinds = [...new Set(explanation?.marks.map((mark) => mark.kind))];
  // Only colours and signs that are on the board are explained.
  const found = new Set([...(analysis?.moves.values() ?? [])].map((move) => move.class));
  const signs = /** @type {const} */ (['winning', 'drawing', 'losing']).filter((sign) => values && found.has(sign));
  const statuses = values ? [...new Set(position.marks?.status)].filter((status) => status && status !== 'safe') : [];
  refresh($('legend'), [kinds, signs, statuses, Boolean(position.marks) && values], () => [
    ...signs.map((sign) => h('span', { class: `key is-${sign}` }, signIcon(sign), LEGEND[sign])),
    values && position.marks && h('span', { class: 'key', text: 'small shapes: colours left; numbers: those that win, if not all do' }),
    ...statuses.map((status) => h('span', { class: 'key' }, ringIcon(`is-${status}`), STATUSES[/** @type {keyof STATUSES} */ (status)] ?? status)),
    ...kinds.map((kind) => h('span', { class: 'key' }, h('span', { class: `swatch mark-${kind.replaceAll(' ', '-')}` }), kind)),
  ]);
}

const LEGEND = { winning: 'wins', drawing: 'draws', losing: 'loses' };
const STATUSES = { unsafe: 'not safe', threatened: 'threatened', dead: 'dead' };

/** @param {keyof typeof SIGNS} sign */
const signIcon = (sign) => s('svg', { class: 'sign', viewBox: '-12 -12 24 24', 'aria-hidden': 'true' }, s('circle', { r: 12 }), s('path', { d: SIGNS[sign] }));

/** @param {string} status */
const ringIcon = (status) => s('svg', { class: `sign ring ${status}`, viewBox: '-12 -12 24 24', 'aria-hidden': 'true' }, s('circle', { r: 10 }));
