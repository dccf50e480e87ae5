/** Light or dark, and large type for a projector: remembered in this browser. */

import { $ } from './dom.js';

const THEMES = ['auto', 'light', 'dark'];

export function startSettings() {
  const page = document.documentElement;
  let theme = localStorage.getItem('chromex-theme') ?? 'auto';
  let large = localStorage.getItem('chromex-projector') === 'true';
  const show = () => {
    page.dataset.theme = theme;
    page.classList.toggle('projector', large);
    $('projector').setAttribute('aria-pressed', String(large));
    $('theme').title = `Light or dark: ${theme === 'auto' ? 'as the system' : theme}`;
  };
  $('theme').addEventListener('click', () => {
    const dark = matchMedia('(prefers-color-scheme: dark)').matches;
    // The first press must change something, so it chooses the opposite of the system's setting.
    const cycle = dark ? ['auto', 'light', 'dark'] : ['auto', 'dark', 'light'];
    theme = cycle[(cycle.indexOf(theme) + 1) % THEMES.length];
    localStorage.setItem('chromex-theme', theme);
    show();
  });
  $('projector').addEventListener('click', () => {
    large = !large;
    localStorage.setItem('chromex-projector', String(large));
    show();
  });
  $('help-open').addEventListener('click', () => /** @type {HTMLDialogElement} */ ($('help')).showModal());
  show();
}
