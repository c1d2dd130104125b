// The top of the page: variant, language, light or dark, and a link to what is shown.

import { by_id, html } from './elements.js';
import { announce } from './announcer.js';
import { apply_theme, keep_preference, read_preference } from './preferences.js';
import { title_among } from './rule_words.js';
import { link_of } from './session.js';
import { kLanguages, language, word } from './words.js';

/** @typedef {import('./session.js').Session} Session */

/** @param {string} id */
function select_by_id(id) {
  return /** @type {HTMLSelectElement} */ (by_id(id));
}

/**
 * @param {HTMLSelectElement} select
 * @param {[string, string][]} options  values and texts
 * @param {string} chosen
 * @param {(value: string) => void} on_choice
 */
function fill(select, options, chosen, on_choice) {
  select.replaceChildren(...options.map(([value, text]) => html('option', { value }, text)));
  select.value = chosen;
  select.addEventListener('change', () => on_choice(select.value));
}

/** @param {Session} session */
function show_variant_choice(session) {
  const select = select_by_id('variant-choice');
  const { variants, variant } = session.model;
  /** @type {[string, string][]} */
  const options = variants.map((one) => [link_of(one), title_among(variants, one)]);
  fill(select, options, link_of(variant), (link) => session.choose_variant(link));
  session.store.watch((model) => (select.value = link_of(model.variant)));
}

function show_language_choice() {
  fill(select_by_id('language-choice'), Object.entries(kLanguages), language(), (chosen) => {
    keep_preference('language', chosen);
    location.reload(); // everything on the page is words, and the address holds the rest
  });
}

function show_theme_choice() {
  /** @type {[string, string][]} */
  const themes = ['system', 'light', 'dark'].map((theme) => [theme, word(`theme.${theme}`)]);
  fill(select_by_id('theme-choice'), themes, read_preference('theme') ?? 'system', (theme) => {
    keep_preference('theme', theme);
    apply_theme(theme);
  });
}

/**
 * Copies a text where the browser lets a page do that; on addresses without encryption many do not.
 * @param {string} text
 */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

function show_share_button() {
  const button = by_id('share');
  button.addEventListener('click', async () => {
    const copied = await copy(location.href);
    const sentence = word(copied ? 'page.copied' : 'page.copy-by-hand');
    button.textContent = sentence;
    announce(sentence);
    setTimeout(() => (button.textContent = word('page.share')), 2500);
  });
}

/** @param {Session} session */
export function show_top_bar(session) {
  show_variant_choice(session);
  show_language_choice();
  show_theme_choice();
  show_share_button();
}
