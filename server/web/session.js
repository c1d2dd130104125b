// What the page shows, and everything that can be done to it. The views watch the store and draw what it
// holds; they change it only through the functions here.

import { Store } from './store.js';
import { counting_rules, kNothingTold, read_address, still_told, write_address } from './page_address.js';
import { PositionSource } from './position_source.js';
import { ServerError, fetch_review } from './server_api.js';
import { problem_in_words, problem_of } from './problem_words.js';
import { word } from './words.js';

/** @typedef {import('./page_address.js').Address} Address */
/** @typedef {import('./position_values.js').Position} Position */
/** @typedef {import('./position_values.js').Turn} Turn */
/** @typedef {import('./wire_types.js').Variant} Variant */
/** @typedef {import('./wire_types.js').Review} Review */
/** @typedef {'push' | 'replace' | 'keep'} Entry  what becomes of the browser's history */

/**
 * @typedef {object} Model
 * @property {Address} address
 * @property {Variant} variant
 * @property {Variant[]} variants
 * @property {Position | null} position  on the board
 * @property {string[]} fens  before each turn of the game and after the last one
 * @property {Review | null} review  of the whole game
 * @property {import('./problem_words.js').Problem | null} problem  why there is nothing to show
 * @property {string} preview  a turn that is pointed at
 * @property {boolean} taking  whether the turn that is being entered has still to take a stone
 * @property {{reason: string, winner: string | null} | null} ending  by repetition or counting
 */

export class Session {
  /** @param {Variant[]} variants  at least one */
  constructor(variants) {
    this.positions = new PositionSource();
    this.loads = 0;
    this.store = new Store(
      /** @type {Model} */ ({
        address: {
          variant: link_of(variants[0]),
          fen: '',
          moves: [],
          ply: 0,
          tab: 'analysis',
          told: kNothingTold,
        },
        variant: variants[0],
        variants,
        position: null,
        fens: [],
        review: null,
        problem: null,
        preview: '',
        taking: false,
        ending: null,
      }),
    );
  }

  get model() {
    return this.store.value;
  }

  /** Shows what the address of the page names, now and whenever somebody goes back or forward. */
  follow_address() {
    addEventListener('popstate', () => this.load(this.address_of_page(), 'keep'));
    return this.load(this.address_of_page(), 'replace');
  }

  address_of_page() {
    const address = read_address(location.hash);
    return address.variant ? address : { ...address, variant: link_of(this.model.variants[0]) };
  }

  /**
   * Goes to an address; what the server refuses of it becomes the problem that is shown, until it answers if
   * it has only too much to do.
   * @param {Address} address
   * @param {Entry} entry
   */
  async load(address, entry) {
    const load = ++this.loads;
    const { variants } = this.model;
    const variant = variants.find(({ addresses }) => addresses.includes(address.variant));
    enter(address, entry);
    if (!variant) {
      const known = variants.map(link_of).join(', ');
      const problem = problem_in_words(word('problem.variant', { name: address.variant, known }));
      this.store.change({ address, position: null, review: null, fens: [], problem });
      return;
    }
    try {
      const game = await this.read_game(variant, address);
      const position = await this.positions.get(variant, game.fens[address.ply], address.fen !== '');
      if (load !== this.loads) return; // somebody has gone elsewhere meanwhile
      const ending = ending_of(game.review, address);
      const fresh = { problem: null, preview: '', taking: false };
      this.store.change({ address, variant, position, ...game, ...fresh, ending });
    } catch (error) {
      if (load !== this.loads) return;
      const problem = problem_of(error, 'fen');
      this.store.change({ address, variant, position: null, review: null, fens: [], problem });
      const wait = error instanceof ServerError ? error.wait : 0;
      if (wait > 0) setTimeout(() => load === this.loads && this.load(address, 'keep'), 1000 * wait);
    }
  }

