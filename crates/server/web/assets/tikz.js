/** The board as a TikZ picture: the same places, colours and shapes as on the screen. */

import { edgeRoutes, RADIUS, STEP } from './geometry.js';
import { cellName } from './notation.js';
import { look } from './shapes.js';

/** @typedef {import('./types.js').Position} Position */
/** @typedef {import('./geometry.js').Drawing} Drawing */

/** @type {Record<string, string>} our shapes as nodes of TikZ */
const NODES = {
  disc: 'circle', square: 'rectangle, minimum size=0.58cm', triangle: 'regular polygon, regular polygon sides=3, minimum size=0.85cm',
  diamond: 'diamond, minimum size=0.82cm', hexagon: 'regular polygon, regular polygon sides=6, shape border rotate=30', star: 'star, star points=6',
  cross: 'star, star points=4, star point ratio=1.9', pentagon: 'regular polygon, regular polygon sides=5',
};

/**
 * @param {Position} position
 * @param {Drawing} drawing
 * @param {boolean} numbers  whether vertices carry their numbers
 */
export function boardAsTikz(position, drawing, numbers) {
  const used = [...new Set(position.colouring.filter(Boolean))].sort((a, b) => a - b);
  const head = drawing.directed ? ', ->, >=latex' : '';
  const lines = [
    `% ${position.line.replace(/[\r\n]/g, ' ')}`,
    '% \\usepackage{tikz} \\usetikzlibrary{shapes.geometric}',
    ...used.map((colour) => `\\definecolor{chromex-${colour}}{HTML}{${look(position.palette, colour).fill.slice(1).toUpperCase()}}`),
    ...used.map((colour) => `\\definecolor{chromex-ink-${colour}}{HTML}{${look(position.palette, colour).ink.slice(1).toUpperCase()}}`),
    '\\begin{tikzpicture}[',
    `  open/.style={draw=black!60, fill=white, circle, inner sep=0pt, minimum size=${unit(2 * RADIUS)}cm},`,
    `  coloured/.style={draw=black!80, inner sep=0pt, minimum size=${unit(2 * RADIUS)}cm, font=\\small\\bfseries},`,
    ...used.map((colour) => `  colour-${colour}/.style={coloured, ${style(position, colour)}},`),
    '  number/.style={font=\\tiny, text=black!60, inner sep=1pt},',
    `  edge/.style={draw=black!50, line width=0.6pt${head}}]`,
    ...drawing.titles.map(({ text, at }) => `\\node at ${point(at)} {${text.replace('’', "'")}};`),
    ...drawing.places.flatMap((at, cell) => vertex(position, cell, at, numbers)),
    ...edgeRoutes(drawing).map((route) => edge(drawing, route)),
    '\\end{tikzpicture}',
  ];
  return `${lines.join('\n')}\n`;
}

/** @param {number} length  in units of the drawing */
const unit = (length) => String(Math.round((length / STEP) * 100) / 100);

/** @param {import('./types.js').Point} at  whose y axis points down, while that of TikZ points up */
const point = ([x, y]) => `(${unit(x)},${unit(-y)})`;

/**
 * @param {Position} position
 * @param {number} colour
 */
function style({ palette }, colour) {
  const { shape, pattern } = look(palette, colour);
  return `${NODES[shape]}, fill=chromex-${colour}, text=chromex-ink-${colour}${pattern === 'ring' ? ', double' : ''}`;
}

/**
 * @param {Position} position
 * @param {number} cell
 * @param {import('./types.js').Point} at
 * @param {boolean} numbers
 */
function vertex(position, cell, at, numbers) {
  const colour = position.colouring[cell];
  const node = colour ? `\\node[colour-${colour}] (v${cell}) at ${point(at)} {${position.palette[colour - 1].symbol}};` : `\\node[open] (v${cell}) at ${point(at)} {};`;
  const place = point([at[0] - RADIUS, at[1] - RADIUS]);
  return numbers ? [node, `\\node[number] at ${place} {${cellName(position, cell)}};`] : [node];
}

/**
 * A straight line, or the quadratic curve of the screen as the cubic one of TikZ.
 * @param {Drawing} drawing
 * @param {{edge: [number, number], control: import('./types.js').Point | null}} route
 */
function edge({ places }, { edge: [u, v], control }) {
  if (!control) return `\\draw[edge] (v${u}) -- (v${v});`;
  const towards = (/** @type {number} */ w) => point([(places[w][0] + 2 * control[0]) / 3, (places[w][1] + 2 * control[1]) / 3]);
  return `\\draw[edge] (v${u}) .. controls ${towards(u)} and ${towards(v)} .. (v${v});`;
}
