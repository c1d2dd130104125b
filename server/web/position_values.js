// Values as the side to move sees them. The server tells what a turn leaves the other side with; here it
// is turned round once, so that nothing else has to think about it.

import { tokens_of } from './turn_tokens.js';

/** @typedef {import('./wire_types.js').Category} Category */
/** @typedef {import('./wire_types.js').Side} Side */
/** @typedef {{value: Category, distance: number | null}} Outcome  distance in plies */
/** @typedef {import('./turn_tokens.js').Token} Token */
/**
 * @typedef {object} Turn
 * @property {string} text
 * @property {Token[]} tokens
 * @property {Outcome} outcome
 * @property {number | null} gain  of a draw: by how much it ends better than staying; null where nobody knows
 * @property {string} fen
 */

/**
 * @typedef {object} Position
 * @property {string} fen
 * @property {string} subspace
 * @property {import('./wire_types.js').Parts} parts
 * @property {Outcome} outcome
 * @property {Turn[]} turns  best first
 * @property {import('./problem_words.js').Problem | null} missing  why there are no values; null if there are
 */

/** @type {Record<Category, Category>} */
const kOpposite = { win: 'loss', loss: 'win', draw: 'draw', unknown: 'unknown' };

/** @type {Record<Category, number>} */
const kRank = { win: 3, draw: 2, loss: 1, unknown: 0 };

/**
 * @param {Side} side
 * @returns {Side}
 */
export function other_side(side) {
  return side === 'white' ? 'black' : 'white';
}

/**
 * @param {string} fen
 * @returns {Side}
 */
export function side_of_fen(fen) {
  return fen.split(/[ _+]/)[1] === 'b' ? 'black' : 'white';
}

/**
 * @param {Outcome} outcome
 * @returns {Outcome}
 */
export function for_other_side(outcome) {
  return { value: kOpposite[outcome.value], distance: outcome.distance };
}

/**
 * Below 0 if the first is better for the side that has it: short wins, then draws, then long losses.
 * @param {Outcome} first
 * @param {Outcome} second
 */
export function compare_outcomes(first, second) {
  if (first.value !== second.value) return kRank[second.value] - kRank[first.value];
  const difference = (first.distance ?? 0) - (second.distance ?? 0);
  return first.value === 'loss' ? -difference : difference;
}

/**
 * @param {Turn[]} turns
 * @returns {Outcome}
 */
export function best_outcome(turns) {
  const outcomes = turns.map((turn) => turn.outcome);
  return outcomes.reduce((best, next) => (compare_outcomes(next, best) < 0 ? next : best));
}

/**
 * @param {Category | undefined} category
 * @param {number | null | undefined} dtw
 * @returns {Outcome}
 */
function outcome_of(category, dtw) {
  return { value: category ?? 'unknown', distance: typeof dtw === 'number' ? Math.abs(dtw) : null };
}

/**
 * What a turn is worth to the side that plays it.
 * @param {import('./wire_types.js').WireMove} move
 * @param {Side} side
 * @returns {Outcome}
 */
function outcome_of_turn(move, side) {
  const outcome = for_other_side(outcome_of(move.category, move.dtw));
  if (outcome.distance === null) return outcome;
  // A side that goes on moving, as some rules have it, has not ended its ply.
  const ended = side_of_fen(move.fen) !== side;
  return { ...outcome, distance: outcome.distance + (ended ? 1 : 0) };
}

/**
 * @param {import('./wire_types.js').WirePosition} wire
 * @param {Position['missing']} missing
 * @returns {Position}
 */
export function read_position(wire, missing) {
  const turns = wire.moves.map((move) => ({
    text: move.uci,
    tokens: tokens_of(move.uci),
    outcome: outcome_of_turn(move, wire.position.turn),
    gain: move.grade?.gain ?? null,
    fen: move.fen,
  }));
  const outcome = outcome_of(wire.category, wire.dtw);
  return { fen: wire.fen, subspace: wire.subspace, parts: wire.position, outcome, turns, missing };
}
