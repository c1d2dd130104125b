// The tabs of the panel, as screen readers and keyboards know tabs.

import { button, by_id, set_properties } from './elements.js';
import { kTabs } from './page_address.js';
import { word } from './words.js';

/** @typedef {import('./session.js').Session} Session */

/**
 * @param {HTMLElement} host
 * @param {Session} session
 */
export function show_panel_tabs(host, session) {
  const tabs = kTabs.map((name) =>
    button(word(`tab.${name}`), () => session.choose_tab(name), {
      role: 'tab',
      id: `choose-${name}`,
      'aria-controls': `tab-${name}`,
    }),
  );
  host.append(...tabs);
  host.addEventListener('keydown', (event) => move_focus(event, tabs));
  for (const name of kTabs)
    set_properties(by_id(`tab-${name}`), { role: 'tabpanel', 'aria-labelledby': `choose-${name}` });
  session.store.watch(({ address }) => {
    document.body.dataset.tab = address.tab;
    kTabs.forEach((name, i) => {
      const chosen = name === address.tab;
      set_properties(tabs[i], { 'aria-selected': String(chosen), tabindex: chosen ? 0 : -1 });
      by_id(`tab-${name}`).hidden = !chosen;
    });
  });
}

/**
 * @param {KeyboardEvent} event
 * @param {HTMLElement[]} tabs
 */
function move_focus(event, tabs) {
  const forward = document.documentElement.dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
  const backward = forward === 'ArrowRight' ? 'ArrowLeft' : 'ArrowRight';
  const at = tabs.findIndex((tab) => tab === document.activeElement);
  const next = { [forward]: at + 1, [backward]: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  const tab = tabs[(next + tabs.length) % tabs.length];
  tab.focus();
  tab.click();
}
