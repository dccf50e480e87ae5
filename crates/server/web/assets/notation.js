/** Positions and moves as text: the one-line notation, moves on one or two copies, and share links. */

import { allNodes, lineTo, readTree, writeTree } from './tree.js';

/** @typedef {import('./types.js').Start} Start */
/** @typedef {import('./types.js').Position} Position */

/**
 * `icol grid:2x3 B../..W left`: colouring and player may be left out.
 * @param {string} line
 * @returns {Start}
 */
export function readLine(line) {
  const [game, graph, ...rest] = line.trim().split(/\s+/);
  if (!game || !graph) throw new Error('a position is a line “GAME GRAPH COLOURING PLAYER”');
  const last = rest.at(-1)?.toLowerCase();
  const turn = last && ['left', 'right', 'alice', 'bob'].includes(last) ? rest.pop()?.toLowerCase() : undefined;
  const colouring = rest.join(',') || undefined;
  return { game, graph, colouring, turn };
}

/** @param {Start} start */
export function writeLine({ game, graph, colouring, turn }) {
  return [game, graph, colouring, turn].filter(Boolean).join(' ');
}

/**
 * @param {Position} position
 * @param {number} cell
 * @param {number} colour
 */
export const writeMove = (position, cell, colour) => `${cellName(position, cell)}=${position.palette[colour - 1].symbol}`;

/** How skipping a turn is written. */
export const SKIP = 'skip';

/**
 * @param {{copies: number, graph: {order: number}, names?: string[] | null}} position
 * @param {number} cell
 */
export function cellName({ copies, graph, names }, cell) {
  if (names) return names[cell];
  return copies > 1 ? `${'AB'[Math.floor(cell / graph.order)]}${cell % graph.order}` : String(cell);
}

/**
 * The cell and colour of a move; null if it has none, as a skip.
 * @param {Position} position
 * @param {string} move
 */
export function readMove(position, move) {
  const match = /^([AB]?)([\d-]+)=(.)$/.exec(move);
  if (!match) return null;
  const named = position.names?.indexOf(match[2]) ?? -1;
  const cell = named >= 0 ? named : (match[1] === 'B' ? position.graph.order : 0) + Number(match[2]);
  const colour = position.palette.findIndex(({ symbol }) => symbol === match[3]) + 1;
  return colour && cell < position.cells ? { cell, colour } : null;
}

/**
 * @typedef {{start: Start, tree: import('./tree.js').Node, at: import('./tree.js').Node, seats: string[], practice?: boolean, go?: boolean}} Game  in practice, values are hidden; `go`: whoever plays itself begins
 */

/**
 * The whole game as the part of an address after `#`.
 * @param {Game} game
 */
export function writeLink({ start, tree, at, seats }) {
  const fields = new URLSearchParams({ line: writeLine(start) });
  const moves = writeTree(tree);
  if (moves) fields.set('moves', moves);
  const index = allNodes(tree).indexOf(at);
  if (moves && at !== endOf(tree)) fields.set('at', String(index));
  if (seats.some((seat) => seat !== 'human')) fields.set('who', seats.join(','));
  if (start.layout) fields.set('places', start.layout.map(([x, y]) => `${short(x)},${short(y)}`).join(' '));
  const text = fields.toString();
  return `#/play?${text.replaceAll('%3A', ':').replaceAll('%2F', '/').replaceAll('%3D', '=').replaceAll('%2C', ',')}`;
}

/**
 * The last position of the main line: where a link leads that does not say where.
 * @param {import('./tree.js').Node} tree
 */
function endOf(tree) {
  let end = tree;
  while (end.children.length) [end] = end.children;
  return end;
}

/** @param {number} x */
const short = (x) => String(Math.round(x * 100) / 100);

/**
 * The game that a link holds, or null if it holds none.
 * @param {string} hash
 * @returns {Game | null}
 */
export function readLink(hash) {
  const query = /^#\/play\?(.*)$/.exec(hash)?.[1];
  const fields = new URLSearchParams(query ?? '');
  const line = fields.get('line');
  if (!line) return null;
  const tree = readTree(fields.get('moves') ?? '');
  const index = fields.get('at');
  const at = index === null ? endOf(tree) : (allNodes(tree)[Number(index)] ?? tree);
  for (const each of lineTo(at)) if (each.parent) each.parent.last = each;
  const seats = (fields.get('who') ?? 'human,human').split(',');
  const start = readLine(line);
  const places = fields.get('places');
  if (places) start.layout = places.split(' ').map(readPoint);
  return { start, tree, at, seats: [seats[0] || 'human', seats[1] || 'human'], practice: fields.has('practice'), go: fields.has('go') };
}

/**
 * @param {string} text
 * @returns {[number, number]}
 */
function readPoint(text) {
  const [x, y] = text.split(',').map(Number);
  return [Number.isFinite(x) ? x : 0, Number.isFinite(y) ? y : 0];
}
