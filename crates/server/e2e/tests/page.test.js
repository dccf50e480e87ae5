/** The page itself: links and files, phone and projector, dark, accessible, large boards; sequences and papers. */

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRequire } from 'node:module';
import { describe, test } from 'node:test';
import { browser, colour, server, shot, useLaboratory, valuesReady, vertex, visit } from './lab.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

useLaboratory();

/** Everything that axe finds wrong. `evaluate` is not bound by the page's policy, so that the policy can stay strict. */
async function axe(page) {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() => window.axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'best-practice'] }));
  return violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(' | ')}`);
}

const overflow = (page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

describe('the page', { concurrency: false }, () => {
  test('a link restores moves, branches, players and place', async () => {
    const { page, done } = await visit(browser, server.url, { hash: '#/play?line=icol+path:5' });
    await valuesReady(page);
    await colour(page, 0, 'Black');
    await valuesReady(page);
    await colour(page, 3, 'White');
    await page.click('#undo');
    await page.waitForFunction(() => document.querySelectorAll('.vertex.coloured').length === 1);
    await valuesReady(page);
    await colour(page, 2, 'White');
    await valuesReady(page);
    await page.click('#copy-link');
    const link = await page.evaluate(() => navigator.clipboard.readText());
    const moves = await page.locator('.move-list').innerText();
    const line = await page.locator('#line').textContent();
    assert.match(moves.replace(/\s+/g, ''), /0=B.*3=W.*\(.*2=W.*\)/);
    const other = await visit(browser, server.url, { hash: new URL(link).hash });
    await valuesReady(other.page);
    assert.equal(await other.page.locator('#line').textContent(), line);
    assert.equal(await other.page.evaluate(() => location.hash), new URL(link).hash);
    assert.equal(await other.page.locator('.variation').count(), 1);
    assert.match(await other.page.locator('.move.here').textContent(), /2=W/);
    // The chart and the best line.
    await other.page.locator('.chart .point.here').waitFor({ state: 'attached' });
    await other.page.click('#best-line');
    await other.page.locator('.principal').waitFor();
    await other.done();
    await done();
  });

  test('a link that holds nonsense is said to, and harms nothing', async () => {
    const { page, done } = await visit(browser, server.url, { hash: '#/play?line=icol+path:5&moves=0=B,1=B' });
    await page.locator('#status .problem').waitFor();
    assert.match(await page.locator('#status, .toast, #live').allTextContents().then((texts) => texts.join(' ')), /Black|same|illegal|adjacent|next/i);
    await done();
  });

  test('exports', async () => {
    const { page, done } = await visit(browser, server.url, { hash: '#/play?line=icol+grid:3x3&moves=4=B' });
    await valuesReady(page);
    const downloaded = async (action) => {
      const [file] = await Promise.all([page.waitForEvent('download'), action()]);
      return readFileSync(await file.path());
    };
    const save = (format) => downloaded(() => page.click(`[data-format=${format}]`));
    const choose = (format) => downloaded(() => page.selectOption('#formats', format));
    const svg = (await save('svg')).toString();
    assert.match(svg, /^<svg[^>]+viewBox/);
    assert.doesNotMatch(svg, /class=|var\(/);
    assert.deepEqual([...(await save('png')).subarray(0, 4)], [0x89, 0x50, 0x4e, 0x47]);
    const json = JSON.parse((await save('json')).toString());
    assert.equal(json.moves, '4=B');
    assert.equal(json.position, 'icol grid:3x3 .../.B./... right');
    const tikz = (await save('tikz')).toString();
    assert.match(tikz, /\\begin\{tikzpicture\}/);
    assert.match(tikz, /\\node\[open\] \(v0\) at \(0,0\) \{\};\n\\node\[number\]/, 'an uncoloured vertex is empty; its number stands beside it');
    assert.match(tikz, /\\node\[colour-1\] \(v4\) at \(1,-1\) \{B\};/);
    assert.equal(tikz.match(/\\draw\[edge\]/g).length, 12);
    assert.equal((await choose('position')).toString(), 'icol grid:3x3 .../.B./... right\n');
    // The exported game can be opened again.
    await page.click('#new');
    await page.waitForFunction(() => document.querySelectorAll('.vertex.coloured').length === 0);
    await page.setInputFiles('#graph-file', { name: 'game.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(json)) });
    await page.waitForFunction(() => document.querySelectorAll('.vertex.coloured').length === 1);
    await page.setInputFiles('#graph-file', { name: 'graph.g6', mimeType: 'text/plain', buffer: Buffer.from('DQc\n') });
    await page.waitForFunction(() => document.querySelectorAll('.vertex').length === 5);
    await done();
  });

  test('exports are what the screen shows: two copies apart, places that were chosen, a dark background', async () => {
    const { page, done } = await visit(browser, server.url, { colorScheme: 'dark', hash: '#/play?line=orthogonal:2+path:3&moves=A0=1&places=0,0+1,0+2,1' });
    await valuesReady(page);
    const save = async (format) => {
      const [file] = await Promise.all([page.waitForEvent('download'), page.click(`[data-format=${format}]`)]);
      return readFileSync(await file.path()).toString();
    };
    const tikz = await save('tikz');
    const places = [...tikz.matchAll(/\(v(\d)\) at \(([-.\d]+),([-.\d]+)\)/g)].map(([, , x, y]) => [Number(x), Number(y)]);
    assert.deepEqual(places.slice(0, 3), [[0, 0], [1, 0], [2, -1]]);
    assert.ok(Math.abs(places[3][0] - places[2][0]) > 1 || Math.abs(places[3][1] - places[0][1]) > 2, 'the copies stand apart');
    const fill = await page.locator('.vertex[data-cell="0"] .body').getAttribute('fill');
    assert.ok(tikz.includes(fill.slice(1).toUpperCase()), 'the colour of the screen');
    const svg = await save('svg');
    const background = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    assert.match(svg, new RegExp(`<rect[^>]+fill="${background.replace(/[()]/g, '\\$&')}"`));
    await done();
  });

  test('exports rendered: the SVG has the colours of the screen, TeX takes the TikZ', async (t) => {
    const { page, context, done } = await visit(browser, server.url, { colorScheme: 'dark' });
    const save = async (format) => {
      const [file] = await Promise.all([page.waitForEvent('download'), page.click(`[data-format=${format}]`)]);
      return readFileSync(await file.path()).toString();
    };
    const drawings = [];
    for (const [line, cells] of [['icol+grid:3x3&moves=4=B,0=W', 9], ['colouring:5+Petersen&moves=0=1,7=2,3=3,4=4,8=5', 10], ['orthogonal:2+path:4&moves=A0=1', 8], ['blue-red+dicycle:5&moves=2=R', 5], ['edge-colouring:3+K4&moves=0-1=2', 6]]) {
      await page.evaluate((hash) => { location.hash = hash; }, `#/play?line=${line}`);
      const moves = line.split('moves=')[1].split(',').length;
      await page.waitForFunction(([all, n]) => document.querySelectorAll('.vertex').length === all && document.querySelectorAll('.vertex.coloured').length === n, [cells, moves]);
      await valuesReady(page);
      drawings.push(await save('tikz'));
      const svg = await save('svg');
      // The centre of a vertex has a letter: beside it is the colour.
      const spots = await page.locator('.vertex.coloured').evaluateAll((all) => all.map((group) => ({ at: /translate\(([-.\d]+) ([-.\d]+)\)/.exec(group.getAttribute('transform')).slice(1).map(Number), fill: group.querySelector('.body').getAttribute('fill') })));
      const background = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
      const blank = await context.newPage();
      const colours = await blank.evaluate(async ([text, places]) => {
        const image = new Image();
        image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
        await image.decode();
        const [x, y, width, height] = /viewBox="([^"]+)"/.exec(text)[1].split(/[ ,]+/).map(Number);
        const canvas = document.createElement('canvas');
        [canvas.width, canvas.height] = [width, height];
        const pen = canvas.getContext('2d');
        pen.drawImage(image, 0, 0, width, height);
        const at = (px, py) => `rgb(${[...pen.getImageData(px, py, 1, 1).data.slice(0, 3)].join(', ')})`;
        return [at(1, 1), ...places.map(([cx, cy]) => at(Math.round(cx - x - 16), Math.round(cy - y + 14)))];
      }, [svg, spots.map(({ at }) => at)]);
      await blank.close();
      const rgb = (hex) => `rgb(${[1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16)).join(', ')})`;
      assert.deepEqual(colours, [background, ...spots.map(({ fill }) => rgb(fill))], line);
    }
    for (const tikz of drawings) {
      const named = new Set([...tikz.matchAll(/\\node\[[^\]]+\] \((v\d+)\)/g)].map(([, name]) => name));
      for (const [, u, v] of tikz.matchAll(/\\draw\[edge\] \((v\d+)\).*\((v\d+)\);/g)) assert.ok(named.has(u) && named.has(v), 'edges join vertices that are there');
      for (const [, style] of tikz.matchAll(/\\node\[(colour-\d+)\]/g)) assert.ok(tikz.includes(`${style}/.style`), `${style} is defined`);
    }
    await done();
    if (spawnSync('pdflatex', ['--version']).error) {
      t.diagnostic('no pdflatex here (Debian: texlive-pictures): the TikZ was not compiled');
      return;
    }
    const folder = mkdtempSync(join(tmpdir(), 'chromex-tikz-'));
    const head = ['\\documentclass{article}', '\\usepackage{tikz}', '\\usetikzlibrary{shapes.geometric,arrows.meta}', '\\begin{document}'];
    writeFileSync(join(folder, 'all.tex'), [...head, ...drawings.flatMap((each) => [each, '\\newpage']), '\\end{document}', ''].join('\n'));
    const tex = spawnSync('pdflatex', ['-interaction=nonstopmode', '-halt-on-error', 'all.tex'], { cwd: folder, encoding: 'utf8' });
    assert.equal(tex.status, 0, tex.stdout);
    assert.doesNotMatch(tex.stdout, /Missing character|LaTeX Warning: (?!Label)/);
  });

  test('sliders, games and boards in the panel', async () => {
    const { page, done } = await visit(browser, server.url, { hash: '#/play?line=icol+grid:3x3' });
    await valuesReady(page);
    await page.locator('#family-C').fill('4');
    await page.waitForFunction(() => document.querySelectorAll('.vertex').length === 12);
    await page.selectOption('#game', { label: await page.locator('#game option', { hasText: /blue.red/i }).first().textContent() });
    await page.waitForFunction(() => document.querySelector('.heads')?.getAttribute('d'));
    await shot(page, 'digraph');
    await page.fill('#graph-text', 'nonsense:3');
    await page.keyboard.press('Enter');
    await page.locator('#graph-problem:not(:empty)').waitFor();
    assert.ok((await page.locator('.vertex').count()) > 0, 'the board is still there');
    await page.selectOption('#game', { label: await page.locator('#game option', { hasText: /connected/i }).first().textContent() });
    // The panel is drawn anew when the game is there: not while somebody types.
    await page.waitForFunction(() => location.hash.includes('connected'));
    await page.fill('#graph-text', 'petersen:5,2');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.querySelectorAll('.vertex').length === 10);
    await page.waitForFunction(() => /Alice/.test(document.querySelector('#setup')?.textContent ?? ''));
    await shot(page, 'scoring');
    await done();
  });

  for (const [name, width] of [['small phone', 360], ['phone', 412], ['tablet', 820]]) {
    test(`${name}: nothing sticks out, everything can be tapped`, async () => {
      const { page, done } = await visit(browser, server.url, { width, height: 760, hasTouch: true, isMobile: width < 500 });
      await valuesReady(page);
      await shot(page, `width-${width}`);
      assert.ok((await overflow(page)) <= 0);
      if (width < 500) {
        const small = await page.evaluate(() => [...document.querySelectorAll('main:not([hidden]) button, main:not([hidden]) select, header a, header button')]
          .filter((each) => each.offsetParent && !each.closest('.welcome')).map((each) => ({ text: each.textContent, box: each.getBoundingClientRect() }))
          .filter(({ box }) => box.width < 40 || box.height < 40).map(({ text, box }) => `${text} ${box.width}×${box.height}`));
        assert.deepEqual(small, []);
        const r = await vertex(page, 4).locator('.hit').boundingBox();
        assert.ok(r.width >= 44 && r.height >= 44, 'a vertex is large enough for a finger');
        await vertex(page, 4).tap();
        await page.locator('#chooser .choice', { hasText: 'Black' }).tap();
        await page.waitForFunction(() => document.querySelectorAll('.vertex.coloured').length >= 2);
      }
      for (const [other, whole] of [['sequences', '.facts h2'], ['papers', '.claim']]) {
        await page.evaluate((hash) => { location.hash = hash; }, `#/${other}`);
        await page.locator(`#page-${other} ${whole}`).first().waitFor();
        assert.ok((await overflow(page)) <= 0, other);
      }
      await done();
    });
  }

  test('dark, as the system and as chosen; large type', async () => {
    const { page, done } = await visit(browser, server.url, { colorScheme: 'dark', hash: '#/play?line=colouring:3+grid:3x4&moves=0=1' });
    await valuesReady(page);
    const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    const dark = await background();
    await shot(page, 'dark');
    await page.click('#theme');
    assert.notEqual(await background(), dark);
    const size = await page.evaluate(() => getComputedStyle(document.documentElement).fontSize);
    await page.click('#projector');
    assert.notEqual(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize), size);
    assert.ok((await overflow(page)) <= 0);
    await shot(page, 'projector');
    await done();
  });

  test('accessible: labels, contrast, order of focus', async () => {
    for (const colorScheme of ['light', 'dark']) {
      const { page, done } = await visit(browser, server.url, { colorScheme });
      await valuesReady(page);
      assert.deepEqual(await axe(page), [], colorScheme);
      if (colorScheme === 'light') {
        await page.click('#draw');
        assert.deepEqual(await axe(page), [], 'editor');
        await page.keyboard.press('Escape');
        await page.keyboard.press('?');
        assert.deepEqual(await axe(page), [], 'help');
        await page.keyboard.press('Escape');
        for (const other of ['sequences', 'papers']) {
          await page.evaluate((hash) => { location.hash = hash; }, `#/${other}`);
          await page.locator(`#page-${other} h2`).first().waitFor();
          assert.deepEqual(await axe(page), [], other);
        }
      }
      await done();
    }
    // The page as it is while somebody works with it, in both schemes and on a phone.
    for (const [colorScheme, width] of [['light', 1280], ['dark', 1280], ['light', 360]]) {
      const { page, done } = await visit(browser, server.url, { colorScheme, width, hash: '#/play?line=connected+grid:3x3&moves=0=R!{why%2520not},2=B,(1=B),1=R' });
      await valuesReady(page);
      assert.deepEqual(await axe(page), [], `${colorScheme}, ${width}: a game with variations`);
      await page.click('#board-menu summary');
      assert.deepEqual(await axe(page), [], `${colorScheme}, ${width}: the menu`);
      await page.click('#edit-position');
      assert.deepEqual(await axe(page), [], `${colorScheme}, ${width}: the position editor`);
      await page.click('#edit-cancel');
      await page.evaluate(() => { location.hash = '#/papers/beaulieu'; });
      await page.locator('[data-strategy]').first().waitFor();
      assert.deepEqual(await axe(page), [], `${colorScheme}, ${width}: a paper`);
      await done();
    }
    const { page, done } = await visit(browser, server.url);
    await valuesReady(page);
    const order = [];
    for (let i = 0; i < 70; i += 1) {
      await page.keyboard.press('Tab');
      order.push(await page.evaluate(() => document.activeElement?.closest('header, #setup, .host, #toolbar, #side')?.id || document.activeElement?.closest('header, .host')?.className || ''));
    }
    const rooms = order.filter((room, i) => room && room !== order[i - 1]);
    assert.deepEqual(rooms.slice(0, 5), ['bar', 'setup', 'host', 'toolbar', 'side']);
    await done();
  });

  test('every page, light and dark: nothing sticks out, nothing is inaccessible', async () => {
    const pages = {
      first: '', ended: '#/play?line=icol+path:3&moves=0=B,2=W&who=human,engine', partisan: '#/play?line=snort+grid:3x3&moves=0=B,8=W', long: '#/play?line=snort+grid:2x5',
      'strategy-page': '#/play?line=colouring:4+grid:4x8&moves=8=1,10=2&who=four-rows,human', 'four-rows': '#/play?line=colouring:4+grid:4x250&who=four-rows,human',
      copies: '#/play?line=orthogonal:2+path:3&moves=A0=1', own: '#/play?line=own:colours=Red,Green:forbid=Red-Red/2+path:5',
      'sequences-page': '#/sequences/.77', 'papers-page': '#/papers', 'paper-page': '#/papers/andres',
    };
    for (const colorScheme of ['light', 'dark']) {
      const { page, done } = await visit(browser, server.url, { colorScheme, height: 1000 });
      for (const [name, hash] of Object.entries(pages)) {
        await page.goto(`${server.url}/${hash}`);
        await page.reload();
        if (/sequences/.test(hash)) await page.locator('.facts h2').waitFor();
        else if (/papers/.test(hash)) await page.locator('.claim').first().waitFor();
        else await page.waitForFunction(() => document.querySelector('.vertex') && document.querySelector('#value-head p, #value-head div') && !document.querySelector('.thinking'));
        await page.evaluate(() => document.fonts.ready);
        assert.ok((await overflow(page)) <= 0, `${name}, ${colorScheme}`);
        assert.deepEqual(await axe(page), [], `${name}, ${colorScheme}`);
        await shot(page, `${name}-${colorScheme}`);
      }
      await done();
    }
  });

  test('a board of 1,000 vertices: neither zoom nor focus draws other vertices anew', async () => {
    const { page, done } = await visit(browser, server.url, { hash: '#/play?line=icol+grid:25x40' });
    await page.waitForFunction(() => document.querySelectorAll('.vertex.open').length === 1000);
    await page.locator('#toggle-values').click();
    // The page notes every vertex that is touched.
    await page.evaluate(() => {
      window.touched = new Set();
      new MutationObserver((changes) => changes.forEach(({ target }) => {
        const vertex = target.closest?.('.vertex');
        if (vertex) window.touched.add(vertex.dataset.cell);
      })).observe(document.querySelector('svg.board'), { subtree: true, attributes: true, childList: true });
    });
    const touched = () => page.evaluate(async () => {
      await new Promise(requestAnimationFrame);
      await new Promise(requestAnimationFrame);
      const cells = [...window.touched];
      window.touched.clear();
      return cells;
    });
    await page.evaluate(() => {
      const svg = document.querySelector('svg.board');
      const { x, y, width, height } = svg.getBoundingClientRect();
      for (let i = 0; i < 60; i += 1) svg.dispatchEvent(new WheelEvent('wheel', { deltaY: i < 30 ? -60 : 60, clientX: x + width / 3, clientY: y + height / 3, bubbles: true, cancelable: true }));
    });
    const zoomed = await touched();
    assert.ok(zoomed.length === 0, `zooming touches ${zoomed.length} vertices`);
    await page.evaluate(() => {
      for (let i = 0; i < 60; i += 1) document.querySelector(`.vertex[data-cell="${i * 16}"]`).focus();
    });
    const focused = await touched();
    assert.ok(focused.length <= 61, `moving the focus 60 times touches ${focused.length} vertices`);
    await page.evaluate(() => document.querySelector('.vertex[data-cell="500"]').dispatchEvent(new MouseEvent('click', { bubbles: true })));
    await page.locator('#chooser .choice', { hasText: 'Black' }).click();
    await page.waitForFunction(() => document.querySelectorAll('.vertex.open').length === 999);
    await shot(page, 'thousand');
    await done();
  });

  test('the first load is small, and nothing is written to the console in normal play', async () => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 860 } });
    const page = await context.newPage();
    const client = await context.newCDPSession(page);
    await client.send('Network.enable');
    let bytes = 0;
    client.on('Network.loadingFinished', ({ encodedDataLength }) => { bytes += encodedDataLength; });
    const messages = [];
    page.on('console', (message) => messages.push(message.text()));
    page.on('pageerror', (error) => messages.push(error.stack));
    await page.goto(server.url);
    await valuesReady(page);
    // The folder has the programs with their comments; the program has them without.
    if (!process.env.CHROMEX_WEB) assert.ok(bytes < 250_000, `${bytes} bytes`);
    await colour(page, 4, 'Black');
    await page.waitForFunction(() => document.querySelectorAll('.vertex.coloured').length >= 2);
    await valuesReady(page);
    await page.click('#hint');
    await page.locator('.vertex.hinted').waitFor();
    await page.click('#undo');
    await page.click('#best-line');
    await page.locator('.principal').waitFor();
    assert.deepEqual(messages, []);
    await context.close();
  });

  test('sequences are plotted', async () => {
    const { page, done } = await visit(browser, server.url, { hash: '#/sequences/.77' });
    await page.locator('.facts h2', { hasText: '.77' }).waitFor();
    assert.match(await page.locator('.facts').textContent(), /Period 12/);
    const inked = await page.evaluate(async () => {
      await new Promise(requestAnimationFrame);
      const canvas = document.querySelector('canvas.plot');
      const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
      let count = 0;
      for (let i = 3; i < data.length; i += 4) if (data[i]) count += 1;
      return count;
    });
    assert.ok(inked > 1000, `${inked} points of ink`);
    await page.locator('canvas.plot').focus();
    await page.keyboard.press('+');
    await page.mouse.move(640, 400);
    await page.locator('.point-words', { hasText: 'g(' }).waitFor();
    await shot(page, 'sequences');
    await page.fill('#sequence-name', 'no such thing');
    await page.keyboard.press('Enter');
    await page.locator('.facts .problem').waitFor();
    await done();
  });

  test('papers: claims with verdicts, checked live, and tables', async () => {
    const { page, done } = await visit(browser, server.url, { hash: '#/papers' });
    const onlyBrosse = () => page.waitForFunction(() => location.hash === '#/papers/brosse' && [...document.querySelectorAll('.claim')].every((each) => each.dataset.claim.startsWith('brosse/')));
    await page.locator('.claim').first().waitFor();
    const all = await page.locator('.claim').count();
    await page.click('[data-verdict=fails]');
    const failing = await page.locator('.claim').count();
    assert.ok(failing > 0 && failing < all);
    assert.equal(await page.locator('.verdict-fails').count(), failing);
    await page.click('[data-verdict=all]');
    // A page a paper, with formulas typeset and its strategies to play against.
    await page.locator('#paper-list a', { hasText: '4×n-Grids' }).click();
    await onlyBrosse();
    assert.match(await page.locator('[data-claim="brosse/enough-colours"]').innerHTML(), /<i>χ<\/i><sub><i>g<\/i><\/sub>\(<i>G<\/i>\)/);
    await shot(page, 'paper');
    const { NO_POSITION, POSITIONS, SEQUENCES } = await import('../../web/assets/statements.js');
    const ids = await page.evaluate(async () => (await (await fetch('/api/v1/claims')).json()).map(({ id }) => id));
    assert.deepEqual(ids.filter((id) => !(id in POSITIONS) && !(id in SEQUENCES) && !(id in NO_POSITION)), [], 'every statement has something to open, or says why not');
    for (const [id, [position, who]] of Object.entries(POSITIONS)) {
      assert.ok(ids.includes(id), id);
      const [game, graph, ...rest] = position.split(' ');
      const [colouring, turn] = rest.length === 1 ? [undefined, rest[0]] : rest;
      const ask = (call, body) => page.evaluate(async ([path, sent]) => {
        const answer = await fetch(`/api/v1/${path}`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: sent });
        return answer.ok ? '' : JSON.stringify(await answer.json());
      }, [call, JSON.stringify(body)]);
      assert.equal(await ask('position', { game, graph, colouring, turn }), '', id);
      const by = who.split(',').find((seat) => seat !== 'human' && seat !== 'engine');
      if (by) assert.equal(await ask('explain', { game, graph, colouring, turn, by }), '', `${id} is played by ${by}`);
    }
    // Every counterexample in the verdicts that is a position or a graph can be put on the board.
    await page.evaluate(() => { location.hash = '#/papers'; });
    await page.locator('[data-claim="andres/cor-12"]').waitFor();
    assert.match(await page.locator('[data-claim="andres/cor-12"] p').first().innerHTML(), /2<sup><i>k<\/i>\(<i>n<\/i>−1−<i>k<\/i>\)<\/sup>/);
    const open = await page.locator('.detail').evaluateAll((all) => all.filter((each) => /counterexample.*:.*(g6:|grid:| left| bob)/.test(each.textContent)).map((each) => each.querySelector('a')?.hash ?? each.textContent));
    assert.ok(open.length > 15 && open.every((hash) => hash.startsWith('#/play?line=')), open.join('\n'));
    for (const hash of open) {
      const [game, graph, ...rest] = new URLSearchParams(hash.split('?')[1]).get('line').split(' ');
      const answer = await page.evaluate(async (body) => (await fetch('/api/v1/position', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })).status, JSON.stringify({ game, graph, colouring: rest[0], turn: rest[1] }));
      assert.equal(answer, 200, hash);
    }
    await page.evaluate(() => { location.hash = '#/papers/brosse'; });
    await onlyBrosse();
    // The figures of the paper, folded; one that shows an answer has it as the next move.
    await page.locator('.figures summary').click();
    assert.equal(await page.locator('[data-figure^="brosse/"]').count(), await page.locator('[data-figure]').count());
    await page.locator('[data-figure="brosse/figure-4-b"]').click();
    await page.waitForFunction(() => /on grid:4x10/.test(document.querySelector('#title')?.textContent ?? ''));
    const shown = await page.evaluate(async () => {
      const { store } = await import('/assets/game.js');
      return { line: store.state.position.line, next: store.state.tree.children.map(({ move }) => move), first: store.state.node === store.state.tree };
    });
    assert.deepEqual(shown, { line: 'colouring:4 grid:4x10 ..1...1.../1...1...1./..1...1.../....1.2.1. alice', next: ['17=3'], first: true });
    await page.evaluate(() => { location.hash = '#/papers/brosse'; });
    await page.locator('[data-strategy=four-rows]').click();
    await page.waitForFunction(() => /on grid:4x4/.test(document.querySelector('#title')?.textContent ?? '') && location.hash.includes('four-rows'));
    await page.evaluate(() => { location.hash = '#/papers'; });
    await page.waitForFunction((n) => document.querySelectorAll('.claim').length === n, all);
    await page.fill('#claim-search', 'uiterwijk/thm-3');
    const claim = page.locator('[data-claim="uiterwijk/thm-3"]');
    await claim.getByRole('button', { name: 'Check now' }).click();
    await claim.getByRole('button', { name: 'Check again' }).waitFor();
    assert.match(await claim.locator('.verdict').textContent(), /holds/);
    await page.fill('#claim-search', '');
    await shot(page, 'papers');
    await page.locator('[data-table="distance-paths"]').click();
    await page.locator('table.data').waitFor();
    assert.match(await page.locator('table.data').textContent(), /nimber/i);
    await page.click('[data-verdict=depends]');
    await page.locator('.detail a').first().click();
    await page.locator('#page-play').waitFor();
    await page.waitForFunction(() => document.querySelectorAll('.vertex').length > 0);
    await done();
  });
});
