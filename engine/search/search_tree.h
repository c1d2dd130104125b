#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <span>

#include "base/large_array.h"
#include "engine/search/worth.h"
#include "game/value.h"

namespace mill {

/// The score of what is proved; a distance of kLongestMate is one that is not known.
Score score_of(const Outcome& proved);

/// A position of the tree: reached by one action from its parent. What is counted of it is for the
/// side to move in it. Threads may change what is atomic at any time.
class TreeNode {
 public:
  enum class Stage : std::uint8_t { kLeaf, kBeingExpanded, kExpanded };

  /// @param same_side  the side that played the action is still to move
  /// @param guess  what the evaluation says of it
  TreeNode(std::uint16_t action, bool same_side, float guess)
      : guess_(guess), action_(action), same_side_(same_side) {}

  std::uint16_t action() const { return action_; }  ///< packed; 0 at the root
  bool same_side() const { return same_side_; }
  float prior() const { return prior_; }
  void set_prior(float prior) { prior_ = prior; }

  /// Playouts that have come through and back.
  std::uint32_t visits() const { return visits_.load(std::memory_order_relaxed); }
  std::uint32_t under_way() const { return under_way_.load(std::memory_order_relaxed); }

  /// The average of what playouts found, the guess counting as one of them. Those that are under
  /// way count as `of_these_under_way` each, so that other threads look elsewhere.
  double worth(double of_these_under_way) const;

  void begin_playout() { under_way_.fetch_add(1, std::memory_order_relaxed); }
  void end_playout(std::optional<double> worth);

  /// What is proved; the distance is one at most, kLongestMate where it is not known.
  std::optional<Outcome> proof() const;
  void prove(const Outcome& outcome);

  /// Whether the caller is to expand this leaf; then it has to end with one of the next two.
  bool claim();
  void set_children(std::uint32_t first, std::uint16_t count);
  void give_back() { stage_.store(Stage::kLeaf, std::memory_order_release); }
  Stage stage() const { return stage_.load(std::memory_order_acquire); }

  std::uint32_t first_child() const { return first_child_; }
  std::uint16_t children() const { return children_; }

 private:
  std::atomic<std::int64_t> sum_{0};      // of what playouts found, in steps of 2^-20
  std::atomic<std::uint32_t> visits_{0};  // playouts in it
  std::atomic<std::uint32_t> under_way_{0};
  std::atomic<std::uint32_t> proof_{0};  // 0: none; else value + 1, and the distance from bit 2
  std::uint32_t first_child_ = 0;
  float prior_ = 0;
  float guess_;
  std::uint16_t children_ = 0;
  std::uint16_t action_;
  std::atomic<Stage> stage_{Stage::kLeaf};
  bool same_side_;
};

/// The nodes of one search, never more than there is memory for. Any thread may add.
class SearchTree {
 public:
  /// Throws std::bad_alloc.
  explicit SearchTree(std::uint64_t bytes);

  /// Forgets all nodes but a new root. No thread may be searching.
  void begin();

  TreeNode& root() { return nodes_[0]; }
  const TreeNode& root() const { return nodes_[0]; }
  std::span<TreeNode> children(const TreeNode& node) {
    return {nodes_.data() + node.first_child(), node.children()};
  }
  std::span<const TreeNode> children(const TreeNode& node) const {
    return {nodes_.data() + node.first_child(), node.children()};
  }

  /// Room for so many nodes side by side, the index of the first; none if there is not so much
  /// left.
  std::optional<std::uint32_t> reserve(std::size_t count);
  TreeNode* at(std::uint32_t index) { return nodes_.data() + index; }

  bool is_full() const { return full_.load(std::memory_order_relaxed); }
  int used_permille() const;

 private:
  LargeArray<TreeNode> nodes_;
  std::atomic<std::uint64_t> used_{0};
  std::atomic<bool> full_{false};
};

/// What follows for a position from its children: a win from one that is won by who plays there,
/// else the best of all once all are proved. The shortest win, the longest loss.
std::optional<Outcome> proof_from(std::span<const TreeNode> children);

/// What is proved of a child, for the side that plays there.
std::optional<Outcome> proof_for_parent(const TreeNode& child);

/// What a child is worth to the side that plays there: what is proved, or else TreeNode::worth().
double worth_for_parent(const TreeNode& child, double of_these_under_way);

}  // namespace mill
