/**
 * An analysis by several workers without shared memory: one solves everything, and if that takes long, others solve shares of the
 * moves. Moves are shown as they arrive, and the first complete answer is the final one.
 */

/** @typedef {import('./engine.js').Question} Question */

/** A search that takes longer than this gets help, in milliseconds. */
const HELP_AFTER = 1000;

/**
 * @param {Question} question
 * @param {number} helpers
 * @param {(question: Question, signal: AbortSignal) => Promise<Response>} ask
 * @param {AbortSignal | undefined} signal
 * @returns {Promise<Response>}
 */
export async function analyseInParallel(question, helpers, ask, signal) {
  const [whole, shares] = [new AbortController(), new AbortController()];
  const until = (/** @type {AbortController} */ { signal: enough }) => (signal ? AbortSignal.any([signal, enough]) : enough);
  const first = await ask(question, until(whole));
  if (!first.ok) return first;
  // The worker that has answered ends by itself; the others are ended here.
  const together = new Together(helpers, (byShares) => (byShares ? whole : shares).abort());
  const help = () => {
    for (let part = 0; part < helpers; part += 1) {
      const body = JSON.stringify({ ...JSON.parse(question.body), part, of: helpers });
      // If one fails, nothing is lost: the first worker still solves everything.
      ask({ ...question, path: '/moves', body }, until(shares)).then((share) => together.listen(share, true)).catch(() => {});
    }
  };
  const timer = setTimeout(help, HELP_AFTER);
  until(shares).addEventListener('abort', () => clearTimeout(timer));
  together.listen(first, false).then(() => together.end(false), (error) => together.end(true, error));
  return new Response(together.stream);
}

/** The lines of all workers as one stream. */
class Together {
  /**
   * @param {number} helpers
   * @param {(byShares: boolean) => void} onEnd
   */
  constructor(helpers, onEnd) {
    this.helpers = helpers;
    this.onEnd = onEnd;
    /** @type {Map<string, any>} */
    this.moves = new Map();
    /** @type {any} what is known of the whole */
    this.known = {};
    this.shares = 0;
    this.over = false;
    this.stream = new ReadableStream({
      start: (controller) => { this.lines = controller; },
      cancel: () => this.end(true),
    });
  }

  /**
   * @param {Response} response
   * @param {boolean} isShare
   */
  async listen(response, isShare) {
    for await (const line of linesOf(response)) {
      if (this.over) return;
      if (!isShare || line.type === 'move') this.pass(line);
      if (line.type === 'share' && line.complete) this.shares += 1;
      if (line.type === 'answer') {
        this.end(false);
      } else if (this.known.value && this.shares === this.helpers) {
        this.pass(this.answer());
        this.end(true);
      }
    }
  }

  /** @param {any} line */
  pass(line) {
    if (line.type === 'move') this.moves.set(line.move, line);
    if (line.type === 'value' || line.type === 'outcome') Object.assign(this.known, line);
    this.lines?.enqueue(new TextEncoder().encode(`${JSON.stringify(line)}\n`));
  }

  /** The answer that value and shares add up to. */
  answer() {
    const found = `by search, by ${this.helpers + 1} workers`;
    return { ...this.known, type: 'answer', found, provenance: 'search', complete: true, moves_complete: true, stopped: null, moves: [...this.moves.values()] };
  }

  /**
   * @param {boolean} byShares  whether the one that does it all is no longer needed
   * @param {any} [error]
   */
  end(byShares, error) {
    if (this.over) return;
    this.over = true;
    this.onEnd(byShares);
    if (byShares) this.onEnd(false);
    try {
      if (error) this.lines?.error(error);
      else this.lines?.close();
    } catch { /* nobody listens any more */ }
  }
}

/**
 * The objects of a stream, one a line.
 * @param {Response} response
 * @returns {AsyncGenerator<any>}
 */
async function* linesOf(response) {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  while (reader) {
    const { done, value } = await reader.read();
    if (done) return;
    const lines = (rest + value).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line) yield JSON.parse(line);
  }
}
