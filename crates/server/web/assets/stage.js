/** Around the board: title and rule, whose turn it is, the buttons, the legend, and a welcome for newcomers. */

import { $, h, s } from './dom.js';
import { endWords, hint, letMove, redo, seatName, showValues, skip, store, swapSides, undo } from './game.js';
import { catalogue, startNew } from './setup.js';
import { chip, SIGNS } from './shapes.js';

const { state } = store;

/** @param {import('./view.js').View} view */
export function startStage(view) {
  toolbar(view);
  welcome();
  store.watch(['position', 'start'], showTitle);
  store.watch(['position', 'thinking', 'seats', 'node', 'problem', 'analysis', 'values'], showStatus);
  store.watch(['position', 'values', 'explanation'], showLegend);
}

/** @param {import('./view.js').View} view */
function toolbar(view) {
  const button = (/** @type {string} */ text, /** @type {string} */ key, /** @type {() => void} */ act, /** @type {string} */ id) =>
    h('button', { type: 'button', id, title: `${text} (${key})`, onclick: act, text });
  const values = button('Values', 'v', () => showValues(!state.values), 'toggle-values');
  const [back, forth] = [button('Undo', 'u', undo, 'undo'), button('Redo', 'r', redo, 'redo')];
  const zoom = h('span', { class: 'zoom' },
    h('button', { type: 'button', class: 'icon', 'aria-label': 'Zoom out', text: '−', onclick: () => view.zoomBy(1 / 1.4) }),
    h('button', { type: 'button', class: 'icon', 'aria-label': 'Fit', text: '⤢', onclick: () => view.fit() }),
    h('button', { type: 'button', class: 'icon', 'aria-label': 'Zoom in', text: '+', onclick: () => view.zoomBy(1.4) }));
  $('toolbar').append(back, forth, button('Hint', 'h', () => void hint(), 'hint'), values,
    button('Swap sides', 's', swapSides, 'swap'), button('New game', 'n', () => void startNew(), 'new'), zoom);
  store.watch(['node', 'tree', 'values', 'position'], () => {
    back.disabled = !state.node.parent;
    forth.disabled = !state.node.children.length;
    values.setAttribute('aria-pressed', String(state.values));
    zoom.hidden = (state.position?.cells ?? 0) < 40;
  });
}

function showTitle() {
  const { position } = state;
  if (!position) return;
  const info = catalogue.gameInfo(position.game);
  $('title').replaceChildren(h('span', { text: info?.title ?? position.game }), h('span', { class: 'on', text: ' on ' }), h('span', { class: 'graph', text: position.graph.name }));
  $('rules').textContent = info?.summary ?? '';
}

function showStatus() {
  const { position, thinking, seats, problem } = state;
  if (!position) return;
  const status = $('status');
  status.classList.toggle('ended', Boolean(position.over));
  /** @type {(HTMLElement | string)[]} */
  const parts = [];
  if (position.over) {
    parts.push(h('strong', { text: endWords(position) }), h('button', { type: 'button', text: 'Play again', onclick: () => void startNew() }));
  } else {
    const who = position.players[position.turn];
    const seat = seats[position.turn];
    const palette = ownColours(position);
    parts.push(h('span', { class: 'turn' }, ...palette, h('strong', { text: who }), ` to move${seat === 'human' ? (seats.includes('human') && seats[0] !== seats[1] ? ': you' : '') : `: ${seatName(seat)}`}`));
    if (position.skip && seat === 'human') parts.push(h('button', { type: 'button', id: 'skip', text: 'Skip', onclick: skip }));
    if (thinking) parts.push(h('span', { class: 'thinking', text: 'thinking…' }));
    else if (seat !== 'human') parts.push(h('button', { type: 'button', text: 'Let it move', onclick: letMove }));
  }
  if (problem) parts.push(h('span', { class: 'problem', role: 'alert', text: problem }));
  status.replaceChildren(...parts);
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
  const { position, values, explanation } = state;
  if (!position) return;
  const items = [];
  const draws = position.convention === 'scoring';
  /** @type {[keyof typeof SIGNS, string][]} */
  const signs = [['winning', 'wins'], ['losing', 'loses'], ...(draws ? [/** @type {[keyof typeof SIGNS, string]} */ (['drawing', 'draws'])] : [])];
  if (values) for (const [sign, word] of signs) items.push(h('span', { class: `key is-${sign}` }, signIcon(sign), word));
  if (values && position.marks) {
    items.push(h('span', { class: 'key', text: 'small shapes: colours left; numbers: those that win, if not all do' }), h('span', { class: 'key' }, ringIcon('is-threatened'), 'threatened'), h('span', { class: 'key' }, ringIcon('is-unsafe'), 'not safe'));
  }
  for (const kind of new Set(explanation?.marks.map((mark) => mark.kind))) items.push(h('span', { class: 'key' }, h('span', { class: `swatch mark-${kind.replaceAll(' ', '-')}` }), kind));
  $('legend').replaceChildren(...items);
}

/** @param {keyof typeof SIGNS} sign */
const signIcon = (sign) => s('svg', { class: 'sign', viewBox: '-12 -12 24 24', 'aria-hidden': 'true' }, s('circle', { r: 12 }), s('path', { d: SIGNS[sign] }));

/** @param {string} status */
const ringIcon = (status) => s('svg', { class: `sign ring ${status}`, viewBox: '-12 -12 24 24', 'aria-hidden': 'true' }, s('circle', { r: 10 }));

function welcome() {
  const box = $('welcome');
  if (localStorage.getItem('chromex-welcomed') || location.hash.includes('?')) return;
  const close = () => {
    localStorage.setItem('chromex-welcomed', 'true');
    box.hidden = true;
  };
  box.replaceChildren(
    h('p', {}, h('strong', { text: 'You begin. ' }), 'Click a circle and colour it Black or White; circles joined by a line must differ. Whoever cannot move loses. ',
      h('span', { class: 'inline-win', text: '✓' }), ' marks the moves that win: can you beat the engine?'),
    h('button', { type: 'button', class: 'icon', 'aria-label': 'Close', text: '×', onclick: close }));
  box.hidden = false;
  store.watch(['node'], () => {
    if (state.node.parent) close();
  });
}
