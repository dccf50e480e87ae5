/** Starting points: for each game a board, a puzzle without values, something to watch. */

import { h } from './dom.js';

/** @typedef {{title: string, line: string, who?: string, practice?: boolean}} Point */

/** @type {Record<string, Point[]>} by the first word of the game */
const POINTS = {
  icol: [
    { title: 'Find the only first move that wins', line: 'icol grid:3x3', who: 'human,engine', practice: true },
    { title: 'Watch the mirror win on 5 × 7', line: 'icol grid:5x7', who: 'mirror,engine' },
    { title: 'The Petersen graph', line: 'icol Petersen', who: 'human,engine' },
  ],
  isnort: [
    { title: 'A path with both ends taken', line: 'isnort path:8 B......W left', who: 'human,engine' },
    { title: 'Puzzle: a cycle of nine', line: 'isnort C9', who: 'human,engine', practice: true },
    { title: 'Watch the mirror win on 4 × 4 (Theorem 4)', line: 'isnort grid:4x4', who: 'engine,mirror' },
  ],
  proper: [
    { title: 'Three colours on a cycle', line: 'proper:3 C5', who: 'human,engine' },
    { title: 'Puzzle: the cube', line: 'proper:2 Q3', who: 'engine,human', practice: true },
    { title: 'Watch the mirror win on a path of seven (Proposition 2)', line: 'proper:3 path:7', who: 'mirror,engine' },
  ],
  'node-kayles': [
    { title: 'A path, the game of Dawson', line: 'node-kayles path:9', who: 'human,engine' },
    { title: 'Puzzle: the Petersen graph', line: 'node-kayles Petersen', who: 'human,engine', practice: true },
    { title: 'Watch the mirror win on a path of eleven', line: 'node-kayles path:11', who: 'mirror,engine' },
  ],
  distance: [
    { title: 'Two steps apart, on the cube', line: 'distance:2:2 Q3', who: 'human,engine' },
    { title: 'Puzzle: the middle vertex or none (Proposition 17)', line: 'distance:2:2 path:7', who: 'human,engine', practice: true },
    { title: 'Watch the mirror win on an even path (Theorem 16)', line: 'distance:2:2 path:8', who: 'engine,mirror' },
  ],
  'blue-red': [
    { title: 'A directed path', line: 'blue-red dipath:8', who: 'human,engine' },
    { title: 'Puzzle: a path that begins with Blue (Proposition 10)', line: 'blue-red dipath:7 B...... left', who: 'human,engine', practice: true },
    { title: 'Watch the pairs win on a cycle of nine (Corollary 11)', line: 'blue-red dicycle:9', who: 'engine,blue-red-pairs' },
  ],
  oriented: [
    { title: 'A directed cycle', line: 'oriented:3 dicycle:5', who: 'human,engine' },
    { title: 'Puzzle: a directed path', line: 'oriented:2 dipath:5', who: 'human,engine', practice: true },
  ],
  weak: [
    { title: 'The cube', line: 'weak:2 Q3', who: 'human,engine' },
    { title: 'Puzzle: a path of seven', line: 'weak:2 path:7', who: 'human,engine', practice: true },
    { title: 'An odd cycle: every move changes who wins (Theorem 14)', line: 'weak:2 C7', who: 'engine,engine' },
  ],
  sequential: [
    { title: 'The Petersen graph, vertex by vertex', line: 'sequential:2 Petersen', who: 'human,engine' },
    { title: 'Puzzle: three colours on a cycle', line: 'sequential:3 C7', who: 'human,engine', practice: true },
    { title: 'Watch the strategy on a path (Theorem 22)', line: 'sequential:2 path:9', who: 'sequential,engine' },
  ],
  col: [
    { title: 'A path of five', line: 'col path:5', who: 'human,engine' },
    { title: 'Puzzle: 3 × 3', line: 'col grid:3x3', who: 'human,engine', practice: true },
  ],
  snort: [
    { title: 'Hot: 2 × 5, with its thermograph', line: 'snort grid:2x5', who: 'human,engine' },
    { title: 'Puzzle: a path of seven', line: 'snort path:7', who: 'human,engine', practice: true },
  ],
  colouring: [
    { title: 'Play Bob against the strategy on 4 × 8 (Theorem 1)', line: 'colouring:4 grid:4x8', who: 'four-rows,human' },
    { title: 'The same on 4 × 250', line: 'colouring:4 grid:4x250', who: 'four-rows,human' },
    { title: 'Puzzle: win as Bob with three colours', line: 'colouring:3 grid:3x4', who: 'engine,human', practice: true },
    { title: 'Watch four-rows against the engine', line: 'colouring:4 grid:4x5', who: 'four-rows,engine' },
  ],
  connected: [
    { title: 'A grid: whose component is larger?', line: 'connected grid:3x4', who: 'human,engine' },
    { title: 'Puzzle: a path of seven', line: 'connected path:7', who: 'human,engine', practice: true },
    { title: 'Watch the draw on a path of eleven (Theorem 4.3)', line: 'connected path:11', who: 'paths-and-cycles,engine' },
  ],
  'orthogonal-parts': [
    { title: 'A path cut into two', line: 'orthogonal-parts:2:2 path:6', who: 'human,engine' },
    { title: 'Puzzle: a square cut into two', line: 'orthogonal-parts:2:2 cycle:4', who: 'human,engine', practice: true },
  ],
  orthogonal: [
    { title: 'Two copies of a path', line: 'orthogonal:2 path:3', who: 'human,engine' },
    { title: 'Puzzle: a square', line: 'orthogonal:2 C4', who: 'human,engine', practice: true },
    { title: 'Watch Bob draw by the mirror (Theorem 1)', line: 'orthogonal:2 K4', who: 'engine,mirror' },
  ],
};

/** @param {Omit<Point, 'title'>} point */
export const pointLink = ({ line, who, practice }) => `#/play?${new URLSearchParams({ line, ...(who ? { who } : {}), ...(practice ? { practice: '1' } : {}), ...(who ? { go: '1' } : {}) })}`;

/**
 * For games without points of their own.
 * @param {string} game
 * @returns {Point[]}
 */
const everywhere = (game) => [
  { title: 'A path of five', line: `${game} path:5`, who: 'human,engine' },
  { title: 'Puzzle: 2 × 3', line: `${game} grid:2x3`, who: 'human,engine', practice: true },
];

/**
 * The starting points of a game, as links.
 * @param {string} game  such as `colouring:4`
 */
export function galleryPart(game) {
  const points = POINTS[game.split(':')[0]] ?? everywhere(game);
  return [h('h2', { text: 'Starting points' }), h('ul', { class: 'recent-list' }, ...points.map((point) =>
    h('li', {}, h('a', { href: pointLink(point), class: 'point', text: point.title }), point.practice ? h('span', { class: 'muted', text: ' values hidden' }) : null)))];
}
