/** The rule of the game in a picture: a first move, and what the next player may do beside it. */

import { post } from './api.js';
import { h, s } from './dom.js';
import { look, outline } from './shapes.js';

/** @typedef {import('./types.js').Position} Position */
/** @typedef {import('./types.js').GameInfo} GameInfo */

/** So many colours of the second move are shown. */
const MOST = 4;

/**
 * The server says what is allowed, so that the picture is right for every game.
 * @param {GameInfo} info
 * @param {string} game  with its numbers: `distance:2:3`
 * @returns {Promise<HTMLElement | null>} null if the game cannot begin on two vertices
 */
export async function rulePicture(info, game) {
  const graph = info.directed ? 'dipath:2' : 'path:2';
  try {
    /** @type {Position} */
    const start = await post('/position', { game, graph });
    const [cell, [colour]] = start.legal[0];
    const name = `${start.copies > 1 ? 'A' : ''}${cell}`;
    /** @type {Position} */
    const after = await post('/position', { game, graph, moves: [`${name}=${start.palette[colour - 1].symbol}`] });
    return picture(after, cell, colour, info.directed);
  } catch {
    return null;
  }
}

/**
 * @param {Position} after
 * @param {number} first
 * @param {number} colour
 * @param {boolean} directed
 */
function picture(after, first, colour, directed) {
  const second = 1 - first;
  const allowed = new Map(after.legal).get(second) ?? [];
  // A player with a colour of their own is shown that colour alone.
  const own = new Set(after.legal.flatMap(([, colours]) => colours));
  const mine = after.convention === 'partisan' || after.convention === 'scoring' && own.size === 1;
  const colours = after.palette.map((_, i) => i + 1).filter((each) => !mine || own.size === 0 || own.has(each)).slice(0, MOST);
  const items = colours.map((each) => {
    const legal = allowed.includes(each);
    const words = `${after.palette[colour - 1].name} beside ${after.palette[each - 1].name}: ${legal ? 'allowed' : 'not allowed'}`;
    return h('li', { class: legal ? 'allowed' : 'forbidden' }, pair(after, first === 0 ? [colour, each] : [each, colour], directed), h('span', { class: 'verdict-sign', 'aria-hidden': 'true', text: legal ? '✓' : '✕' }), h('span', { class: 'hidden', text: words }));
  });
  return h('ul', { class: 'rule-picture', 'aria-label': 'What may stand side by side' }, ...items);
}

/**
 * @param {Position} position
 * @param {number[]} colours  of the two vertices
 * @param {boolean} directed
 */
function pair({ palette }, colours, directed) {
  const svg = s('svg', { viewBox: '-20 -20 100 40', 'aria-hidden': 'true' }, s('path', { class: 'edges', d: 'M0 0H60' }));
  if (directed) svg.append(s('path', { class: 'heads', d: 'M41 0L30 5V-5Z' }));
  colours.forEach((colour, i) => {
    const { fill, ink, shape, pattern } = look(palette, colour);
    svg.append(s('path', { class: 'chip-body', d: outline(shape, 15), fill, transform: `translate(${60 * i} 0)` }));
    if (pattern === 'ring') svg.append(s('path', { d: outline(shape, 11.5), fill: 'none', stroke: ink, 'stroke-width': 1.5, transform: `translate(${60 * i} 0)` }));
  });
  return /** @type {any} */ (svg);
}
