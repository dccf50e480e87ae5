/** The score of a game that is counted, as it stands now, and the components that count. */

/** @typedef {import('./types.js').Position} Position */
/** @typedef {{colour: number, points: number, words: string, cells: number[]}} Side */

/**
 * @param {Position} position
 * @returns {{sides: Side[]} | null} null where nothing is counted
 */
export function scoreOf(position) {
  if (position.convention !== 'scoring') return null;
  return { sides: position.copies > 1 ? copies(position) : components(position) };
}

/** @param {Position} position  each player owns a copy, and its coloured vertices count */
function copies({ colouring, graph, players }) {
  return players.map((player, i) => {
    const cells = colouring.flatMap((colour, cell) => (colour && Math.floor(cell / graph.order) === i ? [cell] : []));
    return { colour: 0, points: cells.length, words: `${player}: `, cells: [] };
  });
}

/** @param {Position} position  the largest component of each colour counts */
function components(position) {
  return position.palette.map(({ name }, i) => {
    const cells = largestComponent(position, i + 1);
    return { colour: i + 1, points: cells.length, words: `largest ${name} component: ${cells.length}`, cells };
  });
}

/**
 * @param {Pick<Position, 'colouring' | 'graph'>} position
 * @param {number} colour
 * @returns {number[]}
 */
export function largestComponent({ colouring, graph }, colour) {
  /** @type {number[][]} */
  const next = colouring.map(() => []);
  for (const [u, v] of graph.edges) {
    if (colouring[u] !== colour || colouring[v] !== colour) continue;
    next[u].push(v);
    next[v].push(u);
  }
  const seen = new Set();
  /** @type {number[]} */
  let best = [];
  colouring.forEach((each, start) => {
    if (each !== colour || seen.has(start)) return;
    const cells = [start];
    seen.add(start);
    for (let i = 0; i < cells.length; i += 1) {
      for (const cell of next[cells[i]]) {
        if (seen.has(cell)) continue;
        seen.add(cell);
        cells.push(cell);
      }
    }
    if (cells.length > best.length) best = cells;
  });
  return best;
}
