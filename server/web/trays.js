// The two sides beside the board: whose turn it is, and the stones that are still to be placed.

import { by_id, html, refill } from './elements.js';
import { side_name } from './value_words.js';
import { word } from './words.js';

/** @typedef {import('./wire_types.js').Side} Side */
/** @typedef {{white: string[], black: string[], white_hand: number, black_hand: number, turn: Side}} Sides */

/**
 * @param {Side} side
 * @param {Sides} sides
 */
function tray(side, sides) {
  const in_hand = side === 'white' ? sides.white_hand : sides.black_hand;
  const stones = Array.from({ length: in_hand }, () => html('span', { class: `pebble ${side}` }));
  const count = word('tray.count', { board: sides[side].length, hand: in_hand });
  return [
    html('span', { class: `pebble big ${side}` }),
    html('strong', {}, side_name(side)),
    sides.turn === side && html('span', { class: 'to-move' }, word('tray.to-move')),
    html('span', { class: 'in-hand', 'aria-hidden': 'true' }, ...stones),
    html('span', { class: 'count' }, count),
  ];
}

/**
 * @param {import('./session.js').Session} session
 * @param {import('./edit_panel.js').EditPanel} edit_panel
 */
export function show_trays(session, edit_panel) {
  const draw = () => {
    const { address, position } = session.model;
    const sides = address.tab === 'edit' ? edit_panel.draft : position?.parts;
    for (const side of /** @type {Side[]} */ (['white', 'black'])) {
      const host = by_id(`tray-${side}`);
      refill(host, ...(sides ? tray(side, sides) : []));
      host.classList.toggle('active', sides?.turn === side);
    }
  };
  session.store.watch(draw);
  edit_panel.watch(draw);
}
