/**
 * Calls to the engine: JSON calls, streams of JSON lines, errors with reasons, and repeated attempts.
 *
 * The server that sent the page answers, or, in a page that is marked so, the engine inside the page (`engine.js`).
 * The server keeps no games, so any call may be repeated. `patiently` does so while the server is away
 * or busy, and calls `onConnection` so that the page can show it.
 */

const BASE = '/api/v1';

/** Whether the engine is in the page, because there is no server behind it. */
export const ALONE = globalThis.document?.querySelector('meta[name="chromex-engine"]')?.getAttribute('content') === 'page';
const TOKEN_KEY = 'chromex-token';

/** What went wrong with a call. `code` is `offline` when no answer came at all. */
export class ApiError extends Error {
  /**
   * @param {number} status
   * @param {{code?: string, message?: string, help?: string, at?: [number, number]}} error
   * @param {number} [retryAfter]  seconds
   */
  constructor(status, error, retryAfter) {
    super(error.message ?? `the server answered ${status}`);
    this.status = status;
    this.code = error.code ?? `status_${status}`;
    this.help = error.help ?? null;
    this.at = error.at ?? null;
    this.retryAfter = retryAfter ?? null;
  }

  /** Whether the same call may succeed later. */
  get passing() {
    return this.code === 'offline' || this.status === 429 || this.status === 503 || this.status === 502;
  }

  /** The message with the advice, as a person would read it. */
  get words() {
    return this.help ? `${this.message}. ${this.help}` : this.message;
  }
}

/** Takes the token from the address (`/?token=…`), so that it is neither shared nor bookmarked. */
export function adoptToken() {
  const url = new URL(location.href);
  const token = url.searchParams.get('token');
  if (!token) return;
  sessionStorage.setItem(TOKEN_KEY, token);
  url.searchParams.delete('token');
  history.replaceState(null, '', url);
}

/** @param {string} token */
export const useToken = (token) => sessionStorage.setItem(TOKEN_KEY, token);

/**
 * @param {string} path
 * @param {any} body  null for GET
 * @param {AbortSignal | undefined} signal
 */
async function request(path, body, signal) {
  const response = ALONE ? await askEngine(path, body, signal) : await askServer(path, body, signal);
  if (!response.ok) throw await failure(response);
  return response;
}

/**
 * @param {string} path
 * @param {any} body
 * @param {AbortSignal | undefined} signal
 */
async function askEngine(path, body, signal) {
  try {
    const { answer } = await import('./engine.js');
    return await answer(path, body, signal);
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError(0, { code: 'offline', message: `the engine could not be loaded: ${error instanceof Error ? error.message : error}` });
  }
}

/**
 * @param {string} path
 * @param {any} body
 * @param {AbortSignal | undefined} signal
 */
async function askServer(path, body, signal) {
  /** @type {Record<string, string>} */
  const headers = { Accept: 'application/json, application/x-ndjson' };
  const token = sessionStorage.getItem(TOKEN_KEY);
  if (token) headers.Authorization = `Bearer ${token}`;
  if (body !== null) headers['Content-Type'] = 'application/json';
  try {
    return await fetch(BASE + path, {
      method: body === null ? 'GET' : 'POST',
      headers,
      body: body === null ? undefined : JSON.stringify(body),
      signal,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError(0, { code: 'offline', message: 'the server does not answer' });
  }
}

/** @param {Response} response */
async function failure(response) {
  const body = await response.json().catch(() => ({}));
  const seconds = Number(response.headers.get('Retry-After')) || undefined;
  return new ApiError(response.status, body.error ?? {}, seconds);
}

/**
 * @param {string} path
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export const get = async (path, signal) => (await request(path, null, signal)).json();

/**
 * @param {string} path
 * @param {any} body
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export const post = async (path, body, signal) => (await request(path, body, signal)).json();

/**
 * @param {string} path
 * @param {any} body
 * @returns {Promise<Blob>}
 */
export const postForFile = async (path, body) => (await request(path, body, undefined)).blob();

/**
 * A call answered line by line.
 * @param {string} path
 * @param {any} body
 * @param {AbortSignal} signal
 * @param {(object: any) => void} onLine
 */
export async function stream(path, body, signal, onLine) {
  const response = await request(path, body, signal);
  if (!response.body) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      const lines = (rest + value).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) if (line.trim()) deliver(line, onLine);
    }
  } catch (error) {
    if (signal.aborted || error instanceof ApiError) throw error;
    throw new ApiError(0, { code: 'offline', message: 'the connection broke off' });
  }
  if (rest.trim()) deliver(rest, onLine);
}

/**
 * @param {string} line
 * @param {(object: any) => void} onLine
 */
function deliver(line, onLine) {
  const object = JSON.parse(line);
  if (object.error) throw new ApiError(object.status ?? 422, object.error);
  onLine(object);
}

/** @type {(state: 'ok' | 'offline' | 'busy' | 'token') => void} */
let report = () => {};
/** @type {Set<() => void>} */
const sleepers = new Set();

/** @param {typeof report} listener */
export function onConnection(listener) {
  report = listener;
}

/** Wakes every call that waits for the server to come back. */
export function tryNow() {
  for (const wake of [...sleepers]) wake();
}

/**
 * @param {number} milliseconds
 * @param {AbortSignal} signal
 */
function sleep(milliseconds, signal) {
  return new Promise((resolve) => {
    const wake = () => {
      sleepers.delete(wake);
      clearTimeout(timer);
      resolve(undefined);
    };
    const timer = setTimeout(wake, milliseconds);
    sleepers.add(wake);
    signal.addEventListener('abort', wake, { once: true });
  });
}

/**
 * Repeats a call until it is answered, refused for good, or no longer wanted.
 * @template T
 * @param {AbortSignal} signal
 * @param {() => Promise<T>} call
 * @returns {Promise<T>}
 */
export async function patiently(signal, call) {
  for (let attempt = 0; ; attempt += 1) {
    try {
      const answer = await call();
      report('ok');
      return answer;
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 401) report('token');
      else if (error.passing) report(error.code === 'offline' ? 'offline' : 'busy');
      else report('ok');
      if (!error.passing && error.status !== 401) throw error;
      const wait = error.retryAfter ? error.retryAfter * 1000 : Math.min(500 * 2 ** attempt, 4000);
      await sleep(wait, signal);
      signal.throwIfAborted();
    }
  }
}
