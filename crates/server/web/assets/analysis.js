/** The values of a position, streamed in as the engine finds them, and kept for when one comes back. */

import { patiently, stream } from './api.js';

/** @typedef {import('./types.js').Analysis} Analysis */
/** @typedef {import('./tree.js').Node} Node */

/** @type {WeakMap<Node, Analysis>} */
const kept = new WeakMap();

/** @returns {Analysis} */
const fresh = () => ({ moves: new Map(), components: [], theorem: null, progress: null, answer: null, running: true, problem: null });

/** @param {Node} node  whose analysis should be made anew */
export const forgetAnalysis = (node) => kept.delete(node);

/** @param {Node} node */
export const analysisOf = (node) => kept.get(node) ?? null;

const CLASSES = { wins: 'winning', loses: 'losing', draws: 'drawing' };

/**
 * A move of a report, as the board shows it.
 * @param {any} line
 */
const moveOf = (line) => ({
  ...line,
  colour: line.colour_number,
  value: line.shown ?? line.value,
  class: CLASSES[/** @type {keyof CLASSES} */ (line.effect)] ?? 'unknown',
});

/**
 * Takes one line of the stream into the analysis.
 * @param {Analysis} analysis
 * @param {any} line
 */
function take(analysis, line) {
  switch (line.type) {
    case 'move': analysis.moves.set(line.move, moveOf(line)); break;
    case 'component': analysis.components.push(line); break;
    case 'progress': analysis.progress = line; break;
    case 'theorem': analysis.theorem = line.words; break;
    case 'answer': analysis.answer = { ...line, value: line.shown ?? line.value }; break;
    case 'error': analysis.problem = line.error?.message ?? 'the search failed'; break;
  }
}

/**
 * Analyses the position at a node unless that has been done; `onChange` is called as news comes in, at most once a frame.
 * @param {Node} node
 * @param {object} request  the position, as the server wants it
 * @param {AbortSignal} signal
 * @param {(analysis: Analysis) => void} onChange
 */
export async function analyse(node, request, signal, onChange) {
  const known = kept.get(node);
  if (known?.answer) {
    onChange(known);
    return known;
  }
  const analysis = fresh();
  let frame = 0;
  const news = () => {
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      if (!signal.aborted) onChange(analysis);
    });
  };
  onChange(analysis);
  try {
    await patiently(signal, () => {
      Object.assign(analysis, fresh());
      return stream('/analyse', request, signal, (line) => {
        take(analysis, line);
        news();
      });
    });
    if (analysis.answer) kept.set(node, analysis);
  } catch (error) {
    if (signal.aborted) return analysis;
    analysis.problem = error instanceof Error ? error.message : String(error);
  }
  analysis.running = false;
  cancelAnimationFrame(frame);
  onChange(analysis);
  return analysis;
}

/**
 * The height of a value in the chart: nimber, score, mean, or who wins (1 for the first player, −1 for the second).
 * @param {string} convention
 * @param {{value: string | null, outcome?: string | null, mean?: string | null}} answer
 * @returns {number | null}
 */
export function heightOf(convention, { value, outcome, mean }) {
  const text = value ?? outcome;
  if (text === null || text === undefined) return null;
  if (convention === 'maker-breaker') return /alice/i.test(text) ? 1 : /bob/i.test(text) ? -1 : null;
  if (convention === 'impartial') {
    const nimber = /^\*(\d*)$/.exec(text);
    return nimber ? Number(nimber[1] || 1) : text === '0' ? 0 : null;
  }
  return fraction(mean ?? text);
}

/** @param {string} text  `-3/2`, `+1`, `0` */
function fraction(text) {
  const match = /^([+-−]?\d+)(?:\/(\d+))?$/.exec(text.replace('−', '-'));
  return match ? Number(match[1]) / Number(match[2] ?? 1) : null;
}
