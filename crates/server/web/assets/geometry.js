/** Where things are: places of vertices, lines of edges, the vertex next to this one in a direction. */

import { forceLayout } from './force.js';

/** @typedef {import('./types.js').Point} Point */
/** @typedef {import('./types.js').GraphInfo} GraphInfo */

/** Distance of neighbouring vertices, and the radius of one, in units of the drawing. */
export const STEP = 100;
export const RADIUS = 35;

/**
 * @typedef {object} Drawing
 * @property {Point[]} places  of every cell, copy after copy
 * @property {[number, number][]} edges  between cells
 * @property {boolean} directed
 * @property {{x: number, y: number, width: number, height: number}} box
 * @property {{text: string, at: Point}[]} titles  of the copies
 * @property {number} columns  for reading out places: the length of a row, or 0
 */

/**
 * @param {GraphInfo} graph
 * @param {{copies: number, players: string[], layout?: Point[] | null, wide: boolean, turned: boolean}} options
 * @returns {Drawing}
 */
export function drawing(graph, { copies, players, layout, wide, turned }) {
  const upright = placesOf(graph, layout ?? null);
  const one = turned ? upright.map(([x, y]) => /** @type {Point} */ ([y, x])) : upright;
  const size = boxOf(one);
  const beside = copies > 1 && wide;
  const shift = beside ? [size.width + 0.9 * STEP, 0] : [0, size.height + 1.3 * STEP];
  /** @type {Drawing} */
  const result = { places: [], edges: [], directed: graph.directed, box: size, titles: [], columns: graph.rows ? graph.order / graph.rows : 0 };
  for (let copy = 0; copy < copies; copy += 1) {
    const [dx, dy] = [shift[0] * copy, shift[1] * copy];
    for (const [x, y] of one) result.places.push([x + dx, y + dy]);
    const first = copy * graph.order;
    for (const [u, v] of graph.edges) result.edges.push([u + first, v + first]);
    if (copies > 1) {
      const at = /** @type {Point} */ ([size.x + size.width / 2 + dx, size.y + dy - 0.1 * STEP]);
      result.titles.push({ text: `${players[copy]}’s copy (${'AB'[copy]})`, at });
    }
  }
  result.box = boxOf(result.places);
  if (copies > 1) {
    result.box.y -= 0.5 * STEP;
    result.box.height += 0.5 * STEP;
  }
  return result;
}

/**
 * Places chosen by the user are used unless vertices lie on each other.
 * @param {GraphInfo} graph
 * @param {Point[] | null} layout
 */
function placesOf(graph, layout) {
  if (layout?.length === graph.order) {
    const scale = STEP * Math.max(1, 0.75 / Math.max(closestPair(layout), 0.01));
    return layout.map(([x, y]) => /** @type {Point} */ ([x * scale, y * scale]));
  }
  const given = graph.layout?.length === graph.order ? graph.layout : null;
  // Places that coincide, such as the middles of crossing edges, are not used.
  return spread(given && closestPair(given) > NEAREST ? given : forceLayout(graph.order, graph.edges, given ?? undefined));
}

/** Vertices nearer than this lie on each other. */
const NEAREST = 0.2;

/**
 * Whether a board is better seen with rows and columns exchanged: the board is long and the window is not.
 * @param {GraphInfo} graph
 * @param {{width: number, height: number}} room
 */
export function isBetterTurned(graph, room) {
  const { width, height } = boxOf(placesOf(graph, null));
  const [upright, turned] = [Math.min(room.width / width, room.height / height), Math.min(room.width / height, room.height / width)];
  return upright < 0.46 && turned > 1.3 * upright;
}

/**
 * Scaled so that the closest vertices are one step apart.
 * @param {Point[]} points
 * @returns {Point[]}
 */
function spread(points) {
  const closest = closestPair(points);
  const scale = closest > 1e-6 && Number.isFinite(closest) ? STEP / closest : STEP;
  return points.map(([x, y]) => [x * scale, y * scale]);
}

/** @param {Point[]} points */
function closestPair(points) {
  const sorted = [...points].sort((a, b) => a[0] - b[0]);
  let best = Infinity;
  for (let i = 0; i < sorted.length; i += 1) {
    for (let j = i + 1; j < sorted.length && sorted[j][0] - sorted[i][0] < best; j += 1) {
      best = Math.min(best, Math.hypot(sorted[j][0] - sorted[i][0], sorted[j][1] - sorted[i][1]));
    }
  }
  return best;
}

/** @param {Point[]} points */
function boxOf(points) {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const margin = 0.7 * STEP;
  const [left, top] = [Math.min(...xs, Infinity), Math.min(...ys, Infinity)];
  if (!points.length) return { x: -margin, y: -margin, width: 2 * margin, height: 2 * margin };
  return { x: left - margin, y: top - margin, width: Math.max(...xs) - left + 2 * margin, height: Math.max(...ys) - top + 2 * margin };
}

/**
 * All edges as the `d` of one path, arrowheads as another. An edge that would run through a third vertex, and one of
 * two opposite arcs, is bent.
 * @param {Pick<Drawing, 'places' | 'edges' | 'directed'>} drawing
 * @param {number} [rim]  the radius of a vertex, which arrowheads touch
 */
