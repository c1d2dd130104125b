// Every legal turn, grouped by what it leads to, the best first. Pointing at one shows it on the board.

import { html } from './elements.js';
import { problem_elements, problem_in_words } from './problem_words.js';
import { gain_phrase, short_gain, short_value, value_letter, value_phrase } from './value_words.js';
import { word } from './words.js';

/** @typedef {import('./session.js').Session} Session */
/** @typedef {import('./position_values.js').Turn} Turn */
/** @typedef {import('./wire_types.js').Category} Category */

/** @type {Category[]} */
const kGroups = ['win', 'draw', 'loss', 'unknown'];

/**
 * What stands beside a turn, and what is said of it: its distance, or how good a draw it is.
 * @param {Turn} turn
 */
function worth_of({ outcome, gain }) {
  if (gain !== null) return { kind: 'gain', shown: short_gain(gain), said: gain_phrase(gain) };
  const shown = outcome.distance === null ? null : short_value(outcome);
  return { kind: 'plies', shown, said: value_phrase(outcome) };
}

/**
 * @param {Session} session
 * @param {Turn} turn
 */
function turn_button(session, turn) {
  const show = () => session.point_at(turn.text);
  const hide = () => session.point_at('');
  const { kind, shown, said } = worth_of(turn);
  return html(
    'li',
    {},
    html(
      'button',
      {
        type: 'button',
        class: 'turn',
        'data-turn': turn.text,
        'data-value': turn.outcome.value,
        click: () => session.play(turn.text),
        pointerenter: show,
        pointerleave: hide,
        focus: show,
        blur: hide,
      },
      html('span', {}, turn.text),
      shown && html('span', { class: kind, 'aria-hidden': 'true', title: said }, shown),
      html('span', { class: 'unseen' }, `, ${said}`),
    ),
  );
}

/**
 * @param {Session} session
 * @param {Category} value
 * @param {Turn[]} turns
 */
function turn_group(session, value, turns) {
  const title = html(
    'h3',
    {},
    html('span', { class: `seal small ${value}`, 'aria-hidden': 'true' }, value_letter({ value })),
    word(`group.${value}`),
    html('span', { class: 'amount' }, word('group.amount', { count: turns.length })),
  );
  return html(
    'div',
    { class: `turn-group ${value}` },
    title,
    html('ul', { class: 'turns' }, ...turns.map((turn) => turn_button(session, turn))),
  );
}

/** @param {import('./position_values.js').Position} position */
function nothing_to_play({ parts }) {
  return html('p', { class: 'hint' }, word(parts.over ? 'turns.over' : 'turns.none'));
}

/**
 * @param {HTMLElement} host
 * @param {Session} session
 */
export function show_turn_list(host, session) {
  session.store.watch(({ position, preview }, before) => {
    mark_pointed(host, preview);
    if (position === before.position && host.hasChildNodes()) return;
    const had_focus = host.contains(document.activeElement);
    host.replaceChildren(...(position ? contents(session, position) : []));
    if (had_focus) host.querySelector('button')?.focus({ preventScroll: true });
  });
}

/**
 * @param {Session} session
 * @param {import('./position_values.js').Position} position
 */
function contents(session, position) {
  const groups = kGroups.map((value) => ({
    value,
    turns: position.turns.filter((turn) => turn.outcome.value === value),
  }));
  const shown = groups
    .filter(({ turns }) => turns.length > 0)
    .map(({ value, turns }) => turn_group(session, value, turns));
  const unknown = position.outcome.value === 'unknown';
  const missing = position.missing ?? (unknown ? problem_in_words(word('missing.no-file')) : null);
  const title = html('strong', {}, word('missing.title'));
  return [
    ...(missing ? [html('p', { class: 'missing' }, title, ' ', ...problem_elements(missing))] : []),
    ...(shown.length > 0 ? shown : [nothing_to_play(position)]),
  ];
}

/**
 * @param {HTMLElement} host
 * @param {string} turn
 */
function mark_pointed(host, turn) {
  for (const element of host.querySelectorAll('.turn.pointed')) element.classList.remove('pointed');
  if (turn) host.querySelector(`[data-turn="${CSS.escape(turn)}"]`)?.classList.add('pointed');
}
