/** The little menu next to a vertex: the colours that it may take, and why it may not take the others. */

import { $, announce, h, s } from './dom.js';
import { play, store, why } from './game.js';
import { cellName } from './notation.js';
import { movesByCell } from './overlay.js';
import { chip, SIGN_WORDS } from './shapes.js';

/**
 * @param {import('./board.js').Board} board
 * @param {number} cell
 */
export function openChooser(board, cell) {
  const { position, analysis, values } = store.state;
  if (!position) return;
  $('tip').hidden = true;
  const box = $('chooser');
  const legal = new Map(position.legal).get(cell) ?? [];
  const known = values ? (movesByCell(analysis).get(cell) ?? []) : [];
  const close = () => {
    box.hidden = true;
    removeEventListener('pointerdown', outside, true);
    removeEventListener('resize', close);
  };
  /** @param {Event} event */
  const outside = (event) => {
    if (event.target instanceof Node && !box.contains(event.target)) close();
  };
  const options = position.palette.map(({ name, symbol }, i) => {
    const colour = i + 1;
    const value = known.find((move) => move.colour === colour);
    const label = value ? `${name}: ${SIGN_WORDS[value.class]}, to ${value.value}` : name;
    const button = h('button', { type: 'button', 'aria-label': label, 'aria-disabled': !legal.includes(colour), class: 'choice', title: `${name} (${symbol})` }, chip(position.palette, colour, s));
    const words = h('span', { class: 'choice-words' }, h('span', { class: 'choice-name', text: name }));
    if (value) words.append(h('span', { class: `choice-value is-${value.class}`, text: `${SIGN_WORDS[value.class]} ${value.value}` }));
    button.append(words);
    button.addEventListener('click', () => {
      if (!legal.includes(colour)) {
        announce(`${name} is not allowed: ${button.dataset.reason ?? 'the rules do not allow it'}`);
        return;
      }
      close();
      board.focus(cell);
      play(cell, colour);
    });
    if (!legal.includes(colour)) void giveReason(button, words, cell, colour);
    return button;
  });
  const title = position.colouring[cell] ? `${cellName(position, cell)} is coloured` : `Colour ${cellName(position, cell)}`;
  box.replaceChildren(h('p', { class: 'chooser-title', text: title }), h('div', { class: 'choices' }, ...options));
  box.hidden = false;
  box.onkeydown = (event) => {
    if (event.key === 'Escape') {
      close();
      board.focus(cell);
    } else if (event.key.startsWith('Arrow')) {
      event.preventDefault();
      const step = event.key === 'ArrowLeft' || event.key === 'ArrowUp' ? -1 : 1;
      const at = options.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
      options[(at + step + options.length) % options.length].focus();
    } else {
      const index = position.palette.findIndex(({ symbol }, i) => symbol === event.key.toUpperCase() || symbol === event.key || String(i + 1) === event.key);
      if (index < 0) return;
      options[index].click();
    }
    event.stopPropagation();
  };
  place(box, board.cells[cell].getBoundingClientRect());
  addEventListener('pointerdown', outside, true);
  addEventListener('resize', close);
  (options[legal[0] - 1] ?? options[0])?.focus({ preventScroll: true });
}

/**
 * @param {HTMLButtonElement} button
 * @param {HTMLElement} words
 * @param {number} cell
 * @param {number} colour
 */
async function giveReason(button, words, cell, colour) {
  const reason = await why(cell, colour).catch(() => 'the rules do not allow it');
  button.dataset.reason = reason;
  button.setAttribute('aria-label', `${button.getAttribute('aria-label')}: not allowed, ${reason}`);
  words.append(h('span', { class: 'choice-reason', text: reason }));
}

/**
 * Beside the vertex, within the window.
 * @param {HTMLElement} box
 * @param {DOMRect} rect
 */
function place(box, rect) {
  const { offsetWidth: width, offsetHeight: height } = box;
  const below = rect.bottom + 10 + height < innerHeight;
  const top = below ? rect.bottom + 6 : Math.max(8, rect.top - height - 6);
  box.style.left = `${Math.max(8, Math.min(innerWidth - width - 8, rect.left + rect.width / 2 - width / 2))}px`;
  box.style.top = `${top}px`;
}
