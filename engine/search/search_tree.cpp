#include "engine/search/search_tree.h"

#include <algorithm>
#include <cmath>
#include <new>

namespace mill {
namespace {

constexpr double kSteps = 1 << 20;
constexpr int kDistanceShift = 2;

/// Whether a win or loss of one is to be preferred by who has the choice between two of a value.
bool is_better(const Outcome& one, const Outcome& other) {
  if (one.value != other.value) return one.value > other.value;
  return one.value == Value::kWin ? one.distance < other.distance : one.distance > other.distance;
}

}  // namespace

Score score_of(const Outcome& proved) {
  const bool is_known = proved.distance < kLongestMate;
  return score_of(proved.value, is_known ? std::optional(proved.distance) : std::nullopt);
}

double TreeNode::worth(double of_these_under_way) const {
  const double under_way = this->under_way();
  const double sum = static_cast<double>(sum_.load(std::memory_order_relaxed)) / kSteps;
  return (sum + guess_ + under_way * of_these_under_way) / (visits() + 1.0 + under_way);
}

void TreeNode::end_playout(std::optional<double> worth) {
  if (worth) {
    sum_.fetch_add(std::llround(*worth * kSteps), std::memory_order_relaxed);
    visits_.fetch_add(1, std::memory_order_relaxed);
  }
  under_way_.fetch_sub(1, std::memory_order_relaxed);
}

std::optional<Outcome> TreeNode::proof() const {
  const std::uint32_t bits = proof_.load(std::memory_order_relaxed);
  if (bits == 0) return std::nullopt;
  return Outcome{static_cast<Value>((bits & 3) - 1), static_cast<int>(bits >> kDistanceShift)};
}

void TreeNode::prove(const Outcome& outcome) {
  const auto distance = static_cast<std::uint32_t>(std::min(outcome.distance, int{kLongestMate}));
  proof_.store(distance << kDistanceShift | (static_cast<std::uint32_t>(outcome.value) + 1),
               std::memory_order_relaxed);
}

bool TreeNode::claim() {
  Stage leaf = Stage::kLeaf;
  return stage_.compare_exchange_strong(leaf, Stage::kBeingExpanded, std::memory_order_acquire);
}

void TreeNode::set_children(std::uint32_t first, std::uint16_t count) {
  first_child_ = first;
  children_ = count;
  stage_.store(Stage::kExpanded, std::memory_order_release);
}

SearchTree::SearchTree(std::uint64_t bytes)
    : nodes_(std::min<std::uint64_t>(std::max<std::uint64_t>(bytes / sizeof(TreeNode), 1024),
                                     UINT32_MAX)) {
  if (!nodes_.valid()) throw std::bad_alloc();
}

void SearchTree::begin() {
  used_ = 1;
  full_ = false;
  std::construct_at(nodes_.data(), std::uint16_t{0}, false, 0.0F);
}

std::optional<std::uint32_t> SearchTree::reserve(std::size_t count) {
  const std::uint64_t first = used_.fetch_add(count, std::memory_order_relaxed);
  if (first + count <= nodes_.size()) return static_cast<std::uint32_t>(first);
  full_ = true;
  return std::nullopt;
}

int SearchTree::used_permille() const {
  const std::uint64_t used = std::min<std::uint64_t>(used_, nodes_.size());
  return static_cast<int>(1000 * used / nodes_.size());
}

std::optional<Outcome> proof_for_parent(const TreeNode& child) {
  const auto proof = child.proof();
  return proof && !child.same_side() ? outcome_before(*proof) : proof;
}

double worth_for_parent(const TreeNode& child, double of_these_under_way) {
  if (const auto proof = proof_for_parent(child)) return worth_of(proof->value);
  // Under way counts for the parent's side, whichever side is to move in the child.
  return child.same_side() ? child.worth(of_these_under_way) : -child.worth(-of_these_under_way);
}

std::optional<Outcome> proof_from(std::span<const TreeNode> children) {
  std::optional<Outcome> best;
  bool all_are_proved = true;
  for (const TreeNode& child : children) {
    const auto proof = proof_for_parent(child);
    all_are_proved &= proof.has_value();
    if (proof && (!best || is_better(*proof, *best))) best = proof;
  }
  if (best && (all_are_proved || best->value == Value::kWin)) return best;
  return std::nullopt;
}

}  // namespace mill
