/** What the browser tests share: the server under test, the browser, and words for what a person does. */

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

export const BINARY = process.env.CHROMEX ?? 'chromex';
const ARTIFACTS = fileURLToPath(new URL('../artifacts/', import.meta.url));
mkdirSync(ARTIFACTS, { recursive: true });

/** Starts `chromex serve` and waits until it says where it is. */
export async function startServer(port = 0, options = []) {
  const web = process.env.CHROMEX_WEB ? ['--web', process.env.CHROMEX_WEB] : [];
  const child = spawn(BINARY, ['serve', '--port', String(port), ...options, ...web], { env: { ...process.env, CHROMEX_STORE: 'off' }, stdio: ['ignore', 'pipe', 'inherit'] });
  // A test that fails must neither wait for its server nor leave it behind.
  child.unref();
  process.once('exit', () => child.kill('SIGKILL'));
  const lines = createInterface({ input: child.stdout });
  const { value: line } = await lines[Symbol.asyncIterator]().next();
  const url = /http:\/\/[^/]+/.exec(line ?? '')?.[0];
  assert.ok(url, `the server did not start: ${line}`);
  child.stdout.unref();
  return { url, port: Number(new URL(url).port), stop: () => stop(child) };
}

async function stop(child) {
  child.ref();
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
}

export const startBrowser = () => chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--js-flags=--liftoff-only'] });

export let server;
export let browser;

/** A server and a browser for all tests of a file. */
export function useLaboratory() {
  before(async () => {
    [server, browser] = await Promise.all([startServer(), startBrowser()]);
  });
  after(async () => {
    await browser?.close();
    await server?.stop();
  });
}

/**
 * A fresh visitor. Anything that the page logs as an error fails the test at the end (`visitor.done()`).
 */
export async function visit(browser, url, { hash = '', width = 1280, height = 860, allowErrors = false, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, reducedMotion: 'reduce', ...options });
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: url });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const errors = [];
  page.on('pageerror', (error) => errors.push(error.stack));
  page.on('console', (message) => {
    // A refused request is the server's answer, not a fault of the page; the browser logs it all the same.
    if (message.type() === 'error' && !/status of 422/.test(message.text())) errors.push(message.text());
  });
  await page.goto(`${url}/${hash}`);
  const done = async () => {
    await context.close();
    if (!allowErrors) assert.deepEqual(errors, []);
  };
  return { page, context, done };
}

export const vertex = (page, cell) => page.locator(`.vertex[data-cell="${cell}"]`);
export const shot = (page, name) => page.screenshot({ path: `${ARTIFACTS}${name}.png` });

/** Waits until the values of the position on the board are all there. */
export async function valuesReady(page) {
  await page.waitForFunction(() => {
    const words = document.querySelector('#value-panel .words');
    return words && !document.querySelector('.thinking');
  });
}

/** Colours a vertex as a person would: a click, and another one if there is a choice. */
export async function colour(page, cell, name) {
  await vertex(page, cell).click();
  const choice = page.locator('#chooser .choice', { hasText: name });
  if (await page.locator('#chooser').isVisible()) await choice.click();
  await page.waitForFunction((c) => document.querySelector(`.vertex[data-cell="${c}"]`)?.classList.contains('coloured'), cell);
}

/** The first move that the board marks as this. */
export async function markedMove(page, sign) {
  const cell = await page.locator(`.vertex.empty.is-${sign}`).first().getAttribute('data-cell');
  const label = await vertex(page, cell).getAttribute('aria-label');
  const verb = { winning: 'wins', losing: 'loses', drawing: 'draws' }[sign];
  const name = new RegExp(`; ([^;]+) ${verb}, to`).exec(label)[1];
  return { cell: Number(cell), name };
}

/** Unfolds the set-up, as somebody does who wants another game in the middle of one. */
export async function openSetup(page) {
  if (await page.locator('#setup').isHidden()) await page.click('#setup-toggle');
  await page.locator('#setup').waitFor();
}

/** Waits until the engine has moved or the game is over. */
export async function engineMoved(page, moves) {
  await page.waitForFunction((n) => document.querySelectorAll('.vertex.coloured').length >= n || document.querySelector('#status.ended'), moves);
  await page.waitForFunction(() => !document.querySelector('.thinking'));
}

/** What the command line says. */
export const chromex = (...args) => execFileSync(BINARY, args, { encoding: 'utf8' });

const file = (path) => readFileSync(new URL(path, import.meta.url), 'utf8');
const DRAWING = ['dom', 'force', 'geometry', 'shapes', 'tree', 'notation', 'score', 'overlay', 'board'].map((name) => [`${name}.js`, file(`../../web/assets/${name}.js`)]);
const WIDGET = file('../../../python/python/chromex/widget.js').replace('__MODULES__', () => JSON.stringify(DRAWING).replaceAll('</', '<\\/'));

/** Shows the widget of the Python package in `#cell`, with a stand-in for the notebook: `sent` is what was said to Python, `change` what Python does. */
export const showWidget = (page, state) => page.evaluate(async ([widget, state]) => {
  const { default: { render } } = await import(URL.createObjectURL(new Blob([widget], { type: 'text/javascript' })));
  const listeners = [];
  globalThis.sent = [];
  globalThis.change = (changes) => {
    Object.assign(state, changes);
    const names = Object.keys(changes).map((name) => `change:${name}`);
    for (const listener of new Set(listeners.filter(([name]) => names.includes(name)).map(([, listener]) => listener))) listener();
  };
  const model = {
    get: (name) => state[name],
    set: (name, value) => globalThis.change({ [name]: value }),
    save_changes: () => {},
    send: (message) => globalThis.sent.push(message),
    on: (name, listener) => listeners.push([name, listener]),
    off: () => {},
  };
  await render({ model, el: document.getElementById('cell') });
}, [WIDGET, state]);
