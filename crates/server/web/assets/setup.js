/** The panel in which a game is set up: which game, on which board, who begins, who plays. It folds when play begins. */

import { ApiError, patiently, post } from './api.js';
import { catalogue, readCatalogue } from './catalogue.js';
import { $, count, h, refresh, toast } from './dom.js';
import { field, slider } from './fields.js';
import { galleryPart } from './gallery.js';
import { newGame, openGame, store } from './game.js';
import { readLine, readLink } from './notation.js';
import { isOwn, learnGame, listOwn, ownGames, ownTitle, unlistOwn } from './own.js';
import { buildGame, fillTemplate, gamePattern, readTemplate } from './patterns.js';
import { recentGames } from './recent.js';
import { playersPart } from './seats.js';

/** @typedef {import('./types.js').GameInfo} GameInfo */

const CONVENTIONS = [
  ['impartial', 'Both colour alike: last move wins'],
  ['partisan', 'A colour each: last move wins'],
  ['misere', 'Last move loses'],
  ['maker-breaker', 'Maker and breaker'],
  ['scoring', 'Score'],
];

/** Short names that the server reads beside the families. */
const SHORT_NAMES = ['K5', 'K3,3', 'C7', 'P4', 'Q3', 'Petersen'];

const { state } = store;

/**
 * The choices in the panel. A drawn board, or one from a file, has its own places.
 * @type {import('./types.js').Start}
 */
const wish = { game: 'icol', graph: 'grid:3x3', turn: undefined, colouring: undefined, layout: null };

export async function startSetup() {
  await readCatalogue();
  typedBoard();
  typedGame();
  boardButtons();
  const more = /** @type {HTMLDetailsElement} */ ($('setup-more'));
  more.open = !matchMedia('(max-width: 760px)').matches;
  store.watch(['start'], () => Object.assign(wish, { colouring: undefined, layout: null, turn: undefined, ...state.start }));
  store.watch(['start', 'seats', 'position', 'node', 'problem', 'described'], render);
  store.watch(['start'], () => void knowGame(state.start.game));
  store.watch(['setupOpen', 'tree', 'node', 'start'], fold);
  $('setup-toggle').addEventListener('click', () => store.set({ setupOpen: !isOpen() }));
  store.set({ start: state.start, position: state.position });
}

/** A game of one's own becomes known like the others. @param {string} game */
async function knowGame(game) {
  if (await learnGame(game)) store.set({ described: state.described + 1 });
}

const isOpen = () => state.setupOpen ?? state.tree.children.length === 0;

/** Folds the panel once play has begun, so that the board has more space. */
function fold() {
  const open = isOpen();
  $('setup').hidden = !open;
  $('page-play').classList.toggle('folded', !open);
  $('setup-toggle').setAttribute('aria-expanded', String(open));
  $('setup-toggle').textContent = open ? 'Fold' : 'Change';
}

/** Starts a new game with the choices in the panel. */
export const startNew = () => newGame({ ...wish });

/** Applies the choices; a game without moves is replaced at once, one with moves only on request. */
function changed() {
  if (state.tree.children.length) render();
  else void startNew();
}

function render() {
  const info = catalogue.gameInfo(wish.game);
  const family = familyOf(wish.graph);
  const { position, seats } = state;
  refresh($('setup-game'), [wish.game, info?.name, info?.title, ownGames()], () => gamePart(info));
  refresh($('setup-board'), [wish.graph, Boolean(info?.directed)], () => boardPart(info, family));
  refresh($('setup-players'), [position?.players, seats, wish.turn], () => playersPart(wish, changed));
  refresh($('setup-gallery'), wish.game, () => galleryPart(wish.game));
  refresh($('setup-recent'), recentGames().map(({ link }) => link), recentPart);
  const here = position?.graph.name === wish.graph;
  $('board-facts').textContent = here && position ? `${count(position.graph.order)} ${position.graph.order === 1 ? 'vertex' : 'vertices'}, ${count(position.graph.size)} ${position.graph.directed ? 'arcs' : position.graph.size === 1 ? 'edge' : 'edges'}` : '';
  const input = /** @type {HTMLInputElement} */ ($('graph-text'));
  if (document.activeElement !== input && !$('graph-problem').textContent) input.value = wish.graph;
  const gameText = /** @type {HTMLInputElement} */ ($('game-text'));
  if (document.activeElement !== gameText && !$('game-problem').textContent) gameText.value = wish.game;
  const differs = wish.game !== state.start.game || wish.graph !== state.start.graph || wish.turn !== state.start.turn;
  const waiting = differs && state.tree.children.length > 0;
  refresh($('setup-action'), waiting, () => [waiting && h('button', { type: 'button', class: 'primary', text: 'Start this game', onclick: () => void startNew() })]);
}

