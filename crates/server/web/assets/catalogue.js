/** The lists to choose from, as the server sends them: games, families of graphs, strategies. */

import { get, patiently } from './api.js';
import { gamePattern } from './patterns.js';

/** @typedef {import('./types.js').GameInfo} GameInfo */
/** @typedef {import('./types.js').FamilyInfo} FamilyInfo */
/** @typedef {import('./types.js').StrategyInfo} StrategyInfo */

export const catalogue = {
  /** @type {GameInfo[]} */ games: [],
  /** @type {FamilyInfo[]} */ families: [],
  /** @type {StrategyInfo[]} */ strategies: [],
  /** @type {Map<string, GameInfo>} games of one's own, as far as the server was asked about them */ described: new Map(),
  /** @param {string} name  such as `colouring:4` */
  gameInfo(name) {
    return this.games.find((game) => gamePattern(game.name, name)) ?? this.described.get(name) ?? null;
  },
  /**
   * The game itself if it is played on such boards, or the usual one that is.
   * @param {string} name
   * @param {boolean} directed
   */
  gameOn(name, directed) {
    const info = this.gameInfo(name);
    if (!info || info.either || info.directed === directed) return name;
    return this.games.find((game) => game.usual && game.directed === directed)?.example ?? name;
  },
};

/** Repeats the request until the server answers. */
export async function readCatalogue() {
  const forever = new AbortController().signal;
  const [games, families, strategies] = await Promise.all(['/games', '/families', '/strategies'].map((path) => patiently(forever, () => get(path))));
  Object.assign(catalogue, { games, families, strategies });
}
