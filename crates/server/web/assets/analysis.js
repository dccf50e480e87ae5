/** The values of a position, streamed in as the engine finds them, and kept for when one comes back. */

import { patiently, stream } from './api.js';

/** @typedef {import('./types.js').Analysis} Analysis */
/** @typedef {import('./tree.js').Node} Node */

/** @type {WeakMap<Node, Analysis>} */
const kept = new WeakMap();

/** @returns {Analysis} */
const fresh = () => ({ moves: new Map(), components: [], progress: null, early: null, answer: null, running: true, waiting: false, stopped: false, problem: null });

/**
 * The search of a node continues; its earlier results stay until better ones arrive.
 * @param {Node} node
 */
export function reopenAnalysis(node) {
  const known = kept.get(node);
  if (known) kept.set(node, { ...known, early: known.answer ?? known.early, answer: null });
}

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
  whole: line.value,
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
    // Facts that are known before the search ends are shown at once.
    case 'theorem': learn(analysis, { value: line.value, outcome: line.outcome, found: `by ${line.words}` }); break;
    case 'outcome': learn(analysis, { outcome: line.outcome }); break;
    case 'value': learn(analysis, { value: line.shown ?? line.value, whole: line.value, kind: line.kind, mean: line.mean, temperature: line.temperature }); break;
    case 'bound': learn(analysis, { known: line.words }); break;
    case 'answer': analysis.answer = { ...line, value: line.shown ?? line.value, whole: line.value }; break;
    case 'error': analysis.problem = line.error?.message ?? 'the search failed'; break;
  }
}

/**
 * @param {Analysis} analysis
 * @param {Partial<import('./types.js').Answer>} fact
 */
function learn(analysis, fact) {
  analysis.early = { value: null, outcome: null, found: '', provenance: '', stopped: null, complete: false, ...analysis.early, ...fact };
}

/** A running search reports at least this often, in milliseconds; until its first report, the request waits for its turn. */
const SILENCE = 900;

/**
 * Analyses the position at a node unless that has been done; `onChange` is called when results arrive, at most once a frame.
 * @param {Node} node
 * @param {object} request  the position, as the server wants it
 * @param {{gone: AbortSignal, stop?: AbortSignal}} signals  nobody wants to know any more; enough is known
 * @param {(analysis: Analysis) => void} onChange
 */
export async function analyse(node, request, { gone, stop }, onChange) {
  const known = kept.get(node);
  if (known?.answer) {
    onChange(known);
    return known;
  }
  /** @type {Analysis} */
  const analysis = { ...fresh(), moves: new Map(known?.moves), early: known?.early ?? null };
  const signal = stop ? AbortSignal.any([gone, stop]) : gone;
  let frame = 0;
  const news = () => {
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      if (!gone.aborted) onChange(analysis);
    });
  };
  const silence = setTimeout(() => {
    analysis.waiting = true;
    news();
  }, SILENCE);
  onChange(analysis);
  try {
    await patiently(signal, () => {
      analysis.components = [];
      return stream('/analyse', request, signal, (line) => {
        clearTimeout(silence);
        analysis.waiting = false;
        take(analysis, line);
        news();
      });
    });
    if (analysis.answer) kept.set(node, analysis);
  } catch (error) {
    if (gone.aborted) return analysis;
    analysis.stopped = Boolean(stop?.aborted);
    if (analysis.stopped) kept.set(node, analysis);
    else analysis.problem = error instanceof Error ? error.message : String(error);
  } finally {
    clearTimeout(silence);
    cancelAnimationFrame(frame);
  }
  analysis.running = false;
  analysis.waiting = false;
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
