/** Looking at the board: fit, zoom with wheel, pinch or buttons, and drag when zoomed in. */

export class View {
  /**
   * @param {SVGSVGElement} svg
   */
  constructor(svg) {
    this.svg = svg;
    this.box = { x: 0, y: 0, width: 1, height: 1 };
    this.zoom = 1;
    this.centre = { x: 0, y: 0 };
    /** @type {Map<number, {x: number, y: number}>} */
    this.fingers = new Map();
    this.dragged = false;
    this.frame = 0;
    this.listen();
  }

  /** @param {{x: number, y: number, width: number, height: number}} box */
  fit(box = this.box) {
    this.box = box;
    this.zoom = 1;
    this.centre = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    this.apply();
  }

  apply() {
    if (this.frame) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      const [width, height] = [this.box.width / this.zoom, this.box.height / this.zoom];
      const x = clamp(this.centre.x, this.box.x + width / 2, this.box.x + this.box.width - width / 2);
      const y = clamp(this.centre.y, this.box.y + height / 2, this.box.y + this.box.height - height / 2);
      this.centre = { x, y };
      this.svg.setAttribute('viewBox', [x - width / 2, y - height / 2, width, height].map((n) => Math.round(n * 10) / 10).join(' '));
      this.svg.classList.toggle('zoomed', this.zoom > 1.01);
    });
  }

  /**
   * @param {number} factor
   * @param {{x: number, y: number}} [about]  in the units of the drawing
   */
  zoomBy(factor, about = this.centre) {
    const zoom = clamp(this.zoom * factor, 1, Math.max(4, this.box.width / 400));
    const ratio = this.zoom / zoom;
    this.centre = { x: about.x + (this.centre.x - about.x) * ratio, y: about.y + (this.centre.y - about.y) * ratio };
    this.zoom = zoom;
    this.apply();
  }

  /** @param {{clientX: number, clientY: number}} event */
  toDrawing({ clientX, clientY }) {
    const matrix = this.svg.getScreenCTM();
    const point = new DOMPoint(clientX, clientY);
    return matrix ? point.matrixTransform(matrix.inverse()) : point;
  }

  listen() {
    const { svg } = this;
    svg.addEventListener('wheel', (event) => {
      const large = svg.classList.contains('large');
      if (!event.ctrlKey && !event.metaKey && !large) return;
      event.preventDefault();
      this.zoomBy(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0015)), this.toDrawing(event));
    }, { passive: false });
    svg.addEventListener('pointerdown', (event) => {
      this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      this.dragged = false;
    });
    svg.addEventListener('pointermove', (event) => this.move(event));
    for (const end of ['pointerup', 'pointercancel', 'pointerleave']) {
      svg.addEventListener(end, (event) => this.fingers.delete(/** @type {PointerEvent} */ (event).pointerId));
    }
    // A drag is no click.
    svg.addEventListener('click', (event) => {
      if (this.dragged) event.stopImmediatePropagation();
      this.dragged = false;
    }, { capture: true });
  }

  /** @param {PointerEvent} event */
  move(event) {
    const before = this.fingers.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    const others = [...this.fingers].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
    const far = Math.hypot(now.x - before.x, now.y - before.y);
    if (others.length === 1) {
      const [other] = others;
      const ratio = Math.hypot(now.x - other.x, now.y - other.y) / Math.max(1, Math.hypot(before.x - other.x, before.y - other.y));
      this.zoomBy(ratio, this.toDrawing({ clientX: (now.x + other.x) / 2, clientY: (now.y + other.y) / 2 }));
      this.dragged = true;
    } else if (this.zoom > 1.01 && (this.dragged || far > 4)) {
      const [from, to] = [this.toDrawing({ clientX: before.x, clientY: before.y }), this.toDrawing(event)];
      this.centre = { x: this.centre.x - (to.x - from.x), y: this.centre.y - (to.y - from.y) };
      this.dragged = true;
      this.apply();
    } else return;
    this.fingers.set(event.pointerId, now);
  }
}

/**
 * @param {number} x
 * @param {number} low
 * @param {number} high
 */
const clamp = (x, low, high) => Math.max(low, Math.min(high, x));
