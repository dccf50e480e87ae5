/** A graph that is being drawn: vertices with places, edges between them, and every change undoable. */

import { forceLayout } from './force.js';

/** @typedef {import('./types.js').Point} Point */

export class Sketch {
  constructor() {
    /** @type {Point[]} */
    this.places = [];
    /** @type {[number, number][]} */
    this.edges = [];
    this.directed = false;
    /** @type {string[]} */
    this.past = [];
  }

  /** Call before a change that undo should take back. */
  remember() {
    this.past.push(JSON.stringify([this.places, this.edges, this.directed]));
    if (this.past.length > 200) this.past.shift();
  }

  undo() {
    const before = this.past.pop();
    if (before) [this.places, this.edges, this.directed] = JSON.parse(before);
  }

  /**
   * @param {number} x
   * @param {number} y
   */
  addVertex(x, y) {
    this.remember();
    this.places.push([x, y]);
    return this.places.length - 1;
  }

  /** @param {number} v */
  removeVertex(v) {
    this.remember();
    const down = (/** @type {number} */ u) => (u > v ? u - 1 : u);
    this.places.splice(v, 1);
    this.edges = this.edges.filter((edge) => !edge.includes(v)).map(([a, b]) => [down(a), down(b)]);
  }

  /**
   * @param {number} u
   * @param {number} v
   */
  indexOf(u, v) {
    return this.edges.findIndex(([a, b]) => (a === u && b === v) || (!this.directed && a === v && b === u));
  }

  /**
   * Adds the edge between two vertices, or removes it.
   * @param {number} u
   * @param {number} v
   */
  toggleEdge(u, v) {
    if (u === v) return;
    this.remember();
    const at = this.indexOf(u, v);
    if (at >= 0) this.edges.splice(at, 1);
    else this.edges.push([u, v]);
  }

  /** @param {boolean} directed */
  setDirected(directed) {
    this.remember();
    this.directed = directed;
    if (directed) return;
    const seen = new Set();
    this.edges = this.edges.filter(([u, v]) => {
      const key = u < v ? `${u}-${v}` : `${v}-${u}`;
      return !seen.has(key) && seen.add(key);
    });
  }

  /**
   * Finds places automatically, within a field of this size.
   * @param {number} width
   * @param {number} height
   */
  arrange(width, height) {
    this.remember();
    const at = forceLayout(this.places.length, this.edges);
    const [xs, ys] = [at.map(([x]) => x), at.map(([, y]) => y)];
    const [left, top] = [Math.min(...xs), Math.min(...ys)];
    const scale = Math.min((width - 120) / (Math.max(...xs) - left || 1), (height - 120) / (Math.max(...ys) - top || 1), 110);
    const [dx, dy] = [(width - (Math.max(...xs) - left) * scale) / 2, (height - (Math.max(...ys) - top) * scale) / 2];
    this.places = at.map(([x, y]) => [(x - left) * scale + dx, (y - top) * scale + dy]);
  }

  /** Edges as text, `0-1, 1-2, 4` or `0>1`. */
  toText() {
    const joined = new Set(this.edges.flat());
    const lone = this.places.map((_, v) => v).filter((v) => !joined.has(v));
    return [...this.edges.map(([u, v]) => `${u}${this.directed ? '>' : '-'}${v}`), ...lone].join(', ');
  }

  /**
   * Reads such a text; new vertices get places, old ones keep theirs.
   * @param {string} text
   */
  fromText(text) {
    const words = text.split(/[\s,;]+/).filter(Boolean);
    /** @type {[number, number][]} */
    const edges = [];
    let order = 0;
    for (const word of words) {
      const match = /^(\d+)(?:[->](\d+))?$/.exec(word);
      if (!match) throw new Error(`“${word}” is neither an edge such as 0-1 nor a vertex`);
      const [u, v] = [Number(match[1]), match[2] === undefined ? null : Number(match[2])];
      if (Math.max(u, v ?? 0) > 500) throw new Error('vertices up to 500 can be drawn');
      if (v === u) throw new Error(`${word} joins a vertex to itself`);
      order = Math.max(order, u + 1, (v ?? 0) + 1);
      if (v !== null) edges.push([u, v]);
    }
    this.remember();
    this.edges = [];
    for (const [u, v] of edges) if (this.indexOf(u, v) < 0) this.edges.push([u, v]);
    this.places.length = Math.min(this.places.length, order);
    while (this.places.length < order) {
      const i = this.places.length;
      this.places.push([340 + 60 * Math.sqrt(i) * Math.cos(2.4 * i), 220 + 60 * Math.sqrt(i) * Math.sin(2.4 * i)]);
    }
  }
}
