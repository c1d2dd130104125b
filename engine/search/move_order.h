#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "engine/positions/move_maker.h"

namespace mill {

/// What makes an action likely to be the best; tried first. For measuring, each can be left out.
enum OrderIdea : unsigned {
  kTableMoveFirst = 1,
  kMillsFirst = 2,
  kBlocksFirst = 4,
  kRemovalsSorted = 8,
  kHistory = 16,
  kKillers = 32,
  kPenalties = 64,  ///< history forgets, and counts against what did not help
  kAnswers = 128,   ///< what once refuted the action before
  kAllOrderIdeas = 255,
};

/// How users call them.
inline constexpr std::pair<std::string_view, OrderIdea> kOrderIdeaNames[] = {
    {"table-move", kTableMoveFirst}, {"mills", kMillsFirst}, {"blocks", kBlocksFirst},
    {"removals", kRemovalsSorted},   {"history", kHistory},  {"killers", kKillers},
    {"penalties", kPenalties},       {"answers", kAnswers}};

/// Knowledge of one search thread about good actions, and the order that follows from it.
class MoveOrder {
 public:
  MoveOrder(const MoveMaker& moves, unsigned ideas) : moves_(moves), ideas_(ideas) {}

  static constexpr int kLongestPath = 256;  ///< actions from the root

  using Ranks = std::array<int, ActionList::kRoom>;

  /// Brings the action of highest rank among those from `index` on to `index`.
  static void bring_best(ActionList& actions, Ranks& ranks, int index);

  /// A number for each action: the higher, the earlier it should be tried.
  void rank(const SearchPosition& at, const ActionList& actions,
            const std::optional<Action>& table_move, int path_length, Ranks& ranks) const;

  /// An action made a search end early.
  void reward(const SearchPosition& at, const Action& action, int depth, int path_length);

  /// An action was tried before the one that made a search end early.
  void penalise(const SearchPosition& at, const Action& action, int depth);

  /// An action is being looked at: what follows it is an answer to it.
  void enter(const Action& action, int path_length) { entered_[path_length] = action; }

  /// Whether an action of this rank is plain: neither the table nor lines, killers or answers speak
  /// for it.
  static bool is_plain(int rank) { return rank < kAnswerRank; }

 private:
  // Classes of actions, far enough apart that nothing within a class outweighs the next.
  static constexpr int kTableMoveRank = 1 << 28;
  static constexpr int kMillRank = 1 << 26;
  static constexpr int kBlockRank = 1 << 24;
  static constexpr int kKillerRank = 1 << 22;
  static constexpr int kAnswerRank = 1 << 21;
  static constexpr int kMostHistory = 1 << 19;

  /// Empty points where one side completes a line.
  struct Threats {
    Mask own = 0, opponent = 0;
  };
  Threats threats(const SearchPosition& at) const;
  void rank_steps(const SearchPosition& at, const ActionList& actions, Ranks& ranks) const;
  void rank_removals(const SearchPosition& at, const ActionList& actions, Ranks& ranks) const;
  int rank_step(const SearchPosition& at, const Action& action, const Threats& threats) const;
  bool uses(OrderIdea idea) const { return ideas_ & idea; }
  void learn(const SearchPosition& at, const Action& action, int worth);
  const Action& before(int path_length) const { return entered_[std::max(path_length - 1, 0)]; }

  const MoveMaker& moves_;
  unsigned ideas_;
  // By side, and the points that an action leaves and goes to, from 1; 0: none.
  template <typename Entry>
  using ByAction = std::array<std::array<std::array<Entry, kMaxPoints + 1>, kMaxPoints + 1>, 2>;
  ByAction<int> history_{};
  ByAction<Action> answers_{};  // to an action of the other side
  std::array<std::array<Action, 2>, kLongestPath> killers_{};
  std::array<Action, kLongestPath> entered_{};
};

}  // namespace mill
