// Whole games as text: pasted, read from a file, saved again in the format of `millstone match`.

import { button, html } from './elements.js';
import { problem_elements, problem_of } from './problem_words.js';
import { game_of } from './session.js';
import { fetch_review } from './server_api.js';
import { word } from './words.js';

/** @typedef {import('./session.js').Session} Session */

const kFirstTag = /^(?=\[White ")/m;

/**
 * The games of a text; one that has no tags is a single game.
 * @param {string} text
 */
export function games_in(text) {
  return text.split(kFirstTag).filter((game) => game.trim() !== '');
}

/**
 * What to call a game in a list.
 * @param {string} game
 * @param {number} i
 */
function game_title(game, i) {
  const tag = (/** @type {string} */ name) =>
    game.match(new RegExp(`^\\[${name} "(.*)"\\]`, 'm'))?.[1] ?? '?';
  return word('edit.game-title', {
    number: i + 1,
    white: tag('White'),
    black: tag('Black'),
    result: tag('Result'),
  });
}

/**
 * @param {string} text
 * @param {string} name
 */
function save_as_file(text, name) {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = html('a', { href: address, download: name });
  link.click();
  URL.revokeObjectURL(address);
}

/**
 * Loads a game from a text, or from words such as `d6 f4 d2`.
 * @param {Session} session
 * @param {string} text
 */
async function load_game(session, text) {
  const { variant } = session.model;
  const plain = !text.includes('[') && !/\d\./.test(text);
  const game = plain ? { moves: text.trim().split(/[\s,]+/) } : { game: text };
  const review = await fetch_review(variant, game);
  await session.begin(
    review.start,
    review.turns.map((turn) => turn.turn),
    review.told,
  );
}

/**
 * The controls of the card, which belong together.
 * @param {Session} session
 */
function make_controls(session) {
  const text = html('textarea', {
    id: 'game-text',
    rows: 5,
    spellcheck: 'false',
    'aria-describedby': 'game-problem',
  });
  const problem = html('p', { class: 'field-problem', id: 'game-problem', role: 'alert' });
  const which = html('select', { id: 'which-game', 'aria-label': word('edit.which-game'), hidden: true });
  const file = html('input', {
    type: 'file',
    id: 'game-file',
    class: 'unseen',
    tabindex: -1,
    'aria-label': word('edit.open-file'),
    accept: '.txt,.pgn,text/plain',
  });
  /** @type {(work: () => Promise<unknown>) => Promise<void>} */
  const tried = async (work) => {
    problem.replaceChildren();
    await work().catch((error) => problem.replaceChildren(...problem_elements(problem_of(error, 'game'))));
  };
  return { session, text, problem, which, file, tried };
}

/** @param {ReturnType<typeof make_controls>} controls */
function listen({ session, text, which, file, tried }) {
  const show_games = () => {
    const games = games_in(text.value);
    which.hidden = games.length < 2;
    which.replaceChildren(...games.map((game, i) => html('option', { value: i }, game_title(game, i))));
  };
  text.addEventListener('input', show_games);
  which.addEventListener('change', () =>
    tried(() => load_game(session, games_in(text.value)[which.selectedIndex])),
  );
  file.addEventListener('change', () =>
    tried(async () => {
      text.value = (await file.files?.[0]?.text()) ?? '';
      show_games();
      await load_game(session, games_in(text.value)[0] ?? '');
    }),
  );
}

/**
 * @param {Session} session
 * @returns {Promise<string>}
 */
async function game_as_text(session) {
  const { address, variant } = session.model;
  return (await fetch_review(variant, game_of(address, address.told))).text;
}

/** @param {Session} session */
export function game_text_card(session) {
  const controls = make_controls(session);
  const { text, problem, which, file, tried } = controls;
  listen(controls);
  const load = () =>
    tried(() => load_game(session, games_in(text.value)[Math.max(0, which.selectedIndex)] ?? ''));
  const show = () => tried(async () => (text.value = await game_as_text(session)));
  const save = () =>
    tried(async () => save_as_file(await game_as_text(session), `${session.model.variant.name}.txt`));
  return html(
    'section',
    { class: 'card' },
    html('h2', {}, html('label', { for: 'game-text' }, word('edit.game'))),
    text,
    which,
    problem,
    file,
    html(
      'div',
      { class: 'actions' },
      button(word('edit.load-game'), load, { id: 'load-game', class: 'main' }),
      button(word('edit.open-file'), () => file.click()),
      button(word('edit.show-game'), show, { id: 'show-game' }),
      button(word('edit.save-game'), save, { id: 'save-game' }),
    ),
    html('p', { class: 'hint' }, word('edit.game-hint')),
  );
}
