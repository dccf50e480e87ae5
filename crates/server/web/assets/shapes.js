/**
 * How colours look. Hues need not be distinguished: each colour has its own shape or pattern and shows its letter.
 * The hues are those of Okabe and Ito, chosen to differ for every kind of colour vision.
 */

/** @typedef {import('./types.js').Colour} Colour */
/** @typedef {{fill: string, ink: string, shape: string, pattern: 'plain' | 'ring'}} Look */

/** @type {Record<string, Look>} */
const NAMED = {
  Black: { fill: '#1b1e22', ink: '#ffffff', shape: 'disc', pattern: 'plain' },
  White: { fill: '#ffffff', ink: '#1b1e22', shape: 'disc', pattern: 'ring' },
  Red: { fill: '#d1495b', ink: '#ffffff', shape: 'disc', pattern: 'plain' },
  Blue: { fill: '#1667a8', ink: '#ffffff', shape: 'square', pattern: 'plain' },
  Green: { fill: '#00876a', ink: '#ffffff', shape: 'triangle', pattern: 'plain' },
  Yellow: { fill: '#f0e442', ink: '#1b1e22', shape: 'cross', pattern: 'plain' },
  Orange: { fill: '#e69f00', ink: '#1b1e22', shape: 'diamond', pattern: 'plain' },
  Purple: { fill: '#7d4bb3', ink: '#ffffff', shape: 'hexagon', pattern: 'plain' },
  Pink: { fill: '#cc79a7', ink: '#1b1e22', shape: 'star', pattern: 'plain' },
  Grey: { fill: '#6b6f76', ink: '#ffffff', shape: 'pentagon', pattern: 'plain' },
};

/** @type {[string, string, string][]} fill, ink, shape */
const NUMBERED = [
  ['#0072b2', '#ffffff', 'disc'],
  ['#e69f00', '#1b1e22', 'square'],
  ['#00876a', '#ffffff', 'triangle'],
  ['#c65400', '#ffffff', 'diamond'],
  ['#cc79a7', '#1b1e22', 'hexagon'],
  ['#56b4e9', '#1b1e22', 'star'],
  ['#f0e442', '#1b1e22', 'cross'],
  ['#6b6f76', '#ffffff', 'pentagon'],
];

/**
 * @param {Colour[]} palette
 * @param {number} colour  from 1
 * @returns {Look}
 */
export function look(palette, colour) {
  const named = NAMED[palette[colour - 1]?.name];
  if (named) return named;
  const [fill, ink, shape] = NUMBERED[(colour - 1) % NUMBERED.length];
  // From the ninth colour on, the shapes are repeated with a ring; the letters continue.
  return { fill, ink, shape, pattern: colour > NUMBERED.length ? 'ring' : 'plain' };
}

/**
 * @param {number} corners
 * @param {number} radius
 * @param {number} turn  in degrees; 0 points up
 * @param {number} [inner]  radius of the corners between, for stars
 */
function polygon(corners, radius, turn, inner) {
  const steps = inner ? corners * 2 : corners;
  const points = [];
  for (let i = 0; i < steps; i += 1) {
    const angle = ((turn - 90 + (360 * i) / steps) * Math.PI) / 180;
    const r = inner && i % 2 ? inner : radius;
    points.push(`${(r * Math.cos(angle)).toFixed(2)} ${(r * Math.sin(angle)).toFixed(2)}`);
  }
  return `M${points.join('L')}Z`;
}

/** @param {number} r */
const disc = (r) => `M${-r} 0A${r} ${r} 0 1 1 ${r} 0A${r} ${r} 0 1 1 ${-r} 0Z`;

/** @type {Record<string, (r: number) => string>} */
const OUTLINES = {
  disc,
  square: (r) => polygon(4, r * 1.22, 45),
  triangle: (r) => polygon(3, r * 1.26, 0),
  diamond: (r) => polygon(4, r * 1.22, 0),
  hexagon: (r) => polygon(6, r * 1.08, 0),
  star: (r) => polygon(6, r * 1.25, 0, r * 0.82),
  cross: (r) => {
    const [a, b] = [r * 0.52, r * 1.08];
    return `M${-a} ${-b}H${a}V${-a}H${b}V${a}H${a}V${b}H${-a}V${a}H${-b}V${-a}H${-a}Z`;
  },
  pentagon: (r) => polygon(5, r * 1.12, 0),
};

/**
 * The outline of a shape around the origin, as the `d` of a path.
 * @param {string} shape
 * @param {number} radius
 */
export const outline = (shape, radius) => OUTLINES[shape](radius);

/** The signs of what a move leads to, drawn in a badge of radius 10: a tick, a cross, a bar, a question mark. */
export const SIGNS = {
  winning: 'M-5 0.5L-1.5 4L5.5 -4',
  losing: 'M-4 -4L4 4M4 -4L-4 4',
  drawing: 'M-4.5 -2.2H4.5M-4.5 2.2H4.5',
  unknown: 'M-2.5 -3A2.6 2.6 0 1 1 0 0.5V1.5M0 4.6V4.7',
};

/** The meaning of the signs for the player who moves. */
export const SIGN_WORDS = { winning: 'wins', losing: 'loses', drawing: 'draws', unknown: 'not known' };

/**
 * A chip of a colour for menus and legends, as an SVG string-free element.
 * @param {Colour[]} palette
 * @param {number} colour
 * @param {typeof import('./dom.js').s} s
 */
export function chip(palette, colour, s) {
  const { fill, ink, shape, pattern } = look(palette, colour);
  const icon = s('svg', { class: 'chip', viewBox: '-22 -22 44 44', 'aria-hidden': 'true' });
  icon.append(s('path', { d: outline(shape, 16), fill, class: 'chip-body' }));
  if (pattern === 'ring') icon.append(s('path', { d: outline(shape, 12.5), fill: 'none', stroke: ink, 'stroke-width': 1.5 }));
  icon.append(s('text', { y: shape === 'triangle' ? 9 : 5.5, fill: ink, class: 'chip-letter', text: palette[colour - 1].symbol }));
  return icon;
}
