#include "builder/solver/turn_solver.h"

#include <algorithm>
#include <atomic>
#include <mutex>

#include "base/large_array.h"
#include "base/parallel.h"
#include "builder/solver/solve_memory.h"
#include "builder/solver/successor_ratings.h"
#include "game/placing_end.h"
#include "game/transitions.h"
#include "game/unmoves.h"

namespace mill {
namespace {

constexpr std::uint64_t kSlotsPerTask = 1024;
constexpr std::uint64_t kBytesPerSlot = sizeof(Rating) + 1 + 1;  // ratings, ways out, doubts

/// Of a position that can't be lost, since a turn out of what is solved keeps the draw.
constexpr std::uint8_t kNeverLost = 255;

/// One side to move. Ratings and ways out are those of the lowest slot of each class.
struct TurnSide {
  Subspace subspace;
  std::shared_ptr<const BlockGeometry> geometry;
  LargeArray<Rating> ratings;         ///< by slot; a draw stands for "not decided", too
  LargeArray<std::uint8_t> ways_out;  ///< turns that are not known to lose, at least; or kNeverLost
  LargeArray<std::uint8_t> in_doubt;  ///< 1: to be looked at anew

  const Numbering& numbering() const { return geometry->numbering(); }
};

template <typename T>
std::atomic_ref<T> shared(T& value) {
  return std::atomic_ref<T>(value);
}

/// Raises a rating that others may raise at the same time; false if it was as good before.
bool raise(Rating& rating, Rating better) {
  Rating known = shared(rating).load(std::memory_order_relaxed);
  while (known < better)
    if (shared(rating).compare_exchange_weak(known, better, std::memory_order_relaxed)) return true;
  return false;
}

class TurnSolver {
 public:
  static Result<std::unique_ptr<TurnSolver>> make(const Variant& variant, const Subspace& subspace,
                                                  const InputProvider& inputs,
                                                  const SolveOptions& options);

  Result<void> run();
  Result<std::vector<SolvedSubspace>> finish();

 private:
  /// What the turns of a position are worth, as far as it is known.
  struct Look {
    Rating best = loss_rating(0);  ///< of the turns that are decided
    bool has_decided = false;
    int open = 0;  ///< turns that stay within what is solved and are not decided
  };

  TurnSolver(const Variant& variant, SuccessorRatings successors, const SolveOptions& options)
      : variant_(variant), successors_(std::move(successors)), options_(options) {}

  template <typename Visit>
  void for_each_slot(const TurnSide& side, const Visit& visit);
  Result<void> check_stop() const;

  TurnSide& side_of(const Position& position);
  Look look_at(const Position& position, int decided_up_to);
  void start(TurnSide& side, std::uint64_t slot);
  void pass_on(const TurnSide& side, std::uint64_t slot, int distance);
  void look_again(TurnSide& side, std::uint64_t slot, int distance);
  void note_distance(int distance);
  void set(TurnSide& side, std::uint64_t slot, Rating rating);
  Result<SolvedSubspace> finished(TurnSide& side);

