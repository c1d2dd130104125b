#include "tests/builder/plain_solver.h"

#include <algorithm>
#include <utility>

namespace mill {
namespace {

std::uint64_t pack(Mask own, Mask opponent) { return std::uint64_t{own} << 32 | opponent; }

Position unpack(std::uint64_t packed) {
  return {static_cast<Mask>(packed >> 32), static_cast<Mask>(packed), 0, 0, 0};
}

/// The least of the position's images under the symmetries of the board: the name of its class.
std::uint64_t class_of(const Board& board, const Position& position) {
  std::uint64_t least = pack(position.own, position.opponent);
  for (const Symmetry& symmetry : board.symmetries.elements) {
    const Mask own = symmetry(position.own);
    if (own <= least >> 32) least = std::min(least, pack(own, symmetry(position.opponent)));
  }
  return least;
}

bool names_its_class(const Board& board, Mask own, Mask opponent) {
  const std::uint64_t packed = pack(own, opponent);
  return std::all_of(
      board.symmetries.elements.begin(), board.symmetries.elements.end(),
      [&](const Symmetry& symmetry) { return packed <= pack(symmetry(own), symmetry(opponent)); });
}

std::vector<Mask> subsets(Mask points, int size) {
  std::vector<Mask> result;
  if (size == 0) return {0};
  for_each_bit(points, [&](int highest) {
    for (Mask rest : subsets(points & low_bits(highest), size - 1))
      result.push_back(rest | bit(highest));
  });
  return result;
}

bool better(Outcome left, Outcome right) {
  if (left.value != right.value) return left.value > right.value;
  return left.value == Value::kWin ? left.distance < right.distance
                                   : left.distance > right.distance;
}

Outcome outcome_at_end(const Variant& variant, Status status) {
  return ends_in_draw(variant, status) ? Outcome{} : Outcome{Value::kLoss, 0};
}

/// Every position that a turn without a removal might lead here from, and some that it doesn't:
/// mills and the finer rules of flying are not looked at, since candidates are tried with the move
/// generator.
std::vector<Position> possible_origins(const Variant& variant, const Position& position) {
  const Rules& rules = variant.rules;
  const Position after = turned(position);
  const Mask empty = variant.board->all() & ~after.occupied();
  const bool may_fly = rules.may_fly && count(after.own) <= rules.fly_piece_count;
  std::vector<Position> origins;
  for_each_bit(after.own, [&](int to) {
    for_each_bit(may_fly ? empty : empty & variant.board->neighbours[to], [&](int from) {
      origins.push_back({(after.own & ~bit(to)) | bit(from), after.opponent, 0, 0, 0});
    });
  });
  return origins;
}

}  // namespace

PlainSolution solve_plainly(const Variant& variant, const Subspace& root) {
  MILLSTONE_CHECK(root.own_hand == 0 && root.opponent_hand == 0);
  PlainSolution solution(variant);
  solution.solve(root);
  return solution;
}

Outcome PlainSolution::outcome(const Position& position) const {
  if (const PlainClass* known = table_.find(class_of(*variant_.board, position)))
    return known->outcome;
  const Status end = status(variant_, position);
  MILLSTONE_CHECK(end != Status::kOpen);
  return outcome_at_end(variant_, end);
}

Outcome PlainSolution::outcome_from_turns(const Position& position) const {
  const Status now = status(variant_, position);
  if (now != Status::kOpen) return outcome_at_end(variant_, now);
  Outcome best{Value::kLoss, -1};
  for (const Turn& turn : generate_turns(variant_, position)) {
    const Outcome found = outcome_before(outcome(apply(variant_, position, turn)));
    if (better(found, best)) best = found;
  }
  return best;
}

/// The same while nothing is known of this subspace and its mirror: turns without a removal count
/// as draws.
Outcome PlainSolution::outcome_from_captures(const Position& position) const {
  const Status now = status(variant_, position);
  if (now != Status::kOpen) return outcome_at_end(variant_, now);
  Outcome best{Value::kLoss, -1};
  for (const Turn& turn : generate_turns(variant_, position)) {
    Outcome found;
    if (turn.removed) found = outcome_before(outcome(apply(variant_, position, turn)));
    if (better(found, best)) best = found;
  }
  return best;
}

PlainCounts PlainSolution::counts(const Subspace& subspace) const {
  PlainCounts counts;
  table_.for_each([&](const PlainClass& known) {
    if (subspace_of(variant_, unpack(known.name)) != subspace) return;
    const auto [value, distance] = known.outcome;
    ++counts.classes;
    ++(value == Value::kWin ? counts.wins : value == Value::kLoss ? counts.losses : counts.draws);
    int& longest = value == Value::kWin ? counts.longest_win : counts.longest_loss;
    longest = std::max(longest, distance);  // the distance of a draw is 0
  });
  return counts;
}

std::vector<Position> PlainSolution::positions(const Subspace& subspace) const {
  std::vector<Position> result;
  table_.for_each([&](const PlainClass& known) {
    const Position position = unpack(known.name);
    if (subspace_of(variant_, position) == subspace) result.push_back(position);
  });
  return result;
}

/// Solves a subspace and its mirror after what their captures lead to.
void PlainSolution::solve(const Subspace& subspace) {
  if (std::min(subspace.own, subspace.opponent) < variant_.rules.pieces_at_least_count) return;
  if (!solved_.insert(subspace).second) return;
  solved_.insert(subspace.mirror());
  solve({subspace.opponent - 1, subspace.own, 0, 0});
  solve({subspace.own - 1, subspace.opponent, 0, 0});

  std::vector<std::uint64_t> names = names_of_classes(subspace);
  if (subspace != subspace.mirror()) {
    const std::vector<std::uint64_t> others = names_of_classes(subspace.mirror());
    names.insert(names.end(), others.begin(), others.end());
  }
  table_.add(names);
  for (std::uint64_t name : names) schedule(table_.find(name), outcome_from_captures(unpack(name)));
  for (int distance = 0; distance < static_cast<int>(waiting_.size()); ++distance)
    decide_level(distance);
  waiting_.clear();
}

std::vector<std::uint64_t> PlainSolution::names_of_classes(const Subspace& subspace) const {
  const Board& board = *variant_.board;
  std::vector<std::uint64_t> names;
  for (Mask own : subsets(board.all(), subspace.own)) {
    if (!names_its_class(board, own, 0)) continue;  // then no position with these own stones does
    for (Mask opponent : subsets(board.all() & ~own, subspace.opponent))
      if (names_its_class(board, own, opponent)) names.push_back(pack(own, opponent));
  }
  return names;
}

/// Has a class wait for the level of its outcome, unless that is a draw or it is decided earlier.
void PlainSolution::schedule(PlainClass* known, Outcome outcome) {
  if (outcome.value == Value::kDraw || known->scheduled <= outcome.distance) return;
  known->scheduled = outcome.distance;
  if (waiting_.size() <= static_cast<std::size_t>(outcome.distance))
    waiting_.resize(static_cast<std::size_t>(outcome.distance) + 1);
  waiting_[outcome.distance].push_back({known, outcome});
}

/// Enters the outcomes of this distance, then looks at the positions before them: wins where this
/// is a level of losses, losses where it is a level of wins (distances tell, being even or odd).
void PlainSolution::decide_level(int distance) {
  std::vector<PlainClass*> decided;
  for (const Waiting& waiting : std::exchange(waiting_[distance], {})) {
    if (waiting.known->outcome.value != Value::kDraw) continue;
    waiting.known->outcome = waiting.outcome;
    decided.push_back(waiting.known);
  }
  for (PlainClass* known : candidates(decided, distance)) {
    const Position position = unpack(known->name);
    if (distance % 2 == 0) {
      if (can_move_to_loss(position, distance)) schedule(known, {Value::kWin, distance + 1});
    } else if (const int longest = longest_if_all_turns_lose(position); longest > 0) {
      schedule(known, {Value::kLoss, longest + 1});
    }
  }
}

/// Undecided classes from which a turn may lead to one of `decided`, each once.
std::vector<PlainClass*> PlainSolution::candidates(const std::vector<PlainClass*>& decided,
                                                   int level) {
  std::vector<PlainClass*> result;
  for (const PlainClass* known : decided)
    for (const Position& origin : possible_origins(variant_, unpack(known->name))) {
      PlainClass* candidate = table_.find(class_of(*variant_.board, origin));
      if (candidate->outcome.value != Value::kDraw || candidate->looked_at == level) continue;
      candidate->looked_at = level;
      result.push_back(candidate);
    }
  return result;
}

bool PlainSolution::can_move_to_loss(const Position& position, int distance) const {
  const std::vector<Turn> turns = generate_turns(variant_, position);
  return std::any_of(turns.begin(), turns.end(), [&](const Turn& turn) {
    return outcome(apply(variant_, position, turn)) == Outcome{Value::kLoss, distance};
  });
}

/// The longest win of the opponent after any turn; 0 if some turn does not lose, or there is none.
int PlainSolution::longest_if_all_turns_lose(const Position& position) const {
  int longest = 0;
  for (const Turn& turn : generate_turns(variant_, position)) {
    const Outcome after = outcome(apply(variant_, position, turn));
    if (after.value != Value::kWin) return 0;
    longest = std::max(longest, after.distance);
  }
  return longest;
}

}  // namespace mill
