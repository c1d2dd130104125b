// The turns of the game: buttons to go through them, keys that do the same, and the list.

import { button, html, set_properties, svg } from './elements.js';
import { word } from './words.js';

/** @typedef {import('./session.js').Session} Session */

/**
 * Names, outlines of their signs, and where they lead.
 * @type {[string, string, (ply: number, last: number) => number][]}
 */
const kSteps = [
  ['first', 'M6 5v14M19 5l-9 7 9 7z', () => 0],
  ['back', 'M16 5l-9 7 9 7z', (ply) => ply - 1],
  ['forward', 'M8 5l9 7-9 7z', (ply) => ply + 1],
  ['last', 'M18 5v14M5 5l9 7-9 7z', (_, last) => last],
];

/** @type {Record<string, string>} */
const kKeys = { ArrowLeft: 'back', ArrowRight: 'forward', Home: 'first', End: 'last' };

/**
 * Whether a key means something else where the focus is.
 * @param {EventTarget | null} target
 */
function taken(target) {
  return (
    target instanceof Element &&
    target.closest('input, select, textarea, [role=tab], [role=slider], .point') !== null
  );
}

/**
 * @param {HTMLElement} host
 * @param {Session} session
 */
export function show_game_steps(host, session) {
  const step = (/** @type {string} */ name) => {
    const { ply, moves } = session.model.address;
    const found = kSteps.find(([other]) => other === name);
    if (found) session.go_to(found[2](ply, moves.length));
  };
  const buttons = kSteps.map(([name, outline]) => {
    const label = word(`steps.${name}`);
    const sign = svg(
      'svg',
      { class: 'sign', viewBox: '0 0 24 24', 'aria-hidden': 'true' },
      svg('path', { d: outline }),
    );
    return html(
      'button',
      { type: 'button', class: 'step', click: () => step(name), 'aria-label': label, title: label },
      sign,
    );
  });
  const place = html('span', { class: 'place' });
  host.append(buttons[0], buttons[1], place, buttons[2], buttons[3]);
  addEventListener('keydown', (event) => {
    const name = kKeys[event.key];
    if (!name || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || taken(event.target))
      return;
    event.preventDefault();
    step(name);
  });
  session.store.watch(({ address: { ply, moves } }) => {
    place.textContent = word('steps.place', { ply, last: moves.length });
    buttons.forEach((element, i) => {
      const idle = i < 2 ? ply === 0 : ply === moves.length;
      set_properties(element, { 'aria-disabled': String(idle) });
    });
  });
}

/**
 * The game as a list of numbered turns, two in a row; a click goes there.
 * @param {HTMLElement} host
 * @param {Session} session
 */
export function show_game_list(host, session) {
  session.store.watch((model, before) => {
    if (model.review === before.review && model.address === before.address && host.hasChildNodes()) return;
    const { address, review } = model;
    const had_focus = host.contains(document.activeElement);
    const empty = html('p', { class: 'hint' }, word('game.empty'));
    host.replaceChildren(
      ...players(address.told),
      address.moves.length > 0 ? game_list(session, address, review) : empty,
    );
    const current = host.querySelector('[aria-current]');
    if (current instanceof HTMLElement) keep_in_sight(host, current);
    if (had_focus && current instanceof HTMLElement) current.focus({ preventScroll: true });
  });
}

/**
 * Who played, and how it was scored, where a game that was loaded tells.
 * @param {import('./wire_types.js').Told} told
 */
function players({ white, black, result = '' }) {
  if (!white && !black && !result) return [];
  return [html('p', { class: 'players' }, `${white || '?'} – ${black || '?'} ${result}`.trim())];
}

/**
 * Scrolls the list alone; the page stays where it is.
 * @param {HTMLElement} host
 * @param {HTMLElement} item
 */
function keep_in_sight(host, item) {
  const [box, place] = [host.getBoundingClientRect(), item.getBoundingClientRect()];
  if (place.top < box.top) host.scrollTop -= box.top - place.top;
  if (place.bottom > box.bottom) host.scrollTop += place.bottom - box.bottom;
}

/**
 * @param {Session} session
 * @param {import('./page_address.js').Address} address
 * @param {import('./wire_types.js').Review | null} review
 */
function game_list(session, address, review) {
  const list = html('ol', { class: 'game-list' });
  const black_begins = review?.turns[0]?.side === 'Black';
  address.moves.forEach((move, i) => {
    const turn = review?.turns[i];
    const number = Math.floor((i + (black_begins ? 1 : 0)) / 2) + 1;
    const numbered = (i + (black_begins ? 1 : 0)) % 2 === 0 || i === 0;
    const label = turn?.blunder ? `${move} ${word('game.blunder')}` : move;
    list.append(
      html(
        'li',
        {},
        numbered && html('span', { class: 'number' }, `${number}.`),
        button(turn?.blunder ? `${move}??` : move, () => session.go_to(i + 1), {
          class: turn?.blunder ? 'turn-link blunder' : 'turn-link',
          'aria-label': label,
          'aria-current': address.ply === i + 1 ? 'step' : null,
        }),
      ),
    );
  });
  return list;
}
