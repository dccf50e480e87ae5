/** Making a game: the clauses of a description in fields, and beside them how the server understands it. */

import { ApiError, post } from './api.js';
import { $, h } from './dom.js';
import { field } from './fields.js';
import { isOwn, listOwn, ownTitle } from './own.js';

/**
 * The clauses with choices; the first one is left out of the text.
 * @type {[string, string, [string, string][]][]}
 */
const CHOICES = [
  ['end', 'Winner', [['normal', 'who cannot move loses'], ['misere', 'who cannot move wins'], ['coloured', 'Alice, if all gets coloured'], ['count', 'score: coloured vertices'], ['largest', 'score: largest component']]],
  ['on', 'Coloured are', [['vertices', 'vertices'], ['edges', 'edges'], ['both', 'vertices and edges']]],
  ['open', 'Where', [['any', 'anywhere'], ['touching', 'next to what is coloured'], ['in-order', 'in order']]],
  ['skip', 'May skip', [['', 'nobody'], ['left', 'the first player'], ['right', 'the second player']]],
];

/** The clauses that are typed: name, label, example. */
const TYPED = [
  ['colours', 'Colours', 'Red, Green or 3'],
  ['left', 'First player', 'all'],
  ['right', 'Second player', 'all'],
  ['forbid', 'Forbidden', 'same, Red-Green/2'],
];

/**
 * The description that the fields make.
 * @param {Record<string, string>} clauses
 */
export function describeClauses(clauses) {
  const plain = Object.fromEntries(CHOICES.map(([name, , [[first]]]) => [name, first]));
  const words = Object.entries(clauses).map(([name, value]) => [name, value.replaceAll(/\s/g, '')]);
  return `own:${words.filter(([name, value]) => value && value !== plain[name]).map(([name, value]) => `${name}=${value}`).join(':')}`;
}

/**
 * @param {string} game
 * @returns {Record<string, string>}
 */
export function readClauses(game) {
  if (!isOwn(game)) return { colours: 'Red,Green', forbid: 'same' };
  return Object.fromEntries(game.slice(4).split(':').map((clause) => clause.split(/=(.*)/s).slice(0, 2)));
}

/**
 * @param {string} before  the game of the set-up, to begin with if it is a described one
 * @param {(game: string) => void} use
 */
export function openMaker(before, use) {
  const dialog = /** @type {HTMLDialogElement} */ ($('editor'));
  const clauses = readClauses(before);
  const name = h('input', { type: 'text', id: 'own-name', maxlength: 40, autocomplete: 'off', value: isOwn(before) ? ownTitle(before) : '', placeholder: 'as the list should call it' });
  const typed = TYPED.map(([key, label, example]) => ({ key, label, control: h('input', { type: 'text', id: `own-${key}`, autocomplete: 'off', spellcheck: 'false', autocapitalize: 'off', placeholder: example, value: clauses[key] ?? '' }) }));
  const chosen = CHOICES.map(([key, label, options]) => ({ key, label, control: h('select', { id: `own-${key}` }, ...options.map(([value, text]) => h('option', { value, text, selected: value === (clauses[key] ?? options[0][0]) }))) }));
  const text = h('code', { id: 'own-text' });
  const problem = h('p', { class: 'problem', role: 'alert' });
  const rules = h('ul', { id: 'own-rules', 'aria-live': 'polite' });
  const done = h('button', { type: 'button', class: 'primary', id: 'own-use', text: 'Play it' });
  const controls = [...typed, ...chosen];
  const made = () => describeClauses(Object.fromEntries(controls.map(({ key, control }) => [key, control.value])));
  const check = async () => {
    const game = made();
    text.textContent = game;
    try {
      const report = await post('/game', { game });
      if (made() !== game) return;
      problem.textContent = '';
      const engine = /literal/.test(report.engine ?? '') ? ['It is searched by the literal rules, which is slow.'] : [];
      const same = isOwn(report.identity) ? [] : [`It is known as ${report.identity}.`];
      rules.replaceChildren(...[...report.rules, ...same, ...engine].map((line) => h('li', { text: line })));
      done.disabled = false;
    } catch (error) {
      if (made() !== game) return;
      problem.textContent = error instanceof ApiError ? error.words : String(error);
      rules.replaceChildren();
      done.disabled = true;
    }
  };
  for (const { control } of controls) control.addEventListener('input', () => void check());
  done.addEventListener('click', () => {
    const game = made();
    listOwn(game, name.value.trim() === ownTitle(game) ? '' : name.value.trim());
    dialog.close();
    use(game);
  });
  dialog.replaceChildren(
    h('form', { method: 'dialog' }, h('button', { class: 'icon close', 'aria-label': 'Close', text: '×' })),
    h('h2', { id: 'editor-title', text: 'Make a game' }),
    h('p', { class: 'muted' }, 'Forbidden is what may not stand together: ', h('code', { text: 'Red-Green' }), ' at neighbours, ', h('code', { text: 'Red-Red/2' }), ' within distance 2, ', h('code', { text: 'Red>Green' }), ' along an arc, ', h('code', { text: 'same' }), ', ', h('code', { text: 'different' }), ', ', h('code', { text: 'consecutive' }), '.'),
    h('div', { class: 'maker' }, h('div', {}, field('Name', name), ...typed.map(({ label, control }) => field(label, control)), ...chosen.map(({ label, control }) => field(label, control))),
      h('div', {}, h('h3', { text: 'How it is understood' }), rules, problem, text)),
    h('div', { class: 'row end' }, h('span'), done));
  void check();
  dialog.showModal();
  typed[0].control.focus();
}
