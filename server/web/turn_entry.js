// How a turn is entered on the board: click by click, until one turn alone is meant. Which turns there are
// the server has said; here they are only narrowed down.

import { best_outcome } from './position_values.js';
import { parts_after } from './turn_tokens.js';

/** @typedef {import('./position_values.js').Position} Position */
/** @typedef {import('./position_values.js').Turn} Turn */
/** @typedef {import('./position_values.js').Outcome} Outcome */
/** @typedef {import('./turn_tokens.js').Token} Token */

/**
 * @typedef {object} Entry
 * @property {Token[]} tokens  entered so far
 * @property {string} origin  the stone that was picked up; empty: none
 */

/** @typedef {{kind: 'target' | 'origin' | 'removal', outcome: Outcome}} Mark  what a click on a point would do */

/**
 * A move that can be begun with, with the best that it can still lead to. Where stones fly only the best for
 * each point is told, and `from` is empty.
 * @typedef {{from: string, to: string, outcome: Outcome, best: string}} Way  `best`: the turn, as text
 */

/** @type {Entry} */
export const kNothingEntered = { tokens: [], origin: '' };

/**
 * The turns that begin with what was entered.
 * @param {Position} position
 * @param {Entry} entry
 */
function possible_turns(position, { tokens }) {
  return position.turns.filter((turn) => tokens.every((token, i) => turn.tokens[i]?.text === token.text));
}

/**
 * The possible turns by their next token.
 * @param {Position} position
 * @param {Entry} entry
 * @returns {{token: Token, turns: Turn[]}[]}
 */
function choices(position, entry) {
  /** @type {Map<string, {token: Token, turns: Turn[]}>} */
  const found = new Map();
  for (const turn of possible_turns(position, entry)) {
    const token = turn.tokens[entry.tokens.length];
    if (!token) continue;
    const choice = found.get(token.text) ?? { token, turns: [] };
    choice.turns.push(turn);
    found.set(token.text, choice);
  }
  return [...found.values()];
}

/**
 * What can be clicked, by the names of points, with the best that a click can still lead to.
 * @param {Position} position
 * @param {Entry} entry
 * @returns {Map<string, Mark>}
 */
export function marks_of(position, entry) {
  /** @type {Map<string, {kind: Mark['kind'], turns: Turn[]}>} */
  const found = new Map();
  /** @type {(point: string, kind: Mark['kind'], turns: Turn[]) => void} */
  const add = (point, kind, turns) => {
    const mark = found.get(point) ?? { kind, turns: [] };
    mark.turns.push(...turns);
    found.set(point, mark);
  };
  for (const { token, turns } of choices(position, entry)) {
    if (token.kind === 'remove') add(token.to, 'removal', turns);
    if (token.kind === 'place' && !entry.origin) add(token.to, 'target', turns);
    if (token.kind === 'move' && token.from === entry.origin) add(token.to, 'target', turns);
    if (token.kind === 'move' && !entry.origin) add(token.from, 'origin', turns);
  }
  return new Map(
    [...found].map(([point, { kind, turns }]) => [point, { kind, outcome: best_outcome(turns) }]),
  );
}

/**
 * The moves that can be begun with while no stone is picked up.
 * @param {Position} position
 * @param {Entry} entry
 * @param {(from: string, to: string) => boolean} joined  whether a line leads there
 * @returns {Way[]}
 */
export function ways_of(position, entry, joined) {
  if (entry.origin) return [];
  const moves = choices(position, entry).filter(({ token }) => token.kind === 'move');
  const along_lines = moves.every(({ token }) => joined(token.from, token.to));
  /** @type {Map<string, {from: string, to: string, turns: Turn[]}>} */
  const found = new Map();
  for (const { token, turns } of moves) {
    const from = along_lines ? token.from : '';
    const way = found.get(`${from}-${token.to}`) ?? { from, to: token.to, turns: [] };
    way.turns.push(...turns);
    found.set(`${from}-${token.to}`, way);
  }
  return [...found.values()].map(({ from, to, turns }) => {
    const outcome = best_outcome(turns);
    const best = turns.find((turn) => is_same(turn.outcome, outcome)) ?? turns[0];
    return { from, to, outcome, best: best.text };
  });
}

/**
 * @param {Outcome} one
 * @param {Outcome} other
 */
function is_same(one, other) {
  return one.value === other.value && one.distance === other.distance;
}

/**
 * The board as it looks in the middle of the turn.
 * @param {Position} position
 * @param {Entry} entry
 */
export function parts_shown(position, entry) {
  return parts_after(position.parts, entry.tokens);
}

/**
 * What a click makes of the entry; a turn once it is complete.
 * @param {Position} position
 * @param {Entry} entry
 * @param {string} point
 * @returns {{entry: Entry, turn: Turn | null}}
 */
export function click(position, entry, point) {
  const kinds = choices(position, entry);
  const choice =
    kinds.find(({ token }) => token.kind === 'move' && token.from === entry.origin && token.to === point) ??
    kinds.find(({ token }) => token.kind !== 'move' && token.to === point);
  if (choice) return advance(position, entry, choice.token);
  const picked = point !== entry.origin && kinds.some(({ token }) => token.from === point);
  if (picked) return { entry: { ...entry, origin: point }, turn: null };
  return { entry: { ...entry, origin: '' }, turn: null };
}

/**
 * @param {Position} position
 * @param {Entry} entry
 * @param {Token} token
 */
function advance(position, entry, token) {
  const next = { tokens: [...entry.tokens, token], origin: '' };
  const turns = possible_turns(position, next);
  const complete = turns.length === 1 && turns[0].tokens.length === next.tokens.length;
  return complete ? { entry: kNothingEntered, turn: turns[0] } : { entry: next, turn: null };
}
