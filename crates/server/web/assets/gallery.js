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
  isnort: [{ title: 'A path with both ends taken', line: 'isnort path:8 B......W left', who: 'human,engine' }, { title: 'Puzzle: a cycle of nine', line: 'isnort C9', who: 'human,engine', practice: true }],
  proper: [{ title: 'Three colours on a cycle', line: 'proper:3 C5', who: 'human,engine' }, { title: 'Puzzle: the cube', line: 'proper:2 Q3', who: 'engine,human', practice: true }],
  'node-kayles': [{ title: 'A path, the game of Dawson', line: 'node-kayles path:9', who: 'human,engine' }, { title: 'Puzzle: the Petersen graph', line: 'node-kayles Petersen', who: 'human,engine', practice: true }],
  distance: [{ title: 'The middle vertex or none (Proposition 17)', line: 'distance:2:2 path:7', who: 'human,engine', practice: true }],
  'blue-red': [{ title: 'Watch the pairs win on a cycle of nine', line: 'blue-red dicycle:9', who: 'human,blue-red-pairs' }, { title: 'A directed path', line: 'blue-red dipath:8', who: 'human,engine' }],
  oriented: [{ title: 'A directed cycle', line: 'oriented:3 dicycle:5', who: 'human,engine' }],
  weak: [{ title: 'An odd cycle: every move changes who wins', line: 'weak:2 C7', who: 'human,engine' }],
  sequential: [{ title: 'Watch the strategy on a path', line: 'sequential:2 path:9', who: 'sequential,human' }],
  col: [{ title: 'A path of five', line: 'col path:5', who: 'human,engine' }, { title: 'Puzzle: 3 × 3', line: 'col grid:3x3', who: 'human,engine', practice: true }],
  snort: [{ title: 'Hot: 2 × 4, with the options of both players', line: 'snort grid:2x4', who: 'human,engine' }, { title: 'Puzzle: a path of seven', line: 'snort path:7', who: 'human,engine', practice: true }],
  colouring: [
    { title: 'Play Bob against the strategy on 4 × 8 (Theorem 1)', line: 'colouring:4 grid:4x8', who: 'four-rows,human' },
    { title: 'The same on 4 × 250', line: 'colouring:4 grid:4x250', who: 'four-rows,human' },
    { title: 'Win as Bob with three colours', line: 'colouring:3 grid:3x4', who: 'engine,human', practice: true },
  ],
  connected: [{ title: 'A grid: whose component is larger?', line: 'connected grid:3x4', who: 'human,engine' }, { title: 'Watch the draw on a path of eleven', line: 'connected path:11', who: 'paths-and-cycles,engine' }],
  orthogonal: [{ title: 'Two copies of a path', line: 'orthogonal:2 path:3', who: 'human,engine' }],
};

/** @param {Omit<Point, 'title'>} point */
export const pointLink = ({ line, who, practice }) => `#/play?${new URLSearchParams({ line, ...(who ? { who } : {}), ...(practice ? { practice: '1' } : {}) })}`;

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
