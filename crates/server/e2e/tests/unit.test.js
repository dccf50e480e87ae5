/** The modules that need no browser: trees of moves, links, patterns, layouts. */

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { catalogue } from '../../web/assets/catalogue.js';
import { forceLayout } from '../../web/assets/force.js';
import { nextInDirection } from '../../web/assets/geometry.js';
import { readLine, readLink, readMove, writeLine, writeLink, writeMove } from '../../web/assets/notation.js';
import { buildGame, fillTemplate, gamePattern, readTemplate } from '../../web/assets/patterns.js';
import { addMove, allNodes, createTree, movesTo, promote, readTree, removeFrom, writeTree } from '../../web/assets/tree.js';

test('no text runs over several lines: programs are sent without their indentation', () => {
  const folder = new URL('../../web/assets/', import.meta.url);
  for (const name of readdirSync(folder).filter((each) => each.endsWith('.js'))) {
    const lines = readFileSync(new URL(name, folder), 'utf8').split('\n').filter((line) => !/^\s*(\*|\/\*|\/\/)/.test(line));
    for (const line of lines) assert.equal(line.split('`').length % 2, 1, `${name}: ${line}`);
  }
});

test('where a game is not played on a board, the usual one that is takes its place', () => {
  const info = { convention: '', title: '', summary: '', paper: '', copies: 1, parameters: [] };
  catalogue.games = [
    { ...info, name: 'col', example: 'col', directed: false, either: false },
    { ...info, name: 'icol', example: 'icol', directed: false, either: true, usual: true },
    { ...info, name: 'oriented:K', example: 'oriented:3', directed: true, either: false },
    { ...info, name: 'blue-red', example: 'blue-red', directed: true, either: false, usual: true },
  ];
  for (const [game, directed, taken] of [['col', false, 'col'], ['col', true, 'blue-red'], ['icol', true, 'icol'], ['oriented:4', true, 'oriented:4'], ['oriented:4', false, 'icol'], ['own:colours=2', true, 'own:colours=2']]) {
    assert.equal(catalogue.gameOn(String(game), Boolean(directed)), taken);
  }
  catalogue.games = [];
});

test('a tree is written and read back', () => {
  for (const text of ['', '0=B', '0=B,1=W,4=B', '0=B,1=W,(1=B,2=W),4=B', '0=B,(1=B,2=W,(3=W)),2=B', 'A0=1,B3=2,(B1=a)', 'skip,0=1', '0-1=2,skip,3-4=1']) {
    assert.equal(writeTree(readTree(text)), text);
  }
  const said = readTree('0=B!,1=W,(1=B??)');
  said.children[0].comment = 'the centre, (of course) {100%}';
  const back = readTree(writeTree(said));
  assert.equal(back.children[0].comment, said.children[0].comment);
  assert.deepEqual(allNodes(back).map(({ mark }) => mark), [null, '!', null, '??']);
  assert.throws(() => readTree('0=B,)'), /bracket/);
  assert.throws(() => readTree('(0=B)'), /alternative/);
  assert.throws(() => readTree('hello'), /no move/);
});

test('random trees survive the way through text', () => {
  let seed = 7;
  const random = (n) => (seed = (seed * 48271) % 2147483647) % n;
  for (let round = 0; round < 200; round += 1) {
    const tree = createTree();
    for (let i = 0; i < 30; i += 1) {
      const nodes = allNodes(tree);
      addMove(nodes[random(nodes.length)], `${random(9)}=${'BW'[random(2)]}`);
    }
    const text = writeTree(tree);
    assert.equal(writeTree(readTree(text)), text);
    assert.equal(allNodes(readTree(text)).length, allNodes(tree).length);
  }
});

test('branches can be promoted and forgotten', () => {
  const tree = readTree('0=B,1=W,(1=B,2=W),4=B');
  const branch = tree.children[0].children[1].children[0];
  assert.deepEqual(movesTo(branch), ['0=B', '1=B', '2=W']);
  promote(branch);
  assert.equal(writeTree(tree), '0=B,1=B,(1=W,4=B),2=W');
  removeFrom(tree.children[0].children[1]);
  assert.equal(writeTree(tree), '0=B,1=B,2=W');
});

