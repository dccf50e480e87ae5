/**
 * The engine in the page itself: questions go to workers, which hold it as a WebAssembly module.
 *
 * An answer is a `Response`, as `fetch` would give it, so that the rest of the page need not know where it comes from. A few
 * answers that every visit begins with are files, so that there is a board before the engine has come.
 */

import { analyseInParallel } from './shares.js';

/** More cores than this are not used. */
const MOST_CORES = 4;

/** The memory that a module may take, in pages of 64 KiB: 2 GiB, or what `?memory=MIB` says. */
const PAGES = Math.min(32768, 16 * (Number(new URLSearchParams(globalThis.location?.search).get('memory')) || 2048));

/** Memory never shrinks: a worker that has taken more than this is replaced by a fresh one. */
const KEPT_BYTES = 256 << 20;

const OUT_OF_MEMORY = 'the search has used up the memory that this browser gives to a page; what it found until then stays';
const TOO_DEEP = 'the search went deeper than this browser allows';
const ADVICE = 'The installed program, `chromex serve`, has more memory';

/**
 * @typedef {{method: string, path: string, body: string}} Question
 * @typedef {{name: string, text?: string, bytes?: any, deep?: boolean}} Message
 * @typedef {{worker: Worker, started: boolean}} Seat
 */

/** @type {Promise<WebAssembly.Module> | null} */
let module = null;
/** @type {Seat[]} */
const idle = [];
let busy = 0;
/** @type {(() => void)[]} */
const queue = [];

/** @param {string} name */
const file = (name) => new URL(`../${name}`, import.meta.url);

/** The compiled module, fetched once. */
export function theModule() {
  module ??= compile(file('chromex.wasm')).catch((error) => {
    module = null;
    throw error;
  });
  return module;
}

/**
 * @param {URL} url
 * @returns {Promise<WebAssembly.Module>}
 */
