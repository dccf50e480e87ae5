/** The words of “The Graph Coloring Game on 4×n-Grids”, section 2, explained where they are used. */

import { h } from './dom.js';
import { hideTip, showTip } from './tip.js';

/** @type {Record<string, string>} */
const TERMS = {
  block: 'A subgrid of all four rows and some columns; no vertex of the columns next to it is coloured.',
  border: 'The leftmost or the rightmost column of a block.',
  safe: 'It can be coloured whatever happens: it is coloured, has at most three neighbours, two neighbours of the same colour, or three of different colours while the last cannot get the fourth.',
  sound: 'Not safe, but it has two uncoloured safe neighbours for itself, its doctors: when Bob colours one of them, Alice colours the patient.',
  sick: 'Neither safe nor sound, in one of the configurations Δ and Λ of Figure 3; it has two uncoloured neighbours, so that there is always a colour for it.',
  'patient and doctors': 'A sound vertex, the patient, and its doctors: two uncoloured safe neighbours that have no other patient.',
  α: 'Rows 1 and 3 (or 2 and 4) of the border have the same colour, and neither of the other two is a doctor.',
  β: 'A middle vertex of the border has the colour of the one diagonal to it in the column before, and the vertex beside it is uncoloured.',
  γ: 'Both ends of the border and a middle vertex of the column before have one colour; the middle of the border is uncoloured.',
  δ: 'An end of the border has the colour of the vertex diagonal to it in the column before; the far middle vertex has another colour.',
  π: 'All four vertices of the border are coloured, both ends alike; one middle colour comes again two columns further.',
};

const WORDS = new RegExp(`\\b(patient and doctors|block|border|safe|sound|sick)\\b|[αβγδπ]`, 'gu');

/**
 * The text, with each of the words explained on hover and focus.
 * @param {string} text
 * @returns {(HTMLElement | string)[]}
 */
export function withTerms(text) {
  /** @type {(HTMLElement | string)[]} */
  const parts = [];
  let at = 0;
  for (const match of text.matchAll(WORDS)) {
    parts.push(text.slice(at, match.index), term(match[0]));
    at = match.index + match[0].length;
  }
  parts.push(text.slice(at));
  return parts.filter(Boolean);
}

/**
 * A word with its definition, which is shown on hover, focus and touch, and read out by screen readers.
 * @param {string} word
 */
function term(word) {
  const element = h('dfn', { class: 'term', tabindex: 0, role: 'term', 'aria-label': `${word}: ${TERMS[word]}`, text: word });
  const show = () => showTip(element, () => TERMS[word], 80);
  for (const event of ['pointerenter', 'focus', 'click']) element.addEventListener(event, show);
  for (const event of ['pointerleave', 'blur']) element.addEventListener(event, hideTip);
  return element;
}
