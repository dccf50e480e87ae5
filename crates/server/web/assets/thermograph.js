/** The thermograph of a value: temperatures upwards, and what is good for Left on the left, as in the literature. */

import { h, s } from './dom.js';

/** @typedef {[string, string][]} Wall  temperature and stop, as fractions */
/**
 * @typedef {{kind: string, mean: string, temperature: string, left_stop: string, right_stop: string,
 *   confused_with: string | null, thermograph: {left: Wall, right: Wall}}} FormReport
 */

const [WIDTH, HEIGHT, PAD, FOOT] = [300, 150, 26, 20];
/** Numbers below the picture stand at least so far apart. */
const APART = 26;

/** @param {string} text  `-3/2` */
export function fraction(text) {
  const [above, below = '1'] = text.replace('−', '-').split('/');
  return Number(above) / Number(below);
}

/**
 * @param {FormReport} report
 * @param {string[]} players
 */
export function thermographPicture({ mean, temperature, left_stop: left, right_stop: right, thermograph }, players) {
  const walls = [thermograph.left, thermograph.right].map((wall) => wall.map(([t, x]) => [fraction(x), fraction(t)]));
  const values = walls.flat().map(([x]) => x);
  const [most, least, top] = [Math.max(...values), Math.min(...values), fraction(temperature) * 1.35];
  const across = (/** @type {number} */ x) => PAD + ((most - x) / (most - least)) * (WIDTH - 2 * PAD);
  const up = (/** @type {number} */ t) => HEIGHT - FOOT - (t / top) * (HEIGHT - FOOT - 6);
  const path = (/** @type {number[][]} */ wall) => `M${wall.map(([x, t]) => `${across(x)} ${up(t)}`).join('L')}V${up(top)}`;
  const words = `Thermograph: left stop ${left}, right stop ${right}, mean ${mean}, temperature ${temperature}`;
  const hot = up(fraction(temperature));
  const picture = s('svg', { class: 'thermograph', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': words },
    s('path', { class: 'axis', d: `M${PAD / 2} ${up(0)}H${WIDTH - PAD / 2}` }),
    s('path', { class: 'axis level', d: `M${PAD / 2} ${hot}H${WIDTH - PAD / 2}` }),
    s('text', { class: 'scale start', x: 0, y: hot + 3, text: temperature }),
    ...walls.map((wall, i) => s('path', { class: `wall wall-${i}`, d: path(wall) })),
    ...numbersBelow([left, mean, right], across).map(({ text, x }) => s('text', { class: 'scale', x, y: HEIGHT - 6, text })));
  return h('figure', { class: 'chart-box' }, /** @type {any} */ (picture),
    h('figcaption', { class: 'muted', text: `Thermograph: ${players[0]}’s wall on the left, ${players[1]}’s on the right; temperature upwards` }));
}

/**
 * Each number once, and none over another.
 * @param {string[]} numbers  the most important ones first and last
 * @param {(x: number) => number} across
 */
function numbersBelow(numbers, across) {
  /** @type {{text: string, x: number}[]} */
  const placed = [];
  for (const text of [numbers[0], numbers[2], numbers[1]]) {
    const x = across(fraction(text));
    if (placed.every((other) => Math.abs(other.x - x) >= APART)) placed.push({ text, x });
  }
  return placed;
}
