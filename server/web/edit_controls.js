// The controls of the edit tab beside the board itself: what a click sets, hands, side to move, turning.

import { button, html } from './elements.js';
import { kEmptyDraft, with_colours_swapped, with_symmetry } from './edit_draft.js';
import { symmetry_named } from './board_geometry.js';
import { side_name } from './value_words.js';
import { word } from './words.js';

/** @typedef {import('./edit_panel.js').EditPanel} EditPanel */
/** @typedef {import('./edit_draft.js').Tool} Tool */
/** @typedef {import('./wire_types.js').Side} Side */
/** @typedef {import('./board_geometry.js').Turning} Turning */

/**
 * A choice of one out of few, all of which are seen.
 * @param {string} name
 * @param {string} title
 * @param {[string, string][]} options  values and texts
 * @param {(value: string) => void} on_choice
 */
function choice(name, title, options, on_choice) {
  const inputs = options.map(([value]) =>
    html('input', { type: 'radio', name, value, change: () => on_choice(value) }),
  );
  const labels = options.map(([value, text], i) =>
    html('label', { class: `option ${value}` }, inputs[i], html('span', {}, text)),
  );
  const choose = (/** @type {string} */ value) =>
    inputs.forEach((input) => (input.checked = input.value === value));
  return { element: html('fieldset', { class: 'choice' }, html('legend', {}, title), ...labels), choose };
}

/** @param {EditPanel} panel */
function tool_choice(panel) {
  /** @type {[string, string][]} */
  const tools = ['cycle', 'white', 'black', 'erase'].map((tool) => [tool, word(`edit.tool-${tool}`)]);
  const { element, choose } = choice(
    'tool',
    word('edit.tool'),
    tools,
    (tool) => (panel.tool = /** @type {Tool} */ (tool)),
  );
  choose(panel.tool);
  return element;
}

/** @param {EditPanel} panel */
function side_choice(panel) {
  /** @type {[string, string][]} */
  const sides = [
    ['white', side_name('white')],
    ['black', side_name('black')],
  ];
  const { element, choose } = choice('side', word('edit.side'), sides, (side) =>
    panel.change({ ...panel.draft, turn: /** @type {Side} */ (side) }),
  );
  panel.watch(() => choose(panel.draft.turn));
  return element;
}

/**
 * @param {EditPanel} panel
 * @param {'white_hand' | 'black_hand' | 'removals'} member
 */
function number_field(panel, member) {
  const input = html('input', { type: 'number', min: 0, max: 32, id: `edit-${member}` });
  input.addEventListener('change', () =>
    panel.change({ ...panel.draft, [member]: Math.max(0, Number(input.value) || 0) }),
  );
  panel.watch(() => (input.value = String(panel.draft[member])));
  return html('label', { class: 'field' }, html('span', {}, word(`edit.${member}`)), input);
}

/**
 * @param {EditPanel} panel
 * @param {Turning} turning
 */
function turning_button(panel, turning) {
  const board = () => panel.session.model.variant.board;
  const element = button(word(`edit.${turning}`), () =>
    panel.change(with_symmetry(panel.draft, board(), turning)),
  );
  panel.session.store.watch((model, before) => {
    if (model.variant !== before.variant || !element.dataset.known)
      element.hidden = symmetry_named(board(), turning) === null;
    element.dataset.known = 'yes';
  });
  return element;
}

/** @param {EditPanel} panel */
export function edit_controls(panel) {
  const numbers = /** @type {const} */ (['white_hand', 'black_hand', 'removals']);
  const turnings = /** @type {Turning[]} */ (['mirror', 'rotate', 'rings']);
  return html(
    'section',
    { class: 'card' },
    html('h2', {}, word('edit.title')),
    tool_choice(panel),
    side_choice(panel),
    html('div', { class: 'fields' }, ...numbers.map((member) => number_field(panel, member))),
    panel.draft_problem,
    html(
      'div',
      { class: 'actions' },
      ...turnings.map((turning) => turning_button(panel, turning)),
      button(word('edit.swap-colours'), () => panel.change(with_colours_swapped(panel.draft))),
      button(word('edit.clear'), () => panel.change(kEmptyDraft)),
      button(word('edit.start'), () => panel.session.begin('')),
    ),
  );
}
