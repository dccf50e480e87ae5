/** The keyboard: arrows go from vertex to vertex, digits and letters colour, single letters are commands. */

import { nudge } from './arrange.js';
import { $ } from './dom.js';
import { goTo, hint, redo, showValues, step, store, swapSides, undo } from './game.js';
import { DIRECTIONS, nextInDirection } from './geometry.js';
import { startNew } from './setup.js';
import { wholeLine } from './tree.js';

/** @typedef {import('./board.js').Board} Board */
/** @typedef {import('./view.js').View} View */

/**
 * @param {Board} board
 * @param {View} view
 * @param {{choose: (cell: number, menu: boolean) => void, chooseColour: (cell: number, colour: number) => void}} actions
 */
export function listenToKeys(board, view, { choose, chooseColour }) {
  /** @type {Record<string, () => void>} */
  const commands = {
    u: undo,
    r: redo,
    y: redo,
    h: () => void hint(),
    v: () => showValues(!store.state.values),
    n: () => void startNew(),
    s: swapSides,
    ',': () => step(-1),
    '.': () => step(1),
    ArrowLeft: () => step(-1),
    ArrowRight: () => step(1),
    Home: () => void goTo(store.state.tree),
    End: () => void goTo(/** @type {import('./tree.js').Node} */ (wholeLine(store.state.node).at(-1))),
    '+': () => view.zoomBy(1.4),
    '=': () => view.zoomBy(1.4),
    '-': () => view.zoomBy(1 / 1.4),
    0: () => view.fit(),
    '?': () => /** @type {HTMLDialogElement} */ ($('help')).showModal(),
  };

  board.svg.addEventListener('keydown', (event) => {
    const cell = board.cellOf(event.target);
    if (cell === null || !board.drawing || event.ctrlKey || event.metaKey || event.altKey) return;
    const direction = DIRECTIONS[event.key];
    const colour = colourOfKey(event.key);
    if (direction && event.shiftKey && store.state.arranging) nudge(board, cell, direction);
    else if (direction) board.focus(nextInDirection(board.drawing.places, cell, direction));
    else if (event.key === 'Enter' || event.key === ' ') choose(cell, event.shiftKey);
    else if (colour) chooseColour(cell, colour);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });

  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || $('page-play').hidden) return;
    const undoing = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z';
    if (undoing && !isTyping(event.target)) {
      event.preventDefault();
      if (event.shiftKey) redo();
      else undo();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || document.querySelector('dialog[open]')) return;
    const command = commands[event.key];
    // Sliders, tabs and lists use the arrow keys themselves.
    const own = event.target instanceof Element && event.target.closest('input, select, [role=group].segments, .choices');
    if (!command || (own && /^(Arrow|Home|End)/.test(event.key))) return;
    event.preventDefault();
    command();
  });
}

/**
 * The colour that a key names: its number, or the first letter of its name.
 * @param {string} key
 */
function colourOfKey(key) {
  const palette = store.state.position?.palette ?? [];
  const number = Number(key);
  if (number >= 1 && number <= palette.length) return number;
  const symbol = palette.findIndex((colour) => colour.symbol === key);
  const letter = palette.findIndex((colour) => /[A-Z]/.test(colour.symbol) && palette.length < 10 && colour.symbol === key.toUpperCase());
  return Math.max(symbol, letter) + 1;
}

/** @param {EventTarget | null} target */
function isTyping(target) {
  return target instanceof HTMLElement && target.matches('input:not([type=range]):not([type=checkbox]):not([type=radio]), select, textarea');
}
