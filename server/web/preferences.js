// What somebody has chosen is kept in the browser, if it keeps anything.

/** @typedef {'language' | 'theme'} Preference */

/** @param {Preference} name */
export function read_preference(name) {
  try {
    return localStorage.getItem(`millstone-${name}`);
  } catch {
    return null;
  }
}

/**
 * @param {Preference} name
 * @param {string} value
 */
export function keep_preference(name, value) {
  try {
    localStorage.setItem(`millstone-${name}`, value);
  } catch {
    // A browser that keeps nothing asks again the next time; the page works without.
  }
}

/** @param {string | null} theme  light, dark, or what the system has */
export function apply_theme(theme) {
  document.documentElement.dataset.theme = theme ?? 'system';
}
