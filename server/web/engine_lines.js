// What a search finds, as it finds it: of use above all where no file knows the position.

import { button, html } from './elements.js';
import { watch_search } from './server_api.js';
import { value_phrase } from './value_words.js';
import { number_text, word } from './words.js';

/** @typedef {import('./session.js').Session} Session */
/** @typedef {import('./wire_types.js').SearchReport} SearchReport */

/** @param {SearchReport['lines'][number]} line */
function score_text({ score, category, dtw }) {
  if (score === null) return value_phrase({ value: category, distance: dtw === null ? null : Math.abs(dtw) });
  return `${score > 0 ? '+' : ''}${number_text(score / 100)}`;
}

/**
 * @param {SearchReport} report
 * @param {Session} session
 */
function report_elements(report, session) {
  const status = word('engine.status', {
    depth: report.depth,
    nodes: report.nodes,
    seconds: Math.round(report.seconds * 10) / 10,
  });
  const lines = report.lines.map((line) =>
    html(
      'li',
      {},
      html('strong', {}, score_text(line)),
      ' ',
      button(line.moves.join(' '), () => session.play(line.moves[0]), { class: 'turn-link' }),
    ),
  );
  return [html('p', { class: 'hint' }, status), html('ol', { class: 'engine-lines' }, ...lines)];
}

/**
 * @param {HTMLElement} host
 * @param {Session} session
 */
export function show_engine_lines(host, session) {
  /** @type {(() => void) | null} */
  let stop = null;
  const output = html('div');
  const start_button = button('', () => (stop ? end() : begin()), { class: 'quiet' });
  const label = () => (start_button.textContent = word(stop ? 'engine.stop' : 'engine.start'));
  const end = () => {
    stop?.();
    stop = null;
    label();
  };
  const begin = () => {
    const { position, variant } = session.model;
    if (!position || position.parts.over) return;
    output.replaceChildren(html('p', { class: 'hint' }, word('engine.thinking')));
    stop = watch_search(
      variant.name,
      position.fen,
      (report) => output.replaceChildren(...report_elements(report, session)),
      end,
    );
    label();
  };
  host.append(html('p', { class: 'hint' }, word('engine.about')), start_button, output);
  label();
  session.store.watch((model, before) => {
    if (model.position === before.position) return;
    end();
    output.replaceChildren();
  });
}
