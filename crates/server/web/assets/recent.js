/** Games that were left are stored in this browser, so that none is lost by one click. */

import { readLink, writeLine } from './notation.js';
import { allNodes, createTree, writeTree } from './tree.js';

const KEPT = 'chromex-recent';
const MOST = 20;

/** @typedef {{link: string, line: string, moves: number, left: number}} LeftGame */

/** @returns {LeftGame[]} the last one first */
export function recentGames() {
  try {
    const list = JSON.parse(localStorage.getItem(KEPT) ?? '[]');
    return Array.isArray(list) ? list.filter((each) => typeof each?.link === 'string') : [];
  } catch {
    return [];
  }
}

/**
 * Remembers a game that is being left, if anything was played in it.
 * @param {string} link
 */
export function rememberGame(link) {
  const game = readLink(link);
  if (!game) return;
  const moves = allNodes(game.tree).length - 1;
  if (!moves) return;
  const line = writeLine(game.start);
  const written = writeTree(game.tree);
  const others = recentGames().filter((each) => each.line !== line || !isBeginning(each.link, written));
  try {
    localStorage.setItem(KEPT, JSON.stringify([{ link, line, moves, left: Date.now() }, ...others].slice(0, MOST)));
  } catch { /* a full or forbidden storage loses nothing but this */ }
}

/**
 * Whether a game is this one, or went on as this one.
 * @param {string} link
 * @param {string} written  the moves
 */
function isBeginning(link, written) {
  try {
    const before = writeTree(readLink(link)?.tree ?? createTree());
    return written === before || written.startsWith(`${before},`);
  } catch {
    return false;
  }
}
