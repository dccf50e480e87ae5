/**
 * Formulas as they are written in the papers: `χ_g(P_4 □ P_n)` with variables in italics, indices lowered and exponents
 * raised; graphs and positions as they are typed, in the type of code.
 */

import { h } from './dom.js';

/** A graph or a position as it is typed: `grid:3x5`, `blue-red dipath:5 B.B.R left`. */
const TYPED = /(?:\b(?:i?col|i?snort|node-kayles|blue-red|connected) )?(?:[a-z][a-z-]*:[\w:-]+ )?\b[a-z][a-z0-9-]*:[^\s,;)]*[^\s,;:).](?: [.\w/|]*\.[.\w/|]*)?(?: (?:left|right|alice|bob)\b)?/gu;
const LETTER = /\p{L}/u;
const WORD = /[\p{L}\p{N}’']/u;
/** The article, which is no variable. */
const ARTICLE = /^(?:a|A|I)$/;

/**
 * @param {string} text
 * @returns {(HTMLElement | string)[]}
 */
export function typeset(text) {
  /** @type {(HTMLElement | string)[]} */
  const parts = [];
  let at = 0;
  for (const match of text.matchAll(TYPED)) {
    parts.push(...formula(text.slice(at, match.index)), h('code', { text: match[0] }));
    at = match.index + match[0].length;
  }
  parts.push(...formula(text.slice(at)));
  return parts.filter(Boolean);
}

/**
 * @param {string} text
 * @returns {(HTMLElement | string)[]}
 */
function formula(text) {
  /** @type {(HTMLElement | string)[]} */
  const parts = [];
  let plain = '';
  const add = (/** @type {HTMLElement} */ element) => {
    parts.push(plain, element);
    plain = '';
  };
  for (let i = 0; i < text.length; i += 1) {
    const script = i > 0 && /[_^]/.test(text[i]) && /\S/.test(text[i - 1]) ? scriptAt(text, i + 1) : null;
    if (script) {
      add(h(text[i] === '_' ? 'sub' : 'sup', {}, ...formula(script.inner)));
      i = script.end - 1;
    } else if (isVariable(text, i)) {
      add(h('i', { text: text[i] }));
    } else {
      plain += text[i];
    }
  }
  return [...parts, plain].filter(Boolean);
}

/**
 * A letter alone is a variable, unless it is an article before a word.
 * @param {string} text
 * @param {number} i
 */
function isVariable(text, i) {
  if (!LETTER.test(text[i]) || (i > 0 && isInWord(text, i - 1)) || WORD.test(text[i + 1] ?? '')) return false;
  return !ARTICLE.test(text[i]) || /[_^(*]/.test(text[i + 1] ?? '');
}

/** A number before a letter is a factor: `2k`. @param {string} text @param {number} i */
const isInWord = (text, i) => WORD.test(text[i]) && !/\d/.test(text[i]);

/**
 * What is raised or lowered: in brackets, a call such as `C(n,2)`, or letters and digits.
 * @param {string} text
 * @param {number} from
 * @returns {{inner: string, end: number} | null}
 */
function scriptAt(text, from) {
  if (text[from] === '{' || text[from] === '(') {
    const end = closing(text, from);
    return end < 0 ? null : { inner: text.slice(from + 1, end), end: end + 1 };
  }
  const word = /^[\p{L}\p{N}µ*]+/u.exec(text.slice(from))?.[0];
  if (!word) return null;
  const end = from + word.length;
  const call = /^[A-Z]$/.test(word) && text[end] === '(' ? closing(text, end) + 1 : 0;
  return { inner: text.slice(from, call || end), end: call || end };
}

/**
 * Where the bracket that opens here closes; −1 if it does not.
 * @param {string} text
 * @param {number} from
 */
function closing(text, from) {
  let depth = 0;
  for (let i = from; i < text.length; i += 1) {
    if (/[({]/.test(text[i])) depth += 1;
    if (/[)}]/.test(text[i])) depth -= 1;
    if (!depth) return i;
  }
  return -1;
}
