#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <memory>
#include <span>
#include <vector>

#include "base/task.h"
#include "engine/evaluation/evaluation.h"
#include "engine/games/game.h"
#include "engine/search/leaf_database.h"
#include "engine/search/move_order.h"
#include "engine/search/search_ideas.h"
#include "engine/search/transposition_table.h"

namespace mill {

/// What all threads of a search share.
struct SearchContext {
  const MoveMaker& moves;
  const Evaluation& evaluation;
  TranspositionTable* table = nullptr;     ///< none: nothing is remembered
  const LeafDatabase* database = nullptr;  ///< none: nothing is known
  bool probe_leaves_only = false;          ///< the values up to the leaves are known to be the same
  unsigned order = kAllOrderIdeas;
  unsigned ideas = 0;  ///< SearchIdea
  HistoryRules history = {};

  std::atomic<bool>* stop = nullptr;
  StopFlag stop_of_all = {};  ///< somebody else's, for many searches
  std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();
  std::uint64_t most_nodes = ~std::uint64_t{0};  ///< of each worker
};

/// An action at the root and what was found of it.
struct RootAction {
  Action action;
  Score score = -kInfinite;  ///< exact only for the best ones
};

/// One thread's search: alpha-beta over actions. The sign of a score changes with the side to move,
/// not with the action, since a side that completes a line goes on to take a stone; a ply, and with
/// it the depth, ends when the turn passes.
class SearchWorker {
 public:
  explicit SearchWorker(const SearchContext& context);

  /// Sets the root: the position of the game now, its past for repetitions.
  /// @param actions  what may be played at the root, a part of the legal actions; not empty
  void set_root(const Game& game, const std::vector<Action>& actions);

  /// Searches the root actions from `first` on to `depth` plies within a window, reorders them best
  /// first, and returns the best score: exact inside the window, else a bound on its side. After a
  /// stop the order and the score are those of what was finished.
  Score search_root(int depth, Score alpha, Score beta, int first, bool null_windows);

  /// Puts so many of the first root actions into the order of their scores, best first.
  void sort_root_actions(int count);

  const std::vector<RootAction>& root_actions() const { return root_actions_; }
  bool stopped() const { return stopped_; }
  bool uses(SearchIdea idea) const { return context_.ideas & idea; }

  // Read by other threads while the search runs.
  std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }
  std::uint64_t database_hits() const { return database_hits_.load(std::memory_order_relaxed); }
  int selective_depth() const { return selective_depth_.load(std::memory_order_relaxed); }

 private:
  struct Window {
    Score alpha, beta;
  };
  /// A node: where it is, seen from the root.
  struct Place {
    int depth;        // plies left
    int ply;          // turns since the root
    int path_length;  // actions since the root
  };

  /// What the evaluation says of a node near the leaves.
  struct Outlook {
    std::optional<Score> cut;         ///< no search could change that
    Score most_by_plain = kInfinite;  ///< plain actions are not believed to come to more
  };

  Score search(const SearchPosition& at, Place place, Window window);
  Score search_actions(const SearchPosition& at, Place place, Window window,
                       std::optional<Action> table_move, Score most_by_plain);
  Score search_child(const SearchPosition& at, const SearchPosition& next, Place place,
                     Window window, bool first, int reduction);
  int depth_of(const SearchPosition& at, Place place, bool has_table_move) const;
  Outlook outlook(const SearchPosition& at, Place place, Window window) const;
  int reduction(Place place, int index, int rank) const;
  Mask next_to(const SearchPosition& at, Mask stones) const;
  bool moves_anywhere(const SearchPosition& at) const;
  bool is_nearly_blocked(const SearchPosition& at) const;

  std::optional<Score> known_score(const SearchPosition& at, Place place);
  Score database_score(const SearchPosition& at, const KnownValue& known, int ply) const;
  Score leaf_score(const SearchPosition& at, int ply) const;
  Score ended_score(const SearchPosition& at, int ply) const;
  bool repeats(const SearchPosition& at, int path_length) const;
  void enter(std::uint64_t key, int path_length);
  void leave(std::uint64_t key) { --entered_[key % kKeyClasses]; }
  bool should_stop();
  SearchPosition play(const SearchPosition& at, const Action& action);

  SearchContext context_;
  MoveOrder order_;
  bool null_windows_ = true;
  int root_depth_ = 0;
  bool stopped_ = false;
  std::atomic<std::uint64_t> nodes_{0};
  std::atomic<std::uint64_t> database_hits_{0};
  std::atomic<int> selective_depth_{0};

  SearchPosition root_;
  std::vector<RootAction> root_actions_;
  std::vector<std::uint64_t> path_;  // keys of the game and of the line now searched
  int past_ = 0;                     // positions before the root in path_
  // How many of them end in these bits. Mostly none does, and no keys need be compared.
  static constexpr std::uint64_t kKeyClasses = 4096;
  std::array<std::uint16_t, kKeyClasses> entered_{};
};

/// Decided scores are kept in the table counted from their position.
Score to_table(Score score, int ply);
Score from_table(Score score, int ply);

}  // namespace mill
