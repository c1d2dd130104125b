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
 */

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
  };
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
export function write_address({ variant, fen, moves, ply, tab }) {
  const parameters = new URLSearchParams();
  if (fen) parameters.set('fen', fen.replaceAll(' ', '_'));
  if (moves.length > 0) parameters.set('moves', moves.join('.'));
  if (ply < moves.length) parameters.set('ply', String(ply));
  if (tab !== 'analysis') parameters.set('tab', tab);
  // Slashes and at-signs need no escape here, and a position can be read without.
  const query = parameters.toString().replaceAll('%2F', '/').replaceAll('%40', '@');
  return `#/${encodeURIComponent(variant)}${query && '?' + query}`;
}
