// Elements are made here and nowhere else. Texts become text nodes, never markup, whatever they contain.

const kSvg = 'http://www.w3.org/2000/svg';

/** @typedef {Record<string, string | number | boolean | null | undefined | ((event: any) => void)>} Properties */
/** @typedef {Node | string | null | undefined | false} Child */

/**
 * @param {Element} element
 * @param {Properties} properties
 */
export function set_properties(element, properties) {
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === 'function') element.addEventListener(name, value);
    else if (value === null || value === undefined || value === false) element.removeAttribute(name);
    else element.setAttribute(name, value === true ? '' : String(value));
  }
}

/**
 * @template {Element} E
 * @param {E} element
 * @param {Properties} properties
 * @param {Child[]} children
 */
function furnish(element, properties, children) {
  set_properties(element, properties);
  for (const child of children) if (child) element.append(child);
  return element;
}

/**
 * An element of HTML. A property that is a function listens to the event of that name.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Properties} [properties]
 * @param {Child[]} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function html(tag, properties = {}, ...children) {
  return furnish(document.createElement(tag), properties, children);
}

/**
 * An element of SVG.
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Properties} [properties]
 * @param {Child[]} children
 * @returns {SVGElementTagNameMap[Tag]}
 */
export function svg(tag, properties = {}, ...children) {
  return furnish(document.createElementNS(kSvg, tag), properties, children);
}

/**
 * A button that shows a text.
 * @param {string} text
 * @param {() => void} on_click
 * @param {Properties} [properties]
 */
export function button(text, on_click, properties = {}) {
  return html('button', { type: 'button', click: on_click, ...properties }, text);
}

/**
 * One of the elements that index.html has.
 * @param {string} id
 */
export function by_id(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`index.html has no element ${id}`);
  return element;
}

/**
 * Puts children in place of those that an element has.
 * @param {Element} host
 * @param {Child[]} children
 */
export function refill(host, ...children) {
  host.replaceChildren();
  for (const child of children) if (child) host.append(child);
}
