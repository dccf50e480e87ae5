/** The panel in which a game is set up: which game, on which board, who begins, who plays. */

import { ApiError, get, patiently, post } from './api.js';
import { $, h } from './dom.js';
import { openEditor } from './draw.js';
import { newGame, setSeats, store } from './game.js';
import { readLine, readLink } from './notation.js';
import { buildGame, fillTemplate, gamePattern, readTemplate } from './patterns.js';

/** @typedef {import('./types.js').GameInfo} GameInfo */
/** @typedef {import('./types.js').FamilyInfo} FamilyInfo */
/** @typedef {import('./types.js').StrategyInfo} StrategyInfo */
/** @typedef {import('./types.js').Parameter} Parameter */

/** What there is to choose from, as the server tells. */
export const catalogue = {
  /** @type {GameInfo[]} */ games: [],
  /** @type {FamilyInfo[]} */ families: [],
  /** @type {StrategyInfo[]} */ strategies: [],
  /** @param {string} name  such as `colouring:4` */
  gameInfo(name) {
    return this.games.find((game) => gamePattern(game.name, name)) ?? null;
  },
};

const CONVENTIONS = [
  ['impartial', 'Both colour alike: last move wins'],
  ['partisan', 'A colour each: last move wins'],
  ['misere', 'Last move loses'],
  ['maker-breaker', 'Maker and breaker'],
  ['scoring', 'Score'],
];

/** What the panel says now. A drawn board or one from a file brings its places along. */
const wish = {
  game: 'icol',
  graph: 'grid:3x3',
  /** @type {string | undefined} */ turn: undefined,
  /** @type {string | undefined} */ colouring: undefined,
  /** @type {import('./types.js').Point[] | null} */ layout: null,
};

export async function startSetup() {
  const forever = new AbortController().signal;
  const [games, families, strategies] = await Promise.all(['/games', '/families', '/strategies'].map((path) => patiently(forever, () => get(path))));
  Object.assign(catalogue, { games, families, strategies });
  store.watch(['start', 'seats'], () => render());
  store.watch(['node', 'position', 'problem'], () => showAction());
  store.watch(['position'], () => {
    const players = store.state.position?.players.join() ?? '';
    if (players === shownPlayers) return;
    shownPlayers = players;
    render(false);
  });
  store.set({ start: store.state.start, position: store.state.position });
}

/** The names of the players that the panel shows: known only once the server has answered. */
let shownPlayers = '';

/** A new game as the panel says. */
export const startNew = () => newGame({ ...wish });

/** Takes the panel's wishes; a game without moves is replaced at once, one with moves only when asked. */
function changed() {
  if (store.state.node.parent || store.state.tree.children.length) {
    showAction();
    render(false);
  } else void startNew();
}

/** @param {boolean} [adopt]  whether the panel should show the game on the board */
function render(adopt = true) {
  if (adopt) Object.assign(wish, { colouring: undefined, layout: null, ...store.state.start });
  const info = catalogue.gameInfo(wish.game);
  // The field being dragged or typed in must survive.
  const active = document.activeElement instanceof HTMLElement ? document.activeElement.id : '';
  $('setup').replaceChildren(gamePart(info), boardPart(info), playersPart(), h('div', { id: 'setup-action' }));
  if (active && active !== document.activeElement?.id) document.getElementById(active)?.focus({ preventScroll: true });
  showAction();
}

