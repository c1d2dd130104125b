// The board of the page: shows the position of the session and lets turns be entered, or stones be set
// where the edit tab is open.

import { announce } from './announcer.js';
import { are_joined } from './board_geometry.js';
import { BoardView } from './board_view.js';
import { click, kNothingEntered, marks_of, parts_shown, ways_of } from './turn_entry.js';
import { tokens_of } from './turn_tokens.js';
import { turns_played } from './session.js';
import { side_name, value_phrase } from './value_words.js';
import { variant_title } from './rule_words.js';
import { word } from './words.js';

/** @typedef {import('./session.js').Session} Session */
/** @typedef {import('./turn_entry.js').Entry} Entry */

/**
 * @typedef {object} Editing  what the edit tab has to say
 * @property {() => {white: string[], black: string[]}} stones
 * @property {(point: string) => void} click
 */

/**
 * @typedef {object} Playing  what the play tab has to say
 * @property {() => boolean} may_enter  whether it is a person's turn
 * @property {() => boolean} shows_values
 * @property {() => string} hint  a turn to show
 * @property {(turn: string) => void} play
 */

export class BoardPanel {
  /**
   * @param {HTMLElement} host
   * @param {Session} session
   * @param {Editing} editing
   * @param {Playing} playing
   */
  constructor(host, session, editing, playing) {
    this.session = session;
    this.editing = editing;
    this.playing = playing;
    /** @type {Entry} */
    this.entry = kNothingEntered;
    this.pointed = ''; // a stone whose moves are shown before it is picked up
    this.view = new BoardView(host, {
      click: (point) => this.on_click(point),
      point_at: (point) => this.on_point(point),
      point_at_way: (way) => this.session.point_at(way ? way.best : ''),
      cancel: () => this.cancel(),
    });
    session.store.watch((model, before) => {
      if (model.position !== before.position || model.address.tab !== before.address.tab)
        this.let_go();
      this.draw();
    });
  }

  get tab() {
    return this.session.model.address.tab;
  }

  /** Whether turns can be entered now. */
  may_enter() {
    return this.tab !== 'edit' && this.playing.may_enter();
  }

  /** @param {string} point */
  on_click(point) {
    const { position } = this.session.model;
    if (this.tab === 'edit') this.editing.click(point);
    else if (position && this.may_enter()) {
      const { entry, turn } = click(position, this.entry, point);
      // A complete turn stays on the board until the server has answered.
      this.entry = turn ? { tokens: turn.tokens, origin: '' } : entry;
      this.draw();
      if (turn) return this.playing.play(turn.text);
      const taking = entry.tokens.length > 0;
      this.session.tell_taking(taking);
      if (taking) announce(word('task.removing', { side: side_name(position.parts.turn) }));
    }
  }

  /**
   * Shows the turn that a click would complete, or where the stone can go that it would pick up.
   * @param {string} point
   */
  on_point(point) {
    const { position } = this.session.model;
    if (!position || this.tab === 'edit' || !this.may_enter()) return;
    const mark = point ? marks_of(position, this.entry).get(point) : undefined;
    const turn = mark && click(position, this.entry, point).turn;
    this.session.point_at(turn ? turn.text : this.best_flight_to(point));
    const pointed = mark?.kind === 'origin' ? point : '';
    if (pointed === this.pointed) return;
    this.pointed = pointed;
    this.draw();
  }

  /**
   * The turn that the mark of a point tells where stones fly; empty if there is none.
   * @param {string} point
   */
  best_flight_to(point) {
    const { ways } = this.moves_shown(this.session.model.position);
    return ways.find(({ from, to }) => from === '' && to === point)?.best ?? '';
  }

  cancel() {
    this.let_go();
    this.draw();
    this.session.tell_taking(false);
  }

  let_go() {
    this.entry = kNothingEntered;
    this.pointed = '';
  }

  draw() {
    const { variant, position } = this.session.model;
    this.view.set_board(variant.board);
    this.view.set_label(word('board.label', { variant: variant_title(variant) }));
    this.view.draw(this.tab === 'edit' ? this.edited_scene() : this.played_scene(position));
  }

  /** @returns {import('./board_view.js').Scene} */
  edited_scene() {
    const { white, black } = this.editing.stones();
    return {
      white,
      black,
      marked: [],
      marks: new Map(),
      badges: new Map(),
      ways: [],
      valued: false,
      origin: '',
      last: [],
      shown: [],
      open: true,
      label: (point) => this.label(point, { white, black, marked: [] }, new Map(), false),
    };
  }

  /**
   * @param {import('./position_values.js').Position | null} position
   * @returns {import('./board_view.js').Scene}
   */
  played_scene(position) {
    const { preview } = this.session.model;
    const parts = position && parts_shown(position, this.entry);
    const { white, black, marked } = parts ?? { white: [], black: [], marked: [] };
    const entered = position && this.may_enter() ? position : null;
    const marks = entered ? marks_of(entered, this.entry) : new Map();
    const valued = this.tab !== 'play' || this.playing.shows_values();
    const shown = preview || (this.tab === 'play' ? this.playing.hint() : '');
    const last = position && turns_played(this.session.model).at(-1);
    return {
      white,
      black,
      marked,
      marks,
      ...this.moves_shown(entered),
      valued,
      origin: this.entry.origin,
      open: false,
      last: last ? tokens_of(last) : [],
      shown: shown ? tokens_of(shown) : [],
      label: (point) => this.label(point, { white, black, marked }, marks, valued),
    };
  }

  /**
   * What moves are worth: of the stone that is pointed at as if it were picked up, else of all.
   * @param {import('./position_values.js').Position | null} position
   * @returns {Pick<import('./board_view.js').Scene, 'badges' | 'ways'>}
   */
  moves_shown(position) {
    if (!position) return { badges: new Map(), ways: [] };
    const entry = { ...this.entry, origin: this.entry.origin || this.pointed };
    const { board } = this.session.model.variant;
    const ways = ways_of(position, entry, (from, to) => are_joined(board, from, to));
    return { badges: marks_of(position, entry), ways };
  }

  /**
   * A point in words, for those who hear the board.
   * @param {string} point
   * @param {{white: string[], black: string[], marked: string[]}} parts
   * @param {Map<string, import('./turn_entry.js').Mark>} marks
   * @param {boolean} valued
   */
  label(point, { white, black, marked }, marks, valued) {
    const content = white.includes(point)
      ? 'white'
      : black.includes(point)
        ? 'black'
        : marked.includes(point)
          ? 'marked'
          : 'empty';
    const said = [word(`point.${content}`, { point })];
    if (this.entry.origin === point) said.push(word('point.picked-up'));
    const mark = marks.get(point);
    if (mark) said.push(word(`point.${mark.kind}`));
    if (mark && valued && mark.outcome.value !== 'unknown') said.push(value_phrase(mark.outcome));
    return said.join(', ');
  }
}
