// What a turn gave away, in a sentence: "win in 31 became a draw; c3 kept it".

import { side_name, value_phrase } from './value_words.js';
import { word } from './words.js';

/** @typedef {import('./wire_types.js').ReviewTurn} ReviewTurn */

const kNamed = 3; // better turns that are told

/** @param {string[]} turns */
function listed(turns) {
  const named = turns.slice(0, kNamed).join(', ');
  return turns.length > kNamed
    ? word('blunder.and-more', { turns: named, count: turns.length - kNamed })
    : named;
}

/**
 * @param {ReviewTurn} turn
 * @returns {{kind: 'blunder' | 'slower' | 'fine' | 'unknown', sentence: string}}
 */
export function judge_turn(turn) {
  const { before, after, best = [] } = turn;
  const who = { side: side_name(turn.side === 'White' ? 'white' : 'black'), turn: turn.turn };
  if (!turn.known || !before || !after) return { kind: 'unknown', sentence: word('blunder.unknown', who) };
  const change = { ...who, before: value_phrase(before), after: value_phrase(after), best: listed(best) };
  if (turn.blunder)
    return { kind: 'blunder', sentence: word('blunder.blunder', { ...change, count: best.length }) };
  const lost = turn.plies_lost ?? 0;
  if (lost > 0)
    return { kind: 'slower', sentence: word(`blunder.slower-${before.value}`, { ...change, count: lost }) };
  return { kind: 'fine', sentence: word('blunder.fine', change) };
}
