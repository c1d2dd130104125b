// The verifier on databases of whole games from the empty board on, under all rule settings.

#include <gtest/gtest.h>

#include "builder/verifier/verifier.h"
#include "game/moves.h"
#include "tests/builder/plain_database.h"
#include "tests/support/rule_settings.h"
#include "tests/support/sanitized.h"
#include "tests/support/test_positions.h"
#include "tests/support/test_results.h"

namespace mill {
namespace {

PlainDatabase whole_game(const Variant& variant) {
  return {variant, subspace_of(variant, start_position(variant))};
}

const Variant& variant_of(const std::string& setting) {
  static const std::vector<RuleSetting> settings = rule_settings();
  for (const RuleSetting& candidate : settings)
    if (candidate.name == setting) return candidate.variant;
  ADD_FAILURE() << "no setting " << setting;
  return settings.front().variant;
}

void remove_distances(const PlainDatabase& database, const std::filesystem::path& directory) {
  for (const Subspace& subspace : database.subspaces())
    std::filesystem::remove(directory / file_name(subspace, Metric::kDistance));
}

void expect_all_checked(const PlainDatabase& database, const std::filesystem::path& directory) {
  const auto report = verify_database(directory, database.variant(), {});
  ASSERT_TRUE(succeeds(report)) << database.variant().canonical_text();
  EXPECT_EQ(report->subspaces.size(), database.subspaces().size());
  for (const SubspaceReport& subspace : report->subspaces)
    EXPECT_EQ(subspace.slots_checked, subspace.slots) << subspace.subspace.text();
}

void expect_accepted_with_and_without_distances(const Variant& variant) {
  const PlainDatabase database = whole_game(variant);
  const TemporaryDirectory directory;
  database.write(directory.path());
  expect_all_checked(database, directory.path());
  remove_distances(database, directory.path());
  expect_all_checked(database, directory.path());
}

class VerifierOfWholeGames : public ::testing::TestWithParam<RuleSetting> {};
class LongVerifierOfWholeGames : public ::testing::TestWithParam<RuleSetting> {};

TEST_P(VerifierOfWholeGames, AcceptsThemWithAndWithoutDistances) {
  expect_accepted_with_and_without_distances(GetParam().variant);
}

TEST_P(LongVerifierOfWholeGames, AcceptsThemWithAndWithoutDistances) {
  expect_accepted_with_and_without_distances(GetParam().variant);
}

INSTANTIATE_TEST_SUITE_P(All, VerifierOfWholeGames,
                         ::testing::ValuesIn(sample_for_build(quick_rule_settings())),
                         [](const auto& setting) { return setting.param.name; });
INSTANTIATE_TEST_SUITE_P(LongAll, LongVerifierOfWholeGames,
                         ::testing::ValuesIn(slow_rule_settings()),
                         [](const auto& setting) { return setting.param.name; });

/// Whether a test wants to change the outcome of this position.
using Choice = std::function<bool(const Position&, OutcomeByte)>;

OutcomeByte two_plies_longer(OutcomeByte byte) {
  return static_cast<OutcomeByte>(byte < kDrawByte ? byte + 1 : byte - 1);
}
OutcomeByte another_value(OutcomeByte byte) { return byte == kDrawByte ? win_byte(1) : kDrawByte; }

/// A whole game in which the outcome byte of one slot is changed, which the verifier must tell.
class ForgedGame {
 public:
  explicit ForgedGame(const std::string& setting) : database_(whole_game(variant_of(setting))) {
    database_.write(directory_.path());
  }

  const Variant& variant() const { return database_.variant(); }

  void expect_caught(const Choice& choice, OutcomeByte (*change)(OutcomeByte)) {
    const auto [subspace, forged] = find(choice);
    database_.forge(directory_.path(), subspace,
                    [&, slot = forged](std::uint64_t at, OutcomeByte right) {
                      return at == slot ? change(right) : right;
                    });
    VerifyOptions options;
    options.subspaces = {subspace};
    EXPECT_TRUE(fails_with(verify_database(directory_.path(), variant(), options),
                           ErrorCode::kVerificationFailed, fmt::format("slot {} (", forged)))
        << subspace.text();
    database_.forge(directory_.path(), subspace,
                    [](std::uint64_t, OutcomeByte right) { return right; });
  }

