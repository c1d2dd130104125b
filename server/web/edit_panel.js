// The tab "Edit": a position put together by hand or written as text, and games as text. What the server
// accepts is at once the position of the page; what it refuses stays here with the reason.

import { html } from './elements.js';
import { draft_of, kEmptyDraft, parameters_of, with_click } from './edit_draft.js';
import { edit_controls } from './edit_controls.js';
import { game_text_card } from './game_text_card.js';
import { problem_elements, problem_of } from './problem_words.js';
import { fetch_parts } from './server_api.js';
import { word } from './words.js';

/** @typedef {import('./session.js').Session} Session */
/** @typedef {import('./edit_draft.js').Draft} Draft */
/** @typedef {import('./edit_draft.js').Tool} Tool */

const kTypingPause = 350; // ms

export class EditPanel {
  /**
   * @param {HTMLElement} host
   * @param {Session} session
   */
  constructor(host, session) {
    this.session = session;
    this.draft = kEmptyDraft;
    /** @type {Tool} */
    this.tool = 'cycle';
    this.questions = 0;
    this.settled = 0; // the last question that is answered; while it is an older one, the draft is newer
    /** @type {(() => void)[]} */
    this.listeners = [];
    this.on_change = () => {};
    this.draft_problem = html('p', { class: 'field-problem', id: 'draft-problem', role: 'alert' });
    this.text_problem = html('p', { class: 'field-problem', id: 'edit-problem', role: 'alert' });
    this.text = html('textarea', {
      id: 'position-text',
      rows: 2,
      spellcheck: 'false',
      autocomplete: 'off',
      placeholder: word('edit.no-text'),
      'aria-describedby': 'edit-problem',
    });
    host.append(edit_controls(this), this.text_card(), game_text_card(session));
    this.listen_to_typing();
    session.store.watch((model, before) => this.follow(model, before));
  }

  text_card() {
    return html(
      'section',
      { class: 'card' },
      html('h2', {}, html('label', { for: 'position-text' }, word('edit.text'))),
      this.text,
      this.text_problem,
      html('p', { class: 'hint' }, word('edit.text-hint')),
    );
  }

  listen_to_typing() {
    let timer = 0;
    this.text.addEventListener('input', () => {
      clearTimeout(timer);
      timer = setTimeout(() => this.submit({ fen: this.text.value.trim() || 'startpos' }), kTypingPause);
    });
  }

  /** @param {() => void} listener */
  watch(listener) {
    this.listeners.push(listener);
  }

  changed() {
    this.on_change();
    for (const listener of this.listeners) listener();
  }

  /**
   * Another position has come onto the board: the draft begins there.
   * @param {import('./session.js').Model} model
   * @param {import('./session.js').Model} before
   */
  follow({ position, address }, before) {
    const came = position !== before.position || address.tab !== before.address.tab;
    if (!position || !came || this.settled !== this.questions) return;
    this.draft = draft_of(position.parts);
    if (document.activeElement !== this.text) this.text.value = position.fen;
    this.tell_nothing();
    this.changed();
  }

  stones() {
    return this.draft;
  }

  /** @param {string} point */
  click(point) {
    const most = Number(this.session.model.variant.rules.pieceCount);
    this.change(with_click(this.draft, point, this.tool, most));
  }

  /** @param {Draft} draft */
  change(draft) {
    this.draft = draft;
    this.changed();
    return this.submit(parameters_of(draft));
  }

  /** @param {Record<string, string>} parameters */
  async submit(parameters) {
    const question = ++this.questions;
    const { session } = this;
    try {
      const { fen } = await fetch_parts(session.model.variant, parameters);
      if (question !== this.questions) return;
      this.settled = question;
      this.tell_nothing();
      await session.begin(fen);
      if (question === this.questions && !('fen' in parameters)) this.text.value = fen;
    } catch (error) {
      if (question !== this.questions) return;
      this.settled = question;
      this.tell(problem_of(error, 'fen'), 'fen' in parameters);
    }
  }

  /**
   * The reason stands where the mistake is: with the text that was written, or with the stones that were
   * set, which have no text then.
   * @param {import('./problem_words.js').Problem} problem
   * @param {boolean} written
   */
  tell(problem, written) {
    this.tell_nothing();
    (written ? this.text_problem : this.draft_problem).replaceChildren(...problem_elements(problem));
    if (written) this.text.setAttribute('aria-invalid', 'true');
    else this.text.value = '';
  }

  tell_nothing() {
    this.text_problem.replaceChildren();
    this.draft_problem.replaceChildren();
    this.text.removeAttribute('aria-invalid');
  }
}
