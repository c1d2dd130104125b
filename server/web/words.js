// The words of the page, in the language that was chosen. A language is a file in languages/; its name
// stands in the list below.

/** @typedef {string | Record<string, string>} Word  a text, or one for each plural of the language */

/** Every language by its own name. */
export const kLanguages = { en: 'English', de: 'Deutsch', zh: '中文' };

/** @typedef {keyof typeof kLanguages} Language */

/** @type {Record<string, Word>} */
let dictionary = {};
/** @type {Language} */
let current = 'en';
let plurals = new Intl.PluralRules('en');
let numbers = new Intl.NumberFormat('en');

/**
 * @param {string} code
 * @returns {Language | undefined}
 */
function known(code) {
  const short = code.toLowerCase().split('-')[0];
  return /** @type {Language[]} */ (Object.keys(kLanguages)).find((language) => language === short);
}

/**
 * What was chosen before, else the first that the browser asks for.
 * @param {string | null} chosen
 * @returns {Language}
 */
export function preferred_language(chosen) {
  for (const code of [chosen ?? '', ...navigator.languages]) {
    const language = known(code);
    if (language) return language;
  }
  return 'en';
}

/** @param {Language} language */
export async function load_language(language) {
  const response = await fetch(`languages/${language}.json`);
  dictionary = await response.json();
  current = language;
  plurals = new Intl.PluralRules(language);
  numbers = new Intl.NumberFormat(language);
  document.documentElement.lang = language;
  document.documentElement.dir = word('direction');
}

/** @returns {Language} */
export function language() {
  return current;
}

/** @param {number} number */
export function number_text(number) {
  return numbers.format(number);
}

/**
 * Whether the language has such a word.
 * @param {string} key
 */
export function has_word(key) {
  return key in dictionary;
}

/**
 * @param {string} key
 * @param {Record<string, string | number>} [values]  for {name} in the text; `count` chooses the plural
 */
export function word(key, values = {}) {
  const entry = dictionary[key] ?? key;
  const text =
    typeof entry === 'string' ? entry : (entry[plurals.select(Number(values.count))] ?? entry.other);
  return text.replace(/\{(\w+)\}/g, (whole, name) => {
    const value = values[name];
    if (value === undefined) return whole;
    return typeof value === 'number' ? number_text(value) : value;
  });
}

/** Fills every element of the page that names a word in data-word or data-label. */
export function fill_words() {
  for (const element of document.querySelectorAll('[data-word]'))
    element.textContent = word(element.getAttribute('data-word') ?? '');
  for (const element of document.querySelectorAll('[data-label]')) {
    const label = word(element.getAttribute('data-label') ?? '');
    element.setAttribute('aria-label', label);
    if (element.tagName === 'BUTTON') element.setAttribute('title', label);
  }
}