export function edgePaths(drawing, rim = RADIUS) {
  const { places, directed } = drawing;
  const lines = [];
  const heads = [];
  for (const { edge: [u, v], control } of edgeRoutes(drawing)) {
    const [a, b] = [places[u], places[v]];
    lines.push(`M${fix(a[0])} ${fix(a[1])}${control ? `Q${fix(control[0])} ${fix(control[1])} ` : 'L'}${fix(b[0])} ${fix(b[1])}`);
    const from = control ?? a;
    if (directed) heads.push(arrowhead(b, Math.atan2(b[1] - from[1], b[0] - from[0]), rim));
  }
  return { lines: lines.join(''), heads: heads.join('') };
}

/**
 * Every edge, with the control point of its quadratic curve if it is bent.
 * @param {Pick<Drawing, 'places' | 'edges' | 'directed'>} drawing
 * @returns {{edge: [number, number], control: Point | null}[]}
 */
export function edgeRoutes({ places, edges, directed }) {
  const both = new Set(directed ? edges.map(([u, v]) => `${u}>${v}`) : []);
  const crowd = buckets(places);
  return edges.map((edge) => {
    const [u, v] = edge;
    const bent = both.has(`${v}>${u}`) || passesThrough(places, crowd, u, v);
    return { edge, control: bent ? controlPoint(places[u], places[v]) : null };
  });
}

/**
 * @param {Point} a
 * @param {Point} b
 * @returns {Point}
 */
function controlPoint(a, b) {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const length = Math.hypot(dx, dy) || 1;
  // The control point of a quadratic curve lies twice as far out as the curve.
  const out = 2 * Math.min(0.16 * length + 12, 60);
  return [(a[0] + b[0]) / 2 - (dy / length) * out, (a[1] + b[1]) / 2 + (dx / length) * out];
}

/**
 * A triangle that touches the rim of the vertex.
 * @param {Point} tip
 * @param {number} angle
 * @param {number} rim
 */
function arrowhead([x, y], angle, rim) {
  const at = (/** @type {number} */ back, /** @type {number} */ side) =>
    `${fix(x - back * Math.cos(angle) - side * Math.sin(angle))} ${fix(y - back * Math.sin(angle) + side * Math.cos(angle))}`;
  return `M${at(rim + 3, 0)}L${at(rim + 21, 8)}L${at(rim + 21, -8)}Z`;
}

/** @param {number} x */
const fix = (x) => Math.round(x * 10) / 10;

/** @param {Point[]} places */
function buckets(places) {
  /** @type {Map<string, number[]>} */
  const grid = new Map();
  places.forEach(([x, y], i) => {
    const key = `${Math.round(x / STEP)},${Math.round(y / STEP)}`;
    grid.set(key, [...(grid.get(key) ?? []), i]);
  });
  return grid;
}

/**
 * @param {Point[]} places
 * @param {Map<string, number[]>} crowd
 * @param {number} u
 * @param {number} v
 */
function passesThrough(places, crowd, u, v) {
  const [a, b] = [places[u], places[v]];
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
  if (length < 1.3 * STEP) return false;
  const steps = Math.ceil(length / (STEP / 2));
  for (let i = 1; i < steps; i += 1) {
    const [x, y] = [a[0] + ((b[0] - a[0]) * i) / steps, a[1] + ((b[1] - a[1]) * i) / steps];
    for (const other of around(crowd, x, y)) {
      if (other !== u && other !== v && distanceToLine(places[other], a, b) < RADIUS * 0.55) return true;
    }
  }
  return false;
}

/**
 * @param {Map<string, number[]>} crowd
 * @param {number} x
 * @param {number} y
 */
function* around(crowd, x, y) {
  const [cx, cy] = [Math.round(x / STEP), Math.round(y / STEP)];
  for (let i = -1; i <= 1; i += 1) for (let j = -1; j <= 1; j += 1) yield* crowd.get(`${cx + i},${cy + j}`) ?? [];
}

/**
 * @param {Point} p
 * @param {Point} a
 * @param {Point} b
 */
function distanceToLine(p, a, b) {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const t = Math.max(0, Math.min(1, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(p[0] - a[0] - t * dx, p[1] - a[1] - t * dy);
}

/** @type {Record<string, Point>} */
export const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * The place that an arrow key leads to: near, and roughly in the direction of the arrow.
 * @param {Point[]} places
 * @param {number} from
 * @param {Point} direction
 */
export function nextInDirection(places, from, [dx, dy]) {
  let best = from;
  let least = Infinity;
  places.forEach(([x, y], i) => {
    const [ax, ay] = [x - places[from][0], y - places[from][1]];
    const ahead = ax * dx + ay * dy;
    const aside = Math.abs(ax * dy) + Math.abs(ay * dx);
    if (i === from || ahead < 1 || aside > 2.2 * ahead) return;
    const cost = ahead + 2 * aside;
    if (cost < least) [best, least] = [i, cost];
  });
  return best;
}

/**
 * A thick outline that covers these cells and the edges among them, as the `d` of one path to be stroked.
 * @param {Drawing} drawing
 * @param {Iterable<number>} cells
 */
export function regionPath({ places, edges }, cells) {
  const inside = new Set(cells);
  const parts = [...inside].map((cell) => `M${fix(places[cell][0])} ${fix(places[cell][1])}h0.1`);
  for (const [u, v] of edges) {
    if (inside.has(u) && inside.has(v)) parts.push(`M${fix(places[u][0])} ${fix(places[u][1])}L${fix(places[v][0])} ${fix(places[v][1])}`);
  }
  return parts.join('');
}
