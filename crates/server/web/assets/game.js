/**
 * The game on the board: what is played, by whom, and which line is shown. All actions of the page are here.
 *
 * The page holds the game (start and tree of moves), in memory, in the address and in local storage. The server is asked
 * about positions and may become unreachable at any time: nothing is lost, since the requests are repeated.
 */

import { ApiError, get, patiently, post } from './api.js';
import { analyse, analysisOf, heightOf, reopenAnalysis } from './analysis.js';
import { announce, toast } from './dom.js';
import { cellName, readLink, readMove, SKIP, writeLink, writeMove } from './notation.js';
import { rememberGame } from './recent.js';
import { createStore } from './store.js';
import { addMove, createTree, lineTo, movesTo, promote, removeFrom, wholeLine } from './tree.js';

/** @typedef {import('./types.js').Position} Position */
/** @typedef {import('./types.js').Start} Start */
/** @typedef {import('./types.js').Seat} Seat */
/** @typedef {import('./tree.js').Node} Node */

const SAVED = 'chromex-game';
export const SECONDS = 10;

const root = createTree();

export const store = createStore({
  /** @type {Start} */ start: { game: 'icol', graph: 'grid:3x3' },
  tree: root,
  node: root,
  /** @type {Position | null} */ position: null,
  /** @type {Seat[]} */ seats: ['human', 'engine'],
  /** @type {import('./types.js').Analysis | null} */ analysis: null,
  /** @type {import('./types.js').Explanation | null} */ explanation: null,
  /** @type {import('./types.js').Hint | null} */ hint: null,
  /** @type {string | null} who is thinking about a move */ thinking: null,
  /** @type {string | null} */ problem: null,
  /** @type {{moves: string[], values: string[], words: string} | null} */ principal: null,
  /** @type {number | null} the vertex that a list points at */ pointed: null,
  /** @type {import('./types.js').Edit | null} the position that is being made by hand */ editing: null,
  /** @type {boolean | null} whether the set-up is unfolded; null: as long as nothing is played */ setupOpen: null,
  /** whether the values of a finished game are still being computed */ reviewing: false,
  /** how many games described by the user are known */ described: 0,
  values: true,
  components: true,
  strategyMarks: true,
  numbers: localStorage.getItem('chromex-numbers') !== 'false',
  arranging: false,
});

const { state } = store;
/** @type {WeakMap<Node, Position>} */
const positions = new WeakMap();
let current = new AbortController();

/**
 * The position at a node, as the server expects it.
 * @param {Node} node
 */
export function request(node) {
  const { game, graph, colouring, turn } = state.start;
  return { game, graph, colouring, turn, moves: movesTo(node) };
}

const playsItself = (/** @type {Seat} */ seat) => seat !== 'human';

const thisLink = () => writeLink({ start: state.start, tree: state.tree, at: state.node, seats: state.seats });

/**
 * Saves the game so that it is still there after a reload.
 * @param {boolean} [another]  whether it is another game than before, so that Back goes back to that
 */
export function save(another = false) {
  const link = thisLink();
  try {
    localStorage.setItem(SAVED, link);
  } catch { /* a full or forbidden storage loses nothing but this */ }
  if (location.hash && !location.hash.startsWith('#/play')) return;
  if (another) history.pushState(null, '', link);
  else history.replaceState(null, '', link);
}

export const shareLink = () => new URL(thisLink(), location.href).href;

/**
 * Puts the game of a link on the board.
 * @param {string} link
 * @returns {Promise<boolean>} whether it holds one; its start alone is shown if a move of it is not legal
 */
async function open(link) {
  const saved = readLink(link);
  if (!saved) return false;
  store.set({ start: saved.start, tree: saved.tree, seats: saved.seats, node: saved.at, setupOpen: null, editing: null, ...(saved.practice ? { values: false } : {}) });
  if (await show(saved.at, Boolean(saved.go))) return true;
  const { problem } = state;
  const tree = createTree();
  store.set({ tree });
  if (!(await show(tree, false))) {
    store.set({ start: { game: 'icol', graph: 'grid:3x3' } });
    await show(tree, false);
  }
  store.set({ problem });
  return true;
}

