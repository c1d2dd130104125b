// Values in words: as short as a badge on the board, or as a sentence.

import { word, number_text } from './words.js';

/** @typedef {import('./position_values.js').Outcome} Outcome */
/** @typedef {import('./wire_types.js').Side} Side */

/**
 * The letter of a value.
 * @param {Pick<Outcome, 'value'>} outcome
 */
export function value_letter({ value }) {
  return word(`letter.${value}`);
}

/**
 * Such as "W 31", for badges.
 * @param {Outcome} outcome
 */
export function short_value(outcome) {
  const letter = value_letter(outcome);
  return outcome.distance === null ? letter : `${letter} ${number_text(outcome.distance)}`;
}

/**
 * Such as "win in 31".
 * @param {Outcome} outcome
 */
export function value_phrase({ value, distance }) {
  if (distance === null) return word(`value.${value}`);
  return word(`value.${value}-in`, { count: distance });
}

/**
 * Such as "+3", of draws that are graded.
 * @param {number} gain
 */
export function short_gain(gain) {
  return gain > 0 ? `+${number_text(gain)}` : number_text(gain);
}

/**
 * Such as "draw, better by 3".
 * @param {number} gain
 */
export function gain_phrase(gain) {
  if (gain === 0) return word('gain.none');
  return word(gain > 0 ? 'gain.better' : 'gain.worse', { count: Math.abs(gain) });
}

/** @param {Side} side */
export function side_name(side) {
  return word(`side.${side}`);
}

/**
 * Who wins, such as "White wins in 31 plies".
 * @param {Outcome} outcome
 * @param {Side} side  whose value it is
 */
export function verdict({ value, distance }, side) {
  if (value === 'unknown') return word('verdict.unknown');
  if (value === 'draw') return word('verdict.draw');
  const winner = (value === 'win') === (side === 'white') ? 'white' : 'black';
  if (distance === null) return word(`verdict.${winner}-wins`);
  return word(`verdict.${winner}-wins-in`, { count: distance });
}

/**
 * How the game has ended.
 * @param {string} reason  as the server names it
 * @param {string | null} winner
 */
export function ending_sentence(reason, winner) {
  const result = word(winner === 'white' || winner === 'black' ? `ending.${winner}-won` : 'ending.draw');
  const key = `reason.${reason}`;
  const why = word(key);
  return why === key ? `${result} (${reason})` : word('ending.because', { result, reason: why });
}
