#include "engine/search/tree_search.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <thread>

#include "engine/positions/packed_action.h"

namespace mill {
namespace {

constexpr int kLongestWalk = 400;          // actions
constexpr double kExploration = 1.2;       // how much what was looked at little draws playouts
constexpr double kPriorTemperature = 0.2;  // of worth: how much the first guess says
constexpr double kLostOne = -1;            // what a playout under way counts for who has sent it

void count_one_more(std::atomic<std::uint64_t>& counter) {
  counter.fetch_add(1, std::memory_order_relaxed);
}

Action action_of(const TreeNode& node) { return *unpack_action(node.action()); }

/// How likely each child is to be played, by what it is worth at first sight.
void set_priors(std::span<TreeNode> children) {
  double most = -1, sum = 0;
  for (const TreeNode& child : children) most = std::max(most, worth_for_parent(child, 0));
  const auto weight = [&](const TreeNode& child) {
    return std::exp((worth_for_parent(child, 0) - most) / kPriorTemperature);
  };
  for (const TreeNode& child : children) sum += weight(child);
  for (TreeNode& child : children) child.set_prior(static_cast<float>(weight(child) / sum));
}

}  // namespace

TreeSearch::TreeSearch(const SearchContext& context, SearchTree& tree)
    : context_(context), tree_(tree) {}

void TreeSearch::set_root(const Game& game, const std::vector<Action>& actions) {
  tree_.begin();
  root_ = SearchPosition::of(game.position(), 0, game.now().rule50);
  root_actions_ = {};
  for (const Action& action : actions) root_actions_.add(action);
  Walk walk;
  walk.path.begin(game, kLongestWalk);
  walk.nodes = {&tree_.root()};
  walk.at = root_;
  const auto first = tree_.reserve(actions.size());
  MILLSTONE_CHECK(first && tree_.root().claim());
  add_children(walk, root_actions_, *first);
}

void TreeSearch::run(const Game& game, const std::function<void(std::uint64_t)>& each) {
  Walk walk;
  walk.path.begin(game, kLongestWalk);
  for (std::uint64_t playouts = 1; !over_.load(std::memory_order_relaxed); ++playouts) {
    if (!play_out(walk)) std::this_thread::yield();
    if (tree_.root().proof() || tree_.is_full() || should_stop()) over_ = true;
    if (each) each(playouts);
  }
}

bool TreeSearch::should_stop() {
  if (context_.stop->load(std::memory_order_relaxed) || context_.stop_of_all.is_set() ||
      nodes() >= context_.most_nodes)
    return true;
  return std::chrono::steady_clock::now() >= context_.deadline;
}

/// One way from the root to a leaf and back.
/// @return false if another thread is at that leaf
bool TreeSearch::play_out(Walk& walk) {
  TreeNode* node = &tree_.root();
  walk.nodes = {node};
  walk.keys.clear();
  walk.at = root_;
  walk.plies = 0;
  node->begin_playout();
  while (!node->proof() && node->stage() == TreeNode::Stage::kExpanded &&
         walk.length() + 1 < kLongestWalk) {
    node = &choose(*node);
    step_down(walk, *node);
  }
  if (walk.plies > selective_depth()) selective_depth_.store(walk.plies, std::memory_order_relaxed);
  std::optional<double> worth;
  if (const auto proof = node->proof())
    worth = worth_of(proof->value);
  else if (node->stage() != TreeNode::Stage::kExpanded && node->claim())
    worth = look_at_leaf(walk);
  back_up(walk, worth);
  return worth.has_value();
}

void TreeSearch::step_down(Walk& walk, TreeNode& child) {
  walk.path.enter(walk.at.key, walk.length());
  walk.keys.push_back(walk.at.key);
  walk.at = play(walk.at, action_of(child));
  if (!child.same_side()) ++walk.plies;
  child.begin_playout();
  walk.nodes.push_back(&child);
}

/// The child that promises most to the side that plays, or that has been looked at too little.
TreeNode& TreeSearch::choose(TreeNode& parent) {
  const std::span<TreeNode> children = tree_.children(parent);
  const double all = std::sqrt(1.0 + parent.visits() + parent.under_way());
  TreeNode* best = &children.front();
  double most = -std::numeric_limits<double>::infinity();
  for (TreeNode& child : children) {
    const double visits = child.visits() + child.under_way();
    const auto proof = proof_for_parent(child);
    // What is lost is looked at no more; if all is, that is proved, and nobody comes here.
    const double explored = proof && proof->value == Value::kLoss
                                ? -2
                                : kExploration * child.prior() * all / (1 + visits);
    const double promise = worth_for_parent(child, kLostOne) + explored;
    if (promise <= most) continue;
    most = promise;
    best = &child;
  }
  return *best;
}

/// What is certain of a position without looking ahead.
/// @param length  actions since the root
/// @param depth  what the database is told: from how many plies left on it may read files
std::optional<Outcome> TreeSearch::known(const SearchPosition& at, const PlayedPath& path,
                                         int length, int depth) {
  if (at.position.removals != 0) return std::nullopt;  // the turn is not over
  if (context_.moves.has_too_few(at)) return Outcome{Value::kLoss, 0};
  if (path.repeats(at, length) || context_.history.draw_by_counting(at.position, at.quiet))
    return Outcome{};
  if (!context_.database) return std::nullopt;
  const auto found = context_.database->look_up(at, depth);
  if (!found) return std::nullopt;
  count_one_more(database_hits_);
  if (found->value == Value::kDraw) return Outcome{};
  return Outcome{found->value, found->distance.value_or(kLongestMate)};
}

SearchPosition TreeSearch::play(const SearchPosition& at, const Action& action) {
  count_one_more(nodes_);
  return context_.moves.play(at, action);
}

/// What the evaluation says of a position; where a stone is to be taken, once the best is.
double TreeSearch::guess(const SearchPosition& at) {
  if (at.position.removals == 0)
    return context_.moves.has_too_few(at) ? worth_of(Value::kLoss)
                                          : worth_of(context_.evaluation.score(at));
  ActionList actions;
  context_.moves.generate(at, actions);
  double best = worth_of(Value::kLoss);
  for (const Action& action : actions) {
    const SearchPosition next = play(at, action);
    best = std::max(best, next.side == at.side ? guess(next) : -guess(next));
  }
  return best;
}

double TreeSearch::settle(TreeNode& leaf, const Outcome& outcome) {
  leaf.prove(outcome);
  leaf.give_back();
  return worth_of(outcome.value);
}

/// Expands the leaf that a walk has come to and has claimed.
/// @return what it is worth to the side to move there
double TreeSearch::look_at_leaf(Walk& walk) {
  TreeNode& leaf = *walk.nodes.back();
  constexpr int kReadFiles = 1 << 20;
  if (const auto outcome = known(walk.at, walk.path, walk.length(), kReadFiles))
    return settle(leaf, *outcome);
  ActionList actions;
  context_.moves.generate(walk.at, actions);
  if (actions.empty()) {
    const Variant& variant = context_.moves.variant();
    const bool drawn = ends_in_draw(variant, status(variant, walk.at.position));
    return settle(leaf, drawn ? Outcome{} : Outcome{Value::kLoss, 0});
  }
  const auto first = tree_.reserve(static_cast<std::size_t>(actions.size()));
  if (!first) {
    leaf.give_back();
    return guess(walk.at);
  }
  add_children(walk, actions, *first);
  double best = worth_of(Value::kLoss);
  for (const TreeNode& child : std::as_const(tree_).children(leaf))
    best = std::max(best, worth_for_parent(child, 0));
  return best;
}

/// Adds a node for each action, with what is certain of it or what the evaluation says.
void TreeSearch::add_children(Walk& walk, const ActionList& actions, std::uint32_t first) {
  TreeNode& parent = *walk.nodes.back();
  walk.path.enter(walk.at.key, walk.length());
  for (int i = 0; i < actions.size(); ++i) {
    const SearchPosition next = play(walk.at, actions[i]);
    TreeNode& child =
        *std::construct_at(tree_.at(first + static_cast<std::uint32_t>(i)),
                           static_cast<std::uint16_t>(pack_action(actions[i])),
                           next.side == walk.at.side, static_cast<float>(guess(next)));
    if (const auto outcome = known(next, walk.path, walk.length() + 1, 0)) child.prove(*outcome);
  }
  walk.path.leave(walk.at.key);
  const std::span<TreeNode> children{tree_.at(first), static_cast<std::size_t>(actions.size())};
  set_priors(children);
  if (const auto proof = proof_from(children)) parent.prove(*proof);
  parent.set_children(first, static_cast<std::uint16_t>(actions.size()));
}

/// Takes what was found at the end of a walk up to the root, proofs too.
void TreeSearch::back_up(Walk& walk, std::optional<double> worth) {
  for (const std::uint64_t key : walk.keys) walk.path.leave(key);
  bool may_prove = true;
  for (std::size_t i = walk.nodes.size(); i-- > 0;) {
    TreeNode& node = *walk.nodes[i];
    const bool is_leaf = i + 1 == walk.nodes.size();
    if (!is_leaf) {
      if (worth && !walk.nodes[i + 1]->same_side()) worth = -*worth;
      if (may_prove && !node.proof())
        if (const auto proof = proof_from(tree_.children(node))) node.prove(*proof);
    }
    may_prove = node.proof().has_value();
    node.end_playout(worth);
  }
}

std::vector<const TreeNode*> TreeSearch::ranked(const TreeNode& parent) const {
  std::vector<const TreeNode*> open, won, drawn, lost;
  for (const TreeNode& child : std::as_const(tree_).children(parent)) {
    const auto proof = proof_for_parent(child);
    if (!proof)
      open.push_back(&child);
    else
      (proof->value == Value::kWin    ? won
       : proof->value == Value::kDraw ? drawn
                                      : lost)
          .push_back(&child);
  }
  const auto distance = [](const TreeNode* child) { return child->proof()->distance; };
  std::ranges::stable_sort(won, std::less{}, distance);
  std::ranges::stable_sort(lost, std::greater{}, distance);
  std::ranges::stable_sort(open, [](const TreeNode* left, const TreeNode* right) {
    return std::pair(left->visits(), worth_for_parent(*left, 0)) >
           std::pair(right->visits(), worth_for_parent(*right, 0));
  });
  const bool drawn_first = open.empty() || worth_for_parent(*open.front(), 0) < 0;
  std::vector<const TreeNode*> all = std::move(won);
  const auto append = [&](const std::vector<const TreeNode*>& some) {
    all.insert(all.end(), some.begin(), some.end());
  };
  append(drawn_first ? drawn : open);
  append(drawn_first ? open : drawn);
  append(lost);
  return all;
}

/// A child of the root and how play is likely to go on.
std::vector<const TreeNode*> TreeSearch::line_behind(const TreeNode& child) const {
  std::vector<const TreeNode*> line = {&child};
  while (line.back()->stage() == TreeNode::Stage::kExpanded &&
         (line.back()->visits() > 0 || line.back()->proof()))
    line.push_back(ranked(*line.back()).front());
  return line;
}

std::vector<SearchLine> TreeSearch::lines(int most) const {
  std::vector<SearchLine> lines;
  for (const TreeNode* child : ranked(tree_.root())) {
    if (static_cast<int>(lines.size()) == most) break;
    const auto proof = proof_for_parent(*child);
    SearchLine line{proof ? score_of(*proof) : score_of_worth(worth_for_parent(*child, 0)), {}};
    for (const TreeNode* node : line_behind(*child)) line.actions.push_back(action_of(*node));
    lines.push_back(std::move(line));
  }
  return lines;
}

int TreeSearch::depth() const {
  const auto line = line_behind(*ranked(tree_.root()).front());
  const auto ends_a_turn = [](const TreeNode* node) { return !node->same_side(); };
  return std::max(1, static_cast<int>(std::ranges::count_if(line, ends_a_turn)));
}

}  // namespace mill
