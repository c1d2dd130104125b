// What a click on a point would lead to, as a badge with letter and distance; without values as a dot.

import { svg } from './elements.js';
import { marked_ways } from './board_ways.js';
import { short_value } from './value_words.js';

/** @typedef {import('./board_geometry.js').Place} Place */
/** @typedef {import('./turn_entry.js').Mark} Mark */

/**
 * @param {import('./board_view.js').Scene} scene
 * @param {(point: string) => Place} place_of
 * @returns {SVGElement[]}
 */
export function draw_badges(scene, place_of) {
  const told = new Set(marked_ways(scene).map(({ from }) => from)); // by the marks of their moves
  const badges = [...scene.badges].filter(([name, { kind }]) => kind !== 'origin' || !told.has(name));
  return badges.map(([name, mark]) => {
    const place = place_of(name);
    return scene.valued && mark.outcome.value !== 'unknown' ? badge(place, mark) : dot(place, mark);
  });
}

/**
 * @param {Place} place
 * @param {Mark} mark
 */
function badge({ x, y }, { kind, outcome }) {
  const text = short_value(outcome);
  // A character of the badge's type is about 18 wide; Chinese ones are wider.
  const width = Math.max(
    44,
    30 + [...text].reduce((sum, letter) => sum + (letter > '\u2000' ? 30 : letter === ' ' ? 8 : 18), 0),
  );
  const middle = kind === 'target' ? y : y + 22; // the stone below stays visible
  return svg(
    'g',
    { class: `badge ${outcome.value} ${kind}` },
    svg('rect', { x: x - width / 2, y: middle - 21, width, height: 42, rx: 21 }),
    svg('text', { x, y: middle + 10 }, text),
  );
}

/**
 * @param {Place} place
 * @param {Mark} mark
 */
function dot({ x, y }, { kind }) {
  if (kind === 'target') return svg('circle', { class: 'dot', cx: x, cy: y, r: 15 });
  return svg('circle', { class: `dot-ring ${kind}`, cx: x, cy: y, r: 42 });
}
