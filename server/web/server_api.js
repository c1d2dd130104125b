// Every question that the page asks the server. Addresses are relative, so that the page works wherever
// it is served from.

/** @typedef {import('./wire_types.js').Variant} Variant */
/** @typedef {import('./wire_types.js').WirePosition} WirePosition */

/** A refusal of the server, or that it could not be reached (status 0). */
export class ServerError extends Error {
  /**
   * @param {number} status
   * @param {string} message
   * @param {string | null} field  the parameter that is wrong
   */
  constructor(status, message, field) {
    super(message);
    this.status = status;
    this.field = field;
  }
}

/**
 * @param {string} address
 * @param {RequestInit} [options]
 * @returns {Promise<any>}
 */
async function ask(address, options) {
  let response;
  try {
    response = await fetch(address, options);
  } catch (error) {
    throw new ServerError(0, String(error instanceof Error ? error.message : error), null);
  }
  const answer = await response.json().catch(() => ({}));
  if (response.ok) return answer;
  throw new ServerError(response.status, answer.error ?? response.statusText, answer.field ?? null);
}

/**
 * @param {string} variant
 * @param {string} [route]
 * @param {Record<string, string>} [parameters]
 */
function address_of(variant, route = '', parameters = {}) {
  const query = new URLSearchParams(parameters).toString();
  return encodeURIComponent(variant) + (route && '/' + route) + (query && '?' + query);
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
 * @param {string} variant
 * @param {string} fen
 * @returns {Promise<WirePosition>}
 */
export function fetch_values(variant, fen) {
  return ask(address_of(variant, '', { fen }));
}

/**
 * @param {string} variant
 * @param {Record<string, string>} parameters  `fen`, or the parts to put together
 * @returns {Promise<WirePosition>}
 */
export function fetch_parts(variant, parameters) {
  return ask(address_of(variant, 'position', parameters));
}

/**
 * @param {string} variant
 * @param {string} fen
 * @returns {Promise<import('./wire_types.js').MainLine>}
 */
export function fetch_main_line(variant, fen) {
  return ask(address_of(variant, 'mainline', { fen }));
}

/**
 * @param {string} variant
 * @param {string} subspace
 * @returns {Promise<import('./wire_types.js').SubspaceStats>}
 */
export function fetch_stats(variant, subspace) {
  return ask(address_of(variant, 'stats', { subspace }));
}

/**
 * @param {string} variant
 * @param {{fen?: string, moves?: string[], game?: string, white?: string, black?: string}} game
 * @returns {Promise<import('./wire_types.js').Review>}
 */
export function fetch_review(variant, game) {
  return ask(address_of(variant, 'review'), posted(game));
}

/**
 * The next turn of a game by perfect play or by the engine.
 * @param {string} variant
 * @param {{fen?: string, moves: string[], level: 'perfect' | number}} game
 * @returns {Promise<import('./wire_types.js').PlayAnswer>}
 */
export function fetch_turn(variant, game) {
  return ask(address_of(variant, 'play'), posted(game));
}

/**
 * Listens to a search until it ends or is stopped.
 * @param {string} variant
 * @param {string} fen
 * @param {(report: import('./wire_types.js').SearchReport) => void} on_report
 * @param {() => void} on_end
 * @returns {() => void}  stops it
 */
export function watch_search(variant, fen, on_report, on_end) {
  const source = new EventSource(address_of(variant, 'analysis', { fen, lines: '3' }));
  const stop = () => {
    source.close();
    on_end();
  };
  source.onmessage = (event) => on_report(JSON.parse(event.data));
  source.addEventListener('end', stop);
  source.onerror = stop; // a closed stream would be opened again otherwise, and the search begin anew
  return () => source.close();
}
