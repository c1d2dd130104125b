// How the game ends when both sides play perfectly. A click plays up to there.

import { button, html } from './elements.js';
import { fetch_main_line } from './server_api.js';
import { AnswerCache } from './answer_cache.js';
import { side_of_fen } from './position_values.js';
import { word } from './words.js';

/** @typedef {import('./session.js').Session} Session */
/** @typedef {import('./wire_types.js').MainLine} MainLine */

const kShort = 24; // turns that are shown before somebody asks for more

/** @param {string} key */
function hint(key) {
  return html('p', { class: 'hint' }, word(key));
}

/**
 * @param {Session} session
 * @param {MainLine} line
 * @param {string} fen  where it begins
 * @param {number} length
 */
function line_list(session, line, fen, length) {
  const texts = line.mainline.map((turn) => turn.uci);
  const list = html('ol', { class: 'line' });
  texts.slice(0, length).forEach((text, i) => {
    const side = (side_of_fen(fen) === 'white') === (i % 2 === 0) ? 'white' : 'black';
    const play = () => session.play(texts.slice(0, i + 1));
    list.append(html('li', {}, button(text, play, { class: `turn-link of-${side}` })));
  });
  return list;
}

/**
 * @param {HTMLElement} host
 * @param {Session} session
 * @param {MainLine} line
 * @param {string} fen
 */
function draw_line(host, session, line, fen) {
  const all = line.mainline.length;
  const list = line_list(session, line, fen, kShort);
  const more = button(
    word('line.more', { count: all - kShort }),
    () => {
      host.replaceChildren(line_list(session, line, fen, all));
      host.querySelector('button')?.focus();
    },
    { class: 'quiet' },
  );
  host.replaceChildren(list, ...(all > kShort ? [more] : []));
}

/**
 * @param {HTMLElement} host
 * @param {Session} session
 */
export function show_main_line(host, session) {
  /** @type {AnswerCache<MainLine>} */
  const lines = new AnswerCache(100);
  session.store.watch(async ({ position, problem, variant, address }, before) => {
    const same = position === before.position && problem === before.problem;
    const shown = host.hasChildNodes() && same;
    if (address.tab !== 'analysis' || (shown && before.address.tab === 'analysis')) return;
    if (!position && !problem) return host.replaceChildren(hint('page.loading'));
    if (!position || position.outcome.value === 'unknown') return host.replaceChildren(hint('line.unknown'));
    if (position.parts.over) return host.replaceChildren(hint('turns.over'));
    if (position.outcome.value === 'draw') return host.replaceChildren(hint('line.draw'));
    // Without a distance there is no file that could tell the way, and nothing to ask for.
    if (position.outcome.distance === null) return host.replaceChildren(hint('line.unknown'));
    const { fen } = position;
    const line = await lines
      .get(`${variant.digest} ${fen}`, () => fetch_main_line(variant, fen))
      .catch(() => null);
    if (session.model.position !== position) return;
    if (line && line.mainline.length > 0) draw_line(host, session, line, fen);
    else host.replaceChildren(hint('line.unknown'));
  });
}
