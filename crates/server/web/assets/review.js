/** Where a game was decided: the moves that gave away a win or a draw. */

import { analysisOf } from './analysis.js';

/** @typedef {import('./tree.js').Node} Node */

/** @type {Record<string, number>} */
const RANK = { winning: 0, drawing: 1, losing: 2 };
/** @type {Record<string, Record<string, string>>} */
const WORDS = { winning: { drawing: 'gave away the win', losing: 'lost a won game' }, drawing: { losing: 'lost a drawn game' } };

/**
 * @param {Node[]} line  from the start to the end of a game
 * @returns {{node: Node, ply: number, turned: string, better: string[]}[]}
 */
export function reviewOf(line) {
  return line.slice(1).flatMap((node, i) => {
    const moves = [...(analysisOf(line[i])?.moves.values() ?? [])].filter((each) => each.class in RANK);
    const played = moves.find(({ move }) => move === node.move);
    if (!played) return [];
    const best = moves.reduce((one, other) => (RANK[other.class] < RANK[one.class] ? other : one));
    if (best.class === played.class) return [];
    const better = moves.filter((each) => each.class === best.class).map(({ move }) => move);
    return [{ node, ply: i + 1, turned: WORDS[best.class][played.class], better }];
  });
}
