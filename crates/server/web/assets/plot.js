/** A plot of a sequence on a canvas: points, zoom with wheel, drag, pinch, keys and buttons, and the value under the pointer. */

import { count, h } from './dom.js';

export class Plot {
  /** @param {(index: number | null) => void} onPoint  called with the index of the term under the pointer */
  constructor(onPoint) {
    this.canvas = h('canvas', { class: 'plot', tabindex: 0, role: 'img', 'aria-label': 'Plot' });
    this.onPoint = onPoint;
    /** @type {number[]} */
    this.values = [];
    this.first = 0;
    this.left = 0;
    this.right = 1;
    this.frame = 0;
    /** @type {Map<number, number>} */
    this.fingers = new Map();
    this.listen();
    new ResizeObserver(() => this.redraw()).observe(this.canvas);
  }

  /**
   * @param {string} name
   * @param {number} first
   * @param {number[]} values
   */
  show(name, first, values) {
    [this.values, this.first] = [values, first];
    this.canvas.setAttribute('aria-label', `Plot of ${name}: ${values.length} terms, largest ${values.reduce((a, b) => Math.max(a, b), 0)}. Arrow keys move, plus and minus zoom.`);
    this.fit();
  }

  fit() {
    [this.left, this.right] = [0, Math.max(1, this.values.length - 1)];
    this.redraw();
  }

  /**
   * @param {number} factor
   * @param {number} [about]  0 to 1, from left to right
   */
  zoom(factor, about = 0.5) {
    const width = this.right - this.left;
    const next = Math.max(8, Math.min(this.values.length - 1 || 1, width / factor));
    this.left += (width - next) * about;
    this.right = this.left + next;
    this.clamp();
  }

  /** @param {number} terms */
  pan(terms) {
    this.left += terms;
    this.right += terms;
    this.clamp();
  }

  clamp() {
    const width = this.right - this.left;
    this.left = Math.max(0, Math.min(this.values.length - 1 - width, this.left));
    if (this.left < 0) this.left = 0;
    this.right = this.left + width;
    this.redraw();
  }

  redraw() {
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0;
      this.paint();
    });
  }

  paint() {
    const { canvas } = this;
    const ratio = devicePixelRatio || 1;
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    canvas.width = width * ratio;
    canvas.height = height * ratio;
    const context = canvas.getContext('2d');
    if (!context || !this.values.length) return;
    context.scale(ratio, ratio);
    const style = getComputedStyle(canvas);
    const [from, to] = [Math.max(0, Math.floor(this.left)), Math.min(this.values.length - 1, Math.ceil(this.right))];
    let high = 1;
    for (let i = from; i <= to; i += 1) high = Math.max(high, this.values[i]);
    const x = (/** @type {number} */ i) => 46 + ((i - this.left) / (this.right - this.left || 1)) * (width - 60);
    const y = (/** @type {number} */ value) => height - 28 - (value / high) * (height - 44);
    this.axes(context, { x, y, high, width, height, style });
    context.fillStyle = style.getPropertyValue('--accent');
    const size = to - from > 4000 ? 1.2 : to - from > 600 ? 2 : 4;
    for (let i = from; i <= to; i += 1) context.fillRect(x(i) - size / 2, y(this.values[i]) - size / 2, size, size);
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {{x: (i: number) => number, y: (v: number) => number, high: number, width: number, height: number, style: CSSStyleDeclaration}} scale
   */
  axes(context, { x, y, high, width, height, style }) {
    context.font = `12px ${style.fontFamily}`;
    context.strokeStyle = style.getPropertyValue('--line');
    context.fillStyle = style.getPropertyValue('--muted');
    context.textAlign = 'right';
    for (const value of ticks(0, high)) {
      context.beginPath();
      context.moveTo(46, y(value));
      context.lineTo(width - 14, y(value));
      context.stroke();
      context.fillText(count(value), 40, y(value) + 4);
    }
    context.textAlign = 'center';
    for (const i of ticks(this.left + this.first, this.right + this.first)) {
      const at = x(i - this.first);
      // The last label stays within the picture.
      if (at >= 46 && at <= width - 14) context.fillText(count(i), Math.min(at, width - 4 - context.measureText(count(i)).width / 2), height - 8);
    }
  }

  listen() {
    const { canvas } = this;
    const share = (/** @type {{offsetX: number}} */ { offsetX }) => Math.max(0, Math.min(1, (offsetX - 46) / (canvas.clientWidth - 60)));
    canvas.addEventListener('wheel', (event) => {
      event.preventDefault();
      this.zoom(Math.exp(-event.deltaY * 0.002), share(event));
    }, { passive: false });
    canvas.addEventListener('pointerdown', (event) => {
      this.fingers.set(event.pointerId, event.offsetX);
      canvas.setPointerCapture(event.pointerId);
    });
    for (const end of ['pointerup', 'pointercancel']) canvas.addEventListener(end, (event) => this.fingers.delete(/** @type {PointerEvent} */ (event).pointerId));
    canvas.addEventListener('pointerleave', () => this.onPoint(null));
    canvas.addEventListener('pointermove', (event) => {
      const before = this.fingers.get(event.pointerId);
      if (before === undefined) {
        this.onPoint(Math.max(0, Math.min(this.values.length - 1, Math.round(this.left + share(event) * (this.right - this.left)))));
        return;
      }
      const [other] = [...this.fingers].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
      if (other === undefined) this.pan(((before - event.offsetX) / (canvas.clientWidth - 60)) * (this.right - this.left));
      else this.zoom(Math.abs(event.offsetX - other) / Math.max(1, Math.abs(before - other)), share({ offsetX: (event.offsetX + other) / 2 }));
      this.fingers.set(event.pointerId, event.offsetX);
    });
    canvas.addEventListener('keydown', (event) => {
      const width = this.right - this.left;
      /** @type {Record<string, () => void>} */
      const keys = { ArrowLeft: () => this.pan(-width / 8), ArrowRight: () => this.pan(width / 8), '+': () => this.zoom(1.5), '=': () => this.zoom(1.5), '-': () => this.zoom(1 / 1.5), 0: () => this.fit() };
      if (!keys[event.key]) return;
      event.preventDefault();
      keys[event.key]();
    });
  }
}

/**
 * Round numbers between two bounds, about six of them.
 * @param {number} low
 * @param {number} high
 */
function ticks(low, high) {
  const rough = (high - low) / 6 || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, [1, 2, 5, 10].map((factor) => factor * power).find((each) => each >= rough) ?? rough);
  const found = [];
  for (let tick = Math.ceil(low / step) * step; tick <= high; tick += step) found.push(tick);
  return found;
}
