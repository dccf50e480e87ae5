/**
 * The board: vertices, edges, and on each vertex what its view contains. All edges are one path, and a
 * vertex is touched only when its view changes, so that boards of a thousand vertices stay smooth.
 */

import { s } from './dom.js';
import { edgePaths, RADIUS } from './geometry.js';
import { look, outline, SIGNS } from './shapes.js';

/** @typedef {import('./geometry.js').Drawing} Drawing */

/**
 * What a vertex shows.
 * @typedef {object} CellView
 * @property {number} colour  0 if uncoloured
 * @property {string[]} lines  text inside, at most three lines
 * @property {string | null} sign  winning, losing, drawing, unknown
 * @property {string | null} status  safe, unsafe, threatened, dead
 * @property {number[]} dots  colours still available
 * @property {boolean} open  whether it may be coloured now
 * @property {boolean} last  whether it was coloured last
 * @property {number} hint  the colour that a hint proposes, or 0
 * @property {boolean} pointed  whether a list points at it
 * @property {string} label  for screen readers
 * @property {string} name  the number of the vertex
 */

export class Board {
  /**
   * @param {HTMLElement} host
   * @param {{choose: (cell: number, menu: boolean) => void, hover: (cell: number | null) => void, focus: (cell: number) => void}} events
   */
  constructor(host, events) {
    this.svg = s('svg', { class: 'board', role: 'group', 'aria-label': 'Board', tabindex: -1 });
    this.under = s('g', { class: 'under' });
    this.edges = s('path', { class: 'edges' });
    this.heads = s('path', { class: 'heads' });
    this.titles = s('g', { class: 'titles' });
    this.vertices = s('g', { class: 'vertices' });
    this.over = s('g', { class: 'over' });
    this.svg.append(this.under, this.edges, this.heads, this.titles, this.vertices, this.over);
    host.append(this.svg);
    /** @type {Drawing | null} */
    this.drawing = null;
    /** @type {SVGGElement[]} */
    this.cells = [];
    /** @type {string[]} */
    this.keys = [];
    /** @type {import('./types.js').Colour[]} */
    this.palette = [];
    this.focused = 0;
    this.listen(events);
  }

  /** @param {ConstructorParameters<typeof Board>[1]} events */
  listen(events) {
    this.svg.addEventListener('click', (event) => {
      const cell = this.cellOf(event.target);
      if (cell !== null) events.choose(cell, event.shiftKey);
    });
    this.svg.addEventListener('contextmenu', (event) => {
      const cell = this.cellOf(event.target);
      if (cell === null) return;
      event.preventDefault();
      events.choose(cell, true);
    });
    this.svg.addEventListener('pointerover', (event) => events.hover(this.cellOf(event.target)));
    this.svg.addEventListener('pointerleave', () => events.hover(null));
    this.svg.addEventListener('focusin', (event) => {
      const cell = this.cellOf(event.target);
      if (cell === null) return;
      this.rove(cell);
      events.focus(cell);
    });
  }

  /** @param {EventTarget | null} target */
  cellOf(target) {
    const group = target instanceof Element ? target.closest('.vertex') : null;
    return group instanceof SVGElement ? Number(group.dataset.cell) : null;
  }

  /**
   * Makes this the vertex that gets the focus with the Tab key.
   * @param {number} cell
   */
  rove(cell) {
    this.cells[this.focused]?.setAttribute('tabindex', '-1');
    this.focused = cell;
    this.cells[cell]?.setAttribute('tabindex', '0');
  }

  /** @param {number} cell */
  focus(cell) {
    this.rove(cell);
    this.cells[cell]?.focus({ preventScroll: false });
  }

  /**
   * A new graph: builds everything anew.
   * @param {Drawing} drawing
   * @param {import('./types.js').Colour[]} palette
   * @param {string} label
   */
  draw(drawing, palette, label) {
    this.drawing = drawing;
    this.palette = palette;
    const { lines, heads } = edgePaths(drawing);
    this.edges.setAttribute('d', lines);
    this.heads.setAttribute('d', heads);
    this.titles.replaceChildren(...drawing.titles.map(({ text, at }) => s('text', { x: at[0], y: at[1], text })));
    this.svg.setAttribute('aria-label', label);
    this.keys = [];
    this.cells = drawing.places.map(([x, y], cell) =>
      s('g', { class: 'vertex', 'data-cell': cell, role: 'button', tabindex: -1, transform: `translate(${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10})` }));
    this.vertices.replaceChildren(...this.cells);
    this.under.replaceChildren();
    this.over.replaceChildren();
    this.rove(Math.min(this.focused, Math.max(0, this.cells.length - 1)));
  }

  /**
   * Moves a vertex, with the edges that end there.
   * @param {number} cell
   * @param {import('./types.js').Point} place
   */
  moveVertex(cell, place) {
    if (!this.drawing) return;
    this.drawing.places[cell] = place;
    this.cells[cell].setAttribute('transform', `translate(${place.map((x) => Math.round(x * 10) / 10).join(' ')})`);
    const { lines, heads } = edgePaths(this.drawing);
    this.edges.setAttribute('d', lines);
    this.heads.setAttribute('d', heads);
  }

