/**
 * How much slower the module is than the program: node crates/wasm/measure.mjs [chromex] [chromex.wasm].
 * Each question is asked of both by search alone; values are compared, and the best of three times is shown.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const [program = 'target/release/chromex', file = 'target/wasm/chromex.wasm'] = process.argv.slice(2);
const QUESTIONS = [
  ['icol', 'grid:4x5'], ['icol', 'grid:5x5'], ['node-kayles', 'grid:5x8'], ['snort', 'path:14'], ['col', 'grid:3x5'],
  ['colouring:4', 'grid:4x5'], ['connected', 'cycle:13'],
];

const module = await WebAssembly.compile(readFileSync(file));
const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];

/** Asks a fresh module, and gives the last object that it tells. */
function ask(question) {
  const memory = new WebAssembly.Memory({ initial: 512, maximum: 32768 });
  let last = '';
  const tell = (kind, start, length) => {
    if (length) last = decoder.decode(new Uint8Array(memory.buffer, start, length).slice());
  };
  const { room, ask } = new WebAssembly.Instance(module, { page: { now: () => performance.now(), tell }, env: { memory } }).exports;
  const bytes = encoder.encode(JSON.stringify(question));
  new Uint8Array(memory.buffer, room(bytes.length), bytes.length).set(bytes);
  ask();
  return JSON.parse(last);
}

const best = (times) => Math.min(...times);
for (const [game, graph] of QUESTIONS) {
  const times = [[], []];
  for (let round = 0; round < 3; round += 1) {
    const there = JSON.parse(execFileSync(program, ['moves', game, graph, '--by', 'search', '--no-store', '--json'], { encoding: 'utf8' }));
    const here = ask({ method: 'POST', path: '/analyse', body: JSON.stringify({ game, graph, by: 'search', seconds: 600 }) });
    if (here.value !== there.value) throw new Error(`${game} ${graph}: ${here.value} here, ${there.value} there`);
    times[0].push(there.seconds);
    times[1].push(here.seconds);
  }
  const [program, page] = times.map(best);
  console.log(`${game} ${graph}`.padEnd(24), `${program.toFixed(3)} s`.padStart(10), `${page.toFixed(3)} s`.padStart(10), `${(page / program).toFixed(1)}×`.padStart(7));
}
