/** The panel of the moves: the game with its variations, marks and comments, the best line, the chart. */

import { chart } from './chart.js';
import { moveButton as playable, moveFace, pointAt } from './chips.js';
import { $, h, idOf, refresh } from './dom.js';
import { annotate, forget, goTo, keepPrincipal, makeMain, principalLine, store } from './game.js';
import { reviewOf } from './review.js';
import { lineTo, MARKS, wholeLine, writeTree } from './tree.js';
import { sentence } from './value.js';

/** @typedef {import('./tree.js').Node} Node */

const { state } = store;

export function startMoves() {
  store.watch(['node', 'tree', 'position', 'principal', 'analysis', 'values', 'reviewing'], showMoves);
}

function showMoves() {
  const { tree, node, position, principal } = state;
  if (!position) return;
  const line = wholeLine(node);
  const known = [areShown(), line.map(({ value, note }) => [value, note])];
  refresh($('move-list'), [idOf(tree), idOf(node), writeTree(tree), known], () => {
    const start = h('button', { type: 'button', class: `move${node === tree ? ' here' : ''}`, 'aria-current': node === tree ? 'true' : null, text: 'start', onclick: () => void goTo(tree) });
    return [start, ...branch(tree, 1, true)];
  });
  refresh($('move-notes'), [idOf(node), node.mark], () => notes(node));
  refresh($('move-actions'), [isMain(node), Boolean(node.parent)], () => [
    h('button', { type: 'button', id: 'best-line', text: 'Best line', onclick: () => void principalLine() }),
    h('button', { type: 'button', id: 'main-line', text: 'Make main line', disabled: isMain(node), onclick: () => makeMain(state.node) }),
    h('button', { type: 'button', id: 'delete-move', text: 'Delete from here', disabled: !node.parent, onclick: () => forget(state.node) }),
  ]);
  refresh($('principal'), [principal, idOf(node)], () => principalParts());
  const mistakes = position.over ? reviewOf(line) : [];
  refresh($('review'), [idOf(node), Boolean(position.over), state.reviewing, mistakes.map(({ node: { move }, better }) => [move, better])], () => reviewParts(mistakes));
  refresh($('chart'), [idOf(node), known, line.map(({ height }) => height)], () => (areShown() ? [chart(line, node, position.convention, (each) => void goTo(each))] : []));
  const list = $('move-list');
  const here = list.querySelector('.here');
  if (here instanceof HTMLElement) list.scrollTop = here.offsetTop - list.offsetTop - list.clientHeight / 2;
}

/** Values may be hidden for practice; when the game is over they are shown. */
const areShown = () => state.values || Boolean(state.position?.over);

/** @param {Node} node */
const isMain = (node) => lineTo(node).every((each) => !each.parent || each.parent.children[0] === each);

/**
 * The moves after a node: the main line, and each variation indented after the move that it replaces.
 * @param {Node} from
 * @param {number} ply
 * @param {boolean} numbered
 * @returns {HTMLElement[]}
 */
function branch(from, ply, numbered) {
  const items = [];
  let number = numbered;
  for (let at = from, i = ply; at.children.length; at = at.children[0], i += 1) {
    const [main, ...others] = at.children;
    items.push(...moveItem(main, i, number || i % 2 === 1));
    number = others.length > 0 || Boolean(main.comment);
    for (const other of others) {
      items.push(h('div', { class: 'variation' }, h('span', { class: 'hidden', text: '(' }), ...moveItem(other, i, true), ...branch(other, i + 1, Boolean(other.comment)), h('span', { class: 'hidden', text: ')' })));
    }
  }
  return items;
}

/**
 * @param {Node} node
 * @param {number} ply
 * @param {boolean} numbered
 */
function moveItem(node, ply, numbered) {
  const { position } = state;
  if (!position) return [];
  const here = node === state.node;
  const button = h('button', { type: 'button', class: `move${here ? ' here' : ''}`, 'aria-current': here ? 'true' : null, onclick: () => void goTo(node) },
    numbered ? `${ply}. ` : '', moveFace(position, node.move));
  if (node.mark) button.append(h('span', { class: 'move-mark', text: node.mark }));
  if (areShown() && node.value !== null && node.value.length < 8) button.append(h('span', { class: 'move-value', text: node.value }));
  if (node.note) button.append(h('span', { class: 'move-case', text: node.note }));
  pointAt(button, position, node.move);
  return node.comment ? [button, h('p', { class: 'comment', text: node.comment })] : [button];
}

/** @param {Node} node */
function notes(node) {
  if (!node.parent) return [];
  const marks = MARKS.map((mark) => h('button', { type: 'button', class: 'mark-button', 'aria-pressed': node.mark === mark, text: mark, onclick: () => annotate(node, { mark: node.mark === mark ? null : mark }) }));
  const comment = h('input', { type: 'text', id: 'comment', placeholder: 'Comment on this move', 'aria-label': 'Comment on this move', maxlength: 400, value: node.comment ?? '' });
  comment.addEventListener('change', () => annotate(node, { comment: comment.value.trim() || null }));
  return [h('span', { class: 'segments', role: 'group', 'aria-label': 'Mark of this move' }, ...marks), comment];
}

function principalParts() {
  const { principal, position } = state;
  if (!principal || !position) return [];
  const moves = principal.moves.map((_, i) => playable(position, principal.moves.slice(0, i + 1), principal.values[i + 1] ? `to ${principal.values[i + 1]}` : ''));
  return [h('div', { class: 'principal' }, ...(moves.length ? moves : ['No moves.']), h('p', { class: 'muted', text: sentence(principal.words ?? '') }),
    moves.length > 0 && h('button', { type: 'button', text: 'Add to the moves', onclick: keepPrincipal }))];
}

/** @param {ReturnType<typeof reviewOf>} mistakes */
function reviewParts(mistakes) {
  const { position } = state;
  if (!position?.over) return [];
  if (state.reviewing && !mistakes.length) return [h('p', { class: 'muted', text: 'Looking where it was decided…' })];
  if (!mistakes.length) return [h('p', { class: 'muted', text: 'Nobody gave anything away, as far as the values are known.' })];
  return [h('h3', { text: 'Where it was decided' }), h('ul', { class: 'review-list' }, ...mistakes.map(({ node, ply, turned, better }) =>
    h('li', {}, h('button', { type: 'button', class: 'move', onclick: () => void goTo(/** @type {Node} */ (node.parent)) }, `${ply}. `, moveFace(position, node.move)), ` ${turned}; better: `,
      ...better.slice(0, 4).flatMap((move) => [moveFace(position, move), ' ']))))];
}
