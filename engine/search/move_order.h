#pragma once

#include <array>
#include <optional>

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
  kAllOrderIdeas = 63,
};

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

 private:
  /// Empty points where one side completes a line.
  struct Threats {
    Mask own = 0, opponent = 0;
  };
  Threats threats(const SearchPosition& at) const;
  void rank_steps(const SearchPosition& at, const ActionList& actions, Ranks& ranks) const;
  void rank_removals(const SearchPosition& at, const ActionList& actions, Ranks& ranks) const;
  int rank_step(const SearchPosition& at, const Action& action, const Threats& threats) const;
  bool uses(OrderIdea idea) const { return ideas_ & idea; }

  const MoveMaker& moves_;
  unsigned ideas_;
  std::array<std::array<std::array<int, kMaxPoints + 1>, kMaxPoints + 1>, 2> history_{};
  std::array<std::array<Action, 2>, kLongestPath> killers_{};
};

}  // namespace mill
