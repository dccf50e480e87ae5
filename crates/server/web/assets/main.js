/** Puts the page together: the board and its panels, the pages, the keys. */

import { adoptToken, ALONE, ApiError, onConnection, patiently, tryNow, useToken } from './api.js';
import { startArranging } from './arrange.js';
import { Board } from './board.js';
import { openChooser } from './chooser.js';
import { $, h, toast } from './dom.js';
import { store, followAddress, play, restore, why } from './game.js';
import { drawing, isBetterTurned, STEP } from './geometry.js';
import { listenToKeys } from './keyboard.js';
import { cellName, readLink, readMove } from './notation.js';
import { cellViews, componentTints, scoringComponents, strategyMarks } from './overlay.js';
import { startOverview } from './overview.js';
import { editedPosition, paintVertex, startPlacing } from './place.js';
import { startSettings } from './settings.js';
import { startSetup } from './setup.js';
import { startSide } from './side.js';
import { startStage } from './stage.js';
import { hideTip, showTip } from './tip.js';
import { View } from './view.js';

const { state } = store;
const board = new Board($('host'), { choose, hover, focus: (cell) => {
  if (board.drawing) view.reveal(board.drawing.places[cell]);
  hover(cell, true);
} });
const view = new View(board.svg, STEP);
let drawn = '';

/** Draws the graph if it is another one, and whatever changed on it. */
function render() {
  const { start, editing } = state;
  if (!state.position) return;
  const position = editing ? editedPosition(state.position, editing) : state.position;
  const host = $('host');
  const room = { width: host.clientWidth, height: host.clientHeight };
  const wide = room.width > room.height * 0.9;
  const turned = !start.layout && position.copies === 1 && isBetterTurned(position.graph, room);
  const key = JSON.stringify([position.game, position.graph.name, start.layout ?? null, position.copies > 1 && wide, turned]);
  if (key !== drawn) {
    drawn = key;
    hover(null);
    const picture = drawing(position.graph, { copies: position.copies, players: position.players, layout: start.layout, wide, turned });
    board.draw(picture, position.palette, `Board: ${position.graph.name}, ${position.cells} vertices`);
    view.open(picture.box);
  }
  const picture = board.drawing;
  if (!picture) return;
  board.svg.classList.toggle('unnumbered', !state.numbers);
  board.svg.classList.toggle('arranging', state.arranging);
  const [analysis, values] = [editing ? null : state.analysis, state.values && !editing];
  board.update(cellViews({ position, analysis, values, lastMove: editing ? '' : state.node.move, hint: state.hint, pointed: state.pointed, columns: picture.columns }));
}

/** Scrolls to a move that was made outside the visible part of the board. */
function revealLastMove() {
  const played = state.position && readMove(state.position, state.node.move);
  if (played && board.drawing) view.reveal(board.drawing.places[played.cell]);
}

/** Draws what lies under and over the vertices. */
function renderMarks() {
  const { position, analysis, explanation } = state;
  if (!position || !board.drawing) return;
  const marks = state.strategyMarks && explanation ? strategyMarks(board.drawing, explanation.marks) : null;
  if (state.editing) {
    board.under.replaceChildren();
    board.over.replaceChildren();
    return;
  }
  const tints = state.values && state.components && !marks ? [componentTints(board.drawing, position, analysis)] : [];
  board.under.replaceChildren(scoringComponents(board.drawing, position), ...tints, ...(marks ? [marks.under] : []));
  board.over.replaceChildren(...(marks ? [marks.over] : []));
}

/**
 * A vertex was chosen: one legal colour is played at once, several are offered.
 * @param {number} cell
 * @param {boolean} menu  whether to offer them in any case
 */
function choose(cell, menu) {
  const { position } = state;
  hover(null);
  if (state.editing) {
    paintVertex(cell);
    return;
  }
  if (!position || position.over || state.arranging) return;
  const colours = new Map(position.legal).get(cell) ?? [];
  if (position.colouring[cell] && !menu) return;
  if (colours.length === 1 && !menu) play(cell, colours[0]);
  else openChooser(board, cell);
}

/**
 * A colour key was pressed on a vertex.
 * @param {number} cell
 * @param {number} colour
 */
async function chooseColour(cell, colour) {
  const { position } = state;
  if (state.editing) {
    paintVertex(cell, colour);
    return;
  }
  if (!position || position.over) return;
  if (new Map(position.legal).get(cell)?.includes(colour)) {
    play(cell, colour);
    return;
  }
  const name = position.palette[colour - 1].name;
  toast(`Not ${name} at ${cellName(position, cell)}: ${await why(cell, colour).catch(() => 'the rules do not allow it')}`);
}