export async function compile(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url.pathname} could not be fetched (${response.status})`);
  // A host that sends the file with another type cannot be compiled while it arrives.
  if (response.headers.get('Content-Type')?.startsWith('application/wasm')) return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

const cores = () => Math.max(2, Math.min(MOST_CORES, navigator.hardwareConcurrency || 2));

/** One worker more than there are cores, so that a quick question does not wait for a search. */
const mostWorkers = () => cores() + 1;

/** @type {Promise<URL | string> | null} */
let workerAddress = null;

/** Where the worker is. A page of another host, as a notebook may be, can only start a copy of it. */
async function findWorker() {
  const url = new URL('./worker.js', import.meta.url);
  if (url.origin === globalThis.location?.origin) return url;
  return URL.createObjectURL(await (await fetch(url)).blob());
}

/** @returns {Promise<Seat>} */
async function takeSeat() {
  const address = await (workerAddress ??= findWorker());
  if (!idle.length && busy >= mostWorkers()) await new Promise((/** @type {(_: void) => void} */ resolve) => queue.push(resolve));
  busy += 1;
  return idle.pop() ?? { worker: new Worker(address, { type: 'module' }), started: false };
}

/**
 * @param {Seat} seat
 * @param {boolean} usable
 */
function leaveSeat(seat, usable) {
  busy -= 1;
  if (usable) idle.push(seat);
  else seat.worker.terminate();
  queue.shift()?.();
}

/**
 * Sends a question to a worker; `onMessage` receives all its messages. When the question is cancelled the worker is ended.
 * @param {Question} question
 * @param {AbortSignal | undefined} signal
 * @param {(message: Message) => void} onMessage
 */
async function askWorker(question, signal, onMessage) {
  const compiled = await theModule();
  const seat = await takeSeat();
  if (signal?.aborted) {
    leaveSeat(seat, seat.started);
    throw signal.reason;
  }
  await new Promise((/** @type {(_: void) => void} */ resolve, reject) => {
    const end = (/** @type {boolean} */ usable) => {
      signal?.removeEventListener('abort', stop);
      leaveSeat(seat, usable);
    };
    const stop = () => {
      end(false);
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', stop, { once: true });
    seat.worker.onerror = (event) => {
      end(false);
      reject(new Error(event.message || 'the worker could not be started'));
    };
    seat.worker.onmessage = ({ data }) => {
      if (data.name === 'done') {
        end(data.bytes <= KEPT_BYTES);
        resolve();
        return;
      }
      onMessage(data);
      if (data.name === 'trap') {
        end(false);
        resolve();
      }
    };
    seat.worker.postMessage(seat.started ? { question } : { question, module: compiled, pages: PAGES });
    seat.started = true;
  });
}

/** @type {Promise<Record<string, any>> | null} */
let prepared = null;

/**
 * An answer that was found when the site was made, if it is among them.
 * @param {Question} question
 */
async function preparedAnswer({ method, path, body }) {
  prepared ??= fetch(file('answers.json')).then((response) => (response.ok ? response.json() : {})).catch(() => ({}));
  return (await prepared)[`${method} ${path}${body && ` ${body}`}`] ?? null;
}

/**
 * The error with which the module stopped.
 * @param {Message} trap
 * @param {string} panic
 */
function failure({ deep }, panic) {
  if (panic) return { status: 500, error: { code: 'broken', message: `this question made the engine fail (${panic}); the page goes on` } };
  const [code, message] = deep ? ['deep', TOO_DEEP] : ['memory', OUT_OF_MEMORY];
  return { status: 422, error: { code, message, help: ADVICE } };
}

/** @param {{status: number, error: object}} refusal */
const refused = ({ status, error }) => new Response(JSON.stringify({ error }), { status, headers: { 'Content-Type': 'application/json' } });

/**
 * Answers a call in the same form as the server.
 * @param {string} path
 * @param {any} body  null for GET
 * @param {AbortSignal | undefined} signal
 * @returns {Promise<Response>}
 */
export async function answer(path, body, signal) {
  const question = { method: body === null ? 'GET' : 'POST', path, body: body === null ? '' : JSON.stringify(body) };
  const known = await preparedAnswer(question);
  if (known) {
    void theModule().catch(() => {});
    return new Response(JSON.stringify(known));
  }
  return path === '/analyse' ? analyseInParallel(question, cores() - 1, askOne, signal) : askOne(question, signal);
}

/**
 * Lets a worker answer.
 * @param {Question} question
 * @param {AbortSignal | undefined} signal
 * @returns {Promise<Response>}
 */
function askOne(question, signal) {
  return new Promise((resolve, reject) => {
    let [panic, name] = ['', ''];
    /** @type {ReadableStreamDefaultController<Uint8Array> | null} */
    let lines = null;
    const line = (/** @type {string} */ text) => lines?.enqueue(new TextEncoder().encode(`${text}\n`));
    const onMessage = (/** @type {Message} */ message) => {
      switch (message.name) {
        case 'event':
          if (!lines) resolve(new Response(new ReadableStream({ start: (controller) => { lines = controller; } })));
          line(message.text ?? '');
          break;
        case 'answer': if (message.text || !lines) resolve(new Response(message.text)); break;
        case 'fileHead': name = JSON.parse(message.text ?? '{}').media_type; break;
        case 'file': resolve(new Response(new Blob([message.bytes], { type: name }))); break;
        case 'refusal': resolve(refused(JSON.parse(message.text ?? '{}'))); break;
        case 'panic': panic = message.text ?? ''; break;
        case 'trap': {
          const why = failure(message, panic);
          line(JSON.stringify({ type: 'error', ...why }));
          resolve(refused(why));
          break;
        }
      }
    };
    askWorker(question, signal, onMessage).then(
      () => lines?.close(),
      (error) => {
        if (lines) lines.error(error);
        reject(error);
      },
    );
  });
}
