/** The value over the game: one point a position, the current one marked; a click goes there. */

import { h, s } from './dom.js';

/** @typedef {import('./tree.js').Node} Node */

/** @type {Record<string, string>} */
const WHAT = { impartial: 'nimber', partisan: 'mean value', 'maker-breaker': 'winner (up: Alice)', scoring: 'score' };

const [WIDTH, HEIGHT, PAD] = [300, 90, 12];

/**
 * @param {Node[]} line
 * @param {Node} here
 * @param {string} convention
 * @param {(node: Node) => void} go
 */
export function chart(line, here, convention, go) {
  const known = line.map((node, ply) => ({ node, ply, height: node.height })).filter((each) => each.height !== null);
  if (line.length < 2 || !known.length) return h('div', { class: 'chart-empty' });
  const heights = known.map((each) => Number(each.height));
  const [low, high] = [Math.min(0, ...heights), Math.max(1, ...heights)];
  const x = (/** @type {number} */ ply) => PAD + 12 + (ply / Math.max(1, line.length - 1)) * (WIDTH - 2 * PAD - 12);
  const y = (/** @type {number} */ height) => HEIGHT - PAD - ((height - low) / (high - low)) * (HEIGHT - 2 * PAD);
  const words = known.map(({ node, ply }) => `${ply}: ${node.value}`).join(', ');
  const picture = s('svg', { class: 'chart', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': `Value over the game. ${words}` });
  picture.append(s('path', { class: 'axis', d: `M${PAD + 6} ${y(0)}H${WIDTH - PAD / 2}` }));
  for (const mark of new Set([low, 0, high])) picture.append(s('text', { class: 'scale', x: PAD, y: y(mark) + 3, text: String(mark) }));
  const path = known.map(({ ply, height }, i) => (i ? `H${x(ply)}V${y(Number(height))}` : `M${x(ply)} ${y(Number(height))}`)).join('');
  picture.append(s('path', { class: 'curve', d: path }));
  for (const { node, ply, height } of known) {
    const point = s('circle', { class: node === here ? 'point here' : 'point', cx: x(ply), cy: y(Number(height)), r: node === here ? 5 : 3 });
    point.append(s('title', { text: `${node.move || 'start'}: ${node.value}` }));
    point.addEventListener('click', () => go(node));
    picture.append(point);
  }
  return h('figure', { class: 'chart-box' }, picture, h('figcaption', { class: 'muted', text: `${WHAT[convention] ?? 'value'} over the game` }));
}
