/** Formulas as they are written in the papers: `χ_g(P_4 □ P_n)` with its indices lowered. */

import { h } from './dom.js';

const FORMULA = /([A-Za-zΑ-ωµ*)])([_^])(\{[^}]*\}|[A-Za-z0-9µ*]+)/gu;

/**
 * @param {string} text
 * @returns {(HTMLElement | string)[]}
 */
export function typeset(text) {
  /** @type {(HTMLElement | string)[]} */
  const parts = [];
  let at = 0;
  for (const match of text.matchAll(FORMULA)) {
    const [all, base, sign, index] = match;
    parts.push(text.slice(at, match.index), h('i', { text: base }), h(sign === '_' ? 'sub' : 'sup', { text: index.replace(/[{}]/g, '') }));
    at = match.index + all.length;
  }
  parts.push(text.slice(at));
  return parts.filter(Boolean);
}
