// Who plays which side in the play tab, and the turns of the sides that no person plays.

import { counting_rules } from './page_address.js';
import { has_files } from './position_source.js';
import { problem_in_words, problem_of } from './problem_words.js';
import { ServerError, fetch_turn } from './server_api.js';
import { game_of, turns_played } from './session.js';
import { word } from './words.js';

/** @typedef {import('./session.js').Session} Session */
/** @typedef {import('./wire_types.js').Side} Side */
/** @typedef {'person' | 'perfect' | 'engine'} Player */

/**
 * @typedef {object} Settings
 * @property {Player} white
 * @property {Player} black
 * @property {number} level  how well the engine plays, 0 to 30
 * @property {boolean} values  whether values stand on the board
 */

/**
 * @typedef {object} Trouble  why there is no answer yet
 * @property {import('./problem_words.js').Problem} problem
 * @property {'waits' | 'engine' | 'again'} then  it is asked again by itself; the engine can play on where
 *     perfect play cannot; somebody can ask again
 */

const kPause = 350; // ms, so that one sees what has been played

export class Opponent {
  /** @param {Session} session */
  constructor(session) {
    this.session = session;
    /** @type {Settings} */
    this.settings = { white: 'person', black: 'perfect', level: 12, values: false };
    this.hinted = '';
    /** @type {Trouble | null} */
    this.trouble = null;
    this.timer = 0;
    this.asked = '';
    /** @type {(() => void)[]} */
    this.listeners = [];
    session.store.watch((model, before) => {
      if (model.variant !== before.variant) this.changed();
      if (model.position !== before.position) this.hinted = '';
      this.act();
    });
  }

  /** @param {() => void} listener */
  on_change(listener) {
    this.listeners.push(listener);
  }

  changed() {
    for (const listener of this.listeners) listener();
  }

  /** @param {Partial<Settings>} change */
  set(change) {
    this.settings = { ...this.settings, ...change };
    this.ask_again();
  }

  ask_again() {
    this.asked = '';
    this.act();
    this.changed();
  }

  perfect_can_play() {
    return has_files(this.session.model.variant);
  }

  /**
   * Who plays a side: the engine in place of perfect play where there is no database.
   * @param {Side} side
   * @returns {Player}
   */
  player_of(side) {
    const player = this.settings[side];
    return player === 'perfect' && !this.perfect_can_play() ? 'engine' : player;
  }

  /**
   * Who is to move, as far as the play tab is open and the game goes on.
   * @returns {Player}
   */
  to_move() {
    const { address, position, ending } = this.session.model;
    if (address.tab !== 'play' || !position || position.parts.over || ending) return 'person';
    return this.player_of(position.parts.turn);
  }

  may_enter() {
    const { address, ending } = this.session.model;
    return this.to_move() === 'person' && !(address.tab === 'play' && ending);
  }

  shows_values() {
    return this.settings.values;
  }

  hint() {
    return this.hinted;
  }

  /** Shows one of the best turns, as far as one is known. */
  show_hint() {
    const { position } = this.session.model;
    const first = position?.turns[0];
    const best = position?.outcome.value !== 'unknown' || first?.outcome.value === 'win';
    this.hinted = (best && first?.text) || '';
    this.changed();
  }

  /**
   * A person's turn.
   * @param {string} turn
   */
  play(turn) {
    return this.session.play(turn);
  }

  /** Lets the computer move, if it is its turn at the end of the game. */
  async act() {
    const { address, fens, position } = this.session.model;
    const player = this.to_move();
    const due = player !== 'person' && address.ply === address.moves.length;
    const place = due ? `${address.variant} ${fens[address.ply]} ${address.moves.join(' ')}` : '';
    if (this.asked === place) return;
    this.asked = place;
    this.trouble = null;
    clearTimeout(this.timer);
    if (!due) return;
    // What is known to be missing is not asked for: browsers report refusals as errors of the page.
    if (player === 'perfect' && position?.missing) return this.tell_no_values(position.missing);
    try {
      await this.answer(player, place);
    } catch (error) {
      if (this.asked === place) this.fail(player, error);
    }
  }

  /**
   * A game does not stop for good because of one question.
   * @param {Player} player
   * @param {unknown} error
   */
  fail(player, error) {
    const { status, wait } = error instanceof ServerError ? error : { status: -1, wait: 0 };
    const problem = problem_of(error);
    if (player === 'perfect' && (status === 404 || status === 500)) return this.tell_no_values(problem);
    this.trouble = { problem, then: 'again' };
    if (wait > 0) {
      this.trouble = { problem: problem_in_words(word('play.busy', { count: wait })), then: 'waits' };
      this.timer = setTimeout(() => this.ask_again(), 1000 * wait);
    }
    this.changed();
  }

  /** @param {import('./problem_words.js').Problem} problem  why they are not known */
  tell_no_values(problem) {
    const sentence = word(problem.damaged ? 'play.damaged' : 'play.no-file');
    this.trouble = { problem: { ...problem, sentence }, then: 'engine' };
    this.changed();
  }

  /**
   * @param {Player} player
   * @param {string} place  what was asked for; if somebody has gone elsewhere, the answer is not wanted
   */
  async answer(player, place) {
    const { model } = this.session;
    const { address } = model;
    const level = player === 'perfect' ? 'perfect' : this.settings.level;
    const pause = new Promise((done) => setTimeout(done, kPause));
    const turn = await fetch_turn(model.variant, {
      ...game_of(address, counting_rules(address.told), turns_played(model)),
      level,
    });
    await pause;
    if (this.asked !== place) return;
    // A person's turn and the answer are one step back in the browser.
    await this.session.play(turn.uci, 'replace');
  }
}
