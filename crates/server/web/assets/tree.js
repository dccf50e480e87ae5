/**
 * The game as a tree of moves: every line that was tried, and the line on the board.
 *
 * Written out, a tree is its moves in order, each alternative in brackets after the move that it
 * replaces: `0=B,1=W,(1=B,2=W),4=B`. Marks follow a move, comments stand in braces: `0=B!{the%20centre}`.
 */

/**
 * @typedef {object} Node
 * @property {Node | null} parent
 * @property {string} move  as typed: `4=B`, on two copies `A4=1`; empty at the root
 * @property {Node[]} children  the first is the main line
 * @property {Node | null} last  the child that redo goes to
 * @property {string | null} by  who chose the move: `engine` or the name of a strategy
 * @property {string | null} mark  the user's mark for the move: `!`, `?` and so on
 * @property {string | null} comment  the user's comment
 * @property {string | null} note  the case of the strategy that chose it
 * @property {string | null} value  of the position after the move, once known
 * @property {number | null} height  the same as a number for the chart, from the first player's view
 */

/**
 * @param {Node | null} parent
 * @param {string} move
 * @returns {Node}
 */
function node(parent, move) {
  return { parent, move, children: [], last: null, by: null, mark: null, comment: null, note: null, value: null, height: null };
}

export const createTree = () => node(null, '');

/**
 * The child of `at` by this move, made if it is new.
 * @param {Node} at
 * @param {string} move
 */
export function addMove(at, move) {
  let child = at.children.find((each) => each.move === move);
  if (!child) {
    child = node(at, move);
    at.children.push(child);
  }
  at.last = child;
  return child;
}

/**
 * The nodes from the root to this one.
 * @param {Node} at
 */
export function lineTo(at) {
  const line = [];
  for (let each = /** @type {Node | null} */ (at); each; each = each.parent) line.unshift(each);
  return line;
}

/** @param {Node} at */
export const movesTo = (at) => lineTo(at).slice(1).map((each) => each.move);

/**
 * The line through this node, on to its end.
 * @param {Node} at
 */
export function wholeLine(at) {
  const line = lineTo(at);
  for (let next = at.last ?? at.children[0]; next; next = next.last ?? next.children[0]) line.push(next);
  return line;
}

/**
 * Forgets this node and what follows it; gives its parent.
 * @param {Node} at
 */
export function removeFrom(at) {
  const { parent } = at;
  if (!parent) return at;
  parent.children = parent.children.filter((each) => each !== at);
  if (parent.last === at) parent.last = parent.children[0] ?? null;
  return parent;
}

/**
 * Makes the line through this node the main line.
 * @param {Node} at
 */
export function promote(at) {
  for (const each of lineTo(at)) {
    const { parent } = each;
    if (parent) parent.children = [each, ...parent.children.filter((other) => other !== each)];
  }
}

/**
 * All nodes, parents first, in the order in which they are written.
 * @param {Node} root
 */
export function allNodes(root) {
  /** @type {Node[]} */
  const found = [];
  const stack = [root];
  while (stack.length) {
    const each = /** @type {Node} */ (stack.pop());
    found.push(each);
    for (let i = each.children.length - 1; i >= 0; i -= 1) stack.push(each.children[i]);
  }
  return found;
}

/** The marks that a move may get. */
export const MARKS = ['!!', '!', '!?', '?!', '?', '??'];

/** @param {Node} node */
const writeNode = ({ move, mark, comment }) => `${move}${mark ?? ''}${comment ? `{${encodeURIComponent(comment).replace(/[()']/g, (c) => `%${c.charCodeAt(0).toString(16)}`)}}` : ''}`;

/**
 * @param {Node} root
 * @returns {string}
 */
export function writeTree(root) {
  /** @type {string[]} */
  const words = [];
  /** @param {Node} from */
  const write = (from) => {
    for (let at = from; at.children.length; at = at.children[0]) {
      const [main, ...others] = at.children;
      words.push(writeNode(main));
      for (const other of others) {
        words.push('(', writeNode(other));
        write(other);
        words.push(')');
      }
    }
  };
  write(root);
  return words.join(',').replaceAll('(,', '(').replaceAll(',)', ')');
}

/**
 * @param {Node} parent
 * @param {string} word
 */
function readNode(parent, word) {
  const match = /^(skip|[AB]?\d+(?:-\d+)*=[0-9a-zA-Z])([!?]{0,2})(?:\{([^{}]*)\})?$/.exec(word);
  if (!match) throw new Error(`“${word}” is no move`);
  const child = node(parent, match[1]);
  if (MARKS.includes(match[2])) child.mark = match[2];
  if (match[3]) child.comment = decodeURIComponent(match[3]);
  parent.children.push(child);
  return child;
}

/**
 * Reads what `writeTree` writes; anything that is no move is an error.
 * @param {string} text
 */
export function readTree(text) {
  const root = createTree();
  let at = root;
  /** @type {Node[]} */
  const open = [];
  for (const word of text.match(/[()]|[^(),\s]+/g) ?? []) {
    if (word === '(') {
      if (!at.parent) throw new Error('an alternative to nothing');
      open.push(at);
      at = at.parent;
    } else if (word === ')') {
      const back = open.pop();
      if (!back) throw new Error('a bracket too many');
      at = back;
    } else {
      at = readNode(at, word);
    }
  }
  for (const each of allNodes(root)) each.last = each.children[0] ?? null;
  return root;
}
