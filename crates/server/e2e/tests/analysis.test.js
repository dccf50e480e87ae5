/** Analysis: the move list with its variations, marks and comments, moves that can be clicked, the review. */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { browser, colour, server, shot, useLaboratory, valuesReady, vertex, visit } from './lab.js';

useLaboratory();

const coloured = (page, n) => page.waitForFunction((count) => document.querySelectorAll('.vertex.coloured').length === count, n);

describe('analysis', { concurrency: false }, () => {
  test('moves are stepped through, marked and commented, and the link keeps it', async () => {
    const { page, done } = await visit(browser, server.url, { hash: '#/play?line=icol+path:5&moves=2=B,0=W,(1=W),4=B' });
    await coloured(page, 3);
    assert.equal(await page.locator('.variation').count(), 1);
    await page.locator('body').press('ArrowLeft');
    await coloured(page, 2);
    await page.locator('body').press('Home');
    await coloured(page, 0);
    await page.locator('body').press('ArrowRight');
    await coloured(page, 1);
    await page.getByRole('button', { name: '!', exact: true }).click();
    await page.fill('#comment', 'the centre (of course), 100%');
    await page.keyboard.press('Enter');
    await page.locator('.comment', { hasText: 'the centre (of course), 100%' }).waitFor();
    const link = await page.evaluate(() => location.hash);
    const other = await visit(browser, server.url, { hash: link });
    await other.page.locator('.comment', { hasText: 'the centre (of course), 100%' }).waitFor();
    assert.equal(await other.page.locator('.move-mark').textContent(), '!');
    await shot(other.page, 'comments');
    await other.done();
    await done();
  });

  test('set up, played, looked through and left again by keyboard alone', async () => {
    const { page, done } = await visit(browser, server.url, { hash: '#/play?line=icol+grid:3x3' });
    await valuesReady(page);
    const active = () => page.evaluate(() => document.activeElement?.id || document.activeElement?.dataset.cell || '');
    const tabTo = async (name) => {
      for (let i = 0; i < 80 && (await active()) !== name; i += 1) await page.keyboard.press('Tab');
      assert.equal(await active(), name);
    };
    await tabTo('graph-text');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('P3');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.querySelectorAll('.vertex').length === 3);
    await valuesReady(page);
    await tabTo('0');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.locator('#chooser').waitFor();
    await page.keyboard.press('b');
    await coloured(page, 1);
    await valuesReady(page);
    assert.equal(await active(), '1', 'the focus stays where the move was made');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('w');
    await coloured(page, 2);
    await page.keyboard.press(',');
    await coloured(page, 1);
    await page.keyboard.press('.');
    await coloured(page, 2);
    await page.keyboard.press('n');
    await coloured(page, 0);
    await page.goBack();
    await coloured(page, 2);
    await done();
  });

  test('a move in the table points at the board and is played at a click; so is one of the best line', async () => {
    const { page, done } = await visit(browser, server.url, { hash: '#/play?line=icol+path:5' });
    await valuesReady(page);
    const first = page.locator('.row-winning .move-chip').first();
    await first.hover();
    await page.locator('.vertex[data-cell="2"].pointed').waitFor();
    await first.click();
    await coloured(page, 1);
    await valuesReady(page);
    await page.click('#best-line');
    await page.locator('.principal .move-chip').nth(1).click();
    await coloured(page, 3);
    await done();
  });

  test('a lost game shows where it was lost', async () => {
    const { page, done } = await visit(browser, server.url, { hash: '#/play?line=icol+path:3&moves=0=B,1=W,2=B' });
    await page.locator('#status.ended').waitFor();
    await page.evaluate(() => { location.hash = '#/play?line=icol+path:3&moves=0=B,2=W'; });
    await page.locator('#status.ended').waitFor();
    await page.locator('.review-list li').first().waitFor();
    assert.match(await page.locator('.review-list').textContent(), /1\. .*0=B lost a won game; better: 1=[BW]/);
    await page.locator('.review-list button').first().click();
    await coloured(page, 0);
    await done();
  });

  test('in a partisan game the options of both players stand side by side, with mean and temperature', async () => {
    const { page, done } = await visit(browser, server.url, { hash: '#/play?line=snort+path:4' });
    await page.locator('.options').waitFor();
    const words = await page.locator('.options').innerText();
    assert.match(words, /Left[\s\S]+Right/);
    assert.match(words, /mean\s+temp/);
    // Every option names its moves: those of the player to move are played at a click, the others only point.
    assert.ok((await page.locator('.options tbody').nth(0).locator('button.move-chip').count()) > 0);
    assert.equal(await page.locator('.options tbody').nth(1).locator('button.move-chip').count(), 0);
    assert.ok((await page.locator('.options tbody').nth(1).locator('.move-chip').count()) > 0);
    await page.evaluate(() => { location.hash = '#/play?line=snort+grid:3x3&moves=0=B,8=W'; });
    await page.locator('.thermograph').waitFor();
    assert.equal(await page.locator('.thermograph').getAttribute('aria-label'), 'Thermograph: left stop 1, right stop -1, mean 0, temperature 1');
    await shot(page, 'thermograph');
    await page.locator('.options button.move-chip').first().click();
    await coloured(page, 3);
    await done();
  });

  test('a game played with hidden values gives nothing away, and is looked through when it is over', async () => {
    const { page, done } = await visit(browser, server.url, { hash: '#/play?line=icol+path:3&practice=1' });
    await page.locator('#value-head', { hasText: 'practice' }).waitFor();
    await colour(page, 0, 'Black');
    assert.equal(await page.locator('.move-value').count(), 0);
    assert.equal(await page.locator('.chart').count(), 0);
    await colour(page, 2, 'White');
    await page.locator('#status.ended').waitFor();
    await page.locator('.review-list', { hasText: 'lost a won game' }).waitFor();
    await done();
  });

  test('a lost engine makes the game last', async () => {
    const { page, done } = await visit(browser, server.url, { hash: '#/play?line=icol+grid:2x3' });
    await valuesReady(page);
    await page.click('#hint');
    await page.locator('.toast.shown', { hasText: /Left is lost; .* it can make the game last \d+ more moves/ }).waitFor();
    await done();
  });

  test('values are hidden for practice, and a long value is folded and can be copied', async () => {
    const { page, done } = await visit(browser, server.url, { hash: '#/play?line=snort+grid:2x5' });
    await page.locator('.big-value details').waitFor();
    await page.locator('.big-value button', { hasText: 'Copy' }).click();
    assert.ok((await page.evaluate(() => navigator.clipboard.readText())).length > 30);
    await page.keyboard.press('v');
    await page.locator('#value-head', { hasText: 'practice' }).waitFor();
    assert.equal(await page.locator('.vertex .value').count(), 0);
    await colour(page, 0, 'Black');
    await vertex(page, 0).waitFor();
    await done();
  });
});