/** @param {GameInfo | null} info */
function gamePart(info) {
  const select = h('select', { id: 'game' });
  if (!info) select.append(h('option', { value: '', text: 'as typed below', selected: true }));
  for (const [convention, title] of CONVENTIONS) {
    const group = h('optgroup', { label: title });
    for (const game of catalogue.games.filter((each) => each.convention === convention)) {
      group.append(h('option', { value: game.name, selected: game === info, text: game.title }));
    }
    if (group.children.length) select.append(group);
  }
  const own = [...new Set([...ownGames().map(({ game }) => game), ...(isOwn(wish.game) ? [wish.game] : [])])];
  if (own.length) select.append(h('optgroup', { label: 'Your own games' }, ...own.map((game) => h('option', { value: game, selected: game === wish.game, text: ownTitle(game).slice(0, 48) }))));
  select.append(h('optgroup', { label: 'Another' }, h('option', { value: MAKE, text: 'Make a game…' })));
  select.addEventListener('change', () => {
    if (select.value === MAKE) {
      select.value = info ? (isOwn(wish.game) ? wish.game : info.name) : '';
      void makeGame();
    } else chooseGame(select.value);
  });
  const parts = [h('h2', { text: 'Game' }), field('Game', select, true)];
  if (!info) return parts;
  if (isOwn(wish.game)) parts.push(ownButtons());
  const { values, flags } = gamePattern(info.name, wish.game) ?? { values: {}, flags: {} };
  const rebuild = () => {
    wish.game = buildGame(info.name, values, flags);
    changed();
  };
  for (const parameter of info.parameters) {
    parts.push(slider(`game-${parameter.name}`, gameWords(parameter.name), parameter, Number(values[parameter.name] ?? parameter.default), (value) => {
      values[parameter.name] = String(value);
      rebuild();
    }));
  }
  for (const flag of Object.keys(flags)) {
    const box = h('input', { type: 'checkbox', id: `flag-${flag}`, checked: flags[flag] });
    box.addEventListener('change', () => {
      flags[flag] = box.checked;
      rebuild();
    });
    parts.push(h('label', { class: 'check' }, box, FLAGS[flag] ?? flag));
  }
  parts.push(h('p', { class: 'paper', text: info.paper }));
  return parts;
}

/** The entry of the list that opens the page for making a game; no game has this name. */
const MAKE = '+';

async function makeGame() {
  const { openMaker } = await import('./make.js');
  openMaker(wish.game, (game) => void chooseOwn(game));
}

function ownButtons() {
  const listed = ownGames().some(({ game }) => game === wish.game);
  const change = h('button', { type: 'button', id: 'own-change', text: 'Change it…', onclick: () => void makeGame() });
  const take = h('button', { type: 'button', id: 'own-list', text: listed ? 'Take off the list' : 'Put on the list', onclick: () => {
    const { game } = wish;
    const name = ownTitle(game);
    if (!listed) listOwn(game);
    else {
      unlistOwn(game);
      toast('Taken off the list.', { text: 'Undo', act: () => {
        listOwn(game, name);
        render();
      } });
    }
    render();
  } });
  return h('div', { class: 'row' }, change, take);
}

/** @param {string} game */
async function chooseOwn(game) {
  await knowGame(game);
  fitBoard(catalogue.gameInfo(game));
  Object.assign(wish, { game, turn: undefined, colouring: undefined });
  changed();
}

