// A turn is one text, such as a1-a4xg7; a person enters it token by token: a1-a4, then xg7.

/** @typedef {{kind: 'place' | 'move' | 'remove' | 'pass', from: string, to: string, text: string}} Token */

/**
 * @param {string} turn
 * @returns {Token[]}
 */
export function tokens_of(turn) {
  return turn.split(/(?=x)/).map(token_of);
}

/**
 * @param {string} text
 * @returns {Token}
 */
function token_of(text) {
  if (text === 'pass') return { kind: 'pass', from: '', to: '', text };
  if (text.startsWith('x')) return { kind: 'remove', from: '', to: text.slice(1), text };
  const [first, second] = text.split('-');
  if (second === undefined) return { kind: 'place', from: '', to: first, text };
  return { kind: 'move', from: first, to: second, text };
}

/**
 * The position in the middle of a turn, as far as stones on the board go.
 * @param {import('./wire_types.js').Parts} parts
 * @param {Token[]} tokens
 * @returns {import('./wire_types.js').Parts}
 */
export function parts_after(parts, tokens) {
  const own = new Set(parts[parts.turn]);
  const other_side = parts.turn === 'white' ? 'black' : 'white';
  const other = new Set(parts[other_side]);
  const hand = `${parts.turn}_hand`;
  let placed = 0;
  for (const token of tokens) {
    if (token.kind === 'remove') (own.has(token.to) ? own : other).delete(token.to);
    if (token.kind === 'move') own.delete(token.from);
    if (token.kind === 'place') placed += 1;
    if (token.kind === 'place' || token.kind === 'move') own.add(token.to);
  }
  const in_hand = parts.turn === 'white' ? parts.white_hand : parts.black_hand;
  return { ...parts, [parts.turn]: [...own], [other_side]: [...other], [hand]: in_hand - placed };
}
