// The solver against brute force for whole small games under many rule settings.

#include "tests/support/rule_settings.h"

#include <gtest/gtest.h>

#include <functional>

#include "tests/builder/brute_force.h"
#include "tests/builder/solved_closure.h"
#include "tests/support/random_rules.h"
#include "tests/support/sanitized.h"
#include "tests/support/test_positions.h"
#include "tests/support/test_results.h"

namespace mill {
namespace {

/// Slots of a game from the empty board on.
std::uint64_t slots_of(const Variant& variant) {
  std::uint64_t slots = 0;
  for (const Subspace& each : closure(variant, {subspace_of(variant, start_position(variant))}))
    slots += slot_count(*variant.board, each);
  return slots;
}

/// Games of more slots take ten seconds each, and ones of fewer do with sanitizers.
constexpr auto kMostSlots = size_for_build<std::uint64_t>(110'000, 66'000);

bool is_slow(const RuleSetting& setting) { return slots_of(setting.variant) > kMostSlots; }

std::vector<RuleSetting> quick(std::vector<RuleSetting> rules) {
  std::erase_if(rules, is_slow);
  return sample_for_build(std::move(rules));
}

std::vector<RuleSetting> slow(std::vector<RuleSetting> rules) {
  std::erase_if(rules, std::not_fn(is_slow));
  return rules;
}

/// Rules drawn at random of games that take a second at most.
std::vector<RuleSetting> quick_random_rules() {
  std::vector<RuleSetting> rules = random_rule_settings(60, 14);
  std::erase_if(rules, [](const RuleSetting& each) {
    return each.variant.board->points() > 10 || each.variant.rules.piece_count > 4;
  });
  return rules;
}

/// Compares every slot of the whole game with brute force.
void expect_brute_force(const Variant& variant, const BruteForce& expected,
                        const SolveOptions& options) {
  const Subspace start = subspace_of(variant, start_position(variant));
  for (const auto& [subspace, solved] : solve_closure(variant, start, options)) {
    const Numbering& numbering = solved.outcomes->geometry().numbering();
    std::vector<OutcomeByte> outcomes(solved.counts.slots);
    solved.outcomes->copy_slots(0, outcomes);
    int longest_found = 0;
    for (std::uint64_t slot = 0; slot < outcomes.size(); ++slot) {
      const Position position = numbering.position(subspace, slot);
      const Outcome found = solved.outcomes->longs().outcome(slot, outcomes[slot]);
      ASSERT_EQ(found, expected.outcome(position))
          << subspace.text() << " slot " << slot << shown(variant, position);
      longest_found = std::max(longest_found, found.distance);
    }
    EXPECT_EQ(std::max(solved.counts.longest_win, solved.counts.longest_loss), longest_found);
  }
}

void expect_brute_force_in_every_way(const Variant& variant) {
  ASSERT_TRUE(succeeds(check_solvable(variant)));
  const BruteForce expected(variant, subspace_of(variant, start_position(variant)));
  expect_brute_force(variant, expected, {});
  // As if a byte held no longer distances than these: the way of very long games.
  if (!kSanitized) expect_brute_force(variant, expected, {.longest_win = 7});
  // And with inputs in parts, as if memory were short.
  expect_brute_force(variant, expected, {.longest_win = 3, .smallest_parts = true});
}

class RuleSettings : public ::testing::TestWithParam<RuleSetting> {};
class LongRuleSettings : public ::testing::TestWithParam<RuleSetting> {};
class LongRandomRules : public ::testing::TestWithParam<RuleSetting> {};

TEST_P(RuleSettings, GiveTheOutcomesOfBruteForceInEverySlot) {
  expect_brute_force_in_every_way(GetParam().variant);
}

TEST_P(LongRuleSettings, GiveTheOutcomesOfBruteForceInEverySlot) {
  expect_brute_force_in_every_way(GetParam().variant);
}

TEST_P(LongRandomRules, GiveTheOutcomesOfBruteForceInEverySlot) {
  const Variant& variant = GetParam().variant;
  const BruteForce expected(variant, subspace_of(variant, start_position(variant)));
  expect_brute_force(variant, expected, {});
}

INSTANTIATE_TEST_SUITE_P(All, RuleSettings, ::testing::ValuesIn(quick(rule_settings())),
                         [](const auto& setting) { return setting.param.name; });
INSTANTIATE_TEST_SUITE_P(Random, RuleSettings, ::testing::ValuesIn(quick(quick_random_rules())));

INSTANTIATE_TEST_SUITE_P(LongAll, LongRuleSettings, ::testing::ValuesIn(slow(rule_settings())),
                         [](const auto& setting) { return setting.param.name; });
INSTANTIATE_TEST_SUITE_P(LongRandom, LongRandomRules,
                         ::testing::ValuesIn(random_rule_settings(60, 15)));

}  // namespace
}  // namespace mill
