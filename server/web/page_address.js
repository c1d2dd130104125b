// The address of the page holds variant, game and place in it, so that a link can be shared and the
// browser's back and forward work: #/nine-mens-morris?moves=d6.f4&ply=1

/** @typedef {'analysis' | 'play' | 'edit' | 'variants'} Tab */

/**
 * @typedef {object} Address
 * @property {string} variant
 * @property {string} fen  where the game starts; empty: where games of the variant start
 * @property {string[]} moves
 * @property {number} ply  how many of the moves are on the board
 * @property {Tab} tab
 * @property {Told} told
 */

/** @typedef {import('./wire_types.js').Told} Told */

/** @type {Told} */
export const kNothingTold = {};

/**
 * What is told of a game beside its turns, and how an address writes it: as it is, or as JSON.
 * @type {Record<keyof Told, 'text' | 'json'>}
 */
const kTold = {
  white: 'text',
  black: 'text',
  result: 'text',
  reason: 'text',
  nMoveRule: 'json',
  endgameNMoveRule: 'json',
  threefoldRepetitionRule: 'json',
  opening_turns: 'json',
  opening_choice: 'text',
  tags: 'json',
};
const kToldNames = /** @type {(keyof Told)[]} */ (Object.keys(kTold));

/** @type {Tab[]} */
export const kTabs = ['analysis', 'play', 'edit', 'variants'];

/**
 * @param {string} hash
 * @returns {Address}  the variant is empty if none is named
 */
export function read_address(hash) {
  const [path, query = ''] = hash.replace(/^#\/?/, '').split(/\?(.*)/s);
  const parameters = new URLSearchParams(query);
  const moves = (parameters.get('moves') ?? '').split('.').filter(Boolean);
  const ply = Number.parseInt(parameters.get('ply') ?? '', 10);
  return {
    variant: decoded(path),
    fen: (parameters.get('fen') ?? '').replaceAll('_', ' '),
    moves,
    ply: Number.isNaN(ply) ? moves.length : Math.max(0, Math.min(ply, moves.length)),
    tab: kTabs.find((tab) => tab === parameters.get('tab')) ?? 'analysis',
    told: told_by(parameters),
  };
}

/**
 * @param {URLSearchParams} parameters
 * @returns {Told}
 */
function told_by(parameters) {
  const value = (/** @type {keyof Told} */ name) => {
    const text = parameters.get(name) ?? '';
    return kTold[name] === 'json' ? parsed(text) : text;
  };
  const written = kToldNames.filter((name) => parameters.has(name));
  return Object.fromEntries(written.map((name) => [name, value(name)]));
}

/**
 * What is no JSON stays a text, so that the server says what is wrong with it.
 * @param {string} text
 */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/**
 * The rules by which turns are counted until the game is a draw.
 * @param {Told} told
 * @returns {Told}
 */
export function counting_rules({ nMoveRule, endgameNMoveRule, threefoldRepetitionRule }) {
  return without_gaps({ nMoveRule, endgameNMoveRule, threefoldRepetitionRule });
}

/**
 * What is told still once other turns are played: who plays and by which rules, but not how it ended.
 * @param {Told} told
 * @returns {Told}
 */
export function still_told(told) {
  const { white, black } = told;
  return without_gaps({ white, black, ...counting_rules(told) });
}

/**
 * @param {Told} told
 * @returns {Told}
 */
function without_gaps(told) {
  return Object.fromEntries(Object.entries(told).filter(([, value]) => value !== undefined));
}

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** @param {Address} address */
export function write_address({ variant, fen, moves, ply, tab, told }) {
  const parameters = new URLSearchParams();
  if (fen) parameters.set('fen', fen.replaceAll(' ', '_'));
  if (moves.length > 0) parameters.set('moves', moves.join('.'));
  if (ply < moves.length) parameters.set('ply', String(ply));
  if (tab !== 'analysis') parameters.set('tab', tab);
  for (const name of kToldNames) {
    const value = told[name];
    if (value !== undefined) parameters.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  // Slashes and at-signs need no escape here, and a position can be read without.
  const query = parameters.toString().replaceAll('%2F', '/').replaceAll('%40', '@');
  return `#/${encodeURIComponent(variant)}${query && '?' + query}`;
}
