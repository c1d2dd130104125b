// Why the other side does not answer, and what can be done about it.

import { button, by_id, html, refill } from './elements.js';
import { announce } from './announcer.js';
import { problem_elements } from './problem_words.js';
import { word } from './words.js';

/** @typedef {import('./opponent.js').Opponent} Opponent */
/** @typedef {import('./session.js').Session} Session */

/**
 * @param {import('./opponent.js').Trouble} trouble
 * @param {Session} session
 * @param {Opponent} opponent
 */
function way_on({ then }, session, opponent) {
  const side = session.model.position?.parts.turn;
  if (then === 'waits' || !side) return null;
  const go_on = () => {
    by_id(`player-${side}`).focus(); // the button goes away
    if (then === 'engine') opponent.set({ [side]: 'engine' });
    else opponent.ask_again();
  };
  return button(word(then === 'engine' ? 'play.engine-goes-on' : 'play.ask-again'), go_on, { class: 'main' });
}

/**
 * @param {HTMLElement} host
 * @param {Session} session
 * @param {Opponent} opponent
 */
export function show_trouble(host, session, opponent) {
  /** @type {{position: Session['model']['position'], sentence: string}} */
  let said = { position: null, sentence: '' };
  const draw = () => {
    const { trouble } = opponent;
    host.hidden = !trouble;
    if (!trouble) return;
    const text = html('p', {}, ...problem_elements(trouble.problem));
    const way = way_on(trouble, session, opponent);
    refill(host, text, way && html('div', { class: 'actions' }, way));
    const { sentence } = trouble.problem;
    const { position } = session.model;
    if (sentence !== said.sentence || position !== said.position) announce(sentence);
    said = { position, sentence };
  };
  session.store.watch(draw);
  opponent.on_change(draw);
}
