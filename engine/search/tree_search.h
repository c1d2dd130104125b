#pragma once

#include <functional>
#include <vector>

#include "engine/search/played_path.h"
#include "engine/search/search_context.h"
#include "engine/search/search_line.h"
#include "engine/search/search_tree.h"

namespace mill {

/// Monte-Carlo tree search: playouts walk from the root to a leaf, each time to the child that
/// promises most or has been looked at least, and what the evaluation says there is added to the
/// nodes on the way. A leaf is expanded the first time a playout comes to it, and its children are
/// evaluated at once. What ends a game or is known to a database is proved, and proofs go up the
/// tree. Threads share the tree.
/// Sources: L. Kocsis and C. Szepesvari, Bandit based Monte-Carlo planning, 2006 (UCT); D. Silver
/// and others, Mastering the game of Go without human knowledge, 2017 (PUCT); M. Winands and
/// others, Monte-Carlo tree search solver, 2008.
class TreeSearch {
 public:
  /// @param context  its table and its ideas are not used
  TreeSearch(const SearchContext& context, SearchTree& tree);

  /// Sets the root.
  /// @param actions  what may be played there, a part of the legal actions; not empty
  void set_root(const Game& game, const std::vector<Action>& actions);

  /// One thread's playouts, until the search is over: stopped, at its limit of nodes, the root
  /// proved, or the tree full.
  /// @param each  called after each playout with their number; may be empty
  void run(const Game& game, const std::function<void(std::uint64_t)>& each = {});

  bool is_over() const { return over_.load(std::memory_order_relaxed); }
  void end() { over_ = true; }

  /// The best lines of play so far, at most so many. First proved wins, then what was visited most,
  /// last what is lost; a proved draw stands before what promises less than that.
  std::vector<SearchLine> lines(int most) const;
  int depth() const;  ///< plies of the first line

  std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }
  std::uint64_t database_hits() const { return database_hits_.load(std::memory_order_relaxed); }
  int selective_depth() const { return selective_depth_.load(std::memory_order_relaxed); }

 private:
  /// One thread's way through the tree.
  struct Walk {
    PlayedPath path;
    std::vector<TreeNode*> nodes;     // from the root to where it is
    std::vector<std::uint64_t> keys;  // of their positions, but for the last
    SearchPosition at;
    int plies = 0;

    int length() const { return static_cast<int>(nodes.size()) - 1; }  // actions
  };

  std::vector<const TreeNode*> ranked(const TreeNode& parent) const;
  std::vector<const TreeNode*> line_behind(const TreeNode& child) const;
  bool play_out(Walk& walk);
  double look_at_leaf(Walk& walk);
  double settle(TreeNode& leaf, const Outcome& outcome);
  std::optional<Outcome> known(const SearchPosition& at, const PlayedPath& path, int length,
                               int depth);
  double guess(const SearchPosition& at);
  SearchPosition play(const SearchPosition& at, const Action& action);
  void add_children(Walk& walk, const ActionList& actions, std::uint32_t first);
  TreeNode& choose(TreeNode& parent);
  void step_down(Walk& walk, TreeNode& child);
  void back_up(Walk& walk, std::optional<double> worth);
  bool should_stop();

  SearchContext context_;
  SearchTree& tree_;
  SearchPosition root_;
  ActionList root_actions_;
  std::atomic<bool> over_{false};
  std::atomic<std::uint64_t> nodes_{0};
  std::atomic<std::uint64_t> database_hits_{0};
  std::atomic<int> selective_depth_{0};
};

}  // namespace mill