function showAction() {
  const place = document.getElementById('setup-action');
  if (!place) return;
  const { start, tree } = store.state;
  const differs = wish.game !== start.game || wish.graph !== start.graph || wish.turn !== start.turn;
  const waiting = differs && tree.children.length > 0;
  place.replaceChildren(...(waiting ? [h('button', { type: 'button', class: 'primary', text: 'Start this game', onclick: () => void startNew() })] : []));
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
  select.addEventListener('change', () => chooseGame(select.value));
  const parts = [h('h2', { text: 'Game' }), field('Game', select, true)];
  if (info) {
    const { values, flags } = gamePattern(info.name, wish.game) ?? { values: {}, flags: {} };
    const rebuild = () => {
      wish.game = buildGame(info.name, values, flags);
      changed();
    };
    for (const parameter of info.parameters) {
      parts.push(slider(`game-${parameter.name}`, words(parameter.name), parameter, Number(values[parameter.name] ?? parameter.default), (value) => {
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
      parts.push(h('label', { class: 'check' }, box, flag === 'normal' ? 'last move wins' : flag));
    }
    parts.push(h('p', { class: 'about', text: info.summary }), h('p', { class: 'paper', text: info.paper }));
  }
  parts.push(typedGame());
  return h('div', { class: 'part' }, ...parts);
}

/** The game as text, which can be one of the reader's own: `own:colours=2:forbid=same/2`. */
function typedGame() {
  const input = h('input', { id: 'game-text', type: 'text', value: wish.game, spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off', 'aria-label': 'Game as text: a name, or a game of your own' });
  input.addEventListener('change', () => {
    const text = input.value.replaceAll(/\s/g, '');
    if (!text || text === wish.game) return;
    Object.assign(wish, { game: text, turn: undefined, colouring: undefined });
    changed();
  });
  return field('As text', input, false);
}

/** @param {string} name */
const words = (name) => ({ K: 'Colours', M: 'Colours', D: 'Distance' })[name] ?? name;

/** @param {string} name */
function chooseGame(name) {
  const info = catalogue.games.find((game) => game.name === name);
  if (!info) return;
  const before = catalogue.gameInfo(wish.game);
  wish.game = info.example;
  wish.turn = undefined;
  // A game on digraphs needs one, and the other way round.
  if (before && before.directed !== info.directed) {
    wish.graph = info.directed ? 'dipath:7' : 'grid:3x3';
    wish.layout = null;
  }
  if (info.copies > 1 && before?.copies === 1) wish.graph = 'path:4';
  changed();
}

/** @param {GameInfo | null} info */
function boardPart(info) {
  const select = h('select', { id: 'family' });
  const family = familyOf(wish.graph);
  select.append(h('option', { value: '', text: 'as typed below', selected: !family }));
  for (const each of catalogue.families.filter((one) => one.parameters.length && one.directed === Boolean(info?.directed))) {
    select.append(h('option', { value: each.name, selected: each === family?.info, text: each.name.replaceAll('-', ' ') }));
  }
  select.addEventListener('change', () => {
    const chosen = catalogue.families.find((each) => each.name === select.value);
    if (!chosen) return;
    wish.graph = fillTemplate(chosen.template, Object.fromEntries(chosen.parameters.map((p) => [p.name, String(p.default)])));
    wish.layout = null;
    changed();
  });
  const parts = [h('h2', { text: 'Board' }), field('Family', select, true)];
  if (family) {
    for (const parameter of family.info.parameters) {
      parts.push(slider(`family-${parameter.name}`, parameterWords(parameter.name), parameter, Number(family.values[parameter.name]), (value) => {
        family.values[parameter.name] = String(value);
        wish.graph = fillTemplate(family.info.template, family.values);
        wish.layout = null;
        changed();
      }));
    }
    parts.push(h('p', { class: 'about', text: family.info.summary }));
  }
  parts.push(typedBoard(), boardButtons(info));
  return h('div', { class: 'part' }, ...parts);
}

/** @param {string} name */
const parameterWords = (name) => ({ R: 'Rows', C: 'Columns', N: 'Vertices', P: 'Probability' })[name] ?? name;

function typedBoard() {
  const input = h('input', { id: 'graph-text', type: 'text', value: wish.graph, spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off', 'aria-label': 'Board as text: a family, graph6, or a whole position' });
  const set = () => {
    const text = input.value.trim();
    if (!text || text === wish.graph) return;
    // A whole position may be pasted too.
    if (/\s/.test(text)) Object.assign(wish, { colouring: undefined, turn: undefined, layout: null }, readLine(text));
    else Object.assign(wish, { graph: withFormat(text), layout: null, colouring: undefined });
    changed();
  };
  input.addEventListener('change', set);
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') set();
  });
  return field('As text', input, false);
}

/**
 * A graph as it is typed: bare graph6, sparse6 and digraph6 get the name of their format.
 * @param {string} text
 */
function withFormat(text) {
  if (text.startsWith('&')) return `d6:${text}`;
  if (text.startsWith(':')) return `s6:${text}`;
  return /[:(]/.test(text) ? text : `g6:${text}`;
}

/** @param {GameInfo | null} info */
function boardButtons(info) {
  const file = h('input', { type: 'file', id: 'graph-file', class: 'hidden', accept: '.g6,.s6,.d6,.col,.txt,.edges,.json,text/*', tabindex: -1, 'aria-hidden': 'true' });
  file.addEventListener('change', () => {
    const [chosen] = file.files ?? [];
    if (chosen) void openFile(chosen);
  });
  return h('div', { class: 'row' },
    h('button', { type: 'button', id: 'draw', text: 'Draw…', onclick: () => openEditor(Boolean(info?.directed), useDrawn) }),
    h('button', { type: 'button', id: 'open-file', text: 'Open a file…', onclick: () => file.click() }), file);
}

/**
 * @param {string} graph
 * @param {import('./types.js').Point[]} layout
 * @param {boolean} directed
 */
function useDrawn(graph, layout, directed) {
  const info = catalogue.gameInfo(wish.game);
  if (info && info.directed !== directed) wish.game = directed ? 'blue-red' : 'icol';
  Object.assign(wish, { graph, layout, colouring: undefined, turn: undefined });
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
    Object.assign(wish, { graph: graph.name, layout: null, colouring: undefined, turn: undefined });
    const info = catalogue.gameInfo(wish.game);
    if (info && info.directed !== graph.directed) wish.game = graph.directed ? 'blue-red' : 'icol';
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

function playersPart() {
  const { position, seats } = store.state;
  const players = position?.players ?? ['Left', 'Right'];
  const first = h('select', { id: 'first' });
  for (const [i, player] of players.entries()) {
    const value = player.toLowerCase();
    const chosen = wish.turn ? ['left', 'alice'].includes(wish.turn) === (i === 0) : i === 0;
    first.append(h('option', { value, selected: chosen, text: player }));
  }
  first.addEventListener('change', () => {
    wish.turn = first.value;
    changed();
  });
  /** @type {HTMLElement[]} */
  const parts = [h('h2', { text: 'Players' }), field('Begins', first, false)];
  players.forEach((player, i) => parts.push(field(player, seatSelect(i, seats), false)));
  const strategy = catalogue.strategies.find((each) => seats.includes(each.name));
  if (strategy) {
    parts.push(h('p', { class: 'about', text: strategy.summary }), h('p', { class: 'paper', text: strategy.source }),
      h('button', { type: 'button', text: 'Set up its example', onclick: () => setUpExample(strategy) }));
  }
  return h('div', { class: 'part' }, ...parts);
}

/**
 * @param {number} side
 * @param {string[]} seats
 */
function seatSelect(side, seats) {
  const select = h('select', { id: `seat-${side}` });
  select.append(h('option', { value: 'human', text: 'a person', selected: seats[side] === 'human' }), h('option', { value: 'engine', text: 'the engine', selected: seats[side] === 'engine' }));
  const group = h('optgroup', { label: 'A strategy of the papers' });
  for (const { name } of catalogue.strategies) group.append(h('option', { value: name, text: name, selected: seats[side] === name }));
  select.append(group);
  select.addEventListener('change', () => {
    const next = [...seats];
    next[side] = select.value;
    setSeats(next);
  });
  return select;
}

/**
 * The game for which the strategy was made. Examples are typed as for `chromex duel`.
 * @param {StrategyInfo} strategy
 */
async function setUpExample({ name, example }) {
  const [game, graph, ...options] = example.replace(/^duel \S+ /, '').split(/\s+/);
  const turn = options[options.indexOf('--first') + 1];
  Object.assign(wish, { game, graph, turn: options.includes('--first') ? turn : undefined, colouring: undefined, layout: null });
  // It plays the side to move, or else the other one.
  const begins = await post('/reply', { game, graph, turn: wish.turn, by: name }).then(() => true, () => false);
  const left = (wish.turn ?? 'left') === 'left' || wish.turn === 'alice';
  store.set({ seats: begins === left ? [name, 'human'] : ['human', name] });
  await startNew();
}

/**
 * @param {string} id
 * @param {string} text
 * @param {Parameter} parameter
 * @param {number} value
 * @param {(value: number) => void} onChange
 */
function slider(id, text, { min, max, step }, value, onChange) {
  const output = h('output', { for: id, text: String(value) });
  const input = h('input', { type: 'range', id, min, max: Math.max(Math.min(max, text === 'Colours' ? 9 : max), value), step: step ?? (max <= 1 ? 0.05 : 1), value });
  input.addEventListener('input', () => {
    output.textContent = input.value;
  });
  input.addEventListener('change', () => onChange(Number(input.value)));
  return h('label', { class: 'slider' }, h('span', { text }), input, output);
}

/**
 * @param {string} text
 * @param {HTMLElement} control
 * @param {boolean} quiet  whether the heading above already says it
 */
function field(text, control, quiet) {
  return h('label', { class: quiet ? 'field quiet' : 'field' }, h('span', { class: quiet ? 'hidden' : '', text }), control);
}
