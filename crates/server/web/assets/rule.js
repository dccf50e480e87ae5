/** The rule of the game in a picture: a first move, and what the next player may do beside it. */

import { post } from './api.js';
import { h, s } from './dom.js';
import { cellName } from './notation.js';
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
  try {
    const graph = await boardOfTwo(game, info.directed ? ['dipath:2', 'dipath:3'] : ['path:2', 'path:3']);
    if (!graph) return null;
    /** @type {Position} */
    const start = await post('/position', { game, graph });
    const [cell, [colour]] = start.legal[0];
    const colouring = `${cellName(start, cell)}=${start.palette[colour - 1].symbol}`;
    const items = start.palette.slice(0, MOST).map(async ({ name }, i) => {
      const next = { game, graph, colouring, cell: 1 - cell, colour: i + 1 };
      const answers = await Promise.all(start.players.map((player) => post('/why', { ...next, turn: player.toLowerCase() })));
      // Each player may have a colour of their own.
      const legal = answers.some((answer) => answer.legal);
      const words = `${start.palette[colour - 1].name} beside ${name}: ${legal ? 'allowed' : 'not allowed'}`;
      return h('li', { class: legal ? 'allowed' : 'forbidden' }, pair(start, cell === 0 ? [colour, i + 1] : [i + 1, colour], info.directed), h('span', { class: 'verdict-sign', 'aria-hidden': 'true', text: legal ? '✓' : '✕' }), h('span', { class: 'hidden', text: words }));
    });
    return h('ul', { class: 'rule-picture', 'aria-label': 'What may stand side by side' }, ...(await Promise.all(items)));
  } catch {
    return null;
  }
}

/**
 * The first of these boards with two places: two vertices, or three where edges are coloured.
 * @param {string} game
 * @param {string[]} boards
 */
async function boardOfTwo(game, boards) {
  for (const graph of boards) {
    const { cells } = await post('/position', { game, graph });
    if (cells === 2) return graph;
  }
  return null;
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
