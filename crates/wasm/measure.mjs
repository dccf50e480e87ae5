/**
 * How much slower the module is than the program: node crates/wasm/measure.mjs [chromex] [chromex.wasm].
 * Each question is asked of both by search alone; values are compared, and the best of three processor times is shown.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const [program = 'target/release/chromex', file = 'target/wasm/chromex.wasm'] = process.argv.slice(2);
const QUESTIONS = [
  ['icol', 'grid:5x5'], ['node-kayles', 'grid:6x8'], ['snort', 'grid:3x6'], ['col', 'grid:3x7'], ['connected', 'cycle:17'], ['colouring:4', 'grid:5x5'],
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
  const place = room(bytes.length);
  new Uint8Array(memory.buffer, place, bytes.length).set(bytes);
  ask();
  return JSON.parse(last);
}

/** Asks the program, and gives its answer with the processor time that it took. */
function askProgram(game, graph) {
  const command = [program, 'moves', game, graph, '--by', 'search', '--no-store', '--json', '--memory', '1G'];
  const { stdout, stderr } = spawnSync('bash', ['-c', 'TIMEFORMAT=%U; time "$@"', '-', ...command], { encoding: 'utf8' });
  return { ...JSON.parse(stdout), seconds: Number(stderr.trim().split('\n').pop()) };
}

/** Asks the module in the same way. */
function askModule(game, graph) {
  const before = process.cpuUsage();
  const answer = ask({ method: 'POST', path: '/analyse', body: JSON.stringify({ game, graph, by: 'search', seconds: 600 }) });
  return { ...answer, seconds: process.cpuUsage(before).user / 1e6 };
}

for (const [game, graph] of QUESTIONS) {
  const best = [Infinity, Infinity];
  for (let round = 0; round < 3; round += 1) {
    const answers = [askProgram(game, graph), askModule(game, graph)];
    if (answers[0].value !== answers[1].value) throw new Error(`${game} ${graph}: ${answers[0].value} there, ${answers[1].value} here`);
    answers.forEach(({ seconds }, i) => { best[i] = Math.min(best[i], seconds); });
  }
  const [there, here] = best;
  console.log(`${game} ${graph}`.padEnd(24), `${there.toFixed(2)} s`.padStart(10), `${here.toFixed(2)} s`.padStart(10), `${(here / there).toFixed(1)}×`.padStart(7));
}
