/**
 * What the board shows beyond the colouring: the value of each move, dangers in the maker-breaker game, components
 * with their values, and how a strategy sees the board.
 */

import { s } from './dom.js';
import { regionPath, RADIUS } from './geometry.js';
import { cellName, readMove } from './notation.js';
import { scoreOf } from './score.js';
import { look, SIGN_WORDS } from './shapes.js';

/** @typedef {import('./types.js').Position} Position */
/** @typedef {import('./types.js').Analysis} Analysis */
/** @typedef {import('./types.js').MoveValue} MoveValue */
/** @typedef {import('./types.js').MoveClass} MoveClass */
/** @typedef {import('./types.js').Mark} Mark */
/** @typedef {import('./board.js').CellView} CellView */
/** @typedef {import('./geometry.js').Drawing} Drawing */

/** @type {MoveClass[]} from best to worst */
const ORDER = ['winning', 'drawing', 'unknown', 'losing'];

/**
 * @param {Analysis | null} analysis
 * @returns {Map<number, MoveValue[]>} moves at each cell, best first
 */
export function movesByCell(analysis) {
  /** @type {Map<number, MoveValue[]>} */
  const byCell = new Map();
  for (const move of analysis?.moves.values() ?? []) {
    const list = byCell.get(move.cell);
    if (list) list.push(move);
    else byCell.set(move.cell, [move]);
  }
  for (const list of byCell.values()) list.sort((a, b) => ORDER.indexOf(a.class) - ORDER.indexOf(b.class) || a.colour - b.colour);
  return byCell;
}

/**
 * The views of all vertices.
 * @param {object} scene
 * @param {Position} scene.position
 * @param {Analysis | null} scene.analysis
 * @param {boolean} scene.values
 * @param {string} scene.lastMove
 * @param {import('./types.js').Hint | null} scene.hint
 * @param {number | null} scene.pointed
 * @param {number} scene.columns
 * @returns {CellView[]}
 */
export function cellViews({ position, analysis, values, lastMove, hint, pointed, columns }) {
  const near = neighbours(position.graph);
  const legal = new Map(position.legal);
  const moves = values ? movesByCell(analysis) : new Map();
  const last = lastMove ? readMove(position, lastMove)?.cell : undefined;
  return position.colouring.map((colour, cell) => {
    const here = colour ? [] : (moves.get(cell) ?? []);
    const status = colour || !values ? null : (position.marks?.status[cell] ?? null);
    const colours = legal.get(cell) ?? [];
    return {
      colour,
      lines: here.length ? valueLines(position, here) : [],
      // Where nobody wins or loses, only the value is shown.
      sign: here.length && here[0].class !== 'unknown' ? here[0].class : null,
      status,
      dots: colour || !values || !position.marks ? [] : (position.marks.available[cell] ?? []),
      open: colours.length > 0 && !position.over,
      last: cell === last,
      hint: hint?.cell === cell ? hint.colour : 0,
      pointed: pointed === cell,
      label: label(position, cell, columns, here, colours, status, near),
      name: cellName(position, cell),
    };
  });
}

/**
 * The text on a vertex. One value if all colours lead to the same; otherwise one line for each value, with the
 * colours that lead there.
 * @param {Position} position
 * @param {MoveValue[]} moves
 */
function valueLines(position, moves) {
  const symbol = (/** @type {MoveValue} */ move) => position.palette[move.colour - 1].symbol;
  if (position.convention === 'maker-breaker') {
    const best = moves.filter((move) => move.class === moves[0].class);
    return best.length === moves.length ? [] : [best.map(symbol).join(' ')];
  }
  /** @type {Map<string, string>} */
  const byValue = new Map();
  for (const move of moves) byValue.set(move.value, (byValue.get(move.value) ?? '') + symbol(move));
  const alone = byValue.size === 1;
  const lines = [...byValue].map(([value, symbols]) => (alone ? brief(value) : `${symbols.length > 4 ? `${symbols.slice(0, 3)}…` : symbols} ${brief(value)}`));
  return lines.length > 3 ? [...lines.slice(0, 2), '…'] : lines;
}

/** @param {string} value */
const brief = (value) => (value.length > 9 ? `${value.slice(0, 8)}…` : value);

/**
 * @param {Position} position
 * @param {number} cell
 * @param {number} columns
 * @param {MoveValue[]} moves
 * @param {number[]} colours
 * @param {string | null} status
 * @param {number[][]} near
 */
function label(position, cell, columns, moves, colours, status, near) {
  const vertex = cell % position.graph.order;
  const where = columns > 1 && position.graph.order > columns ? `, row ${Math.floor(vertex / columns) + 1} column ${(vertex % columns) + 1}` : '';
  const colour = position.colouring[cell];
  const what = colour ? position.palette[colour - 1].name : 'uncoloured';
  const parts = [`Vertex ${cellName(position, cell)}${where}, ${what}`];
  if (!colour && !colours.length && !position.over) parts.push('no colour is allowed here');
  if (status) parts.push(status);
  for (const move of moves) parts.push(`${position.palette[move.colour - 1].name} ${SIGN_WORDS[move.class]}, to ${move.value}`);
  if (!moves.length && colours.length) parts.push(`may become ${colours.map((c) => position.palette[c - 1].name).join(' or ')}`);
  parts.push(neighbourWords(position, cell, near[vertex]));
  return parts.join('; ');
}

/**
 * What a vertex is joined to: coloured neighbours by colour, the others by number alone.
 * @param {Position} position
 * @param {number} cell
 * @param {number[]} near
 */
