/** Labelled controls of the panels. */

import { h } from './dom.js';

/**
 * @param {string} text
 * @param {HTMLElement} control
 * @param {boolean} [quiet]  whether the heading above already says it
 */
export function field(text, control, quiet = false) {
  return h('label', { class: quiet ? 'field quiet' : 'field' }, h('span', { class: quiet ? 'hidden' : '', text }), control);
}

/**
 * @param {string} id
 * @param {string} text
 * @param {import('./types.js').Parameter} parameter
 * @param {number} value
 * @param {(value: number) => void} onChange
 */
export function slider(id, text, { min, max, step }, value, onChange) {
  const output = h('output', { for: id, text: String(value) });
  const input = h('input', { type: 'range', id, min, max: Math.max(Math.min(max, text === 'Colours' ? 9 : max), value), step: step ?? (max <= 1 ? 0.05 : 1), value });
  input.addEventListener('input', () => {
    output.textContent = input.value;
  });
  input.addEventListener('change', () => onChange(Number(input.value)));
  return h('label', { class: 'slider' }, h('span', { text }), input, output);
}