test('a link holds the whole game', () => {
  const tree = readTree('A0=1,(A1=2),B0=2');
  const start = { game: 'orthogonal:2', graph: 'g6:CF', colouring: '....|....', turn: 'alice', layout: [[0, 0], [1.5, 0], [0, 1], [1, 1]] };
  for (const at of allNodes(tree)) {
    const back = readLink(writeLink({ start, tree, at, seats: ['human', 'engine'] }));
    assert.deepEqual(back.start, start);
    assert.deepEqual(back.seats, ['human', 'engine']);
    assert.equal(writeTree(back.tree), writeTree(tree));
    assert.deepEqual(movesTo(back.at), movesTo(at));
  }
  for (const graph of ["g6:Hk`A@?_", 'random:9,0.3,1', '2*path:3+cycle:5', 'd6:&B?_', 'g6:~?@?#%&+=']) {
    const back = readLink(writeLink({ start: { game: 'icol', graph }, tree: createTree(), at: tree, seats: ['human', 'human'] }));
    assert.equal(back.start.graph, graph);
  }
});

test('one-line notation', () => {
  assert.deepEqual(readLine('icol grid:2x3 B../..W left'), { game: 'icol', graph: 'grid:2x3', colouring: 'B../..W', turn: 'left' });
  assert.equal(writeLine(readLine('snort path:3 ... right')), 'snort path:3 ... right');
  assert.deepEqual(readLine('icol path:3'), { game: 'icol', graph: 'path:3', colouring: undefined, turn: undefined });
  const two = { copies: 2, cells: 8, graph: { order: 4 }, palette: [{ symbol: '1' }, { symbol: '2' }] };
  assert.deepEqual(readMove(two, 'B1=2'), { cell: 5, colour: 2 });
});

test('moves on edges are called by their ends', () => {
  /** @type {any} */
  const position = { copies: 1, cells: 2, graph: { order: 2 }, names: ['0-1', '1-2'], palette: [{ symbol: '1' }, { symbol: '2' }] };
  assert.deepEqual(readMove(position, '1-2=2'), { cell: 1, colour: 2 });
  assert.equal(writeMove(position, 0, 1), '0-1=1');
  assert.equal(readMove(position, 'skip'), null);
});

test('patterns of games and families', () => {
  assert.deepEqual(gamePattern('distance:D:K', 'distance:2:3'), { values: { D: '2', K: '3' }, flags: {} });
  assert.deepEqual(gamePattern('connected[:maker-breaker]', 'connected:maker-breaker'), { values: {}, flags: { 'maker-breaker': true } });
  assert.equal(gamePattern('col', 'colouring:3'), null);
  assert.equal(gamePattern('proper:K', 'proper'), null);
  assert.deepEqual(gamePattern('misere:GAME', 'misere:distance:2:3'), { values: { GAME: 'distance:2:3' }, flags: {} });
  assert.deepEqual(gamePattern('colouring:K[:alice-skips][:bob-skips]', 'colouring:4:bob-skips')?.flags, { 'alice-skips': false, 'bob-skips': true });
  assert.equal(buildGame('orthogonal:M[:normal]', { M: '2' }, { normal: true }), 'orthogonal:2:normal');
  assert.deepEqual(readTemplate('grid:{R}x{C}', 'grid:3x15'), { R: '3', C: '15' });
  assert.equal(readTemplate('grid:{R}x{C}', 'grid:3x3x3'), null);
  assert.equal(fillTemplate('petersen:{N},{K}', { N: '7', K: '2' }), 'petersen:7,2');
});

test('arrow keys go to the neighbour in that direction', () => {
  const grid = Array.from({ length: 9 }, (_, i) => [100 * (i % 3), 100 * Math.floor(i / 3)]);
  assert.equal(nextInDirection(grid, 4, [1, 0]), 5);
  assert.equal(nextInDirection(grid, 4, [0, -1]), 1);
  assert.equal(nextInDirection(grid, 2, [1, 0]), 2);
});

test('the layout keeps vertices apart and is always the same', () => {
  const edges = Array.from({ length: 9 }, (_, i) => [i, (i + 1) % 9]);
  const places = forceLayout(9, edges);
  for (let i = 0; i < 9; i += 1) for (let j = 0; j < i; j += 1) assert.ok(Math.hypot(places[i][0] - places[j][0], places[i][1] - places[j][1]) > 0.3);
  assert.deepEqual(places, forceLayout(9, edges));
});
