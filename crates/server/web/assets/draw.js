/**
 * Drawing a graph of one's own. Click or tap an empty spot for a vertex, drag a vertex to move it, drag with the tool
 * “Edges” (or click two vertices) to join. All of it works from the keyboard as well, and as text.
 */

import { ApiError, post } from './api.js';
import { $, announce, h, s } from './dom.js';
import { store } from './game.js';
import { DIRECTIONS, edgePaths, nextInDirection } from './geometry.js';
import { Sketch } from './sketch.js';

/** @typedef {import('./types.js').Point} Point */

const [WIDTH, HEIGHT] = [760, 460];
const SIZE = 22;

const sketch = new Sketch();
/** @type {'vertices' | 'edges' | 'delete'} */
let tool = 'vertices';
/** @type {number | null} the vertex from which an edge is being drawn */
let from = null;
let focused = 0;

/**
 * @param {boolean} directed
 * @param {(graph: string, layout: Point[], directed: boolean) => void} use
 */
export function openEditor(directed, use) {
  const dialog = /** @type {HTMLDialogElement} */ ($('editor'));
  const field = s('svg', { class: 'sketch', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'group', 'aria-label': 'Your graph', tabindex: 0 });
  const text = h('input', { type: 'text', id: 'sketch-text', spellcheck: 'false', autocomplete: 'off', placeholder: '0-1, 1-2, 2-0' });
  const problem = h('p', { class: 'problem', role: 'alert' });
  const facts = h('p', { class: 'muted', id: 'sketch-facts' });
  const arrows = h('input', { type: 'checkbox', id: 'sketch-directed' });
  if (!sketch.places.length) sketch.directed = directed;

  const draw = () => {
    paint(field);
    if (document.activeElement !== text) text.value = sketch.toText();
    arrows.checked = sketch.directed;
    facts.textContent = `${sketch.places.length} vertices, ${sketch.edges.length} ${sketch.directed ? 'arcs' : 'edges'}`;
    problem.textContent = '';
  };
  const tools = ['vertices', 'edges', 'delete'].map((name) => {
    const button = h('button', { type: 'button', 'aria-pressed': tool === name, 'data-tool': name, text: { vertices: 'Vertices', edges: 'Edges', delete: 'Delete' }[name] });
    button.addEventListener('click', () => {
      tool = /** @type {typeof tool} */ (name);
      from = null;
      for (const each of tools) each.setAttribute('aria-pressed', String(each === button));
      draw();
    });
    return button;
  });
  const act = (/** @type {string} */ words, /** @type {() => void} */ run, /** @type {string} */ id) => h('button', { type: 'button', id, text: words, onclick: () => { run(); draw(); } });
  arrows.addEventListener('change', () => { sketch.setDirected(arrows.checked); draw(); });
  text.addEventListener('change', () => {
    try {
      sketch.fromText(text.value);
      draw();
    } catch (error) {
      problem.textContent = error instanceof Error ? error.message : String(error);
    }
  });
  const done = h('button', { type: 'button', class: 'primary', id: 'sketch-use', text: 'Play on it' });
  done.addEventListener('click', async () => {
    if (!sketch.places.length) {
      problem.textContent = 'There is no vertex yet: click an empty spot.';
      return;
    }
    try {
      const graph = await post('/graph', { order: sketch.places.length, edges: sketch.edges, directed: sketch.directed });
      const layout = sketch.places.map(([x, y]) => /** @type {Point} */ ([x / 80, y / 80]));
      dialog.close();
      use(graph.name, layout, sketch.directed);
    } catch (error) {
      problem.textContent = error instanceof ApiError ? error.words : String(error);
    }
  });
  dialog.replaceChildren(
    h('form', { method: 'dialog' }, h('button', { class: 'icon close', 'aria-label': 'Close', text: '×' })),
    h('h2', { id: 'editor-title', text: 'Draw a graph' }),
    h('p', { class: 'muted', text: 'Click an empty spot for a vertex, drag to move. With “Edges”, drag from one vertex to another or click both. Keys: arrows go, a adds, e joins, Shift+arrows move, Delete removes, Ctrl+Z undoes.' }),
    h('div', { class: 'row' }, h('span', { class: 'segments', role: 'group', 'aria-label': 'Tool' }, ...tools), act('Undo', () => sketch.undo(), 'sketch-undo'),
      act('Arrange', () => sketch.arrange(WIDTH, HEIGHT), 'sketch-arrange'), act('Clear', clear, 'sketch-clear'), act('Take the board', takeBoard, 'sketch-take'),
      h('label', { class: 'check' }, arrows, 'with directions')),
    /** @type {any} */ (field),
    h('label', { class: 'field' }, h('span', { text: 'Edges' }), text), problem,
    h('div', { class: 'row end' }, facts, done));
  listenToPointer(field, draw);
  listenToKeys(field, draw);
  draw();
  dialog.showModal();
  field.focus();
}

