/** The places of the vertices: dragged by hand, laid out anew, or as they were. */

import { save, store } from './game.js';
import { forceLayout } from './force.js';
import { STEP } from './geometry.js';

/** @typedef {import('./board.js').Board} Board */
/** @typedef {import('./types.js').Point} Point */

const { state } = store;

/**
 * Vertices follow the pointer while “Move vertices” is on.
 * @param {Board} board
 * @param {import('./view.js').View} view
 */
export function startArranging(board, view) {
  /** @type {number | null} */
  let held = null;
  const { svg } = board;
  svg.addEventListener('pointerdown', (event) => {
    const cell = state.arranging ? board.cellOf(event.target) : null;
    if (cell === null) return;
    event.stopImmediatePropagation();
    event.preventDefault();
    held = cell;
    svg.setPointerCapture(event.pointerId);
  }, { capture: true });
  svg.addEventListener('pointermove', (event) => {
    if (held === null) return;
    const { x, y } = view.toDrawing(event);
    place(board, held, [x, y]);
  });
  for (const end of ['pointerup', 'pointercancel']) {
    svg.addEventListener(end, () => {
      if (held !== null) keepPlaces(board);
      held = null;
    });
  }
}

/**
 * The same vertex of the other copy moves along.
 * @param {Board} board
 * @param {number} cell
 * @param {Point} at
 */
function place(board, cell, at) {
  const { drawing } = board;
  const order = state.position?.graph.order ?? 0;
  if (!drawing || !order) return;
  const [dx, dy] = [at[0] - drawing.places[cell][0], at[1] - drawing.places[cell][1]];
  for (let other = cell % order; other < drawing.places.length; other += order) {
    const [x, y] = drawing.places[other];
    board.moveVertex(other, [x + dx, y + dy]);
  }
}

/**
 * @param {Board} board
 * @param {number} cell
 * @param {Point} direction
 */
export function nudge(board, cell, [dx, dy]) {
  if (!board.drawing) return;
  const [x, y] = board.drawing.places[cell];
  place(board, cell, [x + dx * 20, y + dy * 20]);
  keepPlaces(board);
}

/** @param {Board} board  whose places the game keeps from now on */
function keepPlaces(board) {
  const order = state.position?.graph.order ?? 0;
  setLayout((board.drawing?.places ?? []).slice(0, order).map(([x, y]) => [x / STEP, y / STEP]));
}

/** @param {Point[] | null} layout */
function setLayout(layout) {
  store.set({ start: { ...state.start, layout } });
  save();
}

/** Springs and repulsion find new places. */
export function layOutAgain() {
  const { position } = state;
  if (position) setLayout(forceLayout(position.graph.order, position.graph.edges));
}

export const originalLayout = () => setLayout(null);

/** @param {boolean} numbers */
export function showNumbers(numbers) {
  localStorage.setItem('chromex-numbers', String(numbers));
  store.set({ numbers });
}
