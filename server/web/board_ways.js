// What every move is worth while no stone is picked up: a mark on its way, near the stone that can go it. A
// click on the mark goes that way, and pointing at it shows the turn.
// Stones that fly cross the whole board; there a mark at each point tells the best that can come of it.

import { svg } from './elements.js';
import { short_value } from './value_words.js';

/** @typedef {import('./board_geometry.js').Place} Place */
/** @typedef {import('./turn_entry.js').Way} Way */

const kNear = 68; // from the middle of the stone to the middle of its mark
const kNearest = 54; // where the point that it leads to has a badge of its own

/**
 * The ways that have marks: none where nothing is known.
 * @param {import('./board_view.js').Scene} scene
 */
export function marked_ways({ ways, valued }) {
  return valued && ways.some(({ outcome }) => outcome.value !== 'unknown') ? ways : [];
}

/**
 * What tells apart what draw_ways() draws. Marks that are drawn anew while one is pointed at would not hear
 * that the pointer leaves.
 * @param {import('./board_view.js').Scene} scene
 */
export function look_of_ways(scene) {
  return JSON.stringify(marked_ways(scene).map((way) => [way, scene.badges.has(way.to)]));
}

/**
 * @typedef {object} WayListener
 * @property {(way: Way) => void} click
 * @property {(way: Way | null) => void} point_at
 */

/**
 * @param {import('./board_view.js').Scene} scene
 * @param {(point: string) => Place} place_of
 * @param {WayListener} listener
 * @returns {SVGElement[]}
 */
export function draw_ways(scene, place_of, listener) {
  return marked_ways(scene).map((way) => {
    const near = scene.badges.has(way.to) ? kNearest : kNear;
    return mark(way, place_of_mark(way, place_of, near), listener);
  });
}

/**
 * @param {Way} way
 * @param {(point: string) => Place} place_of
 * @param {number} near
 */
function place_of_mark({ from, to }, place_of, near) {
  const end = place_of(to);
  if (!from) return end;
  const start = place_of(from);
  const length = Math.hypot(end.x - start.x, end.y - start.y);
  const share = Math.max(near / length, 0.5);
  return { x: start.x + (end.x - start.x) * share, y: start.y + (end.y - start.y) * share };
}

/**
 * @param {Way} way
 * @param {Place} place
 * @param {WayListener} listener
 */
function mark(way, { x, y }, listener) {
  const { from, to, outcome } = way;
  const text = short_value(outcome);
  const width = [...text].reduce((sum, letter) => sum + (letter > '\u2000' ? 23 : letter === ' ' ? 6 : 15), 19);
  return svg(
    'g',
    {
      class: `way ${outcome.value}`,
      'data-way': `${from}-${to}`,
      click: () => listener.click(way),
      pointerenter: () => listener.point_at(way),
      pointerleave: () => listener.point_at(null),
    },
    svg('rect', { x: x - width / 2, y: y - 17, width, height: 34, rx: 17 }),
    svg('text', { x, y: y + 7.5 }, text),
  );
}