  const Variant& variant_;
  SuccessorRatings successors_;
  const SolveOptions& options_;
  std::vector<TurnSide> sides_;
  std::atomic<int> longest_ = 0;  // distance that is known of
};

Result<std::unique_ptr<TurnSolver>> TurnSolver::make(const Variant& variant,
                                                     const Subspace& subspace,
                                                     const InputProvider& inputs,
                                                     const SolveOptions& options) {
  auto successors = MILLSTONE_TRY(SuccessorRatings::load(variant, subspace, inputs));
  std::unique_ptr<TurnSolver> solver(new TurnSolver(variant, std::move(successors), options));
  const auto geometry = std::make_shared<const BlockGeometry>(Numbering::make(variant, subspace));
  const std::uint64_t slots = geometry->numbering().slots();
  for (const Subspace& each : solved_together(variant, subspace)) {
    TurnSide& side = solver->sides_.emplace_back(TurnSide{each, geometry, {}, {}, {}});
    side.ratings = MILLSTONE_TRY(LargeArray<Rating>::make(slots));
    side.ways_out = MILLSTONE_TRY(LargeArray<std::uint8_t>::make(slots));
    side.in_doubt = MILLSTONE_TRY(LargeArray<std::uint8_t>::make(slots));
  }
  return solver;
}

template <typename Visit>
void TurnSolver::for_each_slot(const TurnSide& side, const Visit& visit) {
  for_each_range(side.numbering().slots(), kSlotsPerTask,
                 [&](std::uint64_t begin, std::uint64_t end) {
                   if (options_.stop.is_set()) return;
                   for (std::uint64_t slot = begin; slot < end; ++slot) visit(slot);
                 });
}

Result<void> TurnSolver::check_stop() const {
  if (options_.stop.is_set()) return fail(ErrorCode::kInterrupted, "stopped");
  return {};
}

TurnSide& TurnSolver::side_of(const Position& position) {
  const Subspace subspace = subspace_of(variant_, position);
  return sides_.front().subspace == subspace ? sides_.front() : sides_.back();
}

/// @param decided_up_to  longer distances of positions that are being solved may still change
TurnSolver::Look TurnSolver::look_at(const Position& position, int decided_up_to) {
  Look look;
  for_each_turn_end(variant_, position, [&](const Played& played) {
    auto after = successors_.find(played.position);
    if (!after) {
      TurnSide& side = side_of(played.position);
      const Rating rating = shared(side.ratings[side.numbering().canonical_slot(played.position)])
                                .load(std::memory_order_relaxed);
      if (rating != kDrawRating && distance_of(rating) <= decided_up_to) after = rating;
    }
    if (!after) {
      ++look.open;
      return;
    }
    look.has_decided = true;
    look.best = std::max(look.best, played.same_side ? *after : rating_before(*after));
  });
  return look;
}

void TurnSolver::note_distance(int distance) {
  int known = longest_.load(std::memory_order_relaxed);
  while (known < distance && !longest_.compare_exchange_weak(known, distance)) continue;
}

void TurnSolver::set(TurnSide& side, std::uint64_t slot, Rating rating) {
  shared(side.ratings[slot]).store(rating, std::memory_order_relaxed);
  if (rating != kDrawRating) note_distance(distance_of(rating));
}

/// What rules and inputs say of a position.
void TurnSolver::start(TurnSide& side, std::uint64_t slot) {
  if (!side.numbering().is_canonical(slot)) return;
  const Position position = side.numbering().position(side.subspace, slot);
  std::uint8_t& ways_out = side.ways_out[slot];
  ways_out = kNeverLost;
  if (side.subspace.due != 0 && !may_have_counted(variant_, position)) return;
  if (const auto rating = successors_.by_rules(position)) return set(side, slot, *rating);
  constexpr int kNone = -1;
  const Look look = look_at(position, kNone);
  if (look.open == 0 || (look.has_decided && look.best > kDrawRating))
    return set(side, slot, look.best);
  if (look.has_decided && look.best == kDrawRating) return;
  ways_out = static_cast<std::uint8_t>(std::min(look.open, kNeverLost - 1));
}

/// Tells the positions before one that is decided.
void TurnSolver::pass_on(const TurnSide& side, std::uint64_t slot, int distance) {
  const bool lost = side.ratings[slot] < kDrawRating;
  const Position position = side.numbering().position(side.subspace, slot);
  for (const Unmove& back : quiet_unmoves(variant_, position)) {
    TurnSide& other = side_of(back.before);
    const std::uint64_t before = other.numbering().canonical_slot(back.before);
    if (lost) {
      if (raise(other.ratings[before], win_rating(distance + 1))) note_distance(distance + 1);
      continue;
    }
    if (shared(other.ratings[before]).load(std::memory_order_relaxed) != kDrawRating) continue;
    const auto ways_out = shared(other.ways_out[before]);
    if (ways_out.load(std::memory_order_relaxed) == kNeverLost) continue;
    // Several turns to one class may have a single way back, where the position has a symmetry.
    const auto block = static_cast<std::uint32_t>(before / other.numbering().block_size());
    const bool uncounted = other.numbering().major().has_symmetry(block);
    if (uncounted || ways_out.fetch_sub(1, std::memory_order_relaxed) <= 1)
      shared(other.in_doubt[before]).store(1, std::memory_order_relaxed);
  }
}

/// A position that may be lost, now that all up to a distance is decided.
void TurnSolver::look_again(TurnSide& side, std::uint64_t slot, int distance) {
  side.in_doubt[slot] = 0;
  if (side.ratings[slot] != kDrawRating) return;
  const Look look = look_at(side.numbering().position(side.subspace, slot), distance);
  side.ways_out[slot] = static_cast<std::uint8_t>(std::min(look.open, kNeverLost - 1));
  if (look.open == 0) set(side, slot, look.best);
}

Result<void> TurnSolver::run() {
  for (TurnSide& side : sides_) for_each_slot(side, [&](std::uint64_t slot) { start(side, slot); });
  MILLSTONE_TRY(check_stop());
  const bool leads_back = is_cyclic(variant_, sides_.front().subspace);
  for (int distance = 0; leads_back && distance <= longest_; ++distance) {
    // Distances are odd in wins and even in losses.
    const Rating decided = distance % 2 == 0 ? loss_rating(distance) : win_rating(distance);
    for (TurnSide& side : sides_)
      for_each_slot(side, [&](std::uint64_t slot) {
        if (shared(side.ratings[slot]).load(std::memory_order_relaxed) == decided)
          pass_on(side, slot, distance);
      });
    for (TurnSide& side : sides_)
      for_each_slot(side, [&](std::uint64_t slot) {
        if (side.in_doubt[slot]) look_again(side, slot, distance);
      });
    MILLSTONE_TRY(check_stop());
  }
  return {};
}

Result<SolvedSubspace> TurnSolver::finished(TurnSide& side) {
  OutcomeTable outcomes(side.geometry, options_.pool);
  if (!outcomes.valid())
    return fail(ErrorCode::kNotEnoughMemory, "the system has no memory left for {}",
                side.subspace.text());
  const Numbering& numbering = side.numbering();
  const std::uint32_t size = numbering.block_size();
  std::vector<LongDistance> longs;
  std::mutex mutex;
  for_each_index(numbering.blocks(), [&](std::uint32_t block) {
    OutcomeByte* const bytes = outcomes.block(block);
    for (std::uint32_t rank = 0; rank < size; ++rank) {
      const std::uint64_t slot = std::uint64_t{block} * size + rank;
      const Outcome outcome = to_outcome(side.ratings[numbering.canonical_slot(slot)]);
      bytes[rank] = to_byte(outcome);
      if (!is_long(bytes[rank])) continue;
      const std::lock_guard lock(mutex);
      longs.push_back({slot, outcome.distance});
    }
    std::fill(bytes + size, bytes + outcomes.geometry().stride(), kDrawByte);
  });
  if (!longs.empty()) outcomes.set_longs(std::make_shared<const LongDistances>(std::move(longs)));
  auto shared_outcomes = std::make_shared<const OutcomeTable>(std::move(outcomes));
  const ClassCounts counts = count_classes(*shared_outcomes);
  return SolvedSubspace{side.subspace, std::move(shared_outcomes), counts};
}

Result<std::vector<SolvedSubspace>> TurnSolver::finish() {
  std::vector<SolvedSubspace> solved;
  for (TurnSide& side : sides_) {
    auto one = MILLSTONE_TRY(finished(side));
    solved.push_back(std::move(one));
  }
  return solved;
}

}  // namespace

Result<std::vector<SolvedSubspace>> solve_by_turns(const Variant& variant, const Subspace& subspace,
                                                   const InputProvider& inputs,
                                                   const SolveOptions& options) {
  MILLSTONE_CHECK(size_of(options.team) == 1);
  auto solver = MILLSTONE_TRY(TurnSolver::make(variant, subspace, inputs, options));
  MILLSTONE_TRY(solver->run());
  return solver->finish();
}

std::uint64_t turn_solver_memory(const Variant& variant, const Subspace& subspace) {
  const auto sides = static_cast<std::uint64_t>(solved_together(variant, subspace).size());
  std::uint64_t bytes = sides * kBytesPerSlot * slot_count(*variant.board, subspace);
  bytes += sides * table_memory(variant, subspace);
  for (const Subspace& input : solver_inputs(variant, subspace))
    bytes += table_memory(variant, input) +
             index_memory(*variant.board, std::max(input.own, input.opponent));
  return bytes;
}

}  // namespace mill
