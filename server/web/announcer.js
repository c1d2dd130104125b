// Says things to those who hear the page. What several views say at once is heard in one.

import { by_id } from './elements.js';
import { word } from './words.js';

/** @type {string[]} */
let waiting = [];

/** @param {string[]} sentences  empty ones are left out */
export function announce(...sentences) {
  if (waiting.length === 0) queueMicrotask(say);
  waiting.push(...sentences.filter(Boolean));
}

/**
 * Headlines have no full stop, but would run into each other without when they are spoken.
 * @param {string} sentence
 */
function ended(sentence) {
  return /[.!?…。！？]$/.test(sentence) ? sentence : sentence + word('page.full-stop');
}

function say() {
  by_id('announcements').textContent = waiting.map(ended).join(' ');
  waiting = [];
}
