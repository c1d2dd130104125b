// The name of a variant, and its rules in sentences, one for each field.

import { has_word, word } from './words.js';

/** @typedef {import('./wire_types.js').Variant} Variant */
/** @typedef {{field: string, sentence: string, unusual: boolean}} Rule */

/**
 * What people call a variant: those that are no presets go by the name in the address.
 * @param {Variant} variant
 */
export function variant_title({ name }) {
  return has_word(`name.${name}`) ? word(`name.${name}`) : name;
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
function rule_of({ rules, defaults }, field) {
  return { field, sentence: sentence_of(field, rules[field]), unusual: rules[field] !== defaults[field] };
}

/**
 * The fields that say something: how many stones fly matters to nobody where no side flies.
 * @param {Variant} variant
 * @param {string} field
 */
function is_told({ rules }, field) {
  return field in rules && !(rules.mayFly === false && field.startsWith('fly'));
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
    .map(([group, fields]) => ({
      group,
      rules: fields.filter((field) => is_told(variant, field)).map((field) => rule_of(variant, field)),
    }))
    .filter(({ rules }) => rules.length > 0);
}