 private:
  /// The last position of the build order that is chosen, and that the verifier comes to before any
  /// whose outcome hangs on it.
  std::pair<Subspace, std::uint64_t> find(const Choice& choice) const {
    for (std::size_t i = database_.subspaces().size(); i-- > 0;) {
      const Subspace& subspace = database_.subspaces()[i];
      const Numbering& numbering = database_.numbering(subspace);
      for (std::uint64_t slot = 0; slot < numbering.slots(); ++slot)
        if (choice(numbering.position(subspace, slot), database_.byte(subspace, slot)) &&
            !follows_on_a_lower_slot(subspace, slot))
          return {subspace, slot};
    }
    ADD_FAILURE() << "there is no such position";
    return {database_.subspaces().front(), 0};
  }

  bool follows_on_a_lower_slot(const Subspace& subspace, std::uint64_t slot) const {
    const Numbering& numbering = database_.numbering(subspace);
    for (std::uint64_t lower = 0; lower < slot; ++lower) {
      const Position before = numbering.position(subspace, lower);
      for (const Turn& turn : generate_turns(variant(), before)) {
        const Position after = apply(variant(), before, turn);
        if (subspace_of(variant(), after) == subspace && numbering.slot(after) == slot) return true;
      }
    }
    return false;
  }

  PlainDatabase database_;
  TemporaryDirectory directory_;
};

bool own_stones_are_major(const Position& position) {
  return Subspace{count(position.own), count(position.opponent), position.own_hand,
                  position.opponent_hand}
      .own_is_major();
}

bool has_hands(const Position& position) { return position.own_hand && position.opponent_hand; }

/// One stone more or less on the board decides who has the major ones.
Choice in_hand(bool own_is_major, bool win) {
  return [=](const Position& position, OutcomeByte byte) {
    return has_hands(position) && own_stones_are_major(position) == own_is_major &&
           byte != kDrawByte && (byte < kDrawByte) == win;
  };
}

void expect_caught_in_hand(const std::string& setting) {
  ForgedGame game(setting);
  for (bool own_is_major : {true, false})
    for (bool win : {true, false}) {
      game.expect_caught(in_hand(own_is_major, win), two_plies_longer);
      game.expect_caught(in_hand(own_is_major, win), another_value);
    }
}

TEST(VerifierOfForgedGames, FindsWrongOutcomesWithStonesInHand) { expect_caught_in_hand("Grid"); }

TEST(VerifierOfForgedGames, FindsWrongOutcomesInLaskerPairs) { expect_caught_in_hand("Lasker"); }

TEST(VerifierOfForgedGames, FindsWrongOutcomesWhenHandsDiffer) {
  ForgedGame game("RemovalFromHand");
  const auto has_hand_alone = [](const Position& position, OutcomeByte byte) {
    return position.own_hand > position.opponent_hand + 1 && byte != kDrawByte;
  };
  game.expect_caught(has_hand_alone, two_plies_longer);
  const auto moves_alone = [](const Position& position, OutcomeByte byte) {
    return position.own_hand == 0 && position.opponent_hand > 0 && byte != kDrawByte;
  };
  game.expect_caught(moves_alone, two_plies_longer);
}

TEST(VerifierOfForgedGames, FindsWrongOutcomesOfBlockedPositions) {
  for (const char* setting : {"Pass", "TakeAndMoveWhenBlocked", "TakeWhenBlocked"}) {
    ForgedGame game(setting);
    const auto is_relieved = [&](const Position& position, OutcomeByte) {
      const std::vector<Action> actions = generate_actions(game.variant(), position);
      return !actions.empty() && actions.front().kind >= Action::Kind::kRemove;
    };
    game.expect_caught(is_relieved, another_value);
  }
}

TEST(VerifierOfForgedGames, FindsWrongOutcomesOfFullBoards) {
  const auto is_full = [](const Position& position, OutcomeByte) {
    return count(position.occupied()) == 10;
  };
  for (const char* setting :
       {"FullBoardLoses", "FullBoardFirstThenSecond", "FullBoardOneTakes", "FullBoardDraws"})
    ForgedGame(setting).expect_caught(is_full, another_value);
}

TEST(VerifierOfForgedGames, FindsWrongValuesWithoutDistances) {
  const PlainDatabase database = whole_game(variant_of("LaskerRemovalFromHand"));
  const TemporaryDirectory directory;
  database.write(directory.path());
  remove_distances(database, directory.path());
  const Subspace forged{3, 3, 1, 1};
  database.forge(
      directory.path(), forged, Metric::kValue,
      [](std::uint64_t slot, OutcomeByte right) {
        return slot == 7 ? another_value(right) : right;
      },
      database.counts(forged));
  VerifyOptions options;
  options.subspaces = {forged};
  EXPECT_TRUE(fails_with(verify_database(directory.path(), database.variant(), options),
                         ErrorCode::kVerificationFailed, "3-3+1-1.value: slot 7 ("));
}

}  // namespace
}  // namespace mill
