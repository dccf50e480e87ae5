/** The pages of the guide, which `chromex site` puts beside this page as Markdown: as much of it as they use. */

import { h } from './dom.js';

/** The pages that are there, by name. */
const PAGES = (document.querySelector('meta[name="chromex-guide"]')?.getAttribute('content') ?? '').split(' ').filter(Boolean);

/** Begins and ends a block of code. */
const FENCE = '\x60\x60\x60';

/** The page that is shown. */
let current = PAGES[0];

/** @type {Map<string, Promise<string>>} */
const texts = new Map();

/** @param {string} name */
function textOf(name) {
  const fetched = texts.get(name) ?? fetch(new URL(`../guide/${name}.md`, import.meta.url)).then((answer) => (answer.ok ? answer.text() : `# ${name}\n\nThis page is missing.`));
  texts.set(name, fetched);
  return fetched;
}

/** @param {string} text */
const titleOf = (text) => /^# (.*)/m.exec(text)?.[1] ?? '';

/** The place within a page that a heading is, as links write it. @param {string} title */
const slug = (title) => title.toLowerCase().replace(/[^\p{L}\p{N}\- ]/gu, '').replaceAll(' ', '-');

/** @param {HTMLElement} page */
export async function show(page) {
  const [, name, heading] = /^#\/guide\/([\w-]+)(?:\/([^/]+))?/.exec(location.hash) ?? [];
  const chosen = PAGES.includes(name) ? name : PAGES[0];
  current = chosen;
  const all = await Promise.all(PAGES.map(textOf));
  const links = PAGES.map((each, i) => h('li', {}, h('a', { href: `#/guide/${each}`, 'aria-current': each === chosen ? 'page' : null, text: titleOf(all[i]) })));
  page.replaceChildren(h('ul', { class: 'paper-list', 'aria-label': 'Pages of the guide' }, ...links), h('article', { class: 'guide' }, ...blocks(all[PAGES.indexOf(chosen)])));
  const target = heading && page.querySelector(`[data-heading="${CSS.escape(decodeURIComponent(heading))}"]`);
  if (target) target.scrollIntoView();
  else scrollTo(0, 0);
}

/**
 * @param {string} text
 * @returns {HTMLElement[]}
 */
export function blocks(text) {
  /** @type {HTMLElement[]} */
  const found = [];
  const lines = text.split('\n');
  let at = 0;
  /** The lines from here on that fit. @param {(line: string) => boolean} fits */
  const take = (fits) => {
    const from = at;
    while (at < lines.length && fits(lines[at])) at += 1;
    return lines.slice(from, at);
  };
  while (at < lines.length) {
    const line = lines[at];
    const [, marks, title] = /^(#{1,4}) (.*)/.exec(line) ?? [];
    if (!line.trim()) {
      at += 1;
    } else if (marks) {
      at += 1;
      found.push(h(/** @type {'h1'} */ (`h${marks.length}`), { 'data-heading': slug(title) }, ...inline(title)));
    } else if (line.startsWith(FENCE)) {
      at += 1;
      found.push(h('pre', {}, h('code', { text: take((each) => !each.startsWith(FENCE)).join('\n') })));
      at += 1;
    } else if (line.startsWith('    ')) {
      found.push(h('pre', {}, h('code', { text: take((each) => each.startsWith('    ')).map((each) => each.slice(4)).join('\n') })));
    } else if (line.startsWith('|')) {
      found.push(table(take((each) => each.startsWith('|'))));
    } else if (line.startsWith('>')) {
      found.push(h('blockquote', {}, ...blocks(take((each) => each.startsWith('>')).map((each) => each.replace(/^> ?/, '')).join('\n'))));
    } else if (isItem(line)) {
      found.push(list(take((each) => Boolean(each.trim()) && (isItem(each) || each.startsWith('  ')))));
    } else {
      const words = take((each) => Boolean(each.trim()) && !/^(?:#{1,4} |\x60{3}|\||>)/.test(each) && !isItem(each));
      // A line that only looks like the beginning of another kind of block.
      if (!words.length) words.push(lines[at++]);
      found.push(h('p', {}, ...inline(words.join(' '))));
    }
  }
  return found;
}

/** @param {string} line */
const isItem = (line) => /^(?:[-*]|\d+\.) /.test(line);

/** @param {string[]} lines  items, and what is indented below them */
function list(lines) {
  /** @type {string[]} */
  const items = [];
  for (const line of lines) {
    if (isItem(line)) items.push(line.replace(/^\S+ /, ''));
    else items[items.length - 1] += ` ${line.trim()}`;
  }
  return h(/^\d/.test(lines[0]) ? 'ol' : 'ul', {}, ...items.map((item) => h('li', {}, ...inline(item))));
}

/** @param {string[]} lines */
function table(lines) {
  const cells = (/** @type {string} */ line) => line.replace(/^\||\|\s*$/g, '').split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'));
  const row = (/** @type {string} */ line, /** @type {'td' | 'th'} */ kind) => h('tr', {}, ...cells(line).map((cell) => h(kind, {}, ...inline(cell))));
  const body = lines.slice(1).filter((line) => !/^[|\s:-]+$/.test(line));
  return h('div', { class: 'table-place' }, h('table', { class: 'data' }, h('thead', {}, row(lines[0], 'th')), h('tbody', {}, ...body.map((line) => row(line, 'td')))));
}

const MARKS = /\x60([^\x60]+)\x60|!\[([^\]]*)\]\([^)]*\)|\[((?:[^\]\x60]|\x60[^\x60]*\x60)+)\]\(([^)\s]+)\)|\*\*(.+?)\*\*|\*([^*\s](?:[^*]*[^*\s])?)\*|<(https?:[^>\s]+)>|\\(.)|<br>/;

/**
 * @param {string} text
 * @returns {(HTMLElement | string)[]}
 */
function inline(text) {
  const match = MARKS.exec(text);
  if (!match) return [text];
  const [whole, code, picture, label, target, strong, emphasis, address, escaped] = match;
  /** @type {(HTMLElement | string)[]} */
  let made = [h('br')];
  if (code !== undefined) made = [h('code', { text: code })];
  else if (picture !== undefined) made = [];
  else if (label !== undefined) made = [link(label, target)];
  else if (strong !== undefined) made = [h('strong', {}, ...inline(strong))];
  else if (emphasis !== undefined) made = [h('em', {}, ...inline(emphasis))];
  else if (address !== undefined) made = [h('a', { href: address, text: address })];
  else if (escaped !== undefined) made = [escaped];
  return [text.slice(0, match.index), ...made, ...inline(text.slice(match.index + whole.length))];
}

/**
 * A link to another page of the guide or to another site; anything else is shown as text.
 * @param {string} label
 * @param {string} target
 */
function link(label, target) {
  const [, name, heading] = /^(?:.*\/)?([\w-]+)\.md(?:#(.*))?$/.exec(target.replace(/^#/, `${current}.md#`)) ?? [];
  if (PAGES.includes(name)) return h('a', { href: `#/guide/${name}${heading ? `/${encodeURIComponent(heading)}` : ''}` }, ...inline(label));
  return h(/^https?:/.test(target) ? 'a' : 'span', { href: /^https?:/.test(target) ? target : null }, ...inline(label));
}