/**
 * Opens another game and remembers the one on the board.
 * @param {string} link
 */
export async function openGame(link) {
  rememberGame(thisLink());
  await open(link);
}

/** The game of the address, or the one saved, or the first one. */
export async function restore() {
  for (const source of [location.hash, localStorage.getItem(SAVED) ?? '']) {
    try {
      if (await open(source)) return;
    } catch (error) {
      toast(`The link does not hold a game: ${error instanceof Error ? error.message : error}`);
    }
  }
  await show(state.node, false);
}

/** A link was followed, or Back was pressed. */
export async function followAddress() {
  if (location.hash === thisLink()) return;
  rememberGame(thisLink());
  await restore();
}

/**
 * A new game; with an engine to begin, it begins. Nothing changes if the server refuses it, and the game that it
 * replaces can be restored.
 * @param {Start} start
 * @returns {Promise<boolean>} whether the server accepts it
 */
export async function newGame(start) {
  const { game, graph, colouring, turn } = start;
  const left = thisLink();
  const played = state.tree.children.length > 0;
  try {
    await patiently(new AbortController().signal, () => post('/position', { game, graph, colouring, turn }));
  } catch (error) {
    store.set({ problem: error instanceof ApiError ? error.words : String(error) });
    return false;
  }
  if (played) {
    rememberGame(left);
    toast('A new game.', { text: 'Undo', act: () => void openGame(left) });
  }
  const tree = createTree();
  store.set({ start, tree, node: tree, principal: null, setupOpen: null, editing: null });
  if (played) save(true);
  return show(tree, true);
}

/**
 * Puts a node on the board: asks for its position, its values, and the move of an engine if `goOn`.
 * @param {Node} node
 * @param {boolean} goOn  whether an engine to move should move
 */
async function show(node, goOn) {
  current.abort();
  current = new AbortController();
  const { signal } = current;
  if (node.parent) node.parent.last = node;
  store.set({ node, hint: null, thinking: null, reviewing: false, problem: null, analysis: analysisOf(node), principal: null });
  save();
  try {
    const position = positions.get(node) ?? { ...(await patiently(signal, () => post('/position', request(node), signal))), asked: { game: state.start.game, graph: state.start.graph } };
    positions.set(node, position);
    store.set({ position });
    if (position.over) {
      noteEnd(node, position);
      announce(endWords(position, state.seats));
    }
  } catch (error) {
    if (signal.aborted) return true;
    store.set({ problem: error instanceof ApiError ? error.words : String(error) });
    return false;
  }
  void work(node, goOn, signal);
  return true;
}

/**
 * Analyses the position that is shown.
 * @param {Node} node
 * @param {boolean} goOn
 * @param {AbortSignal} signal
 */
async function work(node, goOn, signal) {
  const { position, seats } = state;
  if (!position || signal.aborted) return;
  void explain(node, signal);
  if (goOn && !position.over && playsItself(seats[position.turn])) {
    await engineMove(node, signal);
    return;
  }
  if (state.values && !position.over) await evaluate(node, signal);
  await fillChart(node, signal);
}

/**
 * @param {Node} node
 * @param {AbortSignal} signal
 * @param {number} [seconds]
 */
async function evaluate(node, signal, seconds = SECONDS) {
  search = new AbortController();
  const analysis = await analyse(node, { ...request(node), seconds }, { gone: signal, stop: search.signal }, (news) => {
    if (state.node === node) store.set({ analysis: { ...news } });
  });
  keepValues(node, analysis);
}
let search = new AbortController();

/** Stops the search; what it has found stays. */
export const stopSearch = () => search.abort();

/** Continues the search for as long as the server allows. */
export async function searchOn() {
  const { node } = state;
  const { signal } = current;
  const { limits } = await patiently(signal, () => get('/about', signal));
  reopenAnalysis(node);
  await evaluate(node, signal, limits.seconds);
}

