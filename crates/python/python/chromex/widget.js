/**
 * The page's board in a notebook, for anywidget. It draws what Python sends and says which move was chosen; Python plays it.
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

async function render({ model, el }) {
  const { Board, RADIUS, cellViews, drawing, h, writeMove } = await loaded;
  const host = h('div', { class: 'host' });
  const words = h('p', { class: 'words', role: 'status' });
  const choices = h('p', { class: 'choices-row' });
  const buttons = h('p', { class: 'buttons' });
  el.classList.add('chromex-widget');
  el.append(host, words, choices, buttons);
  const say = (message) => model.send(message);
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
    const analysis = { moves: new Map((found.moves ?? []).map((move) => [move.move, move])) };
    board.update(cellViews({
      position, analysis, values: model.get('values'), lastMove: model.get('last'), hint: null, pointed: null, columns: graph.rows ? graph.order / graph.rows : 0,
    }));
    choices.replaceChildren();
    const turn = position.over ? position.over.verdict : `${players[position.turn]} to move`;
    words.textContent = [turn, found.words].filter(Boolean).join(' · ');
    buttons.replaceChildren(
      h('button', { type: 'button', text: 'Take back', disabled: !model.get('last'), onclick: () => say({ undo: true }) }),
      h('button', { type: 'button', text: 'Best move', disabled: Boolean(position.over), onclick: () => say({ best: true }) }),
      ...(position.skip ? [h('button', { type: 'button', text: 'Skip', onclick: () => say({ play: 'skip' }) })] : []),
    );
  }

  for (const change of ['change:view', 'change:analysis', 'change:values']) model.on(change, show);
  show();
  return () => model.off(null, show);
}

export default { render };
