/** The tip of the page: facts about the element under the pointer. */

import { $ } from './dom.js';

let timer = 0;

export function hideTip() {
  clearTimeout(timer);
  $('tip').hidden = true;
}

/**
 * @param {Element} anchor
 * @param {() => string | null} words  null if there is nothing to say any more
 * @param {number} wait  in milliseconds
 */
export function showTip(anchor, words, wait) {
  clearTimeout(timer);
  timer = window.setTimeout(() => {
    const text = anchor.isConnected ? words() : null;
    if (!text) return;
    const tip = $('tip');
    tip.textContent = text;
    tip.hidden = false;
    const rect = anchor.getBoundingClientRect();
    const width = tip.offsetWidth;
    tip.style.left = `${Math.max(8, Math.min(innerWidth - width - 8, rect.left + rect.width / 2 - width / 2))}px`;
    tip.style.top = `${rect.bottom + 6 + tip.offsetHeight > innerHeight ? rect.top - tip.offsetHeight - 6 : rect.bottom + 6}px`;
  }, wait);
}
