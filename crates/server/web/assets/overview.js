/** The whole board in small, with a frame around what is seen; a click or a drag goes there. */

import { $ } from './dom.js';
import { look } from './shapes.js';

/** @typedef {import('./board.js').Board} Board */
/** @typedef {import('./view.js').View} View */

const [WIDTH, HEIGHT] = [640, 72];

/**
 * @param {Board} board
 * @param {View} view
 * @param {() => import('./types.js').Position | null} position
 */
export function startOverview(board, view, position) {
  const canvas = /** @type {HTMLCanvasElement} */ ($('overview'));
  let scale = 1;
  const draw = () => {
    const shown = board.drawing && view.partial;
    canvas.hidden = !shown;
    const here = position();
    if (!shown || !board.drawing || !here) return;
    const { box } = board.drawing;
    scale = Math.min(WIDTH / box.width, HEIGHT / box.height);
    const ratio = devicePixelRatio || 1;
    canvas.width = Math.ceil(box.width * scale * ratio);
    canvas.height = Math.ceil(box.height * scale * ratio);
    canvas.style.aspectRatio = `${box.width} / ${box.height}`;
    canvas.style.width = `${box.width * scale}px`;
    const context = canvas.getContext('2d');
    if (!context) return;
    context.scale(ratio * scale, ratio * scale);
    context.translate(-box.x, -box.y);
    paint(context, board, here);
    frame(context, view);
  };
  const go = (/** @type {PointerEvent} */ event) => {
    if (!board.drawing) return;
    const { box } = board.drawing;
    const rect = canvas.getBoundingClientRect();
    view.moveTo({ x: box.x + ((event.clientX - rect.left) / rect.width) * box.width, y: box.y + ((event.clientY - rect.top) / rect.height) * box.height });
  };
  canvas.addEventListener('pointerdown', (event) => {
    canvas.setPointerCapture(event.pointerId);
    go(event);
  });
  canvas.addEventListener('pointermove', (event) => {
    if (event.buttons) go(event);
  });
  view.onChange = draw;
  return draw;
}

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
    context.beginPath();
    context.arc(x, y, colour ? 44 : 30, 0, 7);
    context.fill();
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
  context.lineWidth = 2 / context.getTransform().a * (devicePixelRatio || 1);
  context.strokeRect(Math.max(x, view.box.x), Math.max(y, view.box.y), Math.min(width, view.box.width), Math.min(height, view.box.height));
}
