/** Moves in lists: the vertex and a chip of its colour, which point at the board and can be played. */

import { h, s } from './dom.js';
import { playLine, store } from './game.js';
import { cellName, readMove } from './notation.js';
import { chip } from './shapes.js';

/** @typedef {import('./types.js').Position} Position */

/**
 * The vertex and its colour; its text is the move as it is typed.
 * @param {Position} position
 * @param {string} move
 */
export function moveFace(position, move) {
  const played = readMove(position, move);
  if (!played) return h('span', { text: move });
  const colour = /** @type {any} */ (chip(position.palette, played.colour, s));
  return h('span', { class: 'move-face' }, cellName(position, played.cell), h('span', { class: 'hidden', text: '=' }), colour);
}

/**
 * Shows the vertex of a move on the board while the pointer or the focus is on the element.
 * @param {HTMLElement} element
 * @param {Position} position
 * @param {string} move
 */
export function pointAt(element, position, move) {
  const cell = readMove(position, move)?.cell ?? null;
  for (const event of ['pointerenter', 'focus']) element.addEventListener(event, () => store.set({ pointed: cell }));
  for (const event of ['pointerleave', 'blur', 'click']) element.addEventListener(event, () => store.set({ pointed: null }));
  return element;
}

/**
 * A move that is played at a click, with those before it if it stands in a line.
 * @param {Position} position
 * @param {string[]} line  the moves up to and with this one
 * @param {string} [words]  what it leads to
 */
export function moveButton(position, line, words) {
  const move = line[line.length - 1];
  const button = h('button', { type: 'button', class: 'move-chip', title: `Play ${line.join(', ')}`, onclick: () => playLine(line) }, moveFace(position, move));
  if (words) button.append(h('span', { class: 'move-value', text: words }));
  return pointAt(button, position, move);
}
