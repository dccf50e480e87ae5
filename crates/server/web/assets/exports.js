/** The board as a file: SVG and PNG as it is on the screen, JSON with the whole game, TikZ for a paper. */

import { postForFile } from './api.js';
import { download, s } from './dom.js';
import { request, shareLink, store } from './game.js';
import { boardAsTikz } from './tikz.js';
import { allNodes, writeTree } from './tree.js';

/** @typedef {import('./board.js').Board} Board */

/** Properties that the style sheet gives and that a file has to carry itself. */
const PROPERTIES = ['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-dasharray', 'stroke-linecap', 'stroke-linejoin', 'stroke-opacity', 'opacity',
  'font-family', 'font-size', 'font-weight', 'text-anchor', 'paint-order', 'display'];

/**
 * @param {Board} board
 * @returns {string}
 */
function boardAsSvg(board) {
  const copy = /** @type {SVGSVGElement} */ (board.svg.cloneNode(true));
  const [from, to] = [[...board.svg.querySelectorAll('*')], [...copy.querySelectorAll('*')]];
  from.forEach((element, i) => {
    const style = getComputedStyle(element);
    if (style.display === 'none' || element.matches('.hit, .focus-ring')) {
      to[i].setAttribute('display', 'none');
      return;
    }
    for (const property of PROPERTIES) {
      const value = style.getPropertyValue(property);
      if (value && value !== 'normal') to[i].setAttribute(property, value);
    }
    for (const name of ['class', 'role', 'tabindex', 'aria-label', 'aria-disabled', 'data-cell', 'data-colour']) to[i].removeAttribute(name);
  });
  for (const hidden of copy.querySelectorAll('[display=none]')) hidden.remove();
  const box = board.drawing?.box ?? { x: 0, y: 0, width: 100, height: 100 };
  copy.setAttribute('viewBox', `${box.x} ${box.y} ${box.width} ${box.height}`);
  copy.setAttribute('width', String(box.width));
  copy.setAttribute('height', String(box.height));
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  for (const name of ['class', 'tabindex', 'style']) copy.removeAttribute(name);
  copy.prepend(s('rect', { x: box.x, y: box.y, width: box.width, height: box.height, fill: getComputedStyle(document.documentElement).backgroundColor }));
  return new XMLSerializer().serializeToString(copy);
}

/** @param {Board} board */
async function boardAsPng(board) {
  const box = board.drawing?.box ?? { width: 100, height: 100 };
  const scale = Math.min(3, 4000 / Math.max(box.width, box.height));
  const url = URL.createObjectURL(new Blob([boardAsSvg(board)], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = Math.ceil(box.width * scale);
    canvas.height = Math.ceil(box.height * scale);
    const context = canvas.getContext('2d');
    if (!context) throw new Error('this browser cannot paint');
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((/** @type {(blob: Blob) => void} */ resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png'));
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** The whole game, readable by a program and by “Open a file”. */
function gameAsJson() {
  const { start, tree, position, seats, analysis } = store.state;
  const values = [...(analysis?.moves.values() ?? [])].map(({ move, value, class: sign }) => ({ move, value, class: sign }));
  const game = {
    chromex: 1, game: start.game, graph: start.graph, start: start.colouring ?? null, first: start.turn ?? null, moves: writeTree(tree), position: position?.line, players: seats,
    values: allNodes(tree).filter((node) => node.value !== null).map((node) => ({ move: node.move || null, value: node.value })), analysis: analysis?.answer ?? null, next: values, link: new URL(shareLink()).hash,
  };
  return JSON.stringify(game, null, 1);
}

/**
 * The page exports the board and the game itself; the server makes the other formats.
 * @param {string} format
 * @param {Board} board
 * @param {string} ending
 */
export async function exportAs(format, board, ending = format) {
  const { start, node, position, numbers } = store.state;
  const name = `${start.game}-${start.graph}`.replace(/[^\w.-]+/g, '-').slice(0, 60);
  if (format === 'svg') download(`${name}.svg`, new Blob([boardAsSvg(board)], { type: 'image/svg+xml' }));
  else if (format === 'png') download(`${name}.png`, await boardAsPng(board));
  else if (format === 'tikz' && position && board.drawing) download(`${name}.${ending}`, new Blob([boardAsTikz(position, board.drawing, numbers)], { type: 'text/x-tex' }));
  else if (format === 'json') download(`${name}.json`, new Blob([gameAsJson()], { type: 'application/json' }));
  else if (format === 'certificate') download(`${name}.${ending}`, await postForFile('/prove', request(node)));
  else download(`${name}.${ending}`, await postForFile('/export', { ...request(node), format }));
}
