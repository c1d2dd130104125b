// The tab "Analysis": turns by result, the line of perfect play, the game's values, the distances around.

import { html } from './elements.js';
import { show_distance_histogram } from './distance_histogram.js';
import { show_engine_lines } from './engine_lines.js';
import { show_game_list } from './game_steps.js';
import { show_main_line } from './main_line.js';
import { show_turn_list } from './turn_list.js';
import { show_value_chart } from './value_chart.js';
import { word } from './words.js';

/** @typedef {import('./session.js').Session} Session */

/**
 * A part of the panel with a title.
 * @param {string} title  the key of its word
 * @param {(host: HTMLElement, session: Session) => void} show
 * @param {Session} session
 */
export function panel_section(title, show, session) {
  const host = html('div', { class: 'section-body' });
  const section = html(
    'section',
    { class: `card ${title.replace('.', '-')}` },
    html('h2', {}, word(title)),
    host,
  );
  show(host, session);
  return section;
}

/**
 * @param {HTMLElement} host
 * @param {Session} session
 */
export function show_analysis_panel(host, session) {
  host.append(
    panel_section('analysis.turns', show_turn_list, session),
    panel_section('analysis.line', show_main_line, session),
    panel_section(
      'analysis.game',
      (body, its_session) => {
        const [chart, list] = [html('div'), html('div', { class: 'game-scroll' })];
        body.append(chart, list);
        show_value_chart(chart, its_session);
        show_game_list(list, its_session);
      },
      session,
    ),
    panel_section('analysis.distances', show_distance_histogram, session),
    panel_section('analysis.engine', show_engine_lines, session),
  );
}
