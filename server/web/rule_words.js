// The name of a variant, and its rules in sentences, one for each field.

import { has_word, word } from './words.js';

/** @typedef {import('./wire_types.js').Variant} Variant */
/** @typedef {{field: string, sentence: string, unusual: boolean, idle: boolean}} Rule */

const kShownDigits = 8; // of a digest

/**
 * What people call a variant: those that are no presets go by the name in the address.
 * @param {Variant} variant
 */
export function variant_title({ name }) {
  return has_word(`name.${name}`) ? word(`name.${name}`) : name;
}

/**
 * The same in a list, where two that are called alike are told apart by their digests.
 * @param {Variant[]} variants
 * @param {Variant} variant
 */
export function title_among(variants, variant) {
  const title = variant_title(variant);
  const alike = variants.filter((other) => variant_title(other) === title);
  return alike.length > 1 ? `${title} (${variant.digest.slice(0, kShownDigits)})` : title;
}

/** The order in which a person wants to know them; other fields follow. */
export const kRuleGroups = {
  stones: ['pieceCount', 'piecesAtLeastCount'],
  placing: [
    'mayMoveInPlacingPhase',
    'millFormationActionInPlacingPhase',
    'stopPlacingWhenTwoEmptySquares',
    'boardFullAction',
  ],
  moving: ['isDefenderMoveFirst', 'mayFly', 'flyPieceCount', 'flyCountsHand', 'stalemateAction'],
  mills: [
    'mayRemoveMultiple',
    'mayRemoveFromMillsAlways',
    'restrictRepeatedMillsFormation',
    'oneTimeUseMill',
  ],
  special: ['custodianCapture', 'interventionCapture', 'leapCapture'],
  history: ['nMoveRule', 'endgameNMoveRule', 'threefoldRepetitionRule'],
};

/**
 * @param {string} field
 * @param {number | boolean | string} value
 */
function sentence_of(field, value) {
  const exact = `rule.${field}.${value}`;
  if (has_word(exact)) return word(exact);
  const general = `rule.${field}`;
  if (has_word(general)) return word(general, { count: Number(value), value: String(value) });
  return word('rule.other', { field, value: String(value) });
}

/**
 * @param {Variant} variant
 * @param {string} field
 * @returns {Rule}
 */
function rule_of({ rules, defaults, idle }, field) {
  return {
    field,
    sentence: sentence_of(field, rules[field]),
    unusual: rules[field] !== defaults[field],
    idle: idle.includes(field),
  };
}

/**
 * The rules of some fields, but for those that say nothing: without effect, and as everywhere.
 * @param {Variant} variant
 * @param {string[]} fields
 */
function rules_of(variant, fields) {
  return fields
    .filter((field) => field in variant.rules)
    .map((field) => rule_of(variant, field))
    .filter(({ unusual, idle }) => unusual || !idle);
}

/**
 * @param {Variant} variant
 * @returns {{group: string, rules: Rule[]}[]}
 */
export function rules_in_words(variant) {
  const listed = Object.values(kRuleGroups).flat();
  const others = Object.keys(variant.rules).filter((field) => !listed.includes(field));
  const groups = Object.entries({ ...kRuleGroups, other: others });
  return groups
    .map(([group, fields]) => ({ group, rules: rules_of(variant, fields) }))
    .filter(({ rules }) => rules.length > 0);
}
