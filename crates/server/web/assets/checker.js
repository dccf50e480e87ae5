/** A worker that checks one certificate with the checker's own module (crates/wasm-checker). */

const KINDS = ['progress', 'accepted', 'rejected', '', '', 'failed'];

addEventListener('message', ({ data: { module, bytes } }) => {
  const decoder = new TextDecoder();
  const memory = new WebAssembly.Memory({ initial: 512, maximum: 32768 });
  const report = (/** @type {number} */ kind, /** @type {number} */ start, /** @type {number} */ length) => {
    const told = new Uint8Array(memory.buffer, start >>> 0, length >>> 0).slice();
    postMessage({ name: KINDS[kind], text: decoder.decode(told) });
  };
  try {
    const checker = /** @type {any} */ (new WebAssembly.Instance(module, { page: { report }, env: { memory } }).exports);
    const file = new Uint8Array(bytes);
    // Making room may replace the memory, so this comes first.
    const place = checker.room(file.length) >>> 0;
    new Uint8Array(memory.buffer, place, file.length).set(file);
    checker.check();
  } catch (error) {
    postMessage({ name: 'failed', text: String(error) });
  }
});

export {};
