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
 * Takes the stone off a point, if there is one. While stones are still being placed it goes back to the
 * hand that it has come from; one that the side has too many came from none.
 * @param {Draft} draft
 * @param {string} point
 * @param {number} most  stones of a side
 * @returns {Draft}
 */
function cleared(draft, point, most) {
  const side = content(draft, point);
  if (side === 'erase') return draft;
  const hand = draft[`${side}_hand`];
  const placing = draft.white_hand + draft.black_hand > 0;
  const goes_back = placing && draft[side].length + hand <= most;
  return {
    ...draft,
    [side]: draft[side].filter((name) => name !== point),
    [`${side}_hand`]: hand + (goes_back ? 1 : 0),
  };
}

/**
 * Sets a stone, out of the hand while there is one in it.
 * @param {Draft} draft
 * @param {string} point
 * @param {Side} side
 * @returns {Draft}
 */
function with_stone(draft, point, side) {
  const hand = Math.max(0, draft[`${side}_hand`] - 1);
  return { ...draft, [side]: [...draft[side], point], [`${side}_hand`]: hand };
}

/**
 * What a click on a point makes of it.
 * @param {Draft} draft
 * @param {string} point
 * @param {Tool} tool
 * @param {number} most  stones of a side
 */
function next_content(draft, point, tool, most) {
  const old = content(draft, point);
  if (tool !== 'cycle') return tool === old ? 'erase' : tool;
  /** @type {Side[]} */
  const left = old === 'erase' ? ['white', 'black'] : old === 'white' ? ['black'] : [];
  const has_room = (/** @type {Side} */ side) => draft[`${side}_hand`] > 0 || draft[side].length < most;
  return left.find(has_room) ?? 'erase';
}

/**
 * @param {Draft} draft
 * @param {string} point
 * @param {Tool} tool
 * @param {number} most  stones of a side
 * @returns {Draft}
 */
export function with_click(draft, point, tool, most) {
  const next = next_content(draft, point, tool, most);
  const free = cleared(draft, point, most);
  return next === 'erase' ? free : with_stone(free, point, next);
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
