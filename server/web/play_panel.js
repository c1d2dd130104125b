// The tab "Play": who plays, hints, taking back, and what a turn gave away.

import { button, html, refill, set_properties } from './elements.js';
import { announce } from './announcer.js';
import { judge_turn } from './blunder_words.js';
import { show_game_list } from './game_steps.js';
import { panel_section } from './analysis_panel.js';
import { show_trouble } from './trouble_card.js';
import { side_name } from './value_words.js';
import { word } from './words.js';

/** @typedef {import('./session.js').Session} Session */
/** @typedef {import('./opponent.js').Opponent} Opponent */
/** @typedef {import('./wire_types.js').Side} Side */

const kHighestLevel = 30;

/**
 * @param {string} label
 * @param {HTMLElement} control
 */
function labelled(label, control) {
  return html('label', { class: 'field' }, html('span', {}, label), control);
}

/**
 * @param {Side} side
 * @param {Opponent} opponent
 */
function player_choice(side, opponent) {
  const player_option = (/** @type {string} */ player) =>
    html('option', { value: player }, word(`player.${player}`));
  const perfect = player_option('perfect');
  const select = html(
    'select',
    { id: `player-${side}` },
    player_option('person'),
    perfect,
    player_option('engine'),
  );
  const draw = () => {
    perfect.disabled = !opponent.perfect_can_play();
    select.value = opponent.player_of(side);
  };
  draw();
  opponent.on_change(draw);
  select.addEventListener('change', () =>
    opponent.set({ [side]: /** @type {import('./opponent.js').Player} */ (select.value) }),
  );
  return labelled(side_name(side), select);
}

/** @param {Opponent} opponent */
function level_choice(opponent) {
  const input = html('input', { type: 'range', min: 0, max: kHighestLevel, id: 'engine-level' });
  input.value = String(opponent.settings.level);
  const shown = html('output', {});
  const draw = () => (shown.textContent = input.value);
  input.addEventListener('input', draw);
  input.addEventListener('change', () => opponent.set({ level: Number(input.value) }));
  draw();
  const field = html('label', { class: 'field level' }, html('span', {}, word('play.level')), input, shown);
  const show = () => {
    const players = [opponent.player_of('white'), opponent.player_of('black')];
    field.hidden = !players.includes('engine');
  };
  show();
  opponent.on_change(show);
  return field;
}

/** @param {Opponent} opponent */
function values_choice(opponent) {
  const box = html('input', { type: 'checkbox', id: 'show-values' });
  box.addEventListener('change', () => opponent.set({ values: box.checked }));
  return html('label', { class: 'check' }, box, html('span', {}, word('play.show-values')));
}

/**
 * Back to where a person was last to move.
 * @param {Session} session
 * @param {Opponent} opponent
 */
function take_back(session, opponent) {
  const { fens, address } = session.model;
  const sides = fens.map((fen) =>
    fen.split(' ')[1] === 'b' ? opponent.settings.black : opponent.settings.white,
  );
  const place = sides.slice(0, address.ply).lastIndexOf('person');
  if (place >= 0) session.take_back_to(place);
}

/**
 * The last turn that a person played, up to what is on the board.
 * @param {Session} session
 * @param {Opponent} opponent
 */
function last_by_person({ model }, { settings }) {
  const turns = (model.review?.turns ?? []).slice(0, model.address.ply);
  return turns
    .reverse()
    .find((turn) => (turn.side === 'White' ? settings.white : settings.black) === 'person');
}

/**
 * @param {HTMLElement} host
 * @param {Session} session
 * @param {Opponent} opponent
 */
function show_comment(host, session, opponent) {
  let said = '';
  const draw = () => {
    if (session.model.address.tab !== 'play') return;
    const turn = last_by_person(session, opponent);
    const { kind, sentence } = turn ? judge_turn(turn) : { kind: 'none', sentence: word('play.your-turn') };
    const waiting = opponent.to_move() !== 'person' && !opponent.trouble;
    set_properties(host, { class: `comment ${kind}` });
    refill(
      host,
      html('p', { class: 'sentence' }, sentence),
      waiting && html('p', { class: 'hint' }, word('play.thinking')),
    );
    if (kind === 'blunder' && sentence !== said) announce(sentence);
    said = sentence;
  };
  session.store.watch(draw);
  opponent.on_change(draw);
}

/**
 * @param {HTMLElement} host
 * @param {Session} session
 * @param {Opponent} opponent
 */
export function show_play_panel(host, session, opponent) {
  const [comment, trouble] = [html('div'), html('div', { class: 'comment trouble' })];
  const show_hint = () => {
    opponent.show_hint();
    if (!opponent.hint()) hint_text.textContent = word('play.no-hint');
  };
  const actions = html(
    'div',
    { class: 'actions' },
    button(word('play.new'), () => session.begin(''), { class: 'main', id: 'new-game' }),
    button(word('play.hint'), show_hint, { id: 'hint' }),
    button(word('play.take-back'), () => take_back(session, opponent), { id: 'take-back' }),
  );
  const hint_text = html('p', { class: 'hint', role: 'status' });
  opponent.on_change(
    () => (hint_text.textContent = opponent.hint() && word('play.hinted', { turn: opponent.hint() })),
  );
  session.store.watch(() => {
    if (!opponent.hint()) hint_text.textContent = '';
  });
  host.append(
    html(
      'section',
      { class: 'card' },
      html('h2', {}, word('play.who')),
      html('div', { class: 'fields' }, player_choice('white', opponent), player_choice('black', opponent)),
      level_choice(opponent),
      values_choice(opponent),
      actions,
      hint_text,
    ),
  );
  host.append(
    comment,
    trouble,
    panel_section(
      'analysis.game',
      (body) => {
        body.classList.add('game-scroll');
        show_game_list(body, session);
      },
      session,
    ),
  );
  show_comment(comment, session, opponent);
  show_trouble(trouble, session, opponent);
}
