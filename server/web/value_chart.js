// What the game was worth before each turn, as White sees it: the sooner White wins, the higher a column;
// below the middle Black wins. A click, or the arrow keys, go to that place in the game.

import { html, set_properties, svg } from './elements.js';
import { side_of_fen } from './position_values.js';
import { verdict } from './value_words.js';
import { word } from './words.js';

/** @typedef {import('./session.js').Session} Session */
/** @typedef {import('./session.js').Model} Model */
/** @typedef {import('./position_values.js').Outcome} Outcome */

const kWidth = 640;
const kHeight = 150;
const kMiddle = kHeight / 2;
const kFewest = 24;
const kReach = kMiddle - 16;

/**
 * The value at each place of the game for the side to move there.
 * @param {Model} model
 * @returns {Outcome[]}
 */
function values_along({ fens, review, position, address }) {
  /** @type {Outcome} */
  const unknown = { value: 'unknown', distance: null };
  return fens.map((fen, i) => {
    if (i === address.ply && position) return position.outcome;
    const turn = review?.turns[i];
    if (turn?.before) return turn.before;
    const before = review?.turns[i - 1];
    return before?.after ? after_turn(before.after, side_of_fen(fen) !== side_of_fen(fens[i - 1])) : unknown;
  });
}

/**
 * @param {Outcome} after  for the side that has moved
 * @param {boolean} passed  whether it is the other side's turn now
 * @returns {Outcome}
 */
function after_turn({ value, distance }, passed) {
  if (!passed) return { value, distance };
  const other = value === 'win' ? 'loss' : value === 'loss' ? 'win' : value;
  return { value: other, distance: distance === null ? null : Math.max(0, distance - 1) };
}

/**
 * How many columns there is room for; a short game does not fill the chart.
 * @param {Model} model
 */
function places_in({ fens }) {
  return Math.max(kFewest, fens.length);
}

/**
 * From -1, Black has won, to 1; null where it is not known.
 * @param {Outcome} outcome
 * @param {string} fen
 */
function height_of({ value, distance }, fen) {
  if (value === 'unknown') return null;
  if (value === 'draw') return 0;
  const white_wins = (value === 'win') === (side_of_fen(fen) === 'white');
  const near = 0.35 + 0.65 / (1 + (distance ?? 30) / 12);
  return white_wins ? near : -near;
}

/**
 * @param {number} i
 * @param {number} step
 * @param {number | null} height
 */
function column(i, step, height) {
  const gap = Math.min(3, step * 0.15);
  const size = Math.max(5, Math.abs(height ?? 0) * kReach);
  const y =
    height === null ? kMiddle - 1 : height > 0 ? kMiddle - size : height < 0 ? kMiddle : kMiddle - 2.5;
  const name = height === null ? 'unknown' : height > 0 ? 'white-wins' : height < 0 ? 'black-wins' : 'level';
  const shown = height === null ? 2 : size;
  return svg('rect', {
    class: `column ${name}`,
    x: i * step + gap / 2,
    y,
    width: Math.max(1, step - gap),
    height: shown,
    rx: 2,
  });
}

/**
 * @param {number} i  place after the turn
 * @param {number} step
 * @param {'white' | 'black'} side  who erred
 */
function blunder_mark(i, step, side) {
  return svg(
    'text',
    { class: 'blunder-mark', x: (i + 0.5) * step, y: side === 'white' ? kHeight - 2 : 11 },
    '??',
  );
}

/**
 * @param {HTMLElement} host
 * @param {Session} session
 */
export function show_value_chart(host, session) {
  const drawing = svg('svg', {
    class: 'chart',
    viewBox: `0 0 ${kWidth} ${kHeight}`,
    preserveAspectRatio: 'none',
    direction: 'ltr',
    role: 'slider',
    tabindex: 0,
    'aria-label': word('chart.label'),
    'aria-valuemin': 0,
  });
  const caption = html(
    'p',
    { class: 'chart-legend' },
    html('span', {}, html('span', { class: 'pebble white' }), ' ', word('chart.white')),
    html('span', {}, html('span', { class: 'pebble black' }), ' ', word('chart.black')),
  );
  host.append(drawing, caption);
  drawing.addEventListener('click', (event) => {
    const box = drawing.getBoundingClientRect();
    session.go_to(Math.floor(((event.clientX - box.left) / box.width) * places_in(session.model)));
  });
  drawing.addEventListener('keydown', (event) => on_key(event, session));
  session.store.watch((model) => draw_chart(drawing, model));
}

/**
 * @param {KeyboardEvent} event
 * @param {Session} session
 */
function on_key(event, session) {
  const { ply, moves } = session.model.address;
  const targets = {
    ArrowLeft: ply - 1,
    ArrowDown: ply - 1,
    ArrowRight: ply + 1,
    ArrowUp: ply + 1,
    Home: 0,
    End: moves.length,
  };
  const target = targets[/** @type {keyof typeof targets} */ (event.key)];
  if (target === undefined) return;
  event.preventDefault();
  session.go_to(target);
}

/**
 * @param {SVGSVGElement} drawing
 * @param {Model} model
 */
function draw_chart(drawing, model) {
  const { fens, review, address } = model;
  const values = values_along(model);
  const step = kWidth / places_in(model);
  const marks = (review?.turns ?? []).flatMap((turn, i) =>
    turn.blunder ? [blunder_mark(i + 1, step, turn.side === 'White' ? 'white' : 'black')] : [],
  );
  drawing.replaceChildren(
    svg('rect', { class: 'place', x: address.ply * step, y: 0, width: step, height: kHeight, rx: 4 }),
    svg('line', { class: 'middle', x1: 0, x2: kWidth, y1: kMiddle, y2: kMiddle }),
    ...values.map((value, i) => column(i, step, height_of(value, fens[i]))),
    ...marks,
  );
  const here = values[address.ply];
  const text = here ? verdict(here, side_of_fen(fens[address.ply])) : '';
  const place = word('steps.place', { ply: address.ply, last: address.moves.length });
  set_properties(drawing, {
    'aria-valuemax': address.moves.length,
    'aria-valuenow': address.ply,
    'aria-valuetext': [place, text].filter(Boolean).join(', '),
  });
}
