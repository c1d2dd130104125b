// Puts the page together.

import { by_id, html, refill } from './elements.js';
import { fetch_variants } from './server_api.js';
import { fill_words, load_language, preferred_language, word } from './words.js';
import { apply_theme, read_preference } from './preferences.js';
import { Session } from './session.js';
import { Opponent } from './opponent.js';
import { problem_elements, problem_of } from './problem_words.js';
import { write_address } from './page_address.js';
import { variant_title } from './rule_words.js';
import { BoardPanel } from './board_panel.js';
import { EditPanel } from './edit_panel.js';
import { show_analysis_panel } from './analysis_panel.js';
import { show_play_panel } from './play_panel.js';
import { show_variants_panel } from './variants_panel.js';
import { show_game_steps } from './game_steps.js';
import { show_panel_tabs } from './panel_tabs.js';
import { show_top_bar } from './top_bar.js';
import { show_trays } from './trays.js';
import { show_verdict } from './verdict_line.js';

async function start() {
  apply_theme(read_preference('theme'));
  const asked = fetch_variants();
  asked.catch(() => {}); // told below, once there are words for it
  await load_language(preferred_language(read_preference('language')));
  fill_words();
  const variants = await asked;
  if (variants.length === 0) throw new Error(word('problem.no-databases'));
  const session = new Session(variants);
  const opponent = new Opponent(session);
  const edit_panel = new EditPanel(by_id('tab-edit'), session);
  const board = new BoardPanel(by_id('board'), session, edit_panel, opponent);
  edit_panel.on_change = () => board.draw();
  opponent.on_change(() => board.draw());
  session.store.watch(({ variant, address, position, problem }) => {
    document.title = `${variant_title(variant)} – Millstone`;
    if (position || problem) document.body.dataset.shown = write_address(address); // tests wait for it
  });
  show_top_bar(session);
  show_trays(session, edit_panel);
  show_verdict(by_id('verdict'), session, opponent);
  show_game_steps(by_id('steps'), session);
  show_panel_tabs(by_id('tabs'), session);
  show_analysis_panel(by_id('tab-analysis'), session);
  show_play_panel(by_id('tab-play'), session, opponent);
  show_variants_panel(by_id('tab-variants'), session);
  await session.follow_address();
}

start().catch((error) => {
  const line = by_id('verdict');
  refill(line, html('p', {}, ...problem_elements(problem_of(error))));
  line.classList.add('problem');
});
