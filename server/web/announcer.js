// Says things to those who hear the page. What several views say at once is heard in one.

import { by_id } from './elements.js';

/** @type {string[]} */
let waiting = [];

/** @param {string} sentence */
export function announce(sentence) {
  if (waiting.length === 0) queueMicrotask(say);
  waiting.push(sentence);
}

function say() {
  by_id('announcements').textContent = waiting.join(' ');
  waiting = [];
}
