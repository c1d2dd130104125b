// Every question that the page asks the server. Addresses are relative, so that the page works wherever
// it is served from.

import { events_of } from './event_stream.js';

/** @typedef {import('./wire_types.js').Variant} Variant */
/** @typedef {import('./wire_types.js').WirePosition} WirePosition */

/** A refusal of the server, or that it could not be reached (status 0). */
export class ServerError extends Error {
  /**
   * @param {number} status
   * @param {string} message
   * @param {string | null} field  the parameter that is wrong
   * @param {number} wait  seconds after which the same question may be answered; 0: it will not be
   */
  constructor(status, message, field, wait) {
    super(message);
    this.status = status;
    this.field = field;
    this.wait = wait;
  }
}

/** @param {unknown} reason */
function unreachable(reason) {
  return new ServerError(0, reason instanceof Error ? reason.message : String(reason), null, 0);
}

/**
 * The answer to a question; what is no answer is thrown.
 * @param {string} address
 * @param {RequestInit} [options]
 */
async function fetch_answer(address, options) {
  let response;
  try {
    response = await fetch(address, options);
  } catch (error) {
    throw unreachable(error);
  }
  if (response.ok) return response;
  const { error, field } = await response.json().catch(() => ({}));
  const wait = Number(response.headers.get('Retry-After')) || 0;
  throw new ServerError(response.status, error ?? response.statusText, field ?? null, wait);
}

/**
 * @param {string} address
 * @param {RequestInit} [options]
 * @returns {Promise<any>}
 */
async function ask(address, options) {
  const response = await fetch_answer(address, options);
  return response.json();
}

/**
 * The address of a database is its digest: what its name stands for may be another one.
 * @param {Variant} variant
 * @param {string} [route]
 * @param {Record<string, string>} [parameters]
 */
function address_of({ digest }, route = '', parameters = {}) {
  const query = new URLSearchParams(parameters).toString();
  return digest + (route && '/' + route) + (query && '?' + query);
}

/** @param {unknown} body */
function posted(body) {
  return { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
}

/** @returns {Promise<Variant[]>} */
export async function fetch_variants() {
  return (await ask('variants')).variants;
}

/**
 * A position with values.
 * @param {Variant} variant
 * @param {string} fen
 * @returns {Promise<WirePosition>}
 */
export function fetch_values(variant, fen) {
  return ask(address_of(variant, '', { fen }));
}

/**
 * @param {Variant} variant
 * @param {Record<string, string>} parameters  `fen`, or the parts to put together
 * @returns {Promise<WirePosition>}
 */
export function fetch_parts(variant, parameters) {
  return ask(address_of(variant, 'position', parameters));
}

/**
 * @param {Variant} variant
 * @param {string} fen
 * @returns {Promise<import('./wire_types.js').MainLine>}
 */
export function fetch_main_line(variant, fen) {
  return ask(address_of(variant, 'mainline', { fen }));
}

/**
 * @param {Variant} variant
 * @param {string} subspace
 * @returns {Promise<import('./wire_types.js').SubspaceStats>}
 */
export function fetch_stats(variant, subspace) {
  return ask(address_of(variant, 'stats', { subspace }));
}

/**
 * @param {Variant} variant
 * @param {import('./wire_types.js').ReviewRequest} game
 * @returns {Promise<import('./wire_types.js').Review>}
 */
export function fetch_review(variant, game) {
  return ask(address_of(variant, 'review'), posted(game));
}

/**
 * The next turn of a game by perfect play or by the engine.
 * @param {Variant} variant
 * @param {import('./wire_types.js').GameRequest & {level: 'perfect' | number}} game
 * @returns {Promise<import('./wire_types.js').PlayAnswer>}
 */
export function fetch_turn(variant, game) {
  return ask(address_of(variant, 'play'), posted(game));
}

/**
 * @typedef {object} SearchListener
 * @property {(report: import('./wire_types.js').SearchReport) => void} on_report
 * @property {() => void} on_end
 * @property {(error: unknown) => void} on_failure  instead of an end
 */

/**
 * Listens to a search until it ends or is stopped.
 * @param {Variant} variant
 * @param {string} fen
 * @param {SearchListener} listener
 * @returns {() => void}  stops it; the listener hears nothing any more
 */
export function watch_search(variant, fen, listener) {
  const stopper = new AbortController();
  const address = address_of(variant, 'analysis', { fen, lines: '3' });
  const heard = follow_search(address, stopper.signal, listener.on_report);
  heard.then(
    () => stopper.signal.aborted || listener.on_end(),
    (error) => stopper.signal.aborted || listener.on_failure(error),
  );
  return () => stopper.abort();
}

/**
 * @param {string} address
 * @param {AbortSignal} signal
 * @param {SearchListener['on_report']} on_report
 */
async function follow_search(address, signal, on_report) {
  const response = await fetch_answer(address, { signal });
  try {
    for await (const { name, data } of events_of(response)) {
      if (name === 'end' || signal.aborted) return;
      on_report(JSON.parse(data));
    }
  } catch (error) {
    throw unreachable(error);
  }
  throw unreachable('the search was cut off');
}
