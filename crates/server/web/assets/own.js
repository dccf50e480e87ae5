/** Games described by the user: described in clauses, kept in this browser, and listed like the rest. */

import { patiently, post } from './api.js';
import { catalogue } from './catalogue.js';

/** @typedef {{game: string, name: string}} OwnGame */

const KEPT = 'chromex-own-games';
const MOST = 40;

/** @param {string} game */
export const isOwn = (game) => game.startsWith('own:');

/** @returns {OwnGame[]} the last one first */
export function ownGames() {
  try {
    const list = JSON.parse(localStorage.getItem(KEPT) ?? '[]');
    return Array.isArray(list) ? list.filter((each) => typeof each?.game === 'string' && isOwn(each.game)) : [];
  } catch {
    return [];
  }
}

/** @param {OwnGame[]} games */
function save(games) {
  try {
    localStorage.setItem(KEPT, JSON.stringify(games.slice(0, MOST)));
  } catch { /* a full or forbidden storage loses nothing but this */ }
}

/**
 * Adds a game to the list; it keeps its name unless a new one is given.
 * @param {string} game
 * @param {string} [name]
 */
export function listOwn(game, name = '') {
  if (!isOwn(game)) return;
  const before = ownGames();
  const known = before.find((each) => each.game === game);
  if (known && (!name || known.name === name)) return;
  save([{ game, name: name || (known?.name ?? '') }, ...before.filter((each) => each !== known)]);
  const info = catalogue.described.get(game);
  if (info) info.title = ownTitle(game);
}

/** @param {string} game */
export function unlistOwn(game) {
  save(ownGames().filter((each) => each.game !== game));
}

/**
 * The name of a game in the list, or what it forbids if it has no name.
 * @param {string} game
 */
export function ownTitle(game) {
  const name = ownGames().find((each) => each.game === game)?.name;
  return name || game.replace(/^own:/, '').replaceAll(':', ', ').replaceAll('=', ' ');
}

/**
 * Asks the server about a game that is not on its list, and adds it to the page's own list.
 * @param {string} game
 * @returns {Promise<boolean>} whether there is news
 */
export async function learnGame(game) {
  if (!isOwn(game) || catalogue.described.has(game)) return false;
  const report = await patiently(new AbortController().signal, () => post('/game', { game })).catch(() => null);
  if (!report) return false;
  catalogue.described.set(game, {
    name: game, example: game, convention: report.convention, title: ownTitle(game), summary: report.rules.join(' '),
    paper: isOwn(report.identity) ? 'A game of your own' : `The same game as ${report.identity}`,
    directed: report.directed, either: report.either, copies: report.copies, parameters: [],
  });
  return true;
}
