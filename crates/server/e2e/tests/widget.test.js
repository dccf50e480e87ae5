/** The board in a notebook: the widget of the Python package, in a page that stands for one. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { shot, startBrowser, vertex } from './lab.js';

const file = (path) => readFileSync(new URL(path, import.meta.url), 'utf8');
const MODULES = ['dom', 'force', 'geometry', 'shapes', 'tree', 'notation', 'score', 'overlay', 'board'].map((name) => [`${name}.js`, file(`../../web/assets/${name}.js`)]);
const WIDGET = file('../../../python/python/chromex/widget.js').replace('__MODULES__', () => JSON.stringify(MODULES).replaceAll('</', '<\\/'));

/** What Python sends for `icol path:3`, Black on the left. */
const VIEW = {
  line: 'icol path:3 B.. right', game: 'icol', convention: 'impartial', players: ['Left', 'Right'],
  graph: { name: 'path:3', order: 3, size: 2, directed: false, edges: [[0, 1], [1, 2]], layout: [[0, 0], [1, 0], [2, 0]], rows: 1 },
  palette: [{ symbol: 'B', name: 'Black' }, { symbol: 'W', name: 'White' }], copies: 1, cells: 3, colouring: [1, 0, 0], turn: 1,
  legal: [[1, [2]], [2, [1, 2]]], skip: false, names: null, over: null, components: [], marks: null,
};

let browser;
before(async () => {
  browser = await startBrowser();
});
after(() => browser.close());

test('a click sends a move, and what comes back is shown', async () => {
  const page = await browser.newPage();
  const errors = [];
  page.on('pageerror', (error) => errors.push(error.stack));
  await page.setContent('<div id="cell"></div>');
  await page.evaluate(async ([widget, view]) => {
    const { default: { render } } = await import(URL.createObjectURL(new Blob([widget], { type: 'text/javascript' })));
    const state = { view, analysis: {}, last: '0=B', values: true };
    const listeners = [];
    globalThis.sent = [];
    globalThis.change = (changes) => {
      Object.assign(state, changes);
      for (const listener of new Set(listeners)) listener();
    };
    const model = { get: (name) => state[name], send: (message) => globalThis.sent.push(message), on: (_, listener) => listeners.push(listener), off: () => {} };
    await render({ model, el: document.getElementById('cell') });
  }, [WIDGET, VIEW]);
  assert.equal(await page.locator('.vertex').count(), 3);
  assert.match(await page.locator('.words').textContent(), /Right to move/);
  // One colour is played at once, of two one is chosen.
  await vertex(page, 1).click();
  assert.deepEqual(await page.evaluate(() => globalThis.sent), [{ play: '1=W' }]);
  await vertex(page, 2).click();
  await page.getByRole('button', { name: '2=W (White)' }).click();
  await page.getByRole('button', { name: 'Take back' }).click();
  await page.getByRole('button', { name: 'Best move' }).click();
  assert.deepEqual(await page.evaluate(() => globalThis.sent.slice(1)), [{ play: '2=W' }, { undo: true }, { best: true }]);
  // Values that come later, and a new position.
  const move = (cell, colour, name, value, sign) => ({ move: name, cell, colour, value, class: sign });
  await page.evaluate((analysis) => globalThis.change({ analysis }), {
    moves: [move(1, 2, '1=W', '*1', 'losing'), move(2, 1, '2=B', '*0', 'winning'), move(2, 2, '2=W', '*0', 'winning')], words: 'value *1',
  });
  assert.match(await vertex(page, 2).getAttribute('class'), /is-winning/);
  assert.match(await vertex(page, 1).getAttribute('class'), /is-losing/);
  assert.match(await page.locator('.words').textContent(), /value \*1/);
  await page.evaluate((view) => globalThis.change({ view, analysis: {}, last: '2=W' }), { ...VIEW, colouring: [1, 0, 2], legal: [], over: { verdict: 'Right wins' } });
  assert.equal(await page.locator('.vertex.coloured').count(), 2);
  assert.match(await page.locator('.words').textContent(), /Right wins/);
  await shot(page, 'widget');
  assert.deepEqual(errors, []);
  await page.close();
});
