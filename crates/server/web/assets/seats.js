/** Who begins and who plays: people, the engine, strategies of the papers. */

import { post } from './api.js';
import { catalogue } from './catalogue.js';
import { h } from './dom.js';
import { field } from './fields.js';
import { newGame, setSeats, store, unsuitable } from './game.js';

/** @typedef {import('./types.js').StrategyInfo} StrategyInfo */
/** @typedef {import('./types.js').Start} Start */

/**
 * @param {Start} wish
 * @param {() => void} changed
 */
export function playersPart(wish, changed) {
  const { position, seats } = store.state;
  const players = position?.players ?? ['Left', 'Right'];
  const first = h('select', { id: 'first' });
  for (const [i, player] of players.entries()) {
    const chosen = wish.turn ? ['left', 'alice'].includes(wish.turn) === (i === 0) : i === 0;
    first.append(h('option', { value: player.toLowerCase(), selected: chosen, text: player }));
  }
  first.addEventListener('change', () => {
    wish.turn = first.value;
    changed();
  });
  const problem = h('p', { id: 'seat-problem', class: 'problem', role: 'alert' });
  /** @type {HTMLElement[]} */
  const parts = [h('h2', { text: 'Players' }), field('Begins', first)];
  players.forEach((player, i) => parts.push(field(player, seatSelect(i, seats, problem))));
  parts.push(problem);
  const strategy = catalogue.strategies.find((each) => seats.includes(each.name));
  if (strategy) {
    parts.push(h('p', { class: 'about', text: strategy.summary }), h('p', { class: 'paper', text: strategy.source }),
      exampleButton(strategy));
  }
  return parts;
}

/**
 * @param {number} side
 * @param {string[]} seats
 * @param {HTMLElement} problem  where it says that a strategy cannot sit there
 */
function seatSelect(side, seats, problem) {
  const select = h('select', { id: `seat-${side}` });
  select.append(h('option', { value: 'human', text: 'a person', selected: seats[side] === 'human' }), h('option', { value: 'engine', text: 'the engine', selected: seats[side] === 'engine' }));
  const group = h('optgroup', { label: 'A strategy of the papers' });
  for (const { name } of catalogue.strategies) group.append(h('option', { value: name, text: name, selected: seats[side] === name }));
  select.append(group);
  select.addEventListener('change', async () => {
    const chosen = select.value;
    const why = await unsuitable(chosen);
    problem.replaceChildren(why ?? '');
    if (why) {
      const strategy = catalogue.strategies.find(({ name }) => name === chosen);
      if (strategy) problem.append(' ', exampleButton(strategy));
      select.value = seats[side];
      return;
    }
    const next = [...seats];
    next[side] = chosen;
    setSeats(next);
  });
  return select;
}

/**
 * Examples are typed as for `chromex duel`.
 * @param {StrategyInfo} strategy
 * @returns {Start}
 */
function exampleOf({ example }) {
  const [game, graph, ...options] = example.replace(/^duel \S+ /, '').split(/\s+/);
  const turn = options.includes('--first') ? options[options.indexOf('--first') + 1] : undefined;
  return { game, graph, turn };
}

/** @param {StrategyInfo} strategy */
const exampleButton = (strategy) => h('button', { type: 'button', text: 'Set up its example', onclick: () => void setUpExample(strategy) });

/**
 * The game for which the strategy was made, against it.
 * @param {StrategyInfo} strategy
 */
export async function setUpExample(strategy) {
  const { game, graph, turn } = exampleOf(strategy);
  // It plays the side to move if it can, otherwise the other side.
  const begins = await post('/reply', { game, graph, turn, by: strategy.name }).then(() => true, () => false);
  const left = (turn ?? 'left') === 'left' || turn === 'alice';
  store.set({ seats: begins === left ? [strategy.name, 'human'] : ['human', strategy.name] });
  await newGame({ game, graph, turn });
}
