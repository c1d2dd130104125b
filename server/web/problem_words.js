// What went wrong, told by its kind in the language of the page. What the server itself says of it, in
// English, is the detail.

import { html } from './elements.js';
import { ServerError } from './server_api.js';
import { word } from './words.js';

/**
 * @typedef {object} Problem
 * @property {string} sentence
 * @property {string} detail  may be empty
 * @property {boolean} damaged  whether a file is there that cannot be read
 */

/** Parameters that belong to a position; errors of others have words of their own, or none. */
const kPositionFields = ['fen', 'turn', 'white', 'black', 'white_hand', 'black_hand', 'removals'];

/** @type {Record<number, string>} */
const kKinds = {
  0: 'unreachable',
  404: 'missing-file',
  413: 'too-long',
  414: 'too-long',
  429: 'busy',
  431: 'too-long',
  500: 'damaged',
  503: 'busy',
};

/**
 * @param {ServerError} error
 * @param {string} about  the field that is meant where the server names none
 */
function kind_of({ status, field }, about) {
  if (status !== 400) return kKinds[status] ?? 'refused';
  const wrong = field ?? about;
  if (kPositionFields.includes(wrong)) return 'position';
  return wrong === 'moves' || wrong === 'game' ? wrong : 'refused';
}

/**
 * @param {unknown} error
 * @param {string} [about]  the parameter that was asked with
 * @returns {Problem}
 */
export function problem_of(error, about = '') {
  if (!(error instanceof ServerError))
    return problem_in_words(error instanceof Error ? error.message : String(error));
  const kind = kind_of(error, about);
  return { sentence: word(`problem.${kind}`), detail: error.message, damaged: kind === 'damaged' };
}

/**
 * A problem that the page itself has found.
 * @param {string} sentence
 * @returns {Problem}
 */
export function problem_in_words(sentence) {
  return { sentence, detail: '', damaged: false };
}

/**
 * The problem to be shown: the sentence, and below it what the server says.
 * @param {Problem} problem
 */
export function problem_elements({ sentence, detail }) {
  return [
    html('span', {}, sentence),
    detail ? html('span', { class: 'detail', lang: 'en', dir: 'ltr' }, detail) : '',
  ];
}
