/** The board in a notebook: the widget of the Python package, in a page that stands for one. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { shot, showWidget, startBrowser, vertex } from './lab.js';

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
  await showWidget(page, { view: VIEW, analysis: {}, moves: ['0=B'], values: true, engine: '' });
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
  const move = (cell, colour, name, value, effect) => ({ move: name, cell, colour_number: colour, value, effect });
  await page.evaluate((analysis) => globalThis.change({ analysis }), {
    moves: [move(1, 2, '1=W', '*1', 'loses'), move(2, 1, '2=B', '*0', 'wins'), move(2, 2, '2=W', '*0', 'wins')], value: '*1',
  });
  assert.match(await vertex(page, 2).getAttribute('class'), /is-winning/);
  assert.match(await vertex(page, 1).getAttribute('class'), /is-losing/);
  assert.match(await page.locator('.words').textContent(), /value \*1/);
  await page.evaluate((view) => globalThis.change({ view, analysis: {}, moves: ['0=B', '2=W'] }), { ...VIEW, colouring: [1, 0, 2], legal: [], over: { verdict: 'Right wins' } });
  assert.equal(await page.locator('.vertex.coloured').count(), 2);
  assert.match(await page.locator('.words').textContent(), /Right wins/);
  await shot(page, 'widget');
  assert.deepEqual(errors, []);
  await page.close();
});
