/** Searching: facts are shown when they are known, a search is stopped and resumed, and no click is lost meanwhile. */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { browser, engineMoved, server, startServer, useLaboratory, valuesReady, visit } from './lab.js';

useLaboratory();

describe('search', { concurrency: false }, () => {
  test('a theorem is shown while the search still runs; hint and engine use the proof', async () => {
    const { page, done } = await visit(browser, server.url, { hash: '#/play?line=icol+grid:7x7&who=human,engine' });
    await page.locator('#search-stop').waitFor();
    await page.locator('.words', { hasText: 'Proposition 2 of Beaulieu' }).waitFor();
    assert.equal(await page.locator('#search-on').count(), 0, 'the search runs');
    assert.match(await page.locator('.outcome').textContent(), /The player to move wins/);
    await page.click('#search-stop');
    await page.click('#hint');
    await page.locator('.vertex.hinted').waitFor();
    assert.equal(await page.locator('.vertex.hinted').getAttribute('data-cell'), '24');
    assert.match(await page.locator('.toast').textContent(), /^Try 24=[BW]: Left wins, by mirror/);
    await done();
  });

  test('a search is stopped, keeps what it has, and is resumed', async () => {
    const { page, done } = await visit(browser, server.url, { hash: '#/play?line=weak:2+grid:5x5' });
    await page.locator('#search-words', { hasText: 'positions' }).waitFor();
    await page.click('#search-stop');
    await page.locator('#search-on', { hasText: 'Resume' }).waitFor();
    assert.equal(await page.locator('#search-words').count(), 0);
    await page.click('#search-on');
    await page.locator('#search-stop').waitFor();
    await page.locator('#search-words', { hasText: 'positions' }).waitFor();
    await page.click('#search-stop');
    await done();
  });

  test('a hint is never called best where nothing is proved, and search is not offered where it cannot help', async () => {
    const { page, done } = await visit(browser, server.url, { hash: '#/play?line=connected+grid:20x20' });
    await valuesReady(page);
    assert.equal(await page.locator('#search-on').count(), 0);
    assert.doesNotMatch(await page.locator('#side').innerText(), /\b0 positions|at sight/i);
    await page.click('#hint');
    await page.locator('.toast.shown', { hasText: 'No move is known to be best' }).waitFor();
    await done();
  });

  test('who waits for a free place is told so', async () => {
    const own = await startServer(0, ['--searches', '1']);
    const first = await visit(browser, own.url, { hash: '#/play?line=weak:2+grid:5x5' });
    await first.page.locator('#search-words', { hasText: 'positions' }).waitFor();
    const second = await visit(browser, own.url, { hash: '#/play?line=weak:2+grid:5x7' });
    await second.page.locator('#search-words', { hasText: 'Waiting for a free place' }).waitFor();
    await first.page.click('#search-stop');
    await second.page.locator('#search-words', { hasText: 'positions' }).waitFor();
    await first.done();
    await second.done();
    await own.stop();
  });

  test('the button that lets the engine move is the same one all the time', async () => {
    const { page, done } = await visit(browser, server.url, { hash: '#/play?line=weak:2+grid:5x5&who=engine,human' });
    const button = page.getByRole('button', { name: 'Let it move' });
    await button.waitFor();
    const handle = await button.elementHandle();
    await page.locator('#search-words', { hasText: 'positions' }).waitFor();
    const words = await page.locator('#search-words').textContent();
    await page.waitForFunction((before) => document.querySelector('#search-words')?.textContent !== before, words);
    assert.ok(await handle.evaluate((element) => element.isConnected), 'progress has come in, and the button was not replaced');
    await button.click();
    await engineMoved(page, 1);
    await done();
  });
});
