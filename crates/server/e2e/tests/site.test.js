/** The laboratory without a server: the folder that `chromex site` writes, from a plain file server under some path. */

import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { after, before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { chromex, colour, engineMoved, markedMove, shot, showWidget, startBrowser, valuesReady, vertex, visit } from './lab.js';

const MODULES = process.env.CHROMEX_MODULES;
const skip = MODULES ? false : 'the modules for the page could not be built on this machine (crates/wasm/build says why)';
const UNDER = '/a/folder';
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.wasm': 'application/wasm', '.json': 'application/json' };

let folder;
let files;
let site;
let browser;

/** As plain as a web server can be. */
function serveFiles(root) {
  const server = createServer((request, response) => {
    const path = new URL(request.url, 'http://x').pathname.slice(UNDER.length + 1) || 'index.html';
    try {
      const bytes = readFileSync(join(root, path));
      response.writeHead(200, { 'Content-Type': TYPES[extname(path)] ?? 'application/octet-stream' }).end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

/** Asks the engine in the page, and gives the last line of a stream or the answer. */
const ask = (page, path, body) => page.evaluate(async ([path, body]) => {
  const { post, stream } = await import(new URL('assets/api.js', location.href).href);
  if (path !== '/analyse') return post(path, body);
  let last = null;
  await stream(path, body, new AbortController().signal, (line) => { last = line; });
  return last;
}, [path, body]);

const native = (game, graph, ...more) => JSON.parse(chromex('solve', game, graph, '--no-store', '--json', ...more));

before(async () => {
  if (skip) return;
  folder = mkdtempSync(join(tmpdir(), 'chromex-site-'));
  chromex('site', folder, '--modules', MODULES, '--guide', fileURLToPath(new URL('../../../../docs', import.meta.url)));
  [files, browser] = await Promise.all([serveFiles(folder), startBrowser()]);
  site = `http://127.0.0.1:${files.address().port}${UNDER}`;
});
after(async () => {
  await browser?.close();
  files?.close();
  if (folder) rmSync(folder, { recursive: true });
});

describe('the site without a server', { concurrency: false, skip }, () => {
  test('everything together is small', () => {
    const all = readdirSync(folder, { recursive: true }).map((name) => join(folder, name)).filter((path) => statSync(path).isFile());
    const bytes = all.reduce((sum, path) => sum + gzipSync(readFileSync(path)).length, 0);
    assert.ok(bytes < 1_500_000, `${bytes} bytes gzipped`);
  });

  test('the board is there before the engine', async () => {
    const fresh = await browser.newContext({ serviceWorkers: 'block' });
    const tab = await fresh.newPage();
    let release;
    const held = new Promise((resolve) => { release = resolve; });
    await tab.route('**/chromex.wasm', async (route) => {
      await held;
      await route.continue();
    });
    await tab.goto(`${site}/`);
    await tab.locator('.vertex').nth(8).waitFor();
    assert.equal(await tab.locator('.big-value', { hasText: '*1' }).count(), 0, 'no value yet');
    release();
    await tab.locator('.big-value', { hasText: '*1' }).waitFor();
    await fresh.close();
  });

  test('answers are those of the program', async () => {
    const { page, done } = await visit(browser, site);
    const questions = [['icol', 'grid:3x4'], ['snort', 'path:7'], ['colouring:3', 'petersen:5,2'], ['node-kayles', 'cycle:11'], ['connected', 'grid:2x4']];
    for (const [game, graph] of questions) {
      const [here, there] = [await ask(page, '/analyse', { game, graph, by: 'search' }), native(game, graph, '--by', 'search')];
      assert.equal(here.complete, true, `${game} ${graph}`);
      assert.deepEqual([here.value, here.outcome], [there.value, there.outcome], `${game} ${graph}`);
    }
    const line = await ask(page, '/line', { game: 'icol', graph: 'path:6' });
    assert.equal(line.complete, true);
    assert.match(await page.locator('#place').textContent(), /runs in this page/);
    await done();
  });

  test('a whole game is won, with the values of the program at every move', async () => {
    const { page, done } = await visit(browser, site, { hash: '#/play?line=icol+grid:2x4+B.......+right&who=engine,human' });
    for (let moves = 1; moves < 9; moves += 2) {
      await page.waitForFunction(() => document.querySelector('#status.ended') || document.querySelector('.vertex.is-winning, .vertex.is-losing'));
      if (await page.locator('#status.ended').isVisible()) break;
      await valuesReady(page);
      const line = await page.evaluate(async () => (await import(new URL('assets/game.js', location.href).href)).store.state.position.line);
      const [game, graph, colouring, turn] = line.split(' ');
      const truth = native(game, graph, colouring, turn);
      assert.equal(await page.locator('.big-value').textContent(), truth.value, line);
      const { cell, name } = await markedMove(page, 'winning');
      await colour(page, cell, name);
      await engineMoved(page, moves + 2);
    }
    assert.match(await page.locator('#status').textContent(), /You won/);
    await done();
  });

  test('a search is stopped by ending its worker, and resumed', async () => {
    const { page, done } = await visit(browser, site, { hash: '#/play?line=weak:2+grid:5x5' });
    await page.locator('#search-words', { hasText: 'positions' }).waitFor();
    const ended = new Promise((resolve) => page.workers().forEach((worker) => worker.once('close', resolve)));
    await page.click('#search-stop');
    await ended;
    await page.locator('#search-on', { hasText: 'Resume' }).waitFor();
    assert.equal((await ask(page, '/analyse', { game: 'icol', graph: 'path:5' })).value, '*1', 'the page goes on');
    await page.click('#search-on');
    await page.locator('#search-words', { hasText: 'positions' }).waitFor();
    await done();
  });

  test('a search that uses up the memory says so, and neither the page nor the game is lost', async () => {
    const { page, done } = await visit(browser, site, { hash: '?memory=34' });
    const failed = ask(page, '/analyse', { game: 'snort', graph: 'grid:4x5', by: 'search', seconds: 600 });
    await assert.rejects(failed, /used up the memory/);
    assert.equal(await page.locator('.vertex').count(), 9, 'the game is there');
    assert.equal((await ask(page, '/analyse', { game: 'icol', graph: 'path:5' })).value, '*1');
    await done();
  });

  test('a certificate is written and checked; a corrupted one is rejected', async () => {
    const path = join(folder, 'proof.cert');
    chromex('prove', 'icol', 'grid:2x3', '-o', path);
    const damaged = readFileSync(path);
    damaged[damaged.length - 2] ^= 4;
    writeFileSync(join(folder, 'damaged.cert'), damaged);
    const { page, done } = await visit(browser, site, { hash: '#/check' });
    await page.setInputFiles('#certificate', path);
    await page.locator('#verdict.accepted', { hasText: 'grid:2x3' }).waitFor();
    await shot(page, 'certificate');
    await page.setInputFiles('#certificate', join(folder, 'damaged.cert'));
    await page.locator('#verdict.rejected', { hasText: 'proves nothing' }).waitFor();
    const written = await page.evaluate(async () => {
      const { postForFile } = await import(new URL('assets/api.js', location.href).href);
      const file = await postForFile('/prove', { game: 'icol', graph: 'path:4' });
      return [...new Uint8Array(await file.arrayBuffer())];
    });
    writeFileSync(path, Uint8Array.from(written));
    assert.match(chromex('check', path), /path:4/);
    await done();
  });

  test('the board of a notebook plays with the engine in the folder, without Python', async () => {
    writeFileSync(join(folder, 'notebook.html'), '<div id="cell"></div>');
    const page = await browser.newPage();
    await page.goto(`${site}/notebook.html`);
    const start = 'icol path:3 ... left';
    const view = await page.evaluate(async ([line, address]) => {
      const { answer } = await import(`${address}/assets/engine.js`);
      return (await answer('/position', { line, moves: [] })).json();
    }, [start, site]);
    await showWidget(page, { view, analysis: {}, start, moves: [], values: true, seconds: 60, engine: site });
    await page.locator('.words', { hasText: 'value *1' }).waitFor();
    await page.getByRole('button', { name: 'Best move' }).click();
    await page.locator('.words', { hasText: /Right to move · value \*0/ }).waitFor();
    assert.match(await vertex(page, 1).getAttribute('class'), /coloured/);
    await page.getByRole('button', { name: 'Take back' }).click();
    await page.locator('.words', { hasText: /Left to move · value \*1/ }).waitFor();
    assert.deepEqual(await page.evaluate(() => globalThis.sent), [], 'nobody was asked');
    await page.close();
  });

  test('the guide is there to read', async () => {
    const { page, done } = await visit(browser, site);
    await page.click('#guide-link');
    await page.locator('.guide h1').waitFor();
    assert.ok(await page.locator('.guide pre').count() > 10 && await page.locator('.guide table').count() > 2);
    const left = await page.locator('.guide').evaluate((guide) => [...guide.querySelectorAll('p, li, td')].map((each) => each.textContent).filter((text) => /\*\*|\]\(|^#|^```/.test(text)));
    assert.deepEqual(left, [], 'no marks are left over');
    await page.locator('#page-guide .paper-list a', { hasText: 'Certificates' }).click();
    await page.locator('.guide h1', { hasText: 'Certificates' }).waitFor();
    await page.locator('#page-guide .paper-list a', { hasText: 'Proofs for every n' }).click();
    await page.locator('.guide a', { hasText: 'How it plays' }).first().click();
    await page.waitForFunction(() => location.hash === '#/guide/every-n/how-it-plays' && scrollY > 100);
    await shot(page, 'guide');
    await done();
  });

  test('after the first visit it works without a network', async () => {
    const { page, context, done } = await visit(browser, site, { allowErrors: true });
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.reload();
    await valuesReady(page);
    await context.setOffline(true);
    await page.reload();
    await valuesReady(page);
    assert.equal(await page.locator('.big-value').textContent(), '*1');
    await page.goto(`${site}/#/papers`);
    await page.locator('#page-papers h1, #page-papers h2').first().waitFor();
    await done();
  });
});
