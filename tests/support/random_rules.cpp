#include "tests/support/random_rules.h"

#include <random>

#include "game/variant_outline.h"
#include "tests/support/small_boards.h"
#include "tests/support/test_positions.h"

namespace mill {
namespace {

constexpr int kMostStones = 5;

/// A value between `lowest` and `highest`; not std::uniform_int_distribution, whose draws differ
/// from library to library.
int draw(std::mt19937& random, int lowest, int highest) {
  return lowest + static_cast<int>(random() % static_cast<std::uint32_t>(highest - lowest + 1));
}

int draw_value(std::mt19937& random, const FieldSpec& spec, const Board& board) {
  if (spec.name == "pieceCount") {
    const int most = std::min(kMostStones, board.points() / 2);
    return draw(random, spec.lowest, std::max(spec.lowest, most));
  }
  int value = draw(random, spec.lowest, spec.highest);
  while (!spec.is_solved(value)) value = draw(random, spec.lowest, spec.highest);
  return value;
}

VariantOutline draw_outline(std::mt19937& random) {
  const std::shared_ptr<const Board> boards[] = {three_mens_morris().board, flag_board(),
                                                 ladder_board()};
  VariantOutline outline;
  outline.board = boards[draw(random, 0, 2)];
  const auto& specs = field_specs();
  for (std::size_t field = 0; field < specs.size(); ++field)
    outline.values[field] = draw_value(random, specs[field], *outline.board);
  outline.name = outline.board->name;
  for (const RuleField& change : changes_between(default_values(), outline.values))
    outline.name += " " + change.field + "=" + change.value;
  return outline;
}

}  // namespace

std::vector<RuleSetting> random_rule_settings(int count, std::uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<RuleSetting> settings;
  while (static_cast<int>(settings.size()) < count) {
    const VariantOutline outline = draw_outline(random);
    const auto variant = to_variant(outline, outline.name);
    if (variant && check_solvable(*variant)) settings.push_back({outline.name, *variant});
  }
  return settings;
}

}  // namespace mill
