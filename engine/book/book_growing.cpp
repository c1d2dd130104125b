#include "engine/book/book_growing.h"

#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <queue>
#include <set>
#include <tuple>
#include <unordered_map>

#include "base/parallel.h"
#include "base/split_mix.h"
#include "engine/games/position_class.h"
#include "engine/match/perfect_player.h"
#include "prober/partial_turns.h"

namespace mill {
namespace {

constexpr std::size_t kTogether = 256;  // positions of which replies are found side by side
constexpr double kTrappers = 0.5;       // share of the opponents that set traps

/// A position in which the owner of the book is to move, and how likely it is to come about.
struct Expected {
  Position position;  // as book_image() gives it
  double share = 0;   // of games of one side
};

/// What becomes of a position.
struct Growth {
  BookEntry entry;
  std::vector<Expected> next;
};

std::tuple<Mask, Mask, int, int> key_of(const Position& position) {
  return {position.own, position.opponent, position.own_hand, position.opponent_hand};
}

struct KeyHash {
  std::size_t operator()(const Position& position) const {
    const std::uint64_t hands = std::uint64_t{position.own_hand} << 8 | position.opponent_hand;
    return split_mix(split_mix(hands) ^ (std::uint64_t{position.own} << 32 | position.opponent));
  }
};

/// Whether nothing is missing but distances.
bool all_values_are_known(const PartialTurns& known) {
  if (known.gap && known.gap->code != ErrorCode::kMissingFile) return false;
  return std::ranges::all_of(known.turns,
                             [](const PartialTurn& turn) { return turn.value.has_value(); });
}

/// Finds out what becomes of positions.
class Grower {
 public:
  Grower(const Prober& prober, std::size_t most_turns) : prober_(prober), most_turns_(most_turns) {}

  Result<Growth> grow(const Position& position) const {
    Growth growth;
    growth.entry.position = position;
    growth.entry.value = MILLSTONE_TRY(prober_.value(position));
    growth.entry.turns = MILLSTONE_TRY(different_turns(position));
    for (const Turn& turn : growth.entry.turns) {
      const Played played = play(variant(), position, turn);
      const double share = 1.0 / static_cast<double>(growth.entry.turns.size());
      if (played.same_side)
        expect(played.position, share, growth.next);
      else
        MILLSTONE_TRY(add_replies(played.position, share, growth.next));
    }
    return growth;
  }

  /// Adds what comes about after the turns that the opponent plays in `position`.
  Result<void> add_replies(const Position& position, double share,
                           std::vector<Expected>& next) const {
    if (!is_in_opening(position)) return {};
    const auto known = MILLSTONE_TRY(look_up_turns(prober_, position));
    if (!all_values_are_known(known)) return tl::unexpected(*known.gap);
    std::vector<Turn> keeping;
    for (const PartialTurn& turn : known.turns)
      if (turn.value == known.position.value) keeping.push_back(turn.turn);
    const auto setting = MILLSTONE_TRY(best_turns(prober_, position, DrawChoice::kTraps));
    const auto add = [&](const std::vector<Turn>& turns, double of_all) -> Result<void> {
      for (const Turn& turn : turns) {
        const double each = share * of_all / static_cast<double>(turns.size());
        const Played played = play(variant(), position, turn);
        if (played.same_side)
          MILLSTONE_TRY(add_replies(played.position, each, next));
        else
          expect(played.position, each, next);
      }
      return {};
    };
    MILLSTONE_TRY(add(setting, kTrappers));
    return add(keeping, 1 - kTrappers);
  }

  void expect(const Position& position, double share, std::vector<Expected>& next) const {
    if (is_in_opening(position)) next.push_back({book_image(variant(), position), share});
  }

 private:
  const Variant& variant() const { return prober_.variant(); }

  bool is_in_opening(const Position& position) const {
    return position.own_hand + position.opponent_hand > 0 &&
           status(variant(), position) == Status::kOpen;
  }

  /// The best turns, of those that lead to one class of positions the first.
  Result<std::vector<Turn>> different_turns(const Position& position) const {
    std::set<PositionClass> seen;
    std::vector<Turn> turns;
    const auto best = MILLSTONE_TRY(best_turns(prober_, position, DrawChoice::kTraps));
    for (const Turn& turn : best) {
      const Played played = play(variant(), position, turn);
      const Side side = played.same_side ? Side::kWhite : Side::kBlack;
      const PositionClass reached = class_of(*variant().board, {played.position, side});
      if (turns.size() < most_turns_ && seen.insert(reached).second) turns.push_back(turn);
    }
    return turns;
  }

  const Prober& prober_;
  std::size_t most_turns_;
};

/// The positions that wait for an entry, and how likely they are.
class Frontier {
 public:
  void add(const Expected& expected) {
    double& share = shares_[expected.position];
    if (share < 0) return;  // it has an entry
    share += expected.share;
    queue_.push({expected.position, share});
  }

  /// Takes the likeliest, at most so many.
  std::vector<Expected> take(std::size_t most) {
    std::vector<Expected> taken;
    while (taken.size() < most && !queue_.empty()) {
      const Expected first = queue_.top();
      queue_.pop();
      double& share = shares_[first.position];
      if (share != first.share) continue;  // it has become likelier since, or was taken
      share = -1;
      taken.push_back(first);
    }
    return taken;
  }

 private:
  struct IsLessLikely {
    bool operator()(const Expected& left, const Expected& right) const {
      if (left.share != right.share) return left.share < right.share;
      return key_of(left.position) > key_of(right.position);
    }
  };

  std::unordered_map<Position, double, KeyHash> shares_;  // negative once it was taken
  std::priority_queue<Expected, std::vector<Expected>, IsLessLikely> queue_;
};

}  // namespace

Result<GrownBook> grow_book(const Prober& prober, const BookOptions& options) {
  MILLSTONE_TRY(check_bookable(prober.variant()));
  const Grower grower(prober, options.turns);
  Frontier frontier;
  std::vector<Expected> next;
  const Position start = start_position(prober.variant());
  grower.expect(start, 0.5, next);
  MILLSTONE_TRY(grower.add_replies(start, 0.5, next));
  oneapi::tbb::task_arena arena(options.threads);
  GrownBook book;
  while (true) {
    for (const Expected& expected : next) frontier.add(expected);
    next.clear();
    if (options.control.stop.is_set())
      return fail(ErrorCode::kInterrupted, "stopped before the book was finished");
    const std::uint64_t room = options.positions - book.entries.size();
    const auto batch =
        frontier.take(static_cast<std::size_t>(std::min<std::uint64_t>(kTogether, room)));
    if (batch.empty()) {
      book.complete = room > 0;
      return book;
    }
    std::vector<Result<Growth>> grown(batch.size());
    arena.execute([&] {
      for_each_index(batch.size(),
                     [&](std::size_t i) { grown[i] = grower.grow(batch[i].position); });
    });
    for (std::size_t i = 0; i < batch.size(); ++i) {
      Growth growth = MILLSTONE_TRY(std::move(grown[i]));
      book.entries.push_back(std::move(growth.entry));
      book.turns_expected += batch[i].share;
      for (const Expected& expected : growth.next)
        next.push_back({expected.position, batch[i].share * expected.share});
    }
    if (options.control.progress)
      options.control.progress(
          {static_cast<double>(book.entries.size()) / static_cast<double>(options.positions),
           fmt::format("{} positions", book.entries.size())});
  }
}

}  // namespace mill
