/** The figures of the papers, as positions that open on the board. */

import { h } from './dom.js';
import { pointLink } from './gallery.js';

/** @typedef {{id: string, about: string, position: string, answer: string | null}} Figure */

/**
 * What the paper calls it: `Figure 4 b`.
 * @param {Figure} figure
 */
const nameOf = ({ id }) => id.split('/')[1].replace(/-/g, ' ').replace(/^f/, 'F');

/**
 * The figure on the board, before the move that is drawn as the answer; that move is the next one.
 * @param {Figure} figure
 */
const linkOf = ({ position, answer }) => `${pointLink({ line: position })}${answer ? `&${new URLSearchParams({ moves: answer, at: '0' })}` : ''}`;

/**
 * A paper's figures, folded.
 * @param {Figure[]} figures
 */
export function figuresPart(figures) {
  if (!figures.length) return null;
  const item = (/** @type {Figure} */ figure) => h('li', {}, h('a', { href: linkOf(figure), 'data-figure': figure.id, text: nameOf(figure) }),
    `: ${figure.about}${figure.answer ? `, ${figure.answer}` : ''}`);
  return h('details', { class: 'figures' }, h('summary', { text: `${figures.length === 1 ? '1 drawing' : `${figures.length} drawings`} of its figures, to open on the board` }), h('ul', {}, ...figures.map(item)));
}