/**
 * The values of the position and of those after each move, for the move list and the chart.
 * @param {Node} node
 * @param {import('./types.js').Analysis} analysis
 */
function keepValues(node, analysis) {
  const { position } = state;
  if (!position || !analysis.answer) return;
  note(node, analysis.answer);
  for (const child of node.children) {
    const move = analysis.moves.get(child.move);
    if (move && child.value === null) note(child, { value: move.value });
  }
  store.set({ tree: state.tree });
}

/**
 * @param {Node} node
 * @param {{value: string | null, outcome?: string | null, mean?: string | null}} answer
 */
function note(node, answer) {
  const convention = state.position?.convention ?? '';
  node.value = answer.value ?? answer.outcome ?? null;
  node.height = heightOf(convention, answer) ?? node.height;
}

/**
 * The result of a finished game, by the rules alone.
 * @param {Node} node
 * @param {Position} position
 */
function noteEnd(node, { over, convention, players }) {
  if (!over) return;
  const winner = over.winner === null ? 'draw' : players[over.winner];
  if (convention === 'impartial') note(node, { value: '*0' });
  else if (over.score !== undefined && over.score !== null) note(node, { value: over.score > 0 ? `+${over.score}` : String(over.score) });
  else if (convention === 'maker-breaker') note(node, { value: winner });
  store.set({ tree: state.tree });
}

/**
 * Computes the values of the line's positions that have none yet, one after the other.
 * @param {Node} node
 * @param {AbortSignal} signal
 */
async function fillChart(node, signal) {
  const over = Boolean(state.position?.over);
  // The values of a finished game are computed even if they were hidden.
  if (!state.values && !over) return;
  store.set({ reviewing: over });
  for (const each of wholeLine(node)) {
    if (signal.aborted) return;
    const known = over ? analysisOf(each) : each.value !== null;
    if (known || each === node) continue;
    const analysis = await analyse(each, { ...request(each), seconds: 2 }, { gone: signal }, () => {});
    if (!signal.aborted) keepValues(each, analysis);
  }
  store.set({ reviewing: false });
}

/**
 * @param {Node} node
 * @param {Seat} by
 * @returns {object} the question what `by` would play here
 */
const question = (node, by) => {
  const { game, graph, colouring, turn } = state.start;
  return { ...request(node), start: { game, graph, colouring, turn }, played: movesTo(node), by, seconds: SECONDS };
};

/**
 * @param {Node} node
 * @param {AbortSignal} signal
 */
async function engineMove(node, signal) {
  const { position, seats } = state;
  if (!position) return;
  const by = seats[position.turn];
  store.set({ thinking: by });
  const began = performance.now();
  try {
    const reply = await patiently(signal, () => post('/reply', question(node, by), signal));
    // A move that comes at once is hard to follow, above all if two engines play.
    await pause(450 - (performance.now() - began), signal);
    const child = addMove(node, reply.move);
    child.by = by;
    child.note = reply.case ?? reply.explanation?.case ?? null;
    announceMove(position, reply.move, by);
    store.set({ position: optimistic(position, reply.move), explanation: reply.explanation ?? null, tree: state.tree });
    await show(child, true);
  } catch (error) {
    if (signal.aborted) return;
    const words = error instanceof ApiError ? error.words : String(error);
    // A strategy that does not apply to this game cannot play.
    const seats = by === 'engine' ? state.seats : state.seats.map((seat) => (seat === by ? 'human' : seat));
    store.set({ thinking: null, seats, problem: by === 'engine' ? words : `${words}. You play its side now` });
    if (state.values) await evaluate(node, signal);
  }
}

/**
 * @param {number} milliseconds
 * @param {AbortSignal} signal
 */
async function pause(milliseconds, signal) {
  if (milliseconds > 0) await new Promise((resolve) => setTimeout(resolve, milliseconds));
  signal.throwIfAborted();
}