/**
 * Shows what is known of a vertex next to it.
 * @param {number | null} cell
 * @param {boolean} [byKey]
 */
function hover(cell, byKey = false) {
  hideTip();
  if (cell === null || !$('chooser').hidden || (byKey && !board.cells[cell].matches(':focus-visible'))) return;
  // Under a finger, the tip would hide the vertex.
  if (!byKey && matchMedia('(hover: none)').matches) return;
  const group = board.cells[cell];
  showTip(group, () => ($('page-play').hidden ? null : group.getAttribute('aria-label')), byKey ? 60 : 350);
}

/** @param {'ok' | 'offline' | 'busy' | 'token'} connection */
function showConnection(connection) {
  const banner = $('banner');
  banner.hidden = connection === 'ok';
  if (connection === 'ok' || banner.dataset.connection === connection) {
    banner.dataset.connection = connection;
    return;
  }
  banner.dataset.connection = connection;
  if (connection === 'token') {
    const input = h('input', { type: 'password', 'aria-label': 'Token', autocomplete: 'off' });
    const form = h('form', {}, 'This server wants its token: ', input, h('button', { text: 'Use it' }));
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      useToken(input.value.trim());
      tryNow();
    });
    banner.replaceChildren(form);
    return;
  }
  const words = ALONE ? 'The engine could not be loaded. Your game is safe here; trying again…' : connection === 'offline' ? 'The server does not answer. Your game is safe here; trying again…' : 'The server is busy; trying again in a moment…';
  banner.replaceChildren(h('span', { text: words }), h('button', { type: 'button', text: 'Try now', onclick: tryNow }));
}

/** Shows the page that the address names. */
async function route() {
  const page = /^#\/(sequences|papers|check|guide)/.exec(location.hash)?.[1] ?? 'play';
  for (const name of ['play', 'sequences', 'papers', 'check', 'guide']) $(`page-${name}`).hidden = name !== page;
  for (const link of document.querySelectorAll('nav a')) {
    if (link instanceof HTMLElement && link.dataset.page === page) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  document.title = page === 'play' ? 'Chromex' : `Chromex: ${page}`;
  if (page !== 'play') (await fetchPage(page)).show($(`page-${page}`));
}

/**
 * The module of a page, fetched when it is needed. A browser remembers that a module could not be fetched, so that it
 * is asked for under another name when the server is back.
 * @param {string} name
 * @returns {Promise<{show: (page: HTMLElement) => void}>}
 */
function fetchPage(name) {
  let attempt = 0;
  return patiently(new AbortController().signal, () => {
    attempt += 1;
    return import(attempt > 1 ? `./${name}.js?${attempt}` : `./${name}.js`).catch(() => {
      throw new ApiError(0, { code: 'offline', message: 'the server does not answer' });
    });
  });
}

/** A link to a game was followed, or pasted, while the page was open, or Back was pressed. */
function followLink() {
  hover(null);
  if (location.hash.startsWith('#/play?') && readLink(location.hash)) void followAddress();
  void route();
}

/** Shows whether the engine is in the page or on the server, and what that means. */
function showPlace() {
  $('place').textContent = ALONE
    ? 'The engine runs in this page: nothing is sent anywhere, and once loaded it works without a network. It is slower here than the installed program and has less memory; sequences end at 20,000 terms, and nothing is kept between visits but your games. The installed program, chromex serve, has this same page with many threads, more memory and a store of results.'
    : 'The engine runs in the program that sent this page, chromex serve.';
  $('check-link').hidden = !ALONE;
  $('guide-link').hidden = !document.querySelector('meta[name="chromex-guide"]');
  if (!ALONE || !('serviceWorker' in navigator) || !isSecureContext) return;
  navigator.serviceWorker.register('service-worker.js').catch(() => { /* then it works with a network only */ });
}

adoptToken();
showPlace();
onConnection(showConnection);
startSettings();
startStage(view);
startSide(board);
void startSetup();
listenToKeys(board, view, { choose, chooseColour });
startPlacing();
startArranging(board, view);
const drawOverview = startOverview(board, view, () => state.position);
store.watch(['position', 'analysis', 'values', 'hint', 'node', 'start', 'pointed', 'editing', 'numbers', 'arranging'], render);
store.watch(['position', 'analysis', 'values', 'explanation', 'components', 'strategyMarks', 'editing'], renderMarks);
store.watch(['position'], drawOverview);
store.watch(['node'], revealLastMove);
new ResizeObserver(() => {
  render();
  view.resize();
}).observe($('host'));
addEventListener('hashchange', followLink);
addEventListener('online', tryNow);
void restore();
void route();
