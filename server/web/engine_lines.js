// What a search finds, as it finds it: of use above all where no file knows the position. Where one
// does, the search takes its word and has nothing to look for.

import { button, html } from './elements.js';
import { problem_elements, problem_of } from './problem_words.js';
import { watch_search } from './server_api.js';
import { value_phrase } from './value_words.js';
import { number_text, word } from './words.js';

/** @typedef {import('./session.js').Session} Session */
/** @typedef {import('./wire_types.js').SearchReport} SearchReport */

/** @typedef {SearchReport['lines'][number]} SearchLine */

/**
 * What a line is worth: where the files know how its first turn ends they have the word, else the search has.
 * @param {SearchLine} line
 * @param {Session} session
 */
function score_text({ score, category, dtw, moves }, session) {
  const known = session.model.position?.turns.find((turn) => turn.text === moves[0])?.outcome;
  if (known?.value === 'draw' || (known && known.distance !== null)) return value_phrase(known);
  if (score === null || category !== 'unknown')
    return value_phrase({ value: category, distance: dtw === null ? null : Math.abs(dtw) });
  return `${score > 0 ? '+' : ''}${number_text(score / 100)}`;
}

/** @param {SearchReport} report */
function status_text({ depth, nodes, seconds }) {
  if (nodes === 0) return word('engine.from-files');
  return word('engine.status', { depth, nodes, seconds: Math.round(seconds * 10) / 10 });
}

/**
 * @param {SearchReport} report
 * @param {Session} session
 */
function report_elements(report, session) {
  const lines = report.lines.map((line) =>
    html(
      'li',
      {},
      html('strong', {}, score_text(line, session)),
      ' ',
      button(line.moves.join(' '), () => session.play(line.moves[0]), { class: 'turn-link' }),
    ),
  );
  return [
    html('p', { class: 'hint' }, status_text(report)),
    html('ol', { class: 'engine-lines' }, ...lines),
  ];
}

/**
 * @param {HTMLElement} host
 * @param {Session} session
 */
export function show_engine_lines(host, session) {
  /** @type {(() => void) | null} */
  let stop = null;
  const output = html('div');
  const trouble = html('p', { class: 'field-problem', role: 'alert' });
  const start_button = button('', () => (stop ? end() : begin()), { class: 'quiet' });
  const label = (/** @type {string} */ key) => (start_button.textContent = word(key));
  const end = () => {
    stop?.();
    stop = null;
    if (output.querySelector('.engine-lines') === null) output.replaceChildren();
    label('engine.start');
  };
  const fail = (/** @type {unknown} */ error) => {
    end();
    trouble.replaceChildren(...problem_elements(problem_of(error)));
    label('engine.again');
  };
  const begin = () => {
    const { position, variant } = session.model;
    if (!position || position.parts.over) return;
    output.replaceChildren(html('p', { class: 'hint' }, word('engine.thinking')));
    trouble.replaceChildren();
    stop = watch_search(variant, position.fen, {
      on_report: (report) => output.replaceChildren(...report_elements(report, session)),
      on_end: end,
      on_failure: fail,
    });
    label('engine.stop');
  };
  host.append(html('p', { class: 'hint' }, word('engine.about')), start_button, trouble, output);
  label('engine.start');
  session.store.watch((model, before) => {
    if (model.position === before.position) return;
    end();
    output.replaceChildren();
    trouble.replaceChildren();
  });
}
