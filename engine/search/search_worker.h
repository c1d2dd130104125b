#pragma once

#include <atomic>
#include <memory>
#include <span>
#include <vector>

#include "engine/games/game.h"
#include "engine/search/move_order.h"
#include "engine/search/played_path.h"
#include "engine/search/search_context.h"

namespace mill {

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

  /// What is known of a node's actions before they are searched.
  struct Hints {
    std::optional<Action> table_move;
    bool singular = false;            ///< ... all others are much worse
    std::optional<Action> left_out;   ///< is not looked at, so that the score is not the node's
    Score most_by_plain = kInfinite;  ///< plain actions are not believed to come to more
  };

  Score search(const SearchPosition& at, Place place, Window window);
  Score search_actions(const SearchPosition& at, Place place, Window window, const Hints& hints);
  Score search_captures(const SearchPosition& at, Place place, Window window);
  Score search_child(const SearchPosition& at, const SearchPosition& next, Place place,
                     Window window, bool first, int reduction);
  /// Whether what is looked at more deeply may be so here still: it has to end somewhere.
  bool may_extend(Place place) const { return place.ply < 2 * root_depth_; }
  int depth_of(const SearchPosition& at, Place place, bool has_table_move) const;
  bool is_singular(const SearchPosition& at, Place place, const TableEntry& entry);
  Outlook outlook(const SearchPosition& at, Place place, Window window) const;
  int reduction(Place place, int index, int rank, const SearchPosition& next) const;
  Mask next_to(const SearchPosition& at, Mask stones) const;
  bool is_nearly_blocked(const SearchPosition& at) const;

  std::optional<Score> known_score(const SearchPosition& at, Place place);
  Score database_score(const SearchPosition& at, const KnownValue& known, int ply) const;
  Score leaf_score(const SearchPosition& at, int ply) const;
  Score ended_score(const SearchPosition& at, int ply) const;
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
  PlayedPath path_;
};

/// Decided scores are kept in the table counted from their position.
Score to_table(Score score, int ply);
Score from_table(Score score, int ply);

}  // namespace mill
