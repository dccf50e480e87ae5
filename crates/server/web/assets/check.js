/** “Drop a certificate here”: the checker, a module of its own without the engine, looks at a file. */

import { h } from './dom.js';
import { compile } from './engine.js';

/** @type {Worker | null} */
let worker = null;

/**
 * @param {File} file
 * @param {HTMLElement} verdict
 */
async function check(file, verdict) {
  worker?.terminate();
  verdict.className = 'verdict';
  verdict.replaceChildren(h('p', { text: `Checking ${file.name}…` }));
  const show = (/** @type {'accepted' | 'rejected'} */ kind, /** @type {string} */ title, /** @type {string} */ words) => {
    verdict.className = `verdict ${kind}`;
    verdict.replaceChildren(h('h2', { text: title }), ...words.split('\n').map((text) => h('p', { text })));
  };
  try {
    const [bytes, module] = await Promise.all([file.arrayBuffer(), compile(new URL('../checker.wasm', import.meta.url))]);
    const checker = new Worker(new URL('./checker.js', import.meta.url), { type: 'module' });
    worker = checker;
    checker.onerror = (event) => show('rejected', 'Not checked', event.message);
    checker.onmessage = ({ data: { name, text } }) => {
      if (name === 'progress') verdict.replaceChildren(h('p', { text: `Checking ${file.name}: ${Number(text).toLocaleString('en')} replies…` }));
      else if (name === 'accepted') show('accepted', 'Proved', text);
      else if (name === 'rejected') show('rejected', 'This proves nothing', text);
      else show('rejected', 'Not checked', `The checker could not finish: ${text}`);
    };
    checker.postMessage({ module, bytes });
  } catch (error) {
    show('rejected', 'Not checked', error instanceof Error ? error.message : String(error));
  }
}

/** @param {HTMLElement} page */
export function show(page) {
  if (page.childElementCount) return;
  const verdict = h('div', { id: 'verdict', class: 'verdict', role: 'status' });
  const input = h('input', { type: 'file', id: 'certificate', 'aria-label': 'Certificate' });
  const drop = h('label', { class: 'drop', id: 'drop' }, h('span', { text: 'Drop a certificate here, or choose a file: ' }), input);
  const take = (/** @type {FileList | null | undefined} */ files) => {
    if (files?.[0]) void check(files[0], verdict);
  };
  input.addEventListener('change', () => take(/** @type {HTMLInputElement} */ (input).files));
  page.addEventListener('dragover', (event) => event.preventDefault());
  page.addEventListener('drop', (event) => {
    event.preventDefault();
    take(event.dataTransfer?.files);
  });
  page.append(
    h('h1', { text: 'Check a certificate' }),
    h('p', { text: 'A certificate answers every move of the opponent, so that anybody can check what it claims without trusting the engine that wrote it. The checker here is a small program of its own: the rules and nothing else. The file does not leave your computer.' }),
    drop,
    verdict,
  );
}