/**
 * How the chosen strategy describes the position.
 * @param {Node} node
 * @param {AbortSignal} signal
 */
async function explain(node, signal) {
  const by = state.seats.find((seat) => playsItself(seat) && seat !== 'engine');
  if (!by) {
    store.set({ explanation: null });
    return;
  }
  try {
    const view = await patiently(signal, () => post('/explain', question(node, by), signal));
    if (!signal.aborted) store.set({ explanation: view.explanation ?? view });
  } catch {
    if (!signal.aborted) store.set({ explanation: null });
  }
}

/**
 * The position after a move, before the server has confirmed it: nothing is legal yet.
 * @param {Position} position
 * @param {string} move
 * @returns {Position}
 */
function optimistic(position, move) {
  const played = readMove(position, move);
  const colouring = [...position.colouring];
  if (played) colouring[played.cell] = played.colour;
  return { ...position, colouring, turn: 1 - position.turn, legal: [], skip: false, components: [], marks: null };
}

/**
 * Plays a legal move by hand.
 * @param {number} cell
 * @param {number} colour
 */
export function play(cell, colour) {
  if (state.position) make(writeMove(state.position, cell, colour));
}

/** Skips a turn by hand, where the game allows it. */
export function skip() {
  if (state.position?.skip) make(SKIP);
}

/** @param {string} move */
function make(move) {
  const { position, node } = state;
  if (!position || position.over) return;
  announceMove(position, move, null);
  store.set({ position: optimistic(position, move), tree: state.tree });
  void show(addMove(node, move), true);
}

/**
 * @param {Position} position
 * @param {string} move
 * @param {Seat | null} by
 */
function announceMove(position, move, by) {
  const who = position.players[position.turn];
  if (move === SKIP) announce(`${who} skips.`);
  const played = readMove(position, move);
  if (!played) return;
  const name = position.palette[played.colour - 1].name;
  announce(`${who}${by ? `, ${seatName(by)},` : ''} colours vertex ${cellName(position, played.cell)} ${name}.`);
}

/** @param {Seat} seat */
export const seatName = (seat) => (seat === 'engine' ? 'the engine' : seat === 'human' ? 'you' : `the strategy ${seat}`);

/**
 * How the game ended, addressed to the person who played, if exactly one did.
 * @param {Position} position
 * @param {Seat[]} seats
 */
export function endWords({ over, players, convention, turn }, seats) {
  if (!over) return '';
  const score = over.score ?? null;
  const by = score ? ` by ${Math.abs(score)}` : '';
  if (over.winner === null) return score === null || score === 0 ? 'A draw.' : `The game is over: ${score}.`;
  const why = convention === 'impartial' || convention === 'partisan' ? `: ${players[turn]} cannot move` : by;
  const alone = seats.filter((seat) => seat === 'human').length === 1;
  const you = alone ? `You ${seats[over.winner] === 'human' ? 'won' : 'lost'}. ` : '';
  return `${you}${players[over.winner]} wins${why}.`;
}

/** @param {Node} node */
export const goTo = (node) => show(node, false);

/** Goes back to the last position in which a person is to move, or one move if the engine plays no side. */
export function undo() {
  let { node } = state;
  if (!node.parent) return;
  const machine = state.seats.some(playsItself) && state.seats.includes('human');
  do node = /** @type {Node} */ (node.parent);
  while (machine && node.parent && playsItself(seatAt(node)));
  void show(node, false);
  announce('Taken back.');
}

export function redo() {
  let { node } = state;
  if (!node.children.length) return;
  const machine = state.seats.some(playsItself) && state.seats.includes('human');
  do node = node.last ?? node.children[0];
  while (machine && node.children.length && playsItself(seatAt(node)));
  void show(node, false);
  announce('Played again.');
}

/**
 * Who is to move at a node.
 * @param {Node} node
 */
export function seatAt(node) {
  const { position, node: here, seats } = state;
  const distance = lineTo(node).length - lineTo(here).length;
  return seats[((position?.turn ?? 0) + Math.abs(distance)) % 2];
}