function neighbourWords(position, cell, near) {
  const first = cell - (cell % position.graph.order);
  if (!near.length) return 'no neighbours';
  if (near.length > MOST_NEIGHBOURS) return `${near.length} neighbours`;
  const words = near.map((vertex) => {
    const colour = position.colouring[first + vertex];
    const name = position.names?.[vertex] ?? vertex;
    return `${name}${colour ? ` ${position.palette[colour - 1].name}` : ''}`;
  });
  return `neighbours ${words.join(', ')}`;
}

/** More are only counted. */
const MOST_NEIGHBOURS = 12;

/**
 * @param {import('./types.js').GraphInfo} graph
 * @returns {number[][]}
 */
function neighbours(graph) {
  const known = neighbourLists.get(graph.edges);
  if (known) return known;
  /** @type {Set<number>[]} */
  const near = Array.from({ length: graph.order }, () => new Set());
  for (const [u, v] of graph.edges) {
    near[u].add(v);
    near[v].add(u);
  }
  const lists = near.map((each) => [...each].sort((a, b) => a - b));
  neighbourLists.set(graph.edges, lists);
  return lists;
}
/** @type {WeakMap<object, number[][]>} */
const neighbourLists = new WeakMap();

/**
 * Components, each tinted, with their values once known.
 * @param {Drawing} drawing
 * @param {Position} position
 * @param {Analysis | null} analysis
 */
export function componentTints(drawing, position, analysis) {
  const group = s('g', { class: 'components' });
  const known = analysis?.components ?? [];
  const parts = known.length ? known : position.components.map((cells) => ({ cells, value: '' }));
  if (parts.length < 2) return group;
  parts.forEach(({ cells, value }, i) => {
    group.append(s('path', { class: `tint tint-${i % 6}`, d: regionPath(drawing, cells) }));
    if (value) group.append(tag(drawing, cells, value, 'component-value'));
  });
  return group;
}

/**
 * The components that count now, behind their vertices.
 * @param {Drawing} drawing
 * @param {Position} position
 */
export function scoringComponents(drawing, position) {
  const group = s('g', { class: 'scoring' });
  for (const { colour, cells } of scoreOf(position)?.sides ?? []) {
    if (cells.length > 1) group.append(s('path', { class: 'score-region', d: regionPath(drawing, cells), stroke: look(position.palette, colour).fill }));
  }
  return group;
}

/**
 * A label just above the topmost of these cells.
 * @param {Drawing} drawing
 * @param {number[]} cells
 * @param {string} text
 * @param {string} kind
 */
function tag(drawing, cells, text, kind) {
  const top = cells.reduce((best, cell) => (drawing.places[cell][1] < drawing.places[best][1] ? cell : best), cells[0]);
  const [x, y] = drawing.places[top];
  return s('text', { class: `tag ${kind}`, x, y: y - RADIUS - 8, text });
}

/** Kinds of marks that are drawn as a region, and those drawn as lines from their first cell to the others. */
const REGIONS = new Set(['block', 'border', 'region', 'room', 'stretch', 'side', 'open', 'tie']);
const LINES = new Set(['twins', 'patient and doctors']);

/**
 * How a strategy sees the board.
 * @param {Drawing} drawing
 * @param {Mark[]} marks
 */
export function strategyMarks(drawing, marks) {
  const [under, over] = [s('g', { class: 'marks' }), s('g', { class: 'marks' })];
  for (const { kind, label: text, cells } of marks) {
    if (!cells.length) continue;
    const name = kind.replaceAll(' ', '-');
    if (REGIONS.has(kind)) {
      under.append(s('path', { class: `mark-region mark-${name}`, d: regionPath(drawing, cells) }));
      if (text) over.append(tag(drawing, cells, text, `mark-label mark-label-${name}`));
    } else if (LINES.has(kind)) {
      over.append(...links(drawing, cells, name));
    } else {
      over.append(...cells.map((cell) => spot(drawing, cell, name, text)));
    }
  }
  return { under, over };
}

/**
 * @param {Drawing} drawing
 * @param {number[]} cells
 * @param {string} name
 */
function links(drawing, [first, ...others], name) {
  const [x, y] = drawing.places[first];
  const rings = others.map((cell) => s('circle', { class: `mark-ring mark-${name}`, cx: drawing.places[cell][0], cy: drawing.places[cell][1], r: RADIUS + 5 }));
  const lines = others.map((cell) => s('path', { class: `mark-link mark-${name}`, d: between([x, y], drawing.places[cell]) }));
  return [...lines, ...rings, s('circle', { class: `mark-ring mark-first mark-${name}`, cx: x, cy: y, r: RADIUS + 5 })];
}

/**
 * A line from rim to rim.
 * @param {import('./types.js').Point} a
 * @param {import('./types.js').Point} b
 */
function between(a, b) {
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
  const [dx, dy] = [((b[0] - a[0]) / length) * (RADIUS + 6), ((b[1] - a[1]) / length) * (RADIUS + 6)];
  return `M${a[0] + dx} ${a[1] + dy}L${b[0] - dx} ${b[1] - dy}`;
}

/**
 * @param {Drawing} drawing
 * @param {number} cell
 * @param {string} name
 * @param {string} text
 */
function spot(drawing, cell, name, text) {
  const [x, y] = drawing.places[cell];
  const group = s('g', { class: `mark-spot mark-${name}`, transform: `translate(${x} ${y})` });
  group.append(s('circle', { r: RADIUS + 5 }), s('text', { y: RADIUS + 20, text }));
  return group;
}
