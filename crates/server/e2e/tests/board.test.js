/** The board: long ones, on a phone too; places, numbers, scores; positions made by hand. */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { browser, colour, engineMoved, server, shot, useLaboratory, valuesReady, vertex, visit } from './lab.js';

useLaboratory();

const isSeen = (page, cell) => vertex(page, cell).evaluate((group) => {
  const [box, host] = [group.getBoundingClientRect(), document.querySelector('#host').getBoundingClientRect()];
  return box.left >= host.left - 1 && box.right <= host.right + 1 && box.top >= host.top - 1 && box.bottom <= host.bottom + 1;
});
const waitSeen = (page, cell) => page.waitForFunction((c) => {
  const [box, host] = [document.querySelector(`.vertex[data-cell="${c}"]`).getBoundingClientRect(), document.querySelector('#host').getBoundingClientRect()];
  return box.left >= host.left - 1 && box.right <= host.right + 1 && box.top >= host.top - 1 && box.bottom <= host.bottom + 1;
}, cell);

describe('the board', { concurrency: false }, () => {
  for (const [name, width, height] of [['on a desk', 1280, 860], ['on a phone', 360, 760]]) {
    test(`4 × 250 ${name}: vertices can be hit, the overview leads along, the keys too`, async () => {
      const phone = width < 500;
      const { page, done } = await visit(browser, server.url, { width, height, hasTouch: phone, isMobile: phone, hash: '#/play?line=colouring:4+grid:4x250&who=human,human' });
      await page.waitForFunction(() => document.querySelectorAll('.vertex.open').length === 1000);
      const size = (await vertex(page, 0).locator('.hit').boundingBox()).width;
      assert.ok(size >= 40, `a vertex is ${size} pixels wide`);
      assert.ok(await page.locator('#overview').isVisible());
      assert.ok(await isSeen(page, 0));
      await page.locator('#overview').scrollIntoViewIfNeeded();
      const { x, y, width: across, height: high } = await page.locator('#overview').boundingBox();
      await page.mouse.click(x + across - 2, y + high / 2);
      await waitSeen(page, 249);
      await vertex(page, 249).scrollIntoViewIfNeeded();
      await colour(page, 249, 'colour 2');
      await vertex(page, 249).focus();
      for (let i = 0; i < 3; i += 1) await page.keyboard.press('ArrowDown');
      assert.equal(await page.evaluate(() => document.activeElement?.dataset.cell), '999');
      await vertex(page, 0).evaluate((group) => group.focus());
      await waitSeen(page, 0);
      await shot(page, `long-${width}`);
      await done();
    });
  }

  test('a board that fits is shown whole', async () => {
    const { page, done } = await visit(browser, server.url, { hash: '#/play?line=icol+queens:5' });
    await valuesReady(page);
    for (const corner of [0, 4, 20, 24]) await waitSeen(page, corner);
    // The room may be small for a while, as when the window is: then all is seen again.
    await page.setViewportSize({ width: 1280, height: 400 });
    await page.setViewportSize({ width: 700, height: 860 });
    await page.setViewportSize({ width: 1280, height: 860 });
    for (const corner of [0, 4, 20, 24]) await waitSeen(page, corner);
    await page.locator('#overview').waitFor({ state: 'hidden' });
    await done();
  });

  test('on a phone the chooser comes first, and folds when play begins', async () => {
    const { page, done } = await visit(browser, server.url, { width: 360, height: 760, hasTouch: true, isMobile: true, hash: '#/play?line=icol+grid:3x3&who=human,engine' });
    await valuesReady(page);
    const top = async (selector) => (await page.locator(selector).boundingBox()).y;
    assert.ok((await top('#game')) < (await top('#family')) && (await top('#family')) < (await top('#host')));
    await vertex(page, 4).tap();
    await page.locator('#chooser .choice', { hasText: 'Black' }).tap();
    await engineMoved(page, 2);
    assert.ok(await page.locator('#setup').isHidden());
    const host = await page.locator('#host').boundingBox();
    assert.ok(host.y + host.height / 2 < 760, 'the board is in sight without scrolling');
    await shot(page, 'phone-playing');
    await done();
  });

  test('vertices are dragged and laid out again, numbers are hidden', async () => {
    const { page, done } = await visit(browser, server.url, { hash: '#/play?line=icol+grid:3x3' });
    await valuesReady(page);
    await page.click('#board-menu summary');
    await page.uncheck('#numbers');
    assert.equal(await vertex(page, 0).locator('.number').isVisible(), false);
    await page.check('#arranging');
    await page.click('#board-menu summary');
    const at = async () => { const b = await vertex(page, 0).locator('.body').boundingBox(); return [b.x + b.width / 2, b.y + b.height / 2]; };
    const [x, y] = await at();
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x - 30, y - 30);
    await page.mouse.move(x - 60, y - 40);
    await page.mouse.up();
    await page.waitForFunction(() => location.hash.includes('places='));
    assert.equal(await page.locator('.vertex.coloured').count(), 0, 'a drag colours nothing');
    const chosen = await page.evaluate(() => location.hash);
    await page.click('#board-menu summary');
    await page.click('#lay-out');
    await page.waitForFunction((before) => location.hash !== before, chosen);
    await page.click('#board-menu summary');
    await page.click('#original-layout');
    await page.waitForFunction(() => !location.hash.includes('places='));
    await done();
  });

  test('no label is clipped: values fit their vertices, numbers and values of components the board', async () => {
    const { page, done } = await visit(browser, server.url);
    for (const [line, cells] of [['snort+grid:2x4', 8], ['icol+path:9&moves=4=B', 9], ['icol+grid:4x5&moves=7=B,12=W', 20], ['orthogonal:2+path:5', 10], ['own:colours=2:forbid=same:on=edges+K4', 6]]) {
      await page.evaluate((hash) => { location.hash = hash; }, `#/play?line=${line}`);
      await page.waitForFunction((n) => document.querySelectorAll('.vertex').length === n, cells);
      await valuesReady(page);
      await page.locator('.vertex .value').first().waitFor();
      const wide = await page.locator('.vertex .value').evaluateAll((all) => all.filter((text) => text.getBBox().width > 72).map((text) => text.textContent));
      assert.deepEqual(wide, [], line);
      const outside = await page.locator('.vertex .number, .tag, .titles text').evaluateAll((all) => all.filter((text) => {
        const [box, host] = [text.getBoundingClientRect(), document.querySelector('#stage').getBoundingClientRect()];
        return box.width > 0 && (box.left < host.left || box.right > host.right);
      }).map((text) => text.textContent));
      assert.deepEqual(outside, [], line);
    }
    await done();
  });

  test('a scoring game shows the score as it stands, and what counts', async () => {
    const { page, done } = await visit(browser, server.url, { hash: '#/play?line=connected+grid:3x3&moves=0=R,2=B,1=R' });
    await valuesReady(page);
    assert.deepEqual(await page.locator('.score-side strong').allTextContents(), ['2', '1']);
    assert.equal(await page.locator('.score-region').count(), 1);
    await done();
  });

  test('a position is made by hand and played from there', async () => {
    const { page, done } = await visit(browser, server.url, { hash: '#/play?line=icol+path:4&moves=0=B' });
    await valuesReady(page);
    await page.click('#board-menu summary');
    await page.click('#edit-position');
    await page.click('#brush-2');
    await vertex(page, 3).click();
    await page.click('#brush-0');
    await vertex(page, 0).click();
    await page.click('#brush-1');
    await vertex(page, 1).click();
    await vertex(page, 2).click();
    await page.locator('#edit-bar .problem').waitFor();
    assert.ok(await page.locator('#edit-done').isDisabled(), 'two black vertices side by side are no position of this game');
    await vertex(page, 2).click();
    await page.selectOption('#edit-turn', '1');
    await page.locator('#edit-bar .problem').waitFor({ state: 'detached' });
    await shot(page, 'editing');
    await page.click('#edit-done');
    await page.waitForFunction(() => document.querySelector('#line')?.textContent === 'icol path:4 .B.W right');
    await page.locator('.toast button').click();
    await page.waitForFunction(() => document.querySelector('#line')?.textContent === 'icol path:4 B... right');
    await done();
  });
});
