#include "engine/search/search_worker.h"

#include <algorithm>
#include <cmath>

namespace mill {
namespace {

// Lines end here; what the last turn needs still has room.
constexpr int kLongestPath = MoveOrder::kLongestPath - 40;
constexpr std::uint64_t kNodesBetweenLooks = 1024;  // at the clock: a fraction of a millisecond

void add_one(std::atomic<std::uint64_t>& counter) {
  counter.store(counter.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
}

/// Asks for the table's entries behind the first actions: they are there when the search comes to
/// them, which ranking the actions delays.
void prefetch_children(const TranspositionTable& table, const SearchPosition& at,
                       const ActionList& actions) {
  constexpr int kPrefetched = 16;
  for (int i = 0; i < std::min(actions.size(), kPrefetched); ++i)
    table.prefetch(at.key_after(actions[i]));
}

// By how many plies late actions are looked at less deeply, by depth and by their place in order.
constexpr int kReductionRows = 64;
using ReductionTable = std::array<std::array<int, kReductionRows>, kReductionRows>;

ReductionTable make_reductions() {
  constexpr double kLeast = 0.3, kSlope = 2.2;
  ReductionTable table{};
  for (int depth = 1; depth < kReductionRows; ++depth)
    for (int index = 1; index < kReductionRows; ++index)
      table[static_cast<std::size_t>(depth)][static_cast<std::size_t>(index)] =
          static_cast<int>(kLeast + std::log(depth) * std::log(index) / kSlope);
  return table;
}
const ReductionTable kReductions = make_reductions();

Bound bound_of(Score score, Score alpha, Score beta) {
  return score >= beta ? Bound::kLower : score > alpha ? Bound::kExact : Bound::kUpper;
}

/// Whether an entry's score answers a search of the window.
bool settles(const TableEntry& entry, Score score, Score alpha, Score beta) {
  return entry.bound == Bound::kExact || (entry.bound == Bound::kLower && score >= beta) ||
         (entry.bound == Bound::kUpper && score <= alpha);
}

}  // namespace

Score to_table(Score score, int ply) {
  return is_known_win(score) ? score + ply : is_known_loss(score) ? score - ply : score;
}

Score from_table(Score score, int ply) {
  return is_known_win(score) ? score - ply : is_known_loss(score) ? score + ply : score;
}

SearchWorker::SearchWorker(const SearchContext& context)
    : context_(context), order_(context.moves, context.order) {}

void SearchWorker::set_root(const Game& game, const std::vector<Action>& actions) {
  root_ = SearchPosition::of(game.position(), 0, game.now().rule50);
  path_.begin(game, MoveOrder::kLongestPath);
  path_.enter(root_.key, 0);

  ActionList list;
  for (const Action& action : actions) list.add(action);
  MoveOrder::Ranks ranks;
  order_.rank(root_, list, std::nullopt, 0, ranks);
  root_actions_.clear();
  for (int i = 0; i < list.size(); ++i) {
    MoveOrder::bring_best(list, ranks, i);
    root_actions_.push_back({list[i], -kInfinite});
  }
}

Score SearchWorker::search_root(int depth, Score alpha, Score beta, int first, bool null_windows) {
  null_windows_ = null_windows;
  root_depth_ = depth;
  const Place place{depth, 0, 0};
  Window window{alpha, beta};
  Score best = -kInfinite;
  for (int i = first; i < static_cast<int>(root_actions_.size()); ++i) {
    const SearchPosition next = play(root_, root_actions_[i].action);
    order_.enter(root_actions_[i].action, 0);
    const Score score = search_child(root_, next, place, window, i == first, 0);
    if (stopped_) break;
    root_actions_[i].score = score;
    if (score <= best) continue;
    best = score;
    // The best so far to the front; the others keep their order.
    if (score > window.alpha || i == first)
      std::rotate(root_actions_.begin() + first, root_actions_.begin() + i,
                  root_actions_.begin() + i + 1);
    window.alpha = std::max(window.alpha, score);
    if (score >= beta) break;
  }
  if (!stopped_ && context_.table)
    context_.table->store(root_.key, {to_table(best, 0), depth, bound_of(best, alpha, beta),
                                      root_actions_[first].action});
  return best;
}

void SearchWorker::sort_root_actions(int count) {
  std::stable_sort(
      root_actions_.begin(), root_actions_.begin() + count,
      [](const RootAction& left, const RootAction& right) { return left.score > right.score; });
}

SearchPosition SearchWorker::play(const SearchPosition& at, const Action& action) {
  add_one(nodes_);
  return context_.moves.play(at, action);
}

bool SearchWorker::should_stop() {
  if (stopped_) return true;
  if (nodes() % kNodesBetweenLooks != 0) return false;
  stopped_ = context_.stop->load(std::memory_order_relaxed) || context_.stop_of_all.is_set() ||
             nodes() >= context_.most_nodes ||
             std::chrono::steady_clock::now() >= context_.deadline;
  return stopped_;
}

Score SearchWorker::ended_score(const SearchPosition& at, int ply) const {
  const Variant& variant = context_.moves.variant();
  return ends_in_draw(variant, status(variant, at.position)) ? 0 : mated_in(ply);
}

Score SearchWorker::database_score(const SearchPosition& at, const KnownValue& known,
                                   int ply) const {
  if (known.value == Value::kDraw) return 0;
  const bool wins = known.value == Value::kWin;
  if (known.distance)
    return wins ? mate_in(ply + *known.distance) : mated_in(ply + *known.distance);
  // How long it takes is not known: better stones are a good guess at progress.
  const Score progress = context_.evaluation.score(at);
  return wins ? kKnownWin - ply + progress : -kKnownWin + ply + progress;
}

std::optional<Score> SearchWorker::known_score(const SearchPosition& at, Place place) {
  if (context_.moves.has_too_few(at)) return mated_in(place.ply);
  if (path_.repeats(at, place.path_length) ||
      context_.history.draw_by_counting(at.position, at.quiet))
    return 0;
  if (!context_.database || (context_.probe_leaves_only && place.depth > 0)) return std::nullopt;
  const auto known = context_.database->look_up(at, place.depth);
  if (!known) return std::nullopt;
  add_one(database_hits_);
  return database_score(at, *known, place.ply);
}

Score SearchWorker::search(const SearchPosition& at, Place place, Window window) {
  if (should_stop()) return 0;
  const bool turn_begins = at.position.removals == 0;
  if (turn_begins) {
    if (place.ply > selective_depth()) selective_depth_.store(place.ply, std::memory_order_relaxed);
    if (const auto known = known_score(at, place)) return *known;
    if (place.path_length >= kLongestPath) return leaf_score(at, place.ply);
    if (place.depth <= 0)
      return uses(kCaptures) ? search_captures(at, place, window) : leaf_score(at, place.ply);
  }
  Hints hints;
  const auto entry = context_.table ? context_.table->find(at.key) : std::nullopt;
  if (entry) {
    const Score score = from_table(entry->score, place.ply);
    if (entry->depth >= place.depth && settles(*entry, score, window.alpha, window.beta))
      return score;
    hints.table_move = entry->best;
  }
  if (turn_begins) {
    place.depth = depth_of(at, place, hints.table_move.has_value());
    const Outlook found = outlook(at, place, window);
    if (found.cut) return *found.cut;
    hints.most_by_plain = found.most_by_plain;
  }
  path_.enter(at.key, place.path_length);
  hints.singular = turn_begins && entry && is_singular(at, place, *entry);
  const Score score = search_actions(at, place, window, hints);
  path_.leave(at.key);
  return score;
}

/// Beyond the last ply: what the position looks worth, or more by taking stones. Evaluations are
/// made for positions in which nothing can be taken at once. It ends because stones do.
Score SearchWorker::search_captures(const SearchPosition& at, Place place, Window window) {
  Score best = leaf_score(at, place.ply);
  if (is_decided(best) || best >= window.beta) return best;
  ActionList actions;
  context_.moves.generate_completing(at, actions);
  window.alpha = std::max(window.alpha, best);
  for (const Action& action : actions) {
    const SearchPosition next = play(at, action);
    if (next.position.removals == 0) continue;
    order_.enter(action, place.path_length);
    const Score score = search_child(at, next, place, window, true, 0);
    if (stopped_) return 0;
    best = std::max(best, score);
    window.alpha = std::max(window.alpha, score);
    if (score >= window.beta) break;
  }
  return best;
}

/// How deep to look at a node of so much depth.
int SearchWorker::depth_of(const SearchPosition& at, Place place, bool has_table_move) const {
  constexpr int kLeastReduced = 4;
  constexpr int kFewTargets = 2;
  int depth = place.depth;
  if (uses(kInternalReductions) && !has_table_move && depth >= kLeastReduced) --depth;
  if (uses(kBlockadeExtensions) && may_extend(place) && !context_.moves.moves_anywhere(at)) {
    if (count(next_to(at, at.position.own)) <= kFewTargets) ++depth;
  }
  return depth;
}

/// Whether the table's action is the only good one: a search of half the depth, without it, finds
/// all others much worse.
bool SearchWorker::is_singular(const SearchPosition& at, Place place, const TableEntry& entry) {
  constexpr int kLeastDepth = 6, kMostBehind = 3;
  constexpr Score kMarginOfPly = 10;
  if (!uses(kSingularExtensions) || place.depth < kLeastDepth || !may_extend(place)) return false;
  if (!entry.best || entry.depth < place.depth - kMostBehind || entry.bound == Bound::kUpper)
    return false;
  const Score score = from_table(entry.score, place.ply);
  if (is_decided(score)) return false;
  const Score much_worse = score - kMarginOfPly * place.depth;
  Place half = place;
  half.depth /= 2;
  Hints hints;
  hints.left_out = entry.best;
  return search_actions(at, half, {much_worse - 1, much_worse}, hints) < much_worse;
}

/// Asks the evaluation where little depth is left and only a bound is wanted.
SearchWorker::Outlook SearchWorker::outlook(const SearchPosition& at, Place place,
                                            Window window) const {
  constexpr int kMostDepth = 3;
  constexpr Score kMarginOfPly = 150, kMargin = 100;
  Outlook outlook;
  if (place.depth > kMostDepth || window.alpha + 1 < window.beta) return outlook;
  if (!uses(kStaticCuts) && !uses(kFutility)) return outlook;
  if (is_decided(window.alpha) || is_decided(window.beta) || is_nearly_blocked(at)) return outlook;
  const Score score = context_.evaluation.score(at);
  const Score margin = kMargin + kMarginOfPly * place.depth;
  if (uses(kStaticCuts) && score - margin >= window.beta) outlook.cut = score - margin;
  if (uses(kFutility) && score + margin <= window.alpha) outlook.most_by_plain = score + margin;
  return outlook;
}

/// Empty points next to stones.
Mask SearchWorker::next_to(const SearchPosition& at, Mask stones) const {
  const BoardTables& board = context_.moves.board();
  return board.neighbours_of(stones) & board.all() & ~at.position.occupied();
}

/// Whether a side has hardly a move: then one action may end the game.
bool SearchWorker::is_nearly_blocked(const SearchPosition& at) const {
  constexpr int kFewTargets = 3;
  const Position& position = at.position;
  const auto few = [&](Mask stones) { return count(next_to(at, stones)) <= kFewTargets; };
  return (!context_.moves.moves_anywhere(at) && few(position.own)) ||
         (!context_.moves.opponent_moves_anywhere(at) && few(position.opponent));
}

/// By how many plies less an action is looked at first: the more, the later, and one more if the
/// other side may take a stone at once.
int SearchWorker::reduction(Place place, int index, int rank, const SearchPosition& next) const {
  constexpr int kLeastDepth = 3;
  constexpr int kInFull = 2;  // actions
  if (!uses(kLateReductions) || place.depth < kLeastDepth || index < kInFull) return 0;
  if (!MoveOrder::is_plain(rank)) return 0;
  const int row = std::min(place.depth, kReductionRows - 1);
  const int column = std::min(index, kReductionRows - 1);
  int plies = kReductions[row][column];
  if (plies > 0 && uses(kExchangeReductions) && context_.moves.may_complete(next)) ++plies;
  return std::min(plies, place.depth - 1);
}

Score SearchWorker::search_actions(const SearchPosition& at, Place place, Window window,
                                   const Hints& hints) {
  ActionList actions;
  context_.moves.generate(at, actions);
  if (actions.empty()) return ended_score(at, place.ply);
  const bool turn_begins = at.position.removals == 0;
  // Where there is nothing to choose the turn costs no depth.
  if (actions.size() == 1 && turn_begins) ++place.depth;

  MoveOrder::Ranks ranks;
  if (context_.table && place.depth > 1) prefetch_children(*context_.table, at, actions);
  order_.rank(at, actions, hints.table_move, place.path_length, ranks);
  const Score alpha = window.alpha;
  Score best = -kInfinite;
  Action best_action = actions[0];
  for (int i = 0; i < actions.size(); ++i) {
    MoveOrder::bring_best(actions, ranks, i);
    if (actions[i] == hints.left_out) continue;
    if (i > 0 && hints.most_by_plain < kInfinite && MoveOrder::is_plain(ranks[i])) {
      best = std::max(best, hints.most_by_plain);  // the others are plain, too
      break;
    }
    const SearchPosition next = play(at, actions[i]);
    order_.enter(actions[i], place.path_length);
    const int less = turn_begins ? reduction(place, i, ranks[i], next) : 0;
    Place from = place;
    if (hints.singular && actions.size() > 1 && actions[i] == hints.table_move) ++from.depth;
    const Score score = search_child(at, next, from, window, i == 0, less);
    if (stopped_) return 0;
    if (score <= best) continue;
    best = score;
    best_action = actions[i];
    window.alpha = std::max(window.alpha, score);
    if (score < window.beta) continue;
    order_.reward(at, best_action, place.depth, place.path_length);
    for (int tried = 0; tried < i; ++tried) order_.penalise(at, actions[tried], place.depth);
    break;
  }
  if (context_.table && !hints.left_out)
    context_.table->store(at.key, {to_table(best, place.ply), place.depth,
                                   bound_of(best, alpha, window.beta), best_action});
  return best;
}

/// The score of an action for the side that plays it. Actions after the first are only asked
/// whether they are better, where the driver wants it so; with a reduction the question is first
/// put to a less deep search.
Score SearchWorker::search_child(const SearchPosition& at, const SearchPosition& next, Place place,
                                 Window window, bool first, int reduction) {
  const bool goes_on = next.side == at.side;
  const Place below{goes_on ? place.depth : place.depth - 1, goes_on ? place.ply : place.ply + 1,
                    place.path_length + 1};
  if (context_.table && below.depth > 0) context_.table->prefetch(next.key);
  const auto ask_at = [&](Place child, Score alpha, Score beta) {
    return goes_on ? search(next, child, {alpha, beta}) : -search(next, child, {-beta, -alpha});
  };
  const auto ask = [&](Score alpha, Score beta) { return ask_at(below, alpha, beta); };
  if (reduction > 0 && !goes_on) {
    Place less = below;
    less.depth -= reduction;
    const Score score = ask_at(less, window.alpha, window.alpha + 1);
    if (stopped_ || score <= window.alpha) return score;
  }
  if (first || !null_windows_ || window.alpha + 1 >= window.beta)
    return ask(window.alpha, window.beta);
  const Score score = ask(window.alpha, window.alpha + 1);
  if (stopped_ || score <= window.alpha || score >= window.beta) return score;
  return ask(window.alpha, window.beta);
}

/// The score where the search ends.
Score SearchWorker::leaf_score(const SearchPosition& at, int ply) const {
  const Mask targets = context_.moves.moves_anywhere(at)
                           ? context_.moves.board().all() & ~at.position.occupied()
                           : next_to(at, at.position.own);
  if (targets) return context_.evaluation.score(at);
  ActionList actions;
  context_.moves.generate(at, actions);
  return actions.empty() ? ended_score(at, ply) : context_.evaluation.score(at);
}

}  // namespace mill
