/** Setting up a game: what is typed, what is drawn, who sits there; nothing is lost by one click. */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { browser, colour, engineMoved, openSetup, server, shot, startServer, useLaboratory, valuesReady, vertex, visit } from './lab.js';

useLaboratory();

const typeBoard = async (page, text) => {
  await page.fill('#graph-text', text);
  await page.keyboard.press('Enter');
};
const vertices = (page, n) => page.waitForFunction((count) => document.querySelectorAll('.vertex').length === count, n);

describe('set-up', { concurrency: false }, () => {
  test('bad text changes nothing, and good text after it is understood', async () => {
    const { page, done } = await visit(browser, server.url, { hash: '#/play?line=icol+grid:3x3' });
    await valuesReady(page);
    const before = await page.evaluate(() => location.hash);
    for (const bad of ['path 7', 'nonsense', 'K', 'grid:3x']) {
      await typeBoard(page, bad);
      await page.locator('#graph-problem:not(:empty)').waitFor();
      assert.equal(await page.inputValue('#graph-text'), bad, 'what was typed stays');
      assert.equal(await page.evaluate(() => location.hash), before, bad);
      assert.equal(await page.locator('.vertex').count(), 9, bad);
      assert.equal(await page.getAttribute('#graph-text', 'aria-invalid'), 'true');
    }
    for (const [name, order] of [['K5', 5], ['C7', 7], ['K3,3', 6], ['Petersen', 10], ['P4', 4], ['Q3', 8], ['DQc', 5]]) {
      await typeBoard(page, name);
      await vertices(page, order);
      assert.equal(await page.locator('#graph-problem').textContent(), '', name);
    }
    await typeBoard(page, 'snort path:3 B.. right');
    await vertices(page, 3);
    assert.match(await page.locator('#title').textContent(), /^Snort on path:3/);
    const completions = await page.locator('#graph-names option').evaluateAll((all) => all.map((each) => each.value));
    for (const name of ['K5', 'K3,3', 'Petersen', 'grid:4x5']) assert.ok(completions.includes(name), name);
    await done();
  });

  test('the rule shown is that of the game, once, with a picture', async () => {
    const { page, done } = await visit(browser, server.url);
    for (const [line, words, allowed, forbidden] of [
      ['icol+path:3', /adjacent vertices must differ/, 1, 1], ['isnort+path:3', /must be alike/, 1, 1], ['node-kayles+path:3', /none of whose neighbours/, 0, 1],
      ['col+path:3', /Left colours Black/, 1, 1], ['snort+path:3', /must be alike/, 1, 1], ['connected+path:3', /largest red component/, 2, 0], ['colouring:3+path:3', /Alice wins when/, 2, 1],
      ['blue-red+dipath:3', /from Blue to Red/, 1, 1], ['edge-colouring:2+path:4', /edges that share an end/, 1, 1],
    ]) {
      await page.evaluate((hash) => { location.hash = hash; }, `#/play?line=${line}`);
      await page.waitForFunction((text) => new RegExp(text).test(document.querySelector('#rule-text')?.textContent ?? ''), words.source);
      await page.waitForFunction(([yes, no]) => document.querySelectorAll('#rule-picture .allowed').length === yes && document.querySelectorAll('#rule-picture .forbidden').length === no, [allowed, forbidden]);
      const said = await page.locator('#page-play').innerText();
      assert.equal(said.split(await page.locator('#rule-text').textContent()).length, 2, `${line}: the rule stands there once`);
    }
    await done();
  });

  test('a new game, a deletion and another board can be undone; Back goes back; games are remembered', async () => {
    const { page, done } = await visit(browser, server.url, { hash: '#/play?line=icol+path:5' });
    await valuesReady(page);
    await colour(page, 0, 'Black');
    await colour(page, 3, 'White');
    const played = 'icol path:5 B..W. left';
    const isPlayed = () => page.waitForFunction((text) => document.querySelector('#line')?.textContent === text, played);
    await isPlayed();
    await page.click('#new');
    await page.waitForFunction(() => document.querySelectorAll('.vertex.coloured').length === 0);
    await page.locator('.toast button').click();
    await isPlayed();
    await page.click('#delete-move');
    await page.waitForFunction(() => document.querySelectorAll('.vertex.coloured').length === 1);
    await page.locator('.toast button').click();
    await isPlayed();
    await openSetup(page);
    await page.locator('#family-N').fill('7');
    await page.getByRole('button', { name: 'Start this game' }).click();
    await vertices(page, 7);
    await page.goBack();
    await isPlayed();
    await page.goForward();
    await vertices(page, 7);
    await openSetup(page);
    await page.locator('.recent', { hasText: 'icol path:5, 2 moves' }).first().click();
    await isPlayed();
    await done();
  });

  test('the set-up folds when play begins, and the board gets the room', async () => {
    const { page, done } = await visit(browser, server.url, { hash: '#/play?line=icol+grid:3x3' });
    await valuesReady(page);
    const width = () => page.locator('#host').evaluate((host) => host.clientWidth);
    const before = await width();
    await colour(page, 4, 'Black');
    await page.locator('#setup').waitFor({ state: 'hidden' });
    assert.ok((await width()) > before + 200);
    assert.equal(await page.getAttribute('#setup-toggle', 'aria-expanded'), 'false');
    await page.click('#setup-toggle');
    await page.locator('#setup').waitFor();
    await done();
  });

  test('an empty drawing is refused, and a strategy that does not apply cannot sit down', async () => {
    const { page, done } = await visit(browser, server.url, { hash: '#/play?line=icol+grid:3x3' });
    await valuesReady(page);
    await page.click('#draw');
    await page.click('#sketch-use');
    assert.match(await page.locator('#editor .problem').textContent(), /no vertex yet/);
    await page.keyboard.press('Escape');
    await page.selectOption('#seat-0', 'four-rows');
    await page.locator('#seat-problem', { hasText: 'does not apply' }).waitFor();
    assert.equal(await page.inputValue('#seat-0'), 'human');
    assert.ok(!(await page.evaluate(() => location.hash)).includes('four-rows'));
    await page.locator('#seat-problem button').click();
    await page.waitForFunction(() => /colouring on grid:4x4/i.test(document.querySelector('#title')?.textContent ?? ''));
    await engineMoved(page, 1);
    await done();
  });

  test('labels name what they set: a board of 5 × 5 queens has 25 vertices', async () => {
    const { page, done } = await visit(browser, server.url, { hash: '#/play?line=icol+queens:5' });
    await vertices(page, 25);
    assert.doesNotMatch(await page.locator('#setup-board').textContent(), /Vertices/);
    assert.match(await page.locator('#board-facts').textContent(), /25 vertices, 160 edges/);
    await done();
  });

  test('what is heard: neighbours of a vertex, and what each colour leads to', async () => {
    const { page, done } = await visit(browser, server.url, { hash: '#/play?line=icol+path:3&moves=0=B' });
    await valuesReady(page);
    assert.match(await vertex(page, 1).getAttribute('aria-label'), /neighbours 0 Black, 2$/);
    await vertex(page, 2).click();
    const label = await page.locator('#chooser .choice').first().getAttribute('aria-label');
    assert.match(label, /^Black: (wins|loses), to \*\d/);
    await done();
  });

  test('every game has starting points that can be played; a puzzle hides its values', async () => {
    const { page, done } = await visit(browser, server.url);
    await page.locator('#setup-gallery a').first().waitFor();
    const games = await page.locator('#game option').evaluateAll((all) => all.map((each) => each.value).filter((value) => value !== '+'));
    for (const game of games) {
      await page.selectOption('#game', game);
      await page.waitForFunction(() => document.querySelectorAll('#setup-gallery a').length > 0);
      const links = await page.locator('#setup-gallery a').evaluateAll((all) => all.map((each) => each.hash));
      const practice = links.filter((link) => link.includes('practice'));
      assert.ok(practice.length > 0 && practice.length < links.length, `${game} has a board and a puzzle`);
      for (const link of links) {
        const fields = new URLSearchParams(link.split('?')[1]);
        const line = fields.get('line');
        const by = fields.get('who')?.split(',').find((seat) => seat !== 'human' && seat !== 'engine');
        const [named, graph] = line.split(' ');
        if (by) assert.equal(await page.evaluate(async (body) => (await fetch('/api/v1/explain', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })).status, JSON.stringify({ game: named, graph, by })), 200, `${line} by ${by}`);
        const answer = await page.evaluate(async (body) => (await fetch('/api/v1/position', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })).status, JSON.stringify(Object.fromEntries(['game', 'graph', 'colouring', 'turn'].map((name, i) => [name, line.split(' ')[i]]))));
        assert.equal(answer, 200, line);
      }
    }
    await page.selectOption('#game', 'icol');
    await page.locator('#setup-gallery a', { hasText: 'only first move' }).click();
    await page.locator('#value-head', { hasText: 'practice' }).waitFor();
    // What is to be watched begins by itself.
    await openSetup(page);
    await page.locator('#setup-gallery a', { hasText: 'Watch the mirror' }).click();
    await engineMoved(page, 2);
    await done();
  });

  test('a game of one\'s own is made in fields, stands on the list like the rest, and shows its rule', async () => {
    const { page, done } = await visit(browser, server.url, { hash: '#/play?line=icol+path:4' });
    await valuesReady(page);
    await page.selectOption('#game', { label: 'Make a game…' });
    await page.fill('#own-name', 'Far reds');
    await page.fill('#own-forbid', 'Red-Redd/2');
    await page.locator('#editor .problem:not(:empty)').waitFor();
    assert.ok(await page.locator('#own-use').isDisabled());
    await page.fill('#own-forbid', 'Red-Red/2');
    await page.locator('#own-rules', { hasText: 'Red and Red may not stand within distance 2.' }).waitFor();
    await shot(page, 'maker');
    await page.click('#own-use');
    await page.waitForFunction(() => /^Far reds on path:4/.test(document.querySelector('#title')?.textContent ?? ''));
    assert.match(await page.locator('#rule-text').textContent(), /within distance 2/);
    await page.locator('#rule-picture .forbidden').waitFor();
    await page.selectOption('#game', 'isnort');
    await page.waitForFunction(() => location.hash.includes('isnort'));
    await page.reload();
    await page.selectOption('#game', { label: 'Far reds' });
    await page.waitForFunction(() => location.hash.includes('own:'));
    await page.click('#own-list');
    await page.locator('.toast button').click();
    await page.locator('#own-list', { hasText: 'Take off the list' }).waitFor();
    assert.equal(await page.locator('#game option:checked').textContent(), 'Far reds');
    await done();
  });

  test('a tooltip does not outlive its vertex', async () => {
    const { page, done } = await visit(browser, server.url, { hash: '#/play?line=icol+grid:3x3' });
    await valuesReady(page);
    await vertex(page, 4).hover();
    await page.locator('#tip:not([hidden])').waitFor();
    await page.evaluate(() => { location.hash = '#/play?line=icol+path:2'; });
    await vertices(page, 2);
    await page.locator('#tip').waitFor({ state: 'hidden' });
    await done();
  });

  test('the papers come when the server does', async () => {
    const own = await startServer();
    const { page, done } = await visit(browser, own.url, { hash: '#/play?line=icol+path:2', allowErrors: true });
    await valuesReady(page);
    await own.stop();
    await page.click('nav a[data-page=papers]');
    await page.locator('#banner').waitFor();
    const again = await startServer(own.port);
    await page.locator('.claim').first().waitFor();
    await page.locator('[data-table]').first().waitFor();
    await shot(page, 'papers-again');
    await again.stop();
    await done();
  });
});
