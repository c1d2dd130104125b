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

/**
 * @typedef {object} Told  what is told of a game beside its turns; empty where nothing is
 * @property {string} white  who played
 * @property {string} black
 * @property {string} result  how it was scored: 1-0, 0-1 or 1/2-1/2
 * @property {string} reason
 */

/** @type {Told} */
export const kNothingTold = { white: '', black: '', result: '', reason: '' };
const kTold = /** @type {(keyof Told)[]} */ (Object.keys(kNothingTold));

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
    told: told_by((name) => parameters.get(name)),
  };
}

/**
 * @param {(name: keyof Told) => string | null} find
 * @returns {Told}
 */
export function told_by(find) {
  const told = { ...kNothingTold };
  for (const name of kTold) told[name] = find(name) ?? '';
  return told;
}

/**
 * What is told still once other turns are played: who plays, but not how it ended.
 * @param {Told} told
 * @returns {Told}
 */
export function still_told({ white, black }) {
  return { ...kNothingTold, white, black };
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
  for (const name of kTold) if (told[name]) parameters.set(name, told[name]);
  // Slashes and at-signs need no escape here, and a position can be read without.
  const query = parameters.toString().replaceAll('%2F', '/').replaceAll('%40', '@');
  return `#/${encodeURIComponent(variant)}${query && '?' + query}`;
}
