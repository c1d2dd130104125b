// Positions as they are needed: with values where the database has them, without and with the reason where
// it has not.

import { AnswerCache } from './answer_cache.js';
import { read_position } from './position_values.js';
import { problem_in_words, problem_of } from './problem_words.js';
import { ServerError, fetch_parts, fetch_values } from './server_api.js';
import { word } from './words.js';

/** @typedef {import('./wire_types.js').Variant} Variant */
/** @typedef {import('./wire_types.js').WirePosition} WirePosition */
/** @typedef {import('./position_values.js').Position} Position */

export class PositionSource {
  constructor() {
    /** @type {AnswerCache<Position>} */
    this.positions = new AnswerCache(200);
    /** @type {AnswerCache<boolean>} */
    this.whole = new AnswerCache(200);
  }

  /**
   * @param {Variant} variant
   * @param {string} fen
   * @param {boolean} set_up  whether the game has begun from a position that somebody has put together
   * @returns {Promise<Position>}
   */
  get(variant, fen, set_up) {
    return this.positions.get(`${variant.digest} ${fen}`, () => this.ask(variant, fen, set_up));
  }

  /**
   * @param {Variant} variant
   * @param {string} fen
   * @param {boolean} set_up
   */
  async ask(variant, fen, set_up) {
    if (!set_up && (await this.has_all(variant))) return with_values(variant, fen);
    const parts = await fetch_parts(variant, { fen });
    if (!is_missing(variant, parts)) return with_values(variant, fen);
    return read_position(parts, problem_in_words(why_missing(variant, parts.subspace)));
  }

  /**
   * Whether the files hold whole games. Where they do not, the parts of a position are asked for first:
   * browsers report questions about values that are not there as errors of the page.
   * @param {Variant} variant
   */
  has_all(variant) {
    return this.whole.get(variant.digest, async () => {
      const { subspace } = await fetch_parts(variant, { fen: variant.start });
      return variant.subspaces.includes(subspace);
    });
  }
}

/**
 * Whether there is a database, if only a part of one.
 * @param {Variant} variant
 */
export function has_files(variant) {
  return variant.subspaces.length + variant.damaged.length > 0;
}

/**
 * @param {Variant} variant
 * @param {string} subspace
 */
function why_missing(variant, subspace) {
  return has_files(variant) ? word('missing.subspace', { subspace }) : word('missing.no-database');
}

/**
 * Whether the values of a position are surely not there. A game that is over, and stones that are due,
 * need no file of their own. What is wrong with a damaged file the server tells when it is asked.
 * @param {Variant} variant
 * @param {WirePosition} wire
 */
function is_missing(variant, { subspace, position, moves }) {
  const has_file = variant.subspaces.includes(subspace) || variant.damaged.includes(subspace);
  return !has_file && position.removals === 0 && !position.over && moves.length > 0;
}

/**
 * @param {Variant} variant
 * @param {string} fen
 */
async function with_values(variant, fen) {
  try {
    return read_position(await fetch_values(variant, fen), null);
  } catch (error) {
    const lacking = error instanceof ServerError && (error.status === 404 || error.status === 500);
    if (!lacking) throw error;
    return read_position(await fetch_parts(variant, { fen }), problem_of(error));
  }
}