  /**
   * Shows these views and returns the number of vertices that changed.
   * @param {CellView[]} views
   */
  update(views) {
    let changed = 0;
    views.forEach((view, cell) => {
      const key = JSON.stringify(view);
      if (this.keys[cell] === key || !this.cells[cell]) return;
      const fresh = this.keys[cell] === undefined;
      this.keys[cell] = key;
      this.paint(this.cells[cell], view, fresh);
      changed += 1;
    });
    return changed;
  }

  /**
   * @param {SVGGElement} group
   * @param {CellView} view
   * @param {boolean} fresh
   */
  paint(group, view, fresh) {
    const was = group.dataset.colour ?? '0';
    group.dataset.colour = String(view.colour);
    group.setAttribute('aria-label', view.label);
    group.setAttribute('aria-disabled', String(!view.open));
    const classes = ['vertex', view.colour ? 'coloured' : 'empty'];
    if (view.open) classes.push('open');
    if (view.last) classes.push('last');
    if (view.sign) classes.push(`is-${view.sign}`);
    if (view.status) classes.push(`is-${view.status}`);
    if (view.hint) classes.push('hinted');
    if (view.pointed) classes.push('pointed');
    if (!fresh && was === '0' && view.colour) classes.push('placed');
    group.setAttribute('class', classes.join(' '));
    group.replaceChildren(...(view.colour ? this.stone(view) : this.place(view)));
  }

  /**
   * A coloured vertex.
   * @param {CellView} view
   */
  stone({ colour, last, name }) {
    const { fill, ink, shape, pattern } = look(this.palette, colour);
    /** @type {SVGElement[]} */
    const parts = [s('circle', { class: 'hit', r: RADIUS + 12 }), s('path', { class: 'body', d: outline(shape, RADIUS - 1), fill })];
    if (pattern === 'ring') parts.push(s('path', { class: 'pattern', d: outline(shape, RADIUS - 7), stroke: ink }));
    parts.push(s('text', { class: 'letter', y: shape === 'triangle' ? 16 : 11, fill: ink, text: this.palette[colour - 1].symbol }));
    if (last) parts.push(s('circle', { class: 'last-ring', r: RADIUS + 9 }));
    parts.push(s('text', { class: 'number', x: -RADIUS, y: -RADIUS + 4, text: name }));
    parts.push(s('circle', { class: 'focus-ring', r: RADIUS + 9 }));
    return parts;
  }

  /**
   * An uncoloured vertex.
   * @param {CellView} view
   */
  place(view) {
    /** @type {SVGElement[]} */
    const parts = [s('circle', { class: 'hit', r: RADIUS + 12 }), s('circle', { class: 'body', r: RADIUS - 2 })];
    const size = fontSize(view.lines);
    const lift = view.dots.length ? -6 : 0;
    view.lines.forEach((line, i) => {
      const y = (i - (view.lines.length - 1) / 2) * size * 1.12 + size * 0.36 + lift;
      parts.push(s('text', { class: 'value', y, 'font-size': size, text: line }));
    });
    parts.push(...this.dots(view));
    if (view.sign) parts.push(badge(view.sign));
    if (view.status === 'dead') parts.push(s('path', { class: 'dead', d: 'M-24 -24L24 24M24 -24L-24 24' }));
    if (view.hint) {
      const { fill, shape } = look(this.palette, view.hint);
      parts.push(s('path', { class: 'hint', d: outline(shape, RADIUS + 6), stroke: fill }));
    }
    parts.push(s('text', { class: 'number', x: -RADIUS, y: -RADIUS + 4, text: view.name }));
    parts.push(s('circle', { class: 'focus-ring', r: RADIUS + 9 }));
    return parts;
  }

  /**
   * The colours that are still available, as small shapes in a row.
   * @param {CellView} view
   */
  dots({ dots, lines }) {
    const shown = dots.slice(0, 6);
    const gap = shown.length > 4 ? 9.5 : 13;
    const y = lines.length ? 19 : 0;
    const r = shown.length > 4 ? 3.6 : 4.8;
    return shown.map((colour, i) => {
      const { fill, shape } = look(this.palette, colour);
      return s('path', { class: 'dot', d: outline(shape, r), fill, transform: `translate(${(i - (shown.length - 1) / 2) * gap} ${y})` });
    });
  }
}

/** @param {string[]} lines */
function fontSize(lines) {
  const longest = Math.max(1, ...lines.map((line) => line.length));
  const tall = lines.length > 2 ? 15 : lines.length > 1 ? 18 : 28;
  return Math.max(10, Math.min(tall, 88 / longest));
}

/** @param {string} sign */
function badge(sign) {
  const shape = SIGNS[/** @type {keyof typeof SIGNS} */ (sign)];
  return s('g', { class: 'badge', transform: 'translate(31 -31)' }, s('circle', { r: 12 }), s('path', { d: shape }));
}