function clear() {
  sketch.remember();
  sketch.places = [];
  sketch.edges = [];
  from = null;
}

/** Begins with the graph that is on the board. */
function takeBoard() {
  const { position, start } = store.state;
  if (!position || position.graph.order > 300) return;
  sketch.remember();
  const { graph } = position;
  sketch.directed = graph.directed;
  sketch.edges = graph.edges.map(([u, v]) => [u, v]);
  const layout = start.layout ?? graph.layout;
  sketch.places = (layout ?? []).map(([x, y]) => [x, y]);
  if (!layout) {
    sketch.places = Array.from({ length: graph.order }, () => [0, 0]);
    sketch.arrange(WIDTH, HEIGHT);
    return;
  }
  const [xs, ys] = [layout.map(([x]) => x), layout.map(([, y]) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const scale = Math.min((WIDTH - 100) / (Math.max(...xs) - left || 1), (HEIGHT - 100) / (Math.max(...ys) - top || 1), 90);
  const [dx, dy] = [(WIDTH - (Math.max(...xs) - left) * scale) / 2, (HEIGHT - (Math.max(...ys) - top) * scale) / 2];
  sketch.places = layout.map(([x, y]) => [(x - left) * scale + dx, (y - top) * scale + dy]);
}

/** @param {SVGSVGElement} field */
function paint(field) {
  const had = field.contains(document.activeElement) && document.activeElement !== field;
  const { lines, heads } = edgePaths(sketch, SIZE);
  const degree = sketch.places.map((_, v) => sketch.edges.filter((edge) => edge.includes(v)).length);
  const vertices = sketch.places.map(([x, y], v) => {
    const group = s('g', { class: `sketch-vertex${v === from ? ' from' : ''}`, 'data-v': v, transform: `translate(${x} ${y})`, role: 'button', tabindex: v === focused ? 0 : -1, 'aria-label': `Vertex ${v}, degree ${degree[v]}${v === from ? ', joining from here' : ''}` });
    group.append(s('circle', { class: 'hit', r: SIZE + 10 }), s('circle', { class: 'body', r: SIZE }), s('text', { y: 6, text: String(v) }));
    return group;
  });
  field.replaceChildren(s('path', { class: 'edges', d: lines }), s('path', { class: 'heads', d: heads }), s('path', { class: 'rubber' }), ...vertices);
  if (had) vertices[focused]?.focus();
}

/**
 * @param {SVGSVGElement} field
 * @param {() => void} draw
 */
function listenToPointer(field, draw) {
  /** @type {{v: number, x: number, y: number, moved: boolean} | null} */
  let held = null;
  const at = (/** @type {PointerEvent} */ event) => {
    const matrix = field.getScreenCTM();
    const point = new DOMPoint(event.clientX, event.clientY);
    return matrix ? point.matrixTransform(matrix.inverse()) : point;
  };
  const vertexAt = (/** @type {{x: number, y: number}} */ { x, y }) => {
    const near = sketch.places.map(([px, py], v) => ({ v, far: Math.hypot(px - x, py - y) })).filter(({ far }) => far < SIZE + 8).sort((a, b) => a.far - b.far);
    return near[0]?.v ?? null;
  };
  field.addEventListener('pointerdown', (event) => {
    event.preventDefault();
    const point = at(event);
    const v = vertexAt(point);
    if (v === null) {
      if (tool === 'delete') removeEdgeAt(point);
      else {
        focused = sketch.addVertex(point.x, point.y);
        if (tool === 'edges' && from !== null) sketch.toggleEdge(from, focused);
        from = null;
      }
      draw();
      return;
    }
    focused = v;
    if (tool === 'delete') {
      sketch.removeVertex(v);
      focused = 0;
      draw();
      return;
    }
    held = { v, x: point.x, y: point.y, moved: false };
    field.setPointerCapture(event.pointerId);
  });
  field.addEventListener('pointermove', (event) => {
    if (!held) return;
    const point = at(event);
    if (!held.moved && Math.hypot(point.x - held.x, point.y - held.y) < 6) return;
    if (!held.moved && tool === 'vertices') sketch.remember();
    held.moved = true;
    if (tool === 'vertices') {
      sketch.places[held.v] = [Math.max(SIZE, Math.min(WIDTH - SIZE, point.x)), Math.max(SIZE, Math.min(HEIGHT - SIZE, point.y))];
      draw();
    } else {
      field.querySelector('.rubber')?.setAttribute('d', `M${sketch.places[held.v].join(' ')}L${point.x} ${point.y}`);
    }
  });
  field.addEventListener('pointerup', (event) => {
    if (!held) return;
    const { v, moved } = held;
    held = null;
    if (tool === 'edges') {
      const other = vertexAt(at(event));
      if (moved && other !== null) sketch.toggleEdge(v, other);
      else if (!moved && from !== null && from !== v) {
        sketch.toggleEdge(from, v);
        from = null;
      } else if (!moved) from = from === v ? null : v;
    }
    draw();
  });
}

/** @param {{x: number, y: number}} point */
function removeEdgeAt({ x, y }) {
  const near = sketch.edges.findIndex(([u, v]) => {
    const [a, b] = [sketch.places[u], sketch.places[v]];
    const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
    const t = Math.max(0, Math.min(1, ((x - a[0]) * dx + (y - a[1]) * dy) / (dx * dx + dy * dy || 1)));
    return Math.hypot(x - a[0] - t * dx, y - a[1] - t * dy) < 10;
  });
  if (near < 0) return;
  const [u, v] = sketch.edges[near];
  sketch.toggleEdge(u, v);
}

/**
 * @param {SVGSVGElement} field
 * @param {() => void} draw
 */
function listenToKeys(field, draw) {
  const show = () => {
    draw();
    (field.querySelector(`[data-v="${focused}"]`) instanceof SVGElement ? /** @type {SVGElement} */ (field.querySelector(`[data-v="${focused}"]`)) : field).focus();
  };
  /** Beside the focused vertex, where there is room. */
  const freePlace = () => {
    const [x, y] = sketch.places[focused] ?? [WIDTH / 2 - 80, HEIGHT / 2];
    for (let i = 0; i < 60; i += 1) {
      const [px, py] = [x + (70 + 8 * i) * Math.cos(i * 1.1), y + (70 + 8 * i) * Math.sin(i * 1.1)];
      const inside = px > 40 && px < WIDTH - 40 && py > 40 && py < HEIGHT - 40;
      if (inside && sketch.places.every(([qx, qy]) => Math.hypot(qx - px, qy - py) > 58)) return [px, py];
    }
    return [x + 30, y + 30];
  };
  field.addEventListener('keydown', (event) => {
    const direction = DIRECTIONS[event.key];
    if ((event.ctrlKey || event.metaKey) && event.key === 'z') sketch.undo();
    else if (event.ctrlKey || event.metaKey || event.altKey) return;
    else if (event.key === 'a' || (event.key === 'Enter' && !sketch.places.length)) {
      const [x, y] = freePlace();
      focused = sketch.addVertex(x, y);
      announce(`Vertex ${focused}`);
    } else if (!sketch.places.length) return;
    else if (event.key === 'e' || event.key === 'Enter' || event.key === ' ') joinFocused();
    else if (event.key === 'Delete' || event.key === 'Backspace') {
      sketch.removeVertex(focused);
      focused = Math.max(0, focused - 1);
      from = null;
    } else if (direction && event.shiftKey) {
      sketch.remember();
      sketch.places[focused] = [sketch.places[focused][0] + direction[0] * 20, sketch.places[focused][1] + direction[1] * 20];
    } else if (direction) focused = nextInDirection(sketch.places, focused, direction);
    else if (event.key === 'Escape' && from !== null) from = null;
    else return;
    event.preventDefault();
    event.stopPropagation();
    show();
  });
}

function joinFocused() {
  if (from === null) {
    from = focused;
    announce(`Joining from ${focused}: go to another vertex and press e again`);
  } else if (from === focused) from = null;
  else {
    sketch.toggleEdge(from, focused);
    announce(sketch.indexOf(from, focused) >= 0 ? `${from} and ${focused} joined` : `${from} and ${focused} parted`);
    from = null;
  }
}
