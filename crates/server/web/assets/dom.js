/** Making elements, finding them, and speaking to screen readers. */

const SVG = 'http://www.w3.org/2000/svg';

/**
 * @param {Element} element
 * @param {Record<string, any>} attributes  `class`, `text`, `on…` listeners; anything else is an attribute
 */
function dress(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined) continue;
    if (name.startsWith('aria-')) element.setAttribute(name, String(value));
    else if (value === false) continue;
    else if (name === 'text') element.textContent = value;
    else if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? '' : String(value));
  }
}

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Node | string | null | false | undefined)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  dress(element, attributes);
  for (const child of children) if (child || child === '') element.append(child);
  return element;
}

/**
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>} [attributes]
 * @param {...Node} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function s(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  dress(element, attributes);
  element.append(...children);
  return element;
}

/**
 * The element with this id, which the page is known to have.
 * @template {HTMLElement} [T=HTMLElement]
 * @param {string} id
 * @returns {T}
 */
export function $(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return /** @type {T} */ (element);
}

/** @param {string} text  what a screen reader should say now */
export function announce(text) {
  const region = $('live');
  // A screen reader repeats a message only if its text changes.
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}

/**
 * A short message at the foot of the page, spoken as well.
 * @param {string} text
 * @param {{text: string, act: () => void}} [action]  what can be done about it
 */
export function toast(text, action) {
  const note = $('toast');
  const hide = () => note.classList.remove('shown');
  note.replaceChildren(text);
  if (action) {
    note.append(h('button', { type: 'button', text: action.text, onclick: () => {
      hide();
      action.act();
    } }));
  }
  note.classList.add('shown');
  announce(text);
  clearTimeout(toastTimer);
  toastTimer = window.setTimeout(hide, action ? 12_000 : 4500);
}
let toastTimer = 0;

/**
 * Builds the content of an element anew only if what it is made from has changed: a control is never replaced under
 * the pointer by the same one.
 * @param {HTMLElement} place
 * @param {any} from  anything that JSON can hold
 * @param {() => (Node | string | null | false | undefined)[]} build
 */
export function refresh(place, from, build) {
  const key = JSON.stringify(from);
  if (made.get(place) === key) return;
  made.set(place, key);
  const active = place.contains(document.activeElement) ? document.activeElement?.id : '';
  place.replaceChildren(...build().filter((part) => part || part === '').map((part) => /** @type {Node | string} */ (part)));
  if (active) document.getElementById(active)?.focus({ preventScroll: true });
}
/** @type {WeakMap<HTMLElement, string>} */
const made = new WeakMap();

/**
 * A number for an object, to distinguish it from others with the same content.
 * @param {object} object
 */
export function idOf(object) {
  const known = ids.get(object);
  if (known) return known;
  lastId += 1;
  ids.set(object, lastId);
  return lastId;
}
let lastId = 0;
/** @type {WeakMap<object, number>} */
const ids = new WeakMap();

/**
 * @param {string} name  the file's name
 * @param {Blob} blob
 */
export function download(name, blob) {
  const link = h('a', { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** @param {number} n  with thin spaces between thousands */
export const count = (n) => n.toLocaleString('en-GB');