/** A game on digraphs needs one, and the other way round. @param {GameInfo | null} info */
function fitBoard(info) {
  const before = catalogue.gameInfo(wish.game);
  if (!info || !before) return;
  if (before.directed !== info.directed) Object.assign(wish, { graph: info.directed ? 'dipath:7' : 'grid:3x3', layout: null });
  if (info.copies > 1 && before.copies === 1) wish.graph = 'path:4';
}

/** Variants of games in words. @type {Record<string, string>} */
const FLAGS = { normal: 'last move wins', 'alice-skips': 'Alice may skip', 'bob-skips': 'Bob may skip', 'maker-breaker': 'as maker and breaker' };

/** @param {string} name */
const gameWords = (name) => ({ K: 'Colours', M: 'Colours', D: 'Distance' })[name] ?? name;

/** @param {string} name  of the list, or a description */
function chooseGame(name) {
  if (isOwn(name)) {
    void chooseOwn(name);
    return;
  }
  const info = catalogue.games.find((game) => game.name === name);
  if (!info) return;
  fitBoard(info);
  Object.assign(wish, { game: info.example, turn: undefined, colouring: undefined });
  changed();
}

/**
 * @param {GameInfo | null} info
 * @param {ReturnType<typeof familyOf>} family
 */
function boardPart(info, family) {
  const select = h('select', { id: 'family' });
  select.append(h('option', { value: '', text: family ? 'as typed' : wish.graph.slice(0, 40), selected: !family }));
  for (const each of catalogue.families.filter((one) => one.parameters.length && one.directed === Boolean(info?.directed))) {
    select.append(h('option', { value: each.name, selected: each === family?.info, text: each.name.replaceAll('-', ' ') }));
  }
  const use = (/** @type {string} */ graph) => {
    Object.assign(wish, { graph, layout: null, colouring: undefined });
    changed();
  };
  select.addEventListener('change', () => {
    const chosen = catalogue.families.find((each) => each.name === select.value);
    if (chosen) use(fillTemplate(chosen.template, Object.fromEntries(chosen.parameters.map((p) => [p.name, String(p.default)]))));
  });
  const parts = [h('h2', { text: 'Board' }), field('Family', select, true)];
  if (!family) return parts;
  for (const parameter of family.info.parameters) {
    parts.push(slider(`family-${parameter.name}`, boardWords(parameter.name), parameter, Number(family.values[parameter.name]), (value) => {
      family.values[parameter.name] = String(value);
      use(fillTemplate(family.info.template, family.values));
    }));
  }
  parts.push(h('p', { class: 'about' }, h('code', { text: family.info.pattern }), ` ${family.info.summary}`));
  return parts;
}

/** A parameter that is not always the same thing is called as the pattern calls it. @param {string} name */
const boardWords = (name) => ({ R: 'Rows', C: 'Columns', P: 'Probability', SEED: 'Seed' })[name] ?? name;

/** The field stays as it is: what was typed is kept, and a message stands beside it. */
function typedBoard() {
  const input = /** @type {HTMLInputElement} */ ($('graph-text'));
  const problem = $('graph-problem');
  const examples = [...SHORT_NAMES, ...catalogue.families.map((family) => family.example)];
  $('graph-names').replaceChildren(...examples.map((value) => h('option', { value })));
  typed(input, problem, (text) => (text === wish.graph ? null : understand(text)));
}

/** The game as text, which can be one of the reader's own: `own:colours=2:forbid=same/2`. */
function typedGame() {
  const input = /** @type {HTMLInputElement} */ ($('game-text'));
  typed(input, $('game-problem'), async (text) => {
    const game = text.replaceAll(/\s/g, '');
    if (game === wish.game) return null;
    await patiently(new AbortController().signal, () => post('/position', { game, graph: wish.graph }));
    listOwn(game);
    return { ...wish, game, turn: undefined, colouring: undefined };
  });
}

/**
 * A field whose text becomes the set-up once the server has understood it.
 * @param {HTMLInputElement} input
 * @param {HTMLElement} problem  where it says what is wrong
 * @param {(text: string) => Promise<import('./types.js').Start | null> | null} read
 */
