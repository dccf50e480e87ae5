/**
 * A worker with the engine as a WebAssembly module: it is asked one question at a time and reports what it finds.
 *
 * The first message brings the compiled module and the memory it may use; every message brings a question. A caller
 * that wants no more answers ends the worker; only the answer in progress is lost.
 */

/** The numbers with which the module names the kind of what it reports (crates/wasm). */
const KINDS = ['event', 'answer', 'fileHead', 'file', 'refusal', 'panic'];

const INITIAL_PAGES = 512;
const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];

/** @type {{room: (length: number) => number, ask: () => void} | null} */
let engine = null;
/** @type {WebAssembly.Memory} */
let memory;

/**
 * Memory that may grow to this size, or to a smaller one if the browser cannot reserve the addresses.
 * @param {number} pages
 * @returns {WebAssembly.Memory}
 */
function reserve(pages) {
  try {
    return new WebAssembly.Memory({ initial: Math.min(INITIAL_PAGES, pages), maximum: pages });
  } catch (error) {
    if (pages <= INITIAL_PAGES) throw error;
    return reserve(Math.max(INITIAL_PAGES, Math.floor(pages / 2)));
  }
}

/**
 * @param {number} kind
 * @param {number} start
 * @param {number} length
 */
function report(kind, start, length) {
  const bytes = new Uint8Array(memory.buffer, start >>> 0, length >>> 0).slice();
  const name = KINDS[kind];
  if (name === 'file') postMessage({ name, bytes }, { transfer: [bytes.buffer] });
  else postMessage({ name, text: decoder.decode(bytes) });
}

/**
 * @param {WebAssembly.Module} module
 * @param {number} pages
 */
function start(module, pages) {
  memory = reserve(pages);
  const page = { now: () => performance.now(), report };
  engine = /** @type {any} */ (new WebAssembly.Instance(module, { page, env: { memory } }).exports);
}

/** @param {{question: {method: string, path: string, body: string}, module?: WebAssembly.Module, pages?: number}} message */
function answer({ question, module, pages }) {
  if (module) start(module, pages ?? INITIAL_PAGES);
  if (!engine) throw new Error('the worker has no engine');
  const bytes = encoder.encode(JSON.stringify(question));
  const place = engine.room(bytes.length) >>> 0;
  new Uint8Array(memory.buffer, place, bytes.length).set(bytes);
  engine.ask();
  postMessage({ name: 'done', bytes: memory.buffer.byteLength });
}

addEventListener('message', (event) => {
  try {
    answer(event.data);
  } catch (error) {
    // After a failure the module cannot be used again.
    postMessage({ name: 'trap', deep: error instanceof RangeError, text: String(error) });
  }
});

export {};