/**
 * One move back or forth, whoever made it.
 * @param {-1 | 1} direction
 */
export function step(direction) {
  const { node } = state;
  const next = direction < 0 ? node.parent : (node.last ?? node.children[0]);
  if (next) void show(next, false);
}

/** Lets the engine or strategy that is to move play now. */
export function letMove() {
  void show(state.node, true);
}

/** @param {Seat[]} seats */
export function setSeats(seats) {
  store.set({ seats });
  void show(state.node, true);
}

/**
 * Whether a strategy can play here at all.
 * @param {Seat} seat
 * @returns {Promise<string | null>} why not
 */
export async function unsuitable(seat) {
  if (seat === 'human' || seat === 'engine') return null;
  try {
    await patiently(new AbortController().signal, () => post('/explain', question(state.tree, seat)));
    return null;
  } catch (error) {
    return error instanceof ApiError ? error.words : String(error);
  }
}

export const swapSides = () => setSeats([state.seats[1], state.seats[0]]);

/** Shows a best move. */
export async function hint() {
  const { node, position } = state;
  if (!position || position.over) return;
  const { signal } = current;
  announce('Looking for a good move.');
  try {
    const reply = await patiently(signal, () => post('/reply', question(node, 'engine'), signal));
    if (state.node !== node) return;
    store.set({ hint: reply.cell === null ? null : { cell: reply.cell, colour: reply.colour, best: reply.best } });
    toast(reply.best ? `Try ${reply.move}: ${reply.words}` : `No move is known to be best. ${reply.move}: ${reply.words}`);
  } catch (error) {
    if (!signal.aborted) toast(error instanceof ApiError ? error.words : String(error));
  }
}

/** One line of best play from here. */
export async function principalLine() {
  const { node } = state;
  const { signal } = current;
  try {
    const line = await patiently(signal, () => post('/line', { ...request(node), seconds: SECONDS }, signal));
    if (state.node === node) store.set({ principal: line });
  } catch (error) {
    if (!signal.aborted) toast(error instanceof ApiError ? error.words : String(error));
  }
}

/** Adds the principal line to the tree, as moves that can be walked through. */
export function keepPrincipal() {
  let at = state.node;
  for (const move of state.principal?.moves ?? []) at = addMove(at, move);
  store.set({ tree: state.tree });
  save();
}

/**
 * Plays moves from here on, one after the other, and shows the last.
 * @param {string[]} moves
 */
export function playLine(moves) {
  let at = state.node;
  for (const move of moves) at = addMove(at, move);
  store.set({ tree: state.tree });
  void show(at, true);
}

/**
 * Deletes a move and what follows it; this can be undone.
 * @param {Node} node
 */
export function forget(node) {
  const before = thisLink();
  rememberGame(before);
  const within = lineTo(state.node).includes(node);
  const parent = removeFrom(node);
  store.set({ tree: state.tree });
  if (within) void show(parent, false);
  else save();
  toast(`${node.move} and what follows is deleted.`, { text: 'Undo', act: () => void open(before) });
}

/**
 * The user's comment on a move.
 * @param {Node} node
 * @param {{comment?: string | null, mark?: string | null}} words
 */
export function annotate(node, words) {
  Object.assign(node, words);
  store.set({ tree: state.tree });
  save();
}

/** @param {Node} node */
export function makeMain(node) {
  promote(node);
  store.set({ tree: state.tree });
  save();
}

/** @param {boolean} values */
export function showValues(values) {
  store.set({ values });
  void show(state.node, false);
}

/**
 * The reason why a colour is not allowed at a vertex.
 * @param {number} cell
 * @param {number} colour
 * @returns {Promise<string>}
 */
export async function why(cell, colour) {
  const answer = await post('/why', { ...request(state.node), cell, colour });
  return answer.legal ? 'it is allowed' : (answer.reason ?? 'the rules do not allow it');
}