function typed(input, problem, read) {
  const say = (/** @type {string} */ words) => {
    problem.textContent = words;
    input.setAttribute('aria-invalid', String(Boolean(words)));
  };
  const set = async () => {
    const text = input.value.trim();
    try {
      const start = text ? await read(text) : null;
      if (input.value.trim() !== text) return;
      say('');
      if (!start) return;
      Object.assign(wish, start);
      changed();
    } catch (error) {
      say(error instanceof ApiError ? error.words : String(error));
    }
  };
  input.addEventListener('change', () => void set());
  input.addEventListener('input', () => say(''));
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') void set();
  });
}

/**
 * A graph, or a whole position, as it was typed. Bare graph6, sparse6 and digraph6 may stand without the name of
 * their format. Text that the server refuses is thrown as an error.
 * @param {string} text
 * @returns {Promise<import('./types.js').Start>}
 */
async function understand(text) {
  const plain = { game: wish.game, turn: wish.turn, colouring: undefined, layout: null };
  const whole = catalogue.gameInfo(text.split(/\s+/)[0]) && /\s/.test(text);
  const format = text.startsWith('&') ? 'd6' : text.startsWith(':') ? 's6' : 'g6';
  const graphs = /[\s:(]/.test(text.slice(1)) ? [text] : [text, `${format}:${text}`];
  const ways = whole ? [{ ...plain, ...readLine(text) }] : graphs.map((graph) => ({ ...plain, graph }));
  /** @type {unknown} */
  let refused;
  for (const { layout, ...position } of ways) {
    try {
      await patiently(new AbortController().signal, () => post('/position', position));
      return { ...position, layout };
    } catch (error) {
      refused ??= error;
    }
  }
  throw refused;
}

function boardButtons() {
  const file = /** @type {HTMLInputElement} */ ($('graph-file'));
  file.addEventListener('change', () => {
    const [chosen] = file.files ?? [];
    if (chosen) void openFile(chosen);
  });
  $('open-file').addEventListener('click', () => file.click());
  $('draw').addEventListener('click', async () => {
    const { openEditor } = await import('./draw.js');
    openEditor(Boolean(catalogue.gameInfo(wish.game)?.directed), useDrawn);
  });
}

/**
 * @param {string} graph
 * @param {import('./types.js').Point[]} layout
 * @param {boolean} directed
 */
function useDrawn(graph, layout, directed) {
  const game = catalogue.gameOn(wish.game, directed);
  Object.assign(wish, { game, graph, layout, colouring: undefined, turn: undefined });
  void startNew();
}

/** @param {File} file  a graph, or a game that was exported */
async function openFile(file) {
  const text = await file.text();
  try {
    const saved = file.name.endsWith('.json') ? JSON.parse(text) : null;
    if (saved?.link && readLink(saved.link)) {
      location.hash = saved.link;
      return;
    }
    const graph = await post('/graph', { text });
    const game = catalogue.gameOn(wish.game, graph.directed);
    Object.assign(wish, { game, graph: graph.name, layout: null, colouring: undefined, turn: undefined });
    void startNew();
  } catch (error) {
    store.set({ problem: `${file.name}: ${error instanceof ApiError ? error.words : error}` });
  }
}

/** @param {string} graph */
function familyOf(graph) {
  for (const info of catalogue.families) {
    const values = info.parameters.length ? readTemplate(info.template, graph) : null;
    if (values) return { info, values };
  }
  return null;
}

/** Games that were left, the last one first. */
function recentPart() {
  const games = recentGames();
  if (!games.length) return [];
  const items = games.slice(0, 8).map(({ link, line, moves }) => {
    const title = `${line}, ${moves} ${moves === 1 ? 'move' : 'moves'}`;
    return h('li', {}, h('button', { type: 'button', class: 'recent', title, text: title, onclick: () => void openGame(link) }));
  });
  return [h('h2', { text: 'Recent games' }), h('ul', { class: 'recent-list' }, ...items)];
}
