/** The position editor: colours are placed and erased by hand, the player to move is chosen, and play begins from there. */

import { ApiError, post } from './api.js';
import { $, h, refresh, s } from './dom.js';
import { newGame, store } from './game.js';
import { cellName } from './notation.js';
import { chip } from './shapes.js';

/** @typedef {import('./types.js').Position} Position */
/** @typedef {import('./types.js').Edit} Edit */

const { state } = store;

export function startPlacing() {
  store.watch(['editing', 'position'], showBar);
}

export function editPosition() {
  const { position } = state;
  if (position) store.set({ editing: { colouring: [...position.colouring], turn: position.turn, brush: 1, problem: null } });
}

/**
 * The position that is being edited: every vertex can be changed.
 * @param {Position} position
 * @param {Edit} edit
 * @returns {Position}
 */
export const editedPosition = (position, { colouring, turn, brush }) =>
  ({ ...position, colouring, turn, over: null, components: [], marks: null, legal: colouring.map((_, cell) => [cell, [brush || 1]]) });

/**
 * Paints or erases a vertex.
 * @param {number} cell
 * @param {number} [colour]
 */
export function paintVertex(cell, colour) {
  const { editing } = state;
  if (!editing) return;
  const brush = colour ?? editing.brush;
  const colouring = [...editing.colouring];
  colouring[cell] = colouring[cell] === brush ? 0 : brush;
  void change({ colouring });
}

/**
 * Applies a change, and asks whether the rules allow the position.
 * @param {Partial<Edit>} news
 */
async function change(news) {
  const { editing } = state;
  if (!editing) return;
  const next = { ...editing, ...news };
  store.set({ editing: next });
  const problem = await post('/position', asStart(next)).then(() => null, (error) => (error instanceof ApiError ? error.words : String(error)));
  if (state.editing === next) store.set({ editing: { ...next, problem } });
}

/** @param {Edit} edit */
function asStart({ colouring, turn }) {
  const { position, start } = state;
  if (!position) return start;
  const pairs = colouring.flatMap((colour, cell) => (colour ? [`${cellName(position, cell)}=${position.palette[colour - 1].symbol}`] : []));
  return { game: start.game, graph: start.graph, colouring: pairs.join(',') || undefined, turn: position.players[turn].toLowerCase() };
}

function showBar() {
  const { editing, position } = state;
  const bar = $('edit-bar');
  bar.hidden = !editing;
  if (!editing || !position) return;
  refresh(bar, [editing.brush, editing.turn, editing.problem, position.game], () => {
    const brush = (/** @type {number} */ colour, /** @type {string} */ name) =>
      h('button', { type: 'button', class: 'brush', id: `brush-${colour}`, 'aria-pressed': editing.brush === colour, 'aria-label': name, title: name, onclick: () => void change({ brush: colour }) }, colour ? /** @type {any} */ (chip(position.palette, colour, s)) : '⌫');
    const turn = h('select', { id: 'edit-turn', 'aria-label': 'To move' }, ...position.players.map((player, i) => h('option', { value: i, selected: i === editing.turn, text: `${player} to move` })));
    turn.addEventListener('change', () => void change({ turn: Number(turn.value) }));
    const done = () => void newGame({ ...asStart(/** @type {Edit} */ (state.editing)), layout: state.start.layout });
    return [
      h('span', { class: 'brushes', role: 'group', 'aria-label': 'Place or erase' }, ...position.palette.map(({ name }, i) => brush(i + 1, name)), brush(0, 'Erase')), turn,
      h('button', { type: 'button', id: 'edit-done', class: 'primary', text: 'Play from here', disabled: Boolean(editing.problem), onclick: done }),
      h('button', { type: 'button', id: 'edit-cancel', text: 'Cancel', onclick: () => store.set({ editing: null }) }),
      editing.problem && h('span', { class: 'problem', role: 'alert', text: editing.problem }),
    ];
  });
}
