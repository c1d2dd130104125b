#include "builder/verifier/position_steps.h"

#include <algorithm>

#include "builder/verifier/rank_map.h"
#include "game/moves.h"

namespace mill::verifier {
namespace {

constexpr std::size_t kMostFetched = 256;  // that are fetched from memory together

template <typename Worth>
Worth worth_for_mover(Worth after, bool same_side) {
  return same_side ? after : worth_before(after);
}

}  // namespace

template <typename Worth>
PositionSteps<Worth>::PositionSteps(const Successors<Worth>& successors, const Numbering& numbering)
    : successors_(successors), numbering_(numbering), minors_(numbering.minor().all()) {
  for (const Transition& transition : transitions(successors.variant, successors.subspace))
    add_targets(transition);
}

template <typename Worth>
void PositionSteps<Worth>::add_targets(const Transition& transition) {
  if (transition.kind == Transition::Kind::kBlocked) return;
  const Variant& variant = successors_.variant;
  const Subspace& after = transition.after;
  Target target;
  target.taken = transition.taken;
  target.same_side = transition.keeps_turn;
  if (!transition.wins) {
    target.table = successors_.find(after);
    target.mover_is_major = after.own_is_major() == transition.keeps_turn;
    if (after.own + after.own_hand >= variant.rules.pieces_at_least_count)
      target.decided = kWonInOneWorth<Worth>;
  }
  std::vector<Target>& targets = transition.kind == Transition::Kind::kPlace ? places_ : moves_;
  targets.resize(static_cast<std::size_t>(transition.most_lines) + 1);
  std::fill(targets.begin() + transition.lines, targets.end(), target);
}

/// The work on one block.
template <typename Worth>
class PositionSteps<Worth>::Work {
 public:
  Work(const PositionSteps& steps, Worth* out)
      : steps_(steps), variant_(steps.successors_.variant), out_(out) {
    fetched_.reserve(kMostFetched + kMaxPoints);
  }

  /// Looks at all turns of a position, or puts them on the list.
  void add(const Position& position, std::uint32_t rank);

  /// Looks at what is on the list.
  void finish();

 private:
  struct Fetched {
    const Worth* worth;
    std::uint32_t rank;
    bool same_side;
  };

  void step(Mask own, int to, const std::vector<Target>& targets);
  void take(Mask own, Mask opponent, int stones, const Target& target);
  void look_up(Mask own, Mask opponent, const Target& target);
  void improve(std::uint32_t rank, Worth worth) { out_[rank] = std::min(out_[rank], worth); }

  const PositionSteps& steps_;
  const Variant& variant_;
  Worth* out_;
  Position position_;  // the one whose turns are looked at
  std::uint32_t rank_ = 0;
  std::vector<Fetched> fetched_;
};

template <typename Worth>
void PositionSteps<Worth>::Work::add(const Position& position, std::uint32_t rank) {
  const Board& board = *variant_.board;
  const Mask empty = board.all() & ~position.occupied();
  position_ = position;
  rank_ = rank;
  out_[rank] = kLostWorth<Worth>;
  bool blocked = true;
  if (may_place(position.own_hand)) {
    blocked = empty == 0;
    for_each_bit(empty, [&](int to) { step(position.own | bit(to), to, steps_.places_); });
  }
  if (may_move(variant_.rules, position.own_hand)) {
    const bool anywhere = flies(variant_.rules, count(position.own), position.own_hand);
    for_each_bit(position.own, [&](int from) {
      const Mask targets = anywhere ? empty : empty & board.neighbours[from];
      blocked &= targets == 0;
      const Mask rest = position.own & ~bit(from);
      for_each_bit(targets, [&](int to) { step(rest | bit(to), to, steps_.moves_); });
    });
  }
  if (blocked) out_[rank] = steps_.successors_.plainly(position);
  if (fetched_.size() >= kMostFetched) finish();
}

template <typename Worth>
void PositionSteps<Worth>::Work::step(Mask own, int to, const std::vector<Target>& targets) {
  const Target& target = targets[variant_.board->lines_closed(own, to)];
  if (target.table)
    take(own, position_.opponent, target.taken, target);
  else
    improve(rank_, worth_for_mover(target.decided, target.same_side));
}

template <typename Worth>
void PositionSteps<Worth>::Work::take(Mask own, Mask opponent, int stones, const Target& target) {
  if (stones == 0) return look_up(own, opponent, target);
  for_each_bit(removable(variant_, opponent),
               [&](int point) { take(own, opponent & ~bit(point), stones - 1, target); });
}

template <typename Worth>
void PositionSteps<Worth>::Work::look_up(Mask own, Mask opponent, const Target& target) {
  const Numbering& numbering = *target.table->numbering;
  const std::uint64_t slot =
      target.mover_is_major ? numbering.slot(own, opponent) : numbering.slot(opponent, own);
  const Worth* worth = target.table->worths + slot;
  __builtin_prefetch(worth);
  fetched_.push_back({worth, rank_, target.same_side});
}

template <typename Worth>
void PositionSteps<Worth>::Work::finish() {
  for (const Fetched& fetched : fetched_)
    improve(fetched.rank, worth_for_mover(*fetched.worth, fetched.same_side));
  fetched_.clear();
}

template <typename Worth>
void PositionSteps<Worth>::recompute(std::uint32_t block, Worth* out) const {
  const Subspace& subspace = successors_.subspace;
  const Mask major = numbering_.major().representative(block);
  const FreePoints free(numbering_.major().board(), major);
  const UnpackedSubsets unpacked(free, numbering_.minor().low_points());
  Work work(*this, out);
  Position position;
  position.own_hand = static_cast<std::uint8_t>(subspace.own_hand);
  position.opponent_hand = static_cast<std::uint8_t>(subspace.opponent_hand);
  position.own = position.opponent = major;
  Mask& minor = subspace.own_is_major() ? position.opponent : position.own;
  for (std::uint32_t rank = 0; rank < minors_.size(); ++rank) {
    minor = unpacked(minors_[rank]);
    work.add(position, rank);
  }
  work.finish();
}

template class PositionSteps<OutcomeByte>;
template class PositionSteps<GradeWorth>;

}  // namespace mill::verifier
