// Who plays which side in the play tab, and the turns of the sides that no person plays.

import { fetch_turn } from './server_api.js';
import { turns_played } from './session.js';

/** @typedef {import('./session.js').Session} Session */
/** @typedef {import('./wire_types.js').Side} Side */
/** @typedef {'person' | 'perfect' | 'engine'} Player */

/**
 * @typedef {object} Settings
 * @property {Player} white
 * @property {Player} black
 * @property {number} level  plies that the engine looks ahead
 * @property {boolean} values  whether values stand on the board
 */

const kPause = 350; // ms, so that one sees what has been played

export class Opponent {
  /** @param {Session} session */
  constructor(session) {
    this.session = session;
    /** @type {Settings} */
    this.settings = { white: 'person', black: 'perfect', level: 6, values: false };
    this.hinted = '';
    this.problem = '';
    this.asked = '';
    /** @type {(() => void)[]} */
    this.listeners = [];
    session.store.watch((model, before) => {
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
    this.problem = '';
    this.asked = '';
    this.act();
    this.changed();
  }

  /**
   * Who is to move, as far as the play tab is open and the game goes on.
   * @returns {Player}
   */
  to_move() {
    const { address, position, ending } = this.session.model;
    if (address.tab !== 'play' || !position || position.parts.over || ending) return 'person';
    return this.settings[position.parts.turn];
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

  /** Shows one of the best turns. */
  show_hint() {
    this.hinted = this.session.model.position?.turns[0]?.text ?? '';
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
    const { address, fens } = this.session.model;
    const player = this.to_move();
    const place = `${address.variant} ${fens[address.ply]} ${address.moves.join(' ')}`;
    const due = player !== 'person' && address.ply === address.moves.length;
    if (this.asked === (due ? place : '')) return;
    this.asked = due ? place : '';
    if (!due) return;
    try {
      await this.answer(player, place);
    } catch (error) {
      this.problem = error instanceof Error ? error.message : String(error);
      this.changed();
    }
  }

  /**
   * @param {Player} player
   * @param {string} place  what was asked for; if somebody has gone elsewhere, the answer is not wanted
   */
  async answer(player, place) {
    const { model } = this.session;
    const { fen } = model.address;
    const level = player === 'perfect' ? 'perfect' : this.settings.level;
    const pause = new Promise((done) => setTimeout(done, kPause));
    const turn = await fetch_turn(model.variant.name, {
      ...(fen && { fen }),
      moves: turns_played(model),
      level,
    });
    await pause;
    if (this.asked !== place) return;
    // A person's turn and the answer are one step back in the browser.
    await this.session.play(turn.uci, 'replace');
  }
}
