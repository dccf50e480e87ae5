/**
 * A layout for graphs that bring none: vertices repel, edges attract, and the movements shrink
 * (Fruchterman and Reingold). The same graph always gets the same layout.
 */

/** @typedef {import('./types.js').Point} Point */

/**
 * @param {number} order
 * @param {[number, number][]} edges
 * @param {Point[]} [begin]  where the vertices are now
 * @returns {Point[]}
 */
export function forceLayout(order, edges, begin) {
  /** @type {Point[]} */
  const at = begin ? begin.map(([x, y], i) => [x + 1e-3 * Math.cos(i), y + 1e-3 * Math.sin(i)]) : circle(order);
  const rounds = order > 300 ? 60 : 260;
  for (let round = 0; round < rounds; round += 1) {
    const heat = 0.6 * (1 - round / rounds) ** 2 + 0.005;
    step(at, edges, heat);
  }
  return at;
}

/**
 * @param {number} order
 * @returns {Point[]}
 */
function circle(order) {
  const radius = Math.max(1, order / 6);
  return Array.from({ length: order }, (_, i) => {
    const angle = (2 * Math.PI * i) / Math.max(order, 1) - Math.PI / 2;
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });
}

/**
 * @param {Point[]} at
 * @param {[number, number][]} edges
 * @param {number} heat  the farthest that a vertex may move
 */
function step(at, edges, heat) {
  const push = at.map(() => [0, 0]);
  for (let i = 0; i < at.length; i += 1) {
    for (let j = 0; j < i; j += 1) {
      const [dx, dy] = [at[i][0] - at[j][0], at[i][1] - at[j][1]];
      const square = Math.max(dx * dx + dy * dy, 1e-4);
      if (square > 36) continue;
      const force = 1.1 / square;
      push[i][0] += dx * force;
      push[i][1] += dy * force;
      push[j][0] -= dx * force;
      push[j][1] -= dy * force;
    }
  }
  for (const [u, v] of edges) {
    const [dx, dy] = [at[v][0] - at[u][0], at[v][1] - at[u][1]];
    const force = Math.hypot(dx, dy) * 0.7;
    push[u][0] += dx * force;
    push[u][1] += dy * force;
    push[v][0] -= dx * force;
    push[v][1] -= dy * force;
  }
  const centre = [mean(at, 0), mean(at, 1)];
  at.forEach((place, i) => {
    // A weak pull to the middle keeps components together.
    const pull = [push[i][0] - 0.15 * (place[0] - centre[0]), push[i][1] - 0.15 * (place[1] - centre[1])];
    const length = Math.hypot(pull[0], pull[1]) || 1;
    const move = Math.min(length, heat) / length;
    place[0] += pull[0] * move;
    place[1] += pull[1] * move;
  });
}

/**
 * @param {Point[]} points
 * @param {0 | 1} axis
 */
const mean = (points, axis) => points.reduce((sum, point) => sum + point[axis], 0) / (points.length || 1);
