// A turn drawn on the board: an arrow for a move, a ring for a placement, a cross for a stone it takes.

import { svg } from './elements.js';

/** @typedef {import('./turn_tokens.js').Token} Token */
/** @typedef {import('./board_geometry.js').Place} Place */

const kHead = 34;

/**
 * @param {Token[]} tokens
 * @param {(point: string) => Place} place_of
 * @returns {SVGElement[]}
 */
export function draw_arrows(tokens, place_of) {
  return tokens.flatMap((token) => {
    if (token.kind === 'move') return arrow(place_of(token.from), place_of(token.to));
    if (token.kind === 'place') return ring(place_of(token.to));
    if (token.kind === 'remove') return cross(place_of(token.to));
    return [];
  });
}

/**
 * @param {Place} from
 * @param {Place} to
 */
function arrow(from, to) {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const [dx, dy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const neck = { x: to.x - dx * kHead, y: to.y - dy * kHead };
  const corner = (/** @type {number} */ side) => `${neck.x - dy * 20 * side},${neck.y + dx * 20 * side}`;
  return [
    svg('line', { class: 'arrow', x1: from.x, y1: from.y, x2: neck.x, y2: neck.y }),
    svg('polygon', { class: 'arrow-head', points: `${to.x},${to.y} ${corner(1)} ${corner(-1)}` }),
  ];
}

/** @param {Place} place */
function ring({ x, y }) {
  return [svg('circle', { class: 'arrow-ring', cx: x, cy: y, r: 42 })];
}

/** @param {Place} place */
function cross({ x, y }) {
  const stroke = `M${x - 26},${y - 26} L${x + 26},${y + 26} M${x + 26},${y - 26} L${x - 26},${y + 26}`;
  return [
    svg('path', { class: 'arrow-cross-edge', d: stroke }),
    svg('path', { class: 'arrow-cross', d: stroke }),
  ];
}
