// The line above the board: what the position is worth, and what its side to move has to do.

import { button, html, refill } from './elements.js';
import { announce } from './announcer.js';
import { problem_elements } from './problem_words.js';
import { side_of_fen } from './position_values.js';
import { ending_sentence, side_name, value_letter, verdict } from './value_words.js';
import { word } from './words.js';

/** @typedef {import('./session.js').Model} Model */
/** @typedef {import('./session.js').Position} Position */

/**
 * What is to be done now, such as "White places a stone".
 * @param {Position} position
 * @param {boolean} taking  whether a turn that takes a stone is being entered
 */
function task({ parts, turns }, taking) {
  const { turn, removals, removes_own, phase, over } = parts;
  const side = side_name(turn);
  if (over) return '';
  if (taking || removals > 0) return word(removes_own ? 'task.removing-own' : 'task.removing', { side });
  const may_move = phase === 'placing' && turns.some(({ tokens }) => tokens[0].kind === 'move');
  return word(may_move ? 'task.placing-or-moving' : `task.${phase}`, { side });
}

/**
 * @param {Model} model
 * @param {boolean} valued  whether the value may be told
 */
function headline({ position, ending, problem, taking }, valued) {
  if (problem && !position) return problem.sentence;
  if (!position) return word('page.loading');
  const { parts, outcome } = position;
  if (ending) return ending_sentence(ending.reason, ending.winner);
  if (parts.over) return ending_sentence(parts.over, parts.winner);
  return valued ? verdict(outcome, parts.turn) : task(position, taking);
}

/**
 * The letter of the value; where there is none to tell, a stone of the side that is to move or has won.
 * @param {Model['position']} position
 * @param {boolean} known
 */
function seal(position, known) {
  if (position && known)
    return html(
      'span',
      { class: `seal ${position.outcome.value}`, 'aria-hidden': 'true' },
      value_letter(position.outcome),
    );
  const side = position && (position.parts.over ? position.parts.winner : position.parts.turn);
  return html(
    'span',
    { class: 'seal none', 'aria-hidden': 'true' },
    side && html('span', { class: `pebble big ${side}` }),
  );
}

/**
 * Draws the line and returns what it says, sentence by sentence.
 * @param {HTMLElement} host
 * @param {import('./session.js').Session} session
 * @param {import('./opponent.js').Opponent} opponent
 */
function draw_verdict(host, session, opponent) {
  const { model } = session;
  const { position, address, problem } = model;
  const valued = address.tab !== 'play' || opponent.shows_values();
  const open = position !== null && !position.parts.over && !model.ending;
  const known = valued && open && position.outcome.value !== 'unknown';
  const text = headline(model, valued);
  const below = open && valued ? task(position, model.taking) : '';
  host.classList.toggle('problem', problem !== null);
  refill(
    host,
    seal(position, known),
    html(
      'div',
      { class: 'verdict-text' },
      html('p', { class: 'headline' }, ...(problem ? problem_elements(problem) : [text])),
      below && html('p', { class: 'task' }, below),
    ),
    open && pass_button(session, opponent),
    problem && way_out(session),
  );
  return [text, below];
}

/**
 * What was played last, in a sentence.
 * @param {Model} model
 */
function last_turn({ address, fens, problem }) {
  const { moves, ply } = address;
  if (ply === 0 || problem) return '';
  return word('verdict.played', { side: side_name(side_of_fen(fens[ply - 1])), turn: moves[ply - 1] });
}

/**
 * @param {HTMLElement} host
 * @param {import('./session.js').Session} session
 * @param {import('./opponent.js').Opponent} opponent
 */
export function show_verdict(host, session, opponent) {
  session.store.watch((model, before) => {
    const sentences = draw_verdict(host, session, opponent);
    const came = model.position !== before.position && before.position !== null;
    if (came) announce(last_turn(model), ...sentences);
  });
  opponent.on_change(() => draw_verdict(host, session, opponent));
}

/**
 * Where an address leads nowhere, the start of a game is a place to go.
 * @param {import('./session.js').Session} session
 */
function way_out(session) {
  return button(word('edit.start'), () => session.begin(''));
}

/**
 * A side that can only pass has nothing to click on the board.
 * @param {import('./session.js').Session} session
 * @param {import('./opponent.js').Opponent} opponent
 */
function pass_button({ model }, opponent) {
  const pass = model.position?.turns.find((turn) => turn.text === 'pass');
  if (!pass || !opponent.may_enter()) return null;
  return button(word('turn.pass'), () => opponent.play('pass'), { class: 'main' });
}