  /**
   * @param {Variant} variant
   * @param {Address} address
   * @returns {Promise<{fens: string[], review: Review | null}>}
   */
  async read_game(variant, address) {
    const { fen, moves, told } = address;
    if (moves.length === 0) return { fens: [fen || variant.start], review: null };
    const review = await fetch_review(variant, game_of(address, counting_rules(told)));
    return { fens: [review.start, ...review.turns.map((turn) => turn.fen)], review };
  }

  /**
   * Plays one turn or several; what came after this place in the game is given up.
   * @param {string | string[]} turns
   * @param {Entry} [entry]
   */
  play(turns, entry = 'push') {
    const { address } = this.model;
    const moves = turns_played(this.model).concat(turns);
    return this.load({ ...address, moves, ply: moves.length, told: still_told(address.told) }, entry);
  }

  /**
   * Shows another place in the game.
   * @param {number} ply
   * @param {Entry} [entry]
   */
  go_to(ply, entry = 'push') {
    const { address } = this.model;
    const within = Math.max(0, Math.min(ply, address.moves.length));
    if (within === address.ply) return Promise.resolve();
    return this.load({ ...address, ply: within }, entry);
  }

  /**
   * Begins a game.
   * @param {string} fen  empty: where games of the variant start
   * @param {string[]} [moves]
   * @param {import('./wire_types.js').Told} [told]
   */
  begin(fen, moves = [], told = kNothingTold) {
    const { variant, address } = this.model;
    const start = fen === variant.start ? '' : fen;
    const game = { variant: link_of(variant), fen: start, moves, ply: moves.length, told };
    return this.load({ ...address, ...game }, 'push');
  }

  /**
   * Gives up the turns behind a place in the game.
   * @param {number} ply
   */
  take_back_to(ply) {
    const { address } = this.model;
    const moves = address.moves.slice(0, Math.max(0, ply));
    return this.load({ ...address, moves, ply: moves.length, told: still_told(address.told) }, 'push');
  }

  /** @param {string} link  as link_of() names one of the variants */
  choose_variant(link) {
    const { address } = this.model;
    const nothing = { fen: '', moves: [], ply: 0, told: kNothingTold };
    return this.load({ ...address, variant: link, ...nothing }, 'push');
  }

  /** @param {import('./page_address.js').Tab} tab */
  choose_tab(tab) {
    const address = { ...this.model.address, tab };
    enter(address, 'replace');
    this.store.change({ address, preview: '', taking: false });
  }

  /** @param {string} turn  empty: none any more */
  point_at(turn) {
    if (turn !== this.model.preview) this.store.change({ preview: turn });
  }

  /** @param {boolean} taking  whether the turn that is being entered has still to take a stone */
  tell_taking(taking) {
    if (taking !== this.model.taking) this.store.change({ taking });
  }
}

/**
 * How the address of the page names a variant: by its name where that leads to it, else by its digest.
 * @param {Variant} variant
 */
export function link_of({ addresses }) {
  return addresses[0];
}

/**
 * @param {Address} address
 * @param {Entry} entry
 */
function enter(address, entry) {
  const hash = write_address(address);
  if (entry === 'push' && hash !== location.hash) history.pushState(null, '', hash);
  if (entry === 'replace') history.replaceState(null, '', hash);
}

/**
 * A game as the server is told of it.
 * @param {Address} address
 * @param {import('./wire_types.js').Told} told  what the answer shall depend on beside the turns
 * @param {string[]} [turns]
 * @returns {import('./wire_types.js').GameRequest}
 */
export function game_of({ fen, moves }, told, turns = moves) {
  return { ...told, ...(fen && { fen }), moves: turns };
}

/**
 * The turns that lead to the position on the board.
 * @param {Model} model
 */
export function turns_played({ address }) {
  return address.moves.slice(0, address.ply);
}

/**
 * How the game has ended by what a position alone does not tell.
 * @param {Review | null} review
 * @param {Address} address
 * @returns {Model['ending']}
 */
function ending_of(review, { ply, moves }) {
  if (!review || review.result === '*' || ply < moves.length) return null;
  const winner = review.result === '1-0' ? 'white' : review.result === '0-1' ? 'black' : null;
  return { reason: review.reason, winner };
}
