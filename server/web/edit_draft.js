// A position while it is put together: nothing here asks whether it can occur in a game.

import { other_side } from './position_values.js';
import { symmetry_named } from './board_geometry.js';

/** @typedef {import('./wire_types.js').Board} Board */
/** @typedef {import('./wire_types.js').Side} Side */

/**
 * @typedef {object} Draft
 * @property {Side} turn
 * @property {string[]} white
 * @property {string[]} black
 * @property {number} white_hand
 * @property {number} black_hand
 * @property {number} removals
 */

/** @typedef {'cycle' | 'white' | 'black' | 'erase'} Tool */

/** @type {Draft} */
export const kEmptyDraft = { turn: 'white', white: [], black: [], white_hand: 0, black_hand: 0, removals: 0 };

/**
 * @param {import('./wire_types.js').Parts} parts
 * @returns {Draft}
 */
export function draft_of({ turn, white, black, white_hand, black_hand, removals }) {
  return { turn, white, black, white_hand, black_hand, removals };
}

/**
 * @param {Draft} draft
 * @param {string} point
 */
function content(draft, point) {
  return draft.white.includes(point) ? 'white' : draft.black.includes(point) ? 'black' : 'erase';
}

/**
 * @param {Draft} draft
 * @param {string} point
 * @param {Tool} tool
 * @returns {Draft}
 */
export function with_click(draft, point, tool) {
  const old = content(draft, point);
  const cycle = { erase: 'white', white: 'black', black: 'erase' };
  const next = tool === 'cycle' ? cycle[old] : tool === old ? 'erase' : tool;
  const without = (/** @type {string[]} */ points) => points.filter((name) => name !== point);
  const cleared = { ...draft, white: without(draft.white), black: without(draft.black) };
  if (next === 'white') return { ...cleared, white: [...cleared.white, point] };
  if (next === 'black') return { ...cleared, black: [...cleared.black, point] };
  return cleared;
}

/**
 * @param {Draft} draft
 * @returns {Draft}
 */
export function with_colours_swapped(draft) {
  return {
    ...draft,
    turn: other_side(draft.turn),
    white: draft.black,
    black: draft.white,
    white_hand: draft.black_hand,
    black_hand: draft.white_hand,
  };
}

/**
 * @param {Draft} draft
 * @param {Board} board
 * @param {import('./board_geometry.js').Turning} turning
 * @returns {Draft}
 */
export function with_symmetry(draft, board, turning) {
  const symmetry = symmetry_named(board, turning);
  if (!symmetry) return draft;
  const names = board.points.map(({ name }) => name);
  const image = (/** @type {string} */ name) => names[symmetry[names.indexOf(name)]];
  return { ...draft, white: draft.white.map(image), black: draft.black.map(image) };
}

/**
 * What the server is to put together.
 * @param {Draft} draft
 * @returns {Record<string, string>}
 */
export function parameters_of(draft) {
  return {
    turn: draft.turn,
    white: draft.white.join(','),
    black: draft.black.join(','),
    white_hand: String(draft.white_hand),
    black_hand: String(draft.black_hand),
    removals: String(draft.removals),
  };
}
