// The tab "Variants": what is on file, and the rules of the variant that is chosen.

import { html } from './elements.js';
import { has_files } from './position_source.js';
import { rules_in_words, title_among, variant_title } from './rule_words.js';
import { link_of } from './session.js';
import { word } from './words.js';

/** @typedef {import('./session.js').Session} Session */
/** @typedef {import('./wire_types.js').Variant} Variant */

/**
 * Fields that differ from their defaults.
 * @param {Variant} variant
 */
function unusual_fields({ rules, defaults }) {
  return Object.keys(rules).filter((field) => rules[field] !== defaults[field]);
}

/**
 * @param {Session} session
 * @param {Variant} variant
 * @param {boolean} chosen
 */
function variant_button(session, variant, chosen) {
  const facts = word(has_files(variant) ? 'variants.facts' : 'variants.played', {
    points: variant.board.points.length,
    count: variant.subspaces.length,
  });
  return html(
    'li',
    {},
    html(
      'button',
      {
        type: 'button',
        class: 'variant',
        'aria-pressed': String(chosen),
        'data-variant': link_of(variant),
        click: () => session.choose_variant(link_of(variant)),
      },
      html('strong', {}, title_among(session.model.variants, variant)),
      html('span', {}, facts),
      html('code', {}, link_of(variant)),
    ),
  );
}

/** @param {import('./rule_words.js').Rule} rule */
function rule_line({ field, sentence, unusual, idle }) {
  return html(
    'li',
    { class: unusual ? 'rule unusual' : 'rule' },
    html('p', {}, sentence),
    html(
      'p',
      { class: 'rule-field' },
      html('code', {}, field),
      unusual && html('span', { class: 'tag' }, word('variants.unusual')),
      idle && html('span', {}, word('variants.idle')),
    ),
  );
}

/** @param {Variant} variant */
function rules_card(variant) {
  const count = unusual_fields(variant).length;
  return html(
    'section',
    { class: 'card rules' },
    html('h2', {}, word('variants.rules', { name: variant_title(variant) })),
    html('p', { class: 'hint' }, word(count > 0 ? 'variants.differs' : 'variants.same', { count })),
    ...rules_in_words(variant).flatMap(({ group, rules }) => [
      html('h3', {}, word(`rules.${group}`)),
      html('ul', { class: 'rule-list' }, ...rules.map(rule_line)),
    ]),
    html('h3', {}, word('variants.identity')),
    html('p', { class: 'hint' }, word('variants.digest')),
    html('code', { class: 'digest' }, variant.digest),
  );
}

/** @param {Variant} variant */
function files_card(variant) {
  if (!has_files(variant))
    return html(
      'section',
      { class: 'card' },
      html('h2', {}, word('variants.files')),
      html('p', { class: 'hint' }, word('missing.no-database')),
    );
  return html(
    'section',
    { class: 'card' },
    html('h2', {}, word('variants.files')),
    html(
      'details',
      {},
      html('summary', {}, word('variants.subspaces', { count: variant.subspaces.length })),
      html(
        'ul',
        { class: 'subspaces' },
        ...variant.subspaces.map((name) => html('li', {}, html('code', {}, name))),
      ),
    ),
  );
}

/**
 * @param {HTMLElement} host
 * @param {Session} session
 */
export function show_variants_panel(host, session) {
  session.store.watch(({ variant, variants }, before) => {
    if (variant === before.variant && host.hasChildNodes()) return;
    const had_focus = host.contains(document.activeElement);
    const list = html(
      'ul',
      { class: 'variants' },
      ...variants.map((one) => variant_button(session, one, one === variant)),
    );
    host.replaceChildren(
      html('section', { class: 'card' }, html('h2', {}, word('variants.title')), list),
      rules_card(variant),
      files_card(variant),
    );
    const pressed = host.querySelector('[aria-pressed=true]');
    if (had_focus && pressed instanceof HTMLElement) pressed.focus();
  });
}
