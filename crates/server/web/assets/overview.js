/** The whole board in small, with a frame around what is seen; a click or a drag goes there. */

import { $ } from './dom.js';
import { look } from './shapes.js';

/** @typedef {import('./board.js').Board} Board */
/** @typedef {import('./view.js').View} View */

const [WIDTH, HEIGHT, LEAST] = [640, 72, 30];

/**
 * @param {Board} board
 * @param {View} view
 * @param {() => import('./types.js').Position | null} position
 */
export function startOverview(board, view, position) {
  const canvas = /** @type {HTMLCanvasElement} */ ($('overview'));
  const draw = () => {
    const shown = board.drawing && view.partial;
    canvas.hidden = !shown;
    const here = position();
    if (!shown || !board.drawing || !here) return;
    const { box } = board.drawing;
    const [width, height] = isTall(box) ? [box.height, box.width] : [box.width, box.height];
    const scale = Math.min(WIDTH / width, HEIGHT / height);
    // A long board would be too thin to see, so it is drawn higher.
    const shownHeight = Math.max(LEAST, height * scale);
    const ratio = devicePixelRatio || 1;
    canvas.width = Math.ceil(width * scale * ratio);
    canvas.height = Math.ceil(shownHeight * ratio);
    canvas.style.aspectRatio = `${width * scale} / ${shownHeight}`;
    canvas.style.width = `${width * scale}px`;
    const context = canvas.getContext('2d');
    if (!context) return;
    const [across, down] = [ratio * scale, (ratio * shownHeight) / height];
    if (isTall(box)) context.setTransform(0, down, across, 0, -box.y * across, -box.x * down);
    else context.setTransform(across, 0, 0, down, -box.x * across, -box.y * down);
    paint(context, board, here);
    frame(context, view);
  };
  const go = (/** @type {PointerEvent} */ event) => {
    if (!board.drawing) return;
    const { box } = board.drawing;
    const rect = canvas.getBoundingClientRect();
    const at = [(event.clientX - rect.left) / rect.width, (event.clientY - rect.top) / rect.height];
    const [x, y] = isTall(box) ? [at[1], at[0]] : at;
    view.moveTo({ x: box.x + x * box.width, y: box.y + y * box.height });
  };
  canvas.addEventListener('pointerdown', (event) => {
    canvas.setPointerCapture(event.pointerId);
    go(event);
  });
  canvas.addEventListener('pointermove', (event) => {
    if (event.buttons) go(event);
  });
  view.spare = () => (canvas.hidden ? 0 : canvas.offsetHeight);
  view.onChange = draw;
  return draw;
}

/** A board that is much higher than wide lies down. @param {import('./view.js').Box} box */
const isTall = (box) => box.height > 2 * box.width;

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Board} board
 * @param {import('./types.js').Position} position
 */
function paint(context, board, position) {
  const style = getComputedStyle(board.svg);
  const open = style.getPropertyValue('--edge');
  board.drawing?.places.forEach(([x, y], cell) => {
    const colour = position.colouring[cell];
    context.fillStyle = colour ? look(position.palette, colour).fill : open;
    context.globalAlpha = colour ? 1 : 0.45;
    const size = colour ? 44 : 30;
    context.fillRect(x - size, y - size, 2 * size, 2 * size);
  });
  context.globalAlpha = 1;
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {View} view
 */
function frame(context, view) {
  const { x, y, width, height } = view.seen();
  const style = getComputedStyle(view.svg);
  context.strokeStyle = style.getPropertyValue('--accent');
  context.beginPath();
  context.rect(Math.max(x, view.box.x), Math.max(y, view.box.y), Math.min(width, view.box.width), Math.min(height, view.box.height));
  // The width of the line does not depend on the scales.
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.lineWidth = 3 * (devicePixelRatio || 1);
  context.stroke();
}
