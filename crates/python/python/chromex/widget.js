/**
 * The page's board in a notebook, for anywidget. It draws what Python sends and says which move was chosen; Python plays it.
 * Where `engine` names a folder that `chromex site` wrote, the engine in that folder plays and searches instead, so that the board
 * also works in a notebook that is shown without Python; if Python is there, it hears of every move.
 * `MODULES` are the modules of the page that draw a board, each behind those that it imports.
 */

/** @type {[string, string][]} */
const MODULES = __MODULES__;

/** Each module is made an address of its own, by which those behind it import it. */
async function load() {
  const addresses = new Map();
  for (const [name, text] of MODULES) {
    const linked = text.replace(/(from\s+['"])\.\/([\w.]+)(['"])/g, (_, from, other, quote) => `${from}${addresses.get(other)}${quote}`);
    addresses.set(name, URL.createObjectURL(new Blob([linked], { type: 'text/javascript' })));
  }
  const get = (name) => import(addresses.get(name));
  const [board, geometry, overlay, notation, dom] = await Promise.all(['board.js', 'geometry.js', 'overlay.js', 'notation.js', 'dom.js'].map(get));
  return { ...board, ...geometry, ...overlay, ...notation, ...dom };
}
const loaded = load();

const CLASSES = { wins: 'winning', loses: 'losing', draws: 'drawing' };

/** A move of a report, as the board shows it. */
const shownMove = (move) => ({ ...move, colour: move.colour_number, value: move.shown ?? move.value ?? '?', class: CLASSES[move.effect] ?? 'unknown' });

/** What a report says about the position, in words. */
function wordsOf({ shown, value, known, moves }) {
  if (!moves) return '';
  const found = shown ?? value;
  return found === null ? known ?? 'the time is up' : `value ${found}`;
}

/** Plays and searches with the engine in a folder that `chromex site` wrote, in place of Python. */
class OwnEngine {
  constructor(model, address) {
    this.model = model;
    this.answer = import(`${address.replace(/\/$/, '')}/assets/engine.js`).then((engine) => engine.answer);
    this.search = new AbortController();
  }

  /** The answer, or the last line of it, about the position that is on the board. */
  async ask(path, body, signal) {
    const [answer, line, moves] = [await this.answer, this.model.get('start'), this.model.get('moves')];
    const response = await answer(path, { line, moves, ...body }, signal);
    const lines = (await response.text()).trim().split('\n');
    const last = JSON.parse(lines.at(-1));
    if (last.error) throw new Error(last.error.message);
    return last;
  }

  change(changes) {
    for (const [name, value] of Object.entries(changes)) this.model.set(name, value);
    this.model.save_changes();
  }

  async hear({ play, undo, best }) {
    const moves = this.model.get('moves');
    const move = best ? (await this.ask('/reply', { seconds: this.model.get('seconds') })).move : play;
    this.change({ moves: undo ? moves.slice(0, -1) : [...moves, move] });
  }

  /** Shows the position after the moves, and its values when they are there. */
  async show() {
    this.search.abort();
    this.search = new AbortController();
    const { signal } = this.search;
    const view = await this.ask('/position', {}, signal);
    if (signal.aborted) return;
    this.change({ analysis: {}, view });
    if (!this.model.get('values') || view.over) return;
    const analysis = await this.ask('/analyse', { seconds: this.model.get('seconds') }, signal);
    if (!signal.aborted) this.change({ analysis });
  }
}

async function render({ model, el }) {
  const { Board, RADIUS, cellViews, drawing, h, writeMove } = await loaded;
  const host = h('div', { class: 'host' });
  const words = h('p', { class: 'words', role: 'status' });
  const choices = h('p', { class: 'choices-row' });
  const buttons = h('p', { class: 'buttons' });
  el.classList.add('chromex-widget');
  el.append(host, words, choices, buttons);
  const own = model.get('engine') ? new OwnEngine(model, model.get('engine')) : null;
  const trouble = (error) => {
    if (error.name !== 'AbortError') words.textContent = `The engine does not answer: ${error.message}`;
  };
  const say = (message) => (own ? void own.hear(message).catch(trouble) : model.send(message));
  const board = new Board(host, { choose, hover: () => {}, focus: () => {} });
  let drawn = '';

  /** @param {number} cell */
  function choose(cell) {
    const position = model.get('view');
    const colours = new Map(position.legal).get(cell) ?? [];
    const play = (colour) => say({ play: writeMove(position, cell, colour) });
    choices.replaceChildren();
    if (colours.length === 1) play(colours[0]);
    else for (const colour of colours) {
      const { name } = position.palette[colour - 1];
      choices.append(h('button', { type: 'button', text: `${writeMove(position, cell, colour)} (${name})`, onclick: () => play(colour) }));
    }
  }

  function show() {
    const position = model.get('view');
    const { graph, copies, players, palette } = position;
    const key = JSON.stringify([graph.name, graph.edges, copies, position.game]);
    if (key !== drawn) {
      const picture = drawing(graph, { copies, players, wide: true, turned: false });
      board.draw(picture, palette, `${position.game} on ${graph.name}`);
      const edge = RADIUS + 20;
      const [width, height] = [picture.box.width + 2 * edge, picture.box.height + 2 * edge];
      board.svg.setAttribute('viewBox', `${picture.box.x - edge} ${picture.box.y - edge} ${width} ${height}`);
      host.style.height = `${Math.min(480, Math.max(120, 0.6 * height))}px`;
      drawn = key;
    }
    const found = model.get('analysis');
    const analysis = { moves: new Map((found.moves ?? []).filter(({ cell }) => cell !== undefined).map((move) => [move.move, shownMove(move)])) };
    board.update(cellViews({
      position, analysis, values: model.get('values'), lastMove: model.get('moves').at(-1) ?? '', hint: null, pointed: null, columns: graph.rows ? graph.order / graph.rows : 0,
    }));
    choices.replaceChildren();
    const turn = position.over ? position.over.verdict : `${players[position.turn]} to move`;
    words.textContent = [turn, wordsOf(found)].filter(Boolean).join(' · ');
    buttons.replaceChildren(
      h('button', { type: 'button', text: 'Take back', disabled: !model.get('moves').length, onclick: () => say({ undo: true }) }),
      h('button', { type: 'button', text: 'Best move', disabled: Boolean(position.over), onclick: () => say({ best: true }) }),
      ...(position.skip ? [h('button', { type: 'button', text: 'Skip', onclick: () => say({ play: 'skip' }) })] : []),
    );
  }

  for (const change of ['change:view', 'change:analysis', 'change:values']) model.on(change, show);
  show();
  const follow = () => void own?.show().catch(trouble);
  if (own) model.on('change:moves', follow);
  follow();
  return () => {
    own?.search.abort();
    for (const listener of [show, follow]) model.off(null, listener);
  };
}

export default { render };
