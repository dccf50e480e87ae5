/**
 * Looking at the board. A board that fits is shown whole; of a larger one, vertices keep a size that a finger can hit,
 * and the rest is reached by wheel, drag, pinch, the overview, or with the arrow keys.
 */

/** The least size of a step between vertices on the screen, in pixels, unless somebody zooms out. */
const COMFORTABLE = 46;
/** Of a long board, the short side fills the room up to this size of a step. */
const LARGE = 76;
/** The most pixels for a unit of the drawing. */
const CLOSEST = 1.6;

/** @typedef {{x: number, y: number, width: number, height: number}} Box */

export class View {
  /**
   * @param {SVGSVGElement} svg
   * @param {number} step  the distance of neighbouring vertices in units of the drawing
   */
  constructor(svg, step) {
    this.svg = svg;
    this.step = step;
    /** @type {Box} */
    this.box = { x: 0, y: 0, width: 1, height: 1 };
    /** Pixels for a unit. */
    this.scale = 1;
    this.centre = { x: 0, y: 0 };
    /** @type {Map<number, {x: number, y: number}>} */
    this.fingers = new Map();
    this.dragged = false;
    this.frame = 0;
    /** @type {() => void} called when something else is seen */
    this.onChange = () => {};
    /** @type {() => number} the height in pixels that the board gains when all of it is seen */
    this.spare = () => 0;
    /** @type {'comfortable' | 'whole' | 'chosen'} whose scale this is, for when the room changes */
    this.mode = 'comfortable';
    this.listen();
  }

  size() {
    return { width: Math.max(1, this.svg.clientWidth), height: Math.max(1, this.svg.clientHeight) };
  }

  /** The scale at which all is seen. */
  whole() {
    const { width, height } = this.size();
    return Math.min(width / this.box.width, height / this.box.height, CLOSEST);
  }

  /** The scale at which the board is played. */
  comfortable() {
    const { width, height } = this.size();
    const all = Math.min(width / this.box.width, (height + this.spare()) / this.box.height, CLOSEST);
    if (all * this.step >= COMFORTABLE) return this.whole();
    const across = Math.max(width / this.box.width, height / this.box.height);
    return Math.max(COMFORTABLE / this.step, Math.min(across, LARGE / this.step));
  }

  /** Whether a part of the board is out of sight. */
  get partial() {
    return this.scale > this.whole() * 1.01;
  }

  /**
   * Shows a board from its beginning, as large as is comfortable.
   * @param {Box} box
   */
  open(box) {
    this.box = box;
    this.mode = 'comfortable';
    this.scale = this.comfortable();
    this.centre = { x: box.x, y: box.y };
    this.apply();
  }

  /** Shows all of it. */
  fit() {
    this.mode = 'whole';
    this.scale = this.whole();
    this.apply();
  }

  /** The window has another size. */
  resize() {
    const scales = { comfortable: () => this.comfortable(), whole: () => this.whole(), chosen: () => Math.max(this.scale, this.whole()) };
    this.scale = scales[this.mode]();
    this.apply();
  }

  /** @returns {Box} what is seen, in units of the drawing */
  seen() {
    const { width, height } = this.size();
    return { x: this.centre.x - width / this.scale / 2, y: this.centre.y - height / this.scale / 2, width: width / this.scale, height: height / this.scale };
  }

  apply() {
    if (this.frame) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      const { width, height } = this.seen();
      this.centre = { x: within(this.centre.x, width, this.box.x, this.box.width), y: within(this.centre.y, height, this.box.y, this.box.height) };
      const { x, y } = this.seen();
      this.svg.setAttribute('viewBox', [x, y, width, height].map((n) => Math.round(n * 10) / 10).join(' '));
      this.svg.classList.toggle('zoomed', this.partial);
      this.onChange();
    });
  }

  /**
   * @param {number} factor
   * @param {{x: number, y: number}} [about]  in the units of the drawing
   */
  zoomBy(factor, about = this.centre) {
    const scale = Math.max(this.whole(), Math.min(Math.max(CLOSEST, this.whole()), this.scale * factor));
    const ratio = this.scale / scale;
    this.mode = 'chosen';
    this.centre = { x: about.x + (this.centre.x - about.x) * ratio, y: about.y + (this.centre.y - about.y) * ratio };
    this.scale = scale;
    this.apply();
  }

  /** @param {{x: number, y: number}} centre */
  moveTo(centre) {
    this.centre = centre;
    this.apply();
  }

  /**
   * Brings a place into sight, with what is around it.
   * @param {import('./types.js').Point} place
   */
  reveal([x, y]) {
    const { x: left, y: top, width, height } = this.seen();
    const room = this.step;
    const inside = x > left + room * 0.5 && x < left + width - room * 0.5 && y > top + room * 0.5 && y < top + height - room * 0.5;
    if (!inside && this.partial) this.moveTo({ x, y });
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
      if (event.ctrlKey || event.metaKey) {
        event.preventDefault();
        this.zoomBy(Math.exp(-event.deltaY * 0.01), this.toDrawing(event));
      } else if (this.partial) this.scroll(event);
    }, { passive: false });
    svg.addEventListener('pointerdown', (event) => {
      this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      this.dragged = false;
    });
    svg.addEventListener('pointermove', (event) => this.move(event));
    for (const end of ['pointerup', 'pointercancel', 'pointerleave']) {
      svg.addEventListener(end, (event) => this.fingers.delete(/** @type {PointerEvent} */ (event).pointerId));
    }
    // A drag is not a click.
    svg.addEventListener('click', (event) => {
      if (this.dragged) event.stopImmediatePropagation();
      this.dragged = false;
    }, { capture: true });
  }

  /**
   * On a board that is long in one direction only, every wheel movement scrolls in that direction.
   * @param {WheelEvent} event
   */
  scroll(event) {
    const { width, height } = this.seen();
    const [wide, tall] = [this.box.width > width * 1.01, this.box.height > height * 1.01];
    const along = wide && !tall ? event.deltaX + event.deltaY : event.deltaX;
    const before = { ...this.centre };
    const x = within(before.x + (wide ? along / this.scale : 0), width, this.box.x, this.box.width);
    const y = within(before.y + (tall ? event.deltaY / this.scale : 0), height, this.box.y, this.box.height);
    if (x === before.x && y === before.y) return;
    event.preventDefault();
    this.moveTo({ x, y });
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
    } else if (this.partial && (this.dragged || far > 4)) {
      this.dragged = true;
      this.moveTo({ x: this.centre.x - (now.x - before.x) / this.scale, y: this.centre.y - (now.y - before.y) / this.scale });
    } else return;
    this.fingers.set(event.pointerId, now);
  }
}

/**
 * The middle of a window of this length that stays within what there is, or in its middle if all is seen.
 * @param {number} middle
 * @param {number} length
 * @param {number} from
 * @param {number} all
 */
function within(middle, length, from, all) {
  if (length >= all) return from + all / 2;
  return Math.max(from + length / 2, Math.min(from + all - length / 2, middle));
}
