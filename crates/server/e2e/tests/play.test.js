/** Whole games in a real browser: won, lost, by keyboard, on a drawn graph, by a strategy, through a crash of the server. */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { browser, chromex, colour, engineMoved, markedMove, openSetup, server, shot, startServer, useLaboratory, valuesReady, vertex, visit } from './lab.js';

useLaboratory();

/** Plays moves with this sign until the game is over. */
async function playOut(page, sign) {
  for (let moves = 0; moves < 40; moves += 2) {
    await page.waitForFunction(() => document.querySelector('#status.ended') || document.querySelector('.vertex.is-winning, .vertex.is-losing, .vertex.is-drawing'));
    if (await page.locator('#status.ended').isVisible()) return;
    await valuesReady(page);
    const { cell, name } = await markedMove(page, sign);
    await colour(page, cell, name);
    await engineMoved(page, moves + 2);
  }
}

describe('playing', { concurrency: false }, () => {
  test('the first screen is a game that can be won at once', async () => {
    const { page, done } = await visit(browser, server.url);
    await valuesReady(page);
    await shot(page, 'first-screen');
    assert.match(await page.locator('#title').textContent(), /Impartial Col on grid:3x3/i);
    assert.ok(await page.locator('#rule-text').isVisible());
    assert.equal(await page.locator('.big-value').textContent(), '*1');
    await playOut(page, 'winning');
    assert.match(await page.locator('#status').textContent(), /You won\. Left wins/);
    assert.match(await page.locator('#live').textContent(), /Left wins/);
    await shot(page, 'won');
    await done();
  });

  test('a lost game is lost', async () => {
    const { page, done } = await visit(browser, server.url, { hash: '#/play?line=icol+grid:2x3&who=human,engine' });
    await valuesReady(page);
    assert.equal(await page.locator('.vertex.is-winning').count(), 0, 'no move wins on 2×3');
    await playOut(page, 'losing');
    assert.match(await page.locator('#status').textContent(), /You lost\. Right wins: Left cannot move/);
    await done();
  });

  test('a game of one\'s own, with a skip, on edges', async () => {
    const { page, done } = await visit(browser, server.url, { hash: '#/play?line=own:colours=Red,Green:forbid=same:on=edges:skip=bob:end=coloured+path:3+bob' });
    await valuesReady(page);
    assert.match(await page.locator('#title').textContent(), / on path:3$/);
    await page.locator('#skip').click();
    await page.waitForFunction(() => document.querySelector('#status')?.textContent?.includes('Alice to move'));
    assert.equal(await page.locator('#skip').count(), 0, 'Alice may not skip');
    await colour(page, 0, 'Red');
    await colour(page, 1, 'Green');
    await page.waitForFunction(() => document.querySelector('#status.ended'));
    assert.match(await page.locator('#status').textContent(), /Alice wins/);
    assert.match(decodeURIComponent(await page.evaluate(() => location.hash)), /moves=skip,0-1=R,1-2=G/);
    await done();
  });

  test('a scoring game on two copies', async () => {
    const { page, done } = await visit(browser, server.url, { hash: '#/play?line=orthogonal:2+path:3&who=human,engine' });
    await valuesReady(page);
    assert.equal(await page.locator('.vertex').count(), 6);
    assert.deepEqual(await page.locator('.titles text').allTextContents(), ['Alice’s copy (A)', 'Bob’s copy (B)']);
    await shot(page, 'two-copies');
    const sign = (await page.locator('.vertex.is-winning').count()) ? 'winning' : 'drawing';
    const { cell, name } = await markedMove(page, sign);
    await colour(page, cell, name);
    await engineMoved(page, 2);
    await done();
  });

  test('the values on the board are those of the solver', async () => {
    const { page, done } = await visit(browser, server.url);
    const games = [
      ['icol', 'grid:3x3', null], ['isnort', 'path:6', 'B....W'], ['proper:3', 'cycle:5', null], ['node-kayles', 'petersen:5,2', null],
      ['blue-red', 'dipath:6', null], ['col', 'path:5', null], ['snort', 'grid:2x3', null], ['colouring:3', 'grid:2x3', null],
      ['connected', 'path:5', null], ['orthogonal:1', 'path:3', null], ['weak:2', 'path:5', null], ['oriented:3', 'dicycle:4', null],
    ];
    for (const [game, graph, start] of games) {
      const line = [game, graph, start].filter(Boolean).join(' ');
      const answer = JSON.parse(chromex('moves', game, graph, ...(start ? ['--start', start] : []), '--json'));
      await page.evaluate((hash) => { location.hash = hash; }, `#/play?${new URLSearchParams({ line })}`);
      await page.waitForFunction((text) => document.querySelector('#line')?.textContent?.startsWith(text), `${game} ${graph} `);
      await valuesReady(page);
      await page.waitForFunction((n) => [...document.querySelectorAll('.vertex')].reduce((sum, v) => sum + (v.getAttribute('aria-label')?.match(/, to /g)?.length ?? 0), 0) === n, answer.moves.length);
      const shown = await page.evaluate(() => [...document.querySelectorAll('.vertex')].flatMap((v) => {
        const label = v.getAttribute('aria-label') ?? '';
        const name = /^Vertex ([AB]?\d+)/.exec(label)?.[1];
        return [...label.matchAll(/; (?:colour )?(\w+) (wins|loses|draws|not known), to ([^;]+)/g)].map((m) => `${name}=${m[1].length > 1 ? m[1][0] : m[1]} ${m[3]}`);
      }));
      const solved = answer.moves.map(({ move, value }) => `${move} ${value}`);
      assert.deepEqual(shown.sort(), solved.sort(), line);
      if (answer.value !== answer.outcome) assert.equal(await page.locator('.big-value').textContent(), answer.value, line);
    }
    await done();
  });

  test('an illegal colour is shown as such, with the reason', async () => {
    const { page, done } = await visit(browser, server.url, { hash: '#/play?line=icol+path:3+B..' });
    await valuesReady(page);
    await vertex(page, 1).click({ button: 'right' });
    const black = page.locator('#chooser .choice', { hasText: 'Black' });
    assert.equal(await black.getAttribute('aria-disabled'), 'true');
    await page.locator('.choice-reason').first().waitFor();
    assert.match(await black.textContent(), /0/);
    await shot(page, 'illegal');
    await black.click({ force: true });
    assert.equal(await page.locator('.vertex.coloured').count(), 1, 'nothing was played');
    await page.keyboard.press('Escape');
    await vertex(page, 1).click();
    await page.waitForFunction(() => document.querySelectorAll('.vertex.coloured').length === 2);
    await done();
  });

  test('a whole game by keyboard', async () => {
    const { page, done } = await visit(browser, server.url, { hash: '#/play?line=icol+grid:3x3&who=human,engine' });
    await valuesReady(page);
    // Tab reaches the board; arrows go to the centre; a letter colours it.
    for (let i = 0; i < 60; i += 1) {
      await page.keyboard.press('Tab');
      if (await page.evaluate(() => document.activeElement?.classList.contains('vertex'))) break;
    }
    assert.equal(await page.evaluate(() => document.activeElement?.dataset.cell), '0');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    assert.equal(await page.evaluate(() => document.activeElement?.dataset.cell), '4');
    await page.keyboard.press('b');
    await engineMoved(page, 2);
    assert.match(await page.locator('#live').textContent(), /colours vertex|to move/);
    await page.keyboard.press('u');
    await page.waitForFunction(() => document.querySelectorAll('.vertex.coloured').length === 0);
    await page.keyboard.press('r');
    await page.waitForFunction(() => document.querySelectorAll('.vertex.coloured').length === 2);
    for (let turn = 2; turn < 12; turn += 1) {
      if (await page.locator('#status.ended').isVisible()) break;
      await valuesReady(page);
      const { cell, name } = await markedMove(page, 'winning');
      await walkTo(page, cell);
      await page.keyboard.press(name[0].toLowerCase());
      await engineMoved(page, 2 * turn);
    }
    assert.match(await page.locator('#status').textContent(), /Left wins/);
    await page.keyboard.press('?');
    assert.ok(await page.locator('#help').isVisible());
    await page.keyboard.press('Escape');
    await done();
  });

  test('hint, swap sides and engine against engine', async () => {
    const { page, done } = await visit(browser, server.url, { hash: '#/play?line=icol+path:5&who=human,engine' });
    await valuesReady(page);
    await page.click('#hint');
    await page.locator('.vertex.hinted').waitFor();
    assert.equal(await page.locator('.vertex.hinted').getAttribute('data-cell'), '2');
    await page.click('#swap');
    await engineMoved(page, 1);
    assert.match(await page.locator('#status').textContent(), /Right to move: you/);
    await openSetup(page);
    await page.selectOption('#seat-1', 'engine');
    await page.locator('#status.ended').waitFor();
    await done();
  });

  test('a graph is drawn and played on', async () => {
    const { page, done } = await visit(browser, server.url);
    await valuesReady(page);
    await page.click('#draw');
    const field = page.locator('.sketch');
    const box = await field.boundingBox();
    const at = (x, y) => ({ x: box.x + box.width * x, y: box.y + box.height * y });
    const click = async (x, y) => { const p = at(x, y); await page.mouse.click(p.x, p.y); };
    await click(0.3, 0.3);
    await click(0.7, 0.3);
    await click(0.5, 0.7);
    await page.click('[data-tool=edges]');
    await click(0.3, 0.3);
    await click(0.7, 0.3);
    const [from, to] = [at(0.7, 0.3), at(0.5, 0.7)];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2);
    await page.mouse.move(to.x, to.y);
    await page.mouse.up();
    assert.match(await page.locator('#sketch-facts').textContent(), /3 vertices, 2 edges/);
    // A fourth vertex and an edge by keyboard, and one by text.
    await field.focus();
    await page.keyboard.press('a');
    await page.keyboard.press('e');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('e');
    assert.match(await page.locator('#sketch-facts').textContent(), /4 vertices, 3 edges/);
    await page.fill('#sketch-text', '0-1, 1-2, 2-3, 3-0, 4');
    await page.keyboard.press('Enter');
    assert.match(await page.locator('#sketch-facts').textContent(), /5 vertices, 4 edges/);
    await page.click('#sketch-arrange');
    await shot(page, 'editor');
    await page.click('#sketch-use');
    await page.waitForFunction(() => document.querySelectorAll('.vertex').length === 5);
    await valuesReady(page);
    const value = JSON.parse(chromex('solve', 'icol', 'edges:0-1,1-2,2-3,3-0,4', '--json')).value;
    assert.equal(await page.locator('.big-value').textContent(), value);
    const { cell, name } = await markedMove(page, 'winning');
    await colour(page, cell, name);
    await engineMoved(page, 2);
    await shot(page, 'drawn-graph');
    await done();
  });

  test('the strategy on four rows shows blocks, borders and doctors', async () => {
    const { page, done } = await visit(browser, server.url, { hash: '#/play?line=colouring:4+grid:4x8&who=four-rows,human', width: 1400 });
    await page.getByRole('button', { name: 'Let it move' }).click();
    await engineMoved(page, 1);
    await page.waitForFunction(() => /Case just used: opening/.test(document.querySelector('#strategy-panel')?.textContent ?? ''));
    assert.ok(await vertex(page, 8).evaluate((v) => v.classList.contains('coloured')));
    await colour(page, 10, 'colour 2');
    await engineMoved(page, 3);
    await colour(page, 25, 'colour 4');
    await engineMoved(page, 5);
    // Now vertex 9 is sound, and 1 and 17 are its doctors.
    await page.locator('.board .mark-link.mark-patient-and-doctors').first().waitFor({ state: 'attached' });
    for (const mark of ['.mark-region.mark-block', '.mark-region.mark-border', '.mark-ring.mark-first.mark-patient-and-doctors']) assert.equal(await page.locator(`.board ${mark}`).count(), 1, mark);
    assert.equal(await page.locator('.board .mark-link').count(), 2);
    assert.match(await page.locator('#strategy-panel').textContent(), /Case just used: 3β2/);
    assert.deepEqual(await page.locator('.move-case').allTextContents(), ['opening', '3-new', '3β2']);
    const sound = page.locator('#strategy-panel .term', { hasText: 'sound' }).first();
    assert.match(await sound.getAttribute('aria-label'), /its doctors/);
    const tip = page.locator('#tip', { hasText: 'its doctors' });
    // The panel may be drawn anew under the pointer while values come in.
    for (let tries = 0; tries < 20 && !(await tip.isVisible()); tries += 1) {
      await page.mouse.move(1, 1);
      await sound.hover();
      await tip.waitFor({ timeout: 3000 }).catch(() => {});
    }
    assert.ok(await tip.isVisible());
    await shot(page, 'strategy');
    await page.uncheck('#strategy-marks');
    await page.waitForFunction(() => !document.querySelector('.board .mark-block'));
    await done();
  });

  test('nothing is lost when the server is killed and comes back', async () => {
    const own = await startServer();
    const { page, done } = await visit(browser, own.url, { hash: '#/play?line=icol+grid:3x3&who=human,engine', allowErrors: true });
    await valuesReady(page);
    await colour(page, 4, 'Black');
    await engineMoved(page, 2);
    await valuesReady(page);
    const before = await page.locator('#line').textContent();
    await own.stop();
    const { cell, name } = await markedMove(page, 'winning');
    await vertex(page, cell).click();
    if (await page.locator('#chooser').isVisible()) await page.locator('#chooser .choice', { hasText: name }).click();
    await page.locator('#banner').waitFor();
    assert.match(await page.locator('#banner').textContent(), /Your game is safe/);
    assert.equal(await page.locator('.vertex.coloured').count(), 3, 'the move stands');
    await shot(page, 'offline');
    const again = await startServer(own.port);
    // The page finds out by itself; the button is only for the impatient.
    await engineMoved(page, 4);
    assert.ok(await page.locator('#banner').isHidden());
    await page.reload();
    await page.waitForFunction(() => document.querySelectorAll('.vertex.coloured').length === 4);
    assert.notEqual(await page.locator('#line').textContent(), before);
    // A new tab finds it too, without the address.
    await page.goto('about:blank');
    await page.goto(`${own.url}/`);
    await page.waitForFunction(() => document.querySelectorAll('.vertex.coloured').length === 4);
    await again.stop();
    await done();
  });
});

/** Arrow keys until the focus is on this vertex of a 3×3 board. */
async function walkTo(page, cell) {
  const here = () => page.evaluate(() => Number(document.activeElement?.dataset?.cell ?? -1));
  if ((await here()) < 0) await page.locator('.vertex[tabindex="0"]').focus();
  for (let i = 0; i < 8 && (await here()) !== cell; i += 1) {
    const at = await here();
    const key = at % 3 < cell % 3 ? 'ArrowRight' : at % 3 > cell % 3 ? 'ArrowLeft' : at < cell ? 'ArrowDown' : 'ArrowUp';
    await page.keyboard.press(key);
  }
  assert.equal(await here(), cell);
}
