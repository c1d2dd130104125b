#include "builder/grader/grade_solver.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <mutex>

#include "base/parallel.h"
#include "builder/solver/solver.h"
#include "game/placing_end.h"
#include "game/transitions.h"
#include "game/unmoves.h"

namespace mill {
namespace {

constexpr std::uint64_t kSlotsPerTask = 1024;
constexpr std::size_t kEntriesPerTask = 64;

/// A grade in four bytes, placed for atomic access.
struct alignas(4) PackedGrade {
  std::int16_t gain = 0, steps = 0;

  static PackedGrade of(const Grade& grade) {
    const PackedGrade packed{static_cast<std::int16_t>(grade.gain),
                             static_cast<std::int16_t>(grade.steps)};
    MILLSTONE_CHECK(packed.grade() == grade);
    return packed;
  }
  Grade grade() const { return {gain, steps}; }
};

constexpr std::uint8_t as_count(int turns) {
  return static_cast<std::uint8_t>(std::min(turns, UINT8_MAX - 1));
}

/// Worse than any grade: of a position that has no turn which is known.
constexpr PackedGrade kNothingKnown{INT16_MIN, 0};

enum class State : std::uint8_t {
  kOpen,
  kFinal,
  kNotOurs,  ///< no draw, or not the slot that counts for its class
};

/// The order in which grades become final.
struct Level {
  int height = 0;  // of the gain, whoever has it
  int steps = 0;

  explicit Level(const Grade& grade) : height(std::abs(grade.gain)), steps(grade.steps) {}
  friend bool operator<(const Level& left, const Level& right) {
    return left.height != right.height ? left.height > right.height : left.steps < right.steps;
  }
};

/// A position of one of the sides.
struct Place {
  std::uint64_t slot;
  std::uint32_t side;
};

/// One side to move.
struct GradedSide {
  SubspaceGrades result;
  Numbering numbering;
  LargeArray<State> states;
  LargeArray<PackedGrade> best;       ///< of what is known; once it is final the answer
  LargeArray<std::uint8_t> open;      ///< turns that are not known to be bad, at least
  LargeArray<std::uint8_t> in_doubt;  ///< 1: listed to be looked at anew
};

template <typename T>
std::atomic_ref<T> shared(T& value) {
  return std::atomic_ref<T>(value);
}

/// Raises a grade that others may raise at the same time; false if it was as good before.
bool raise(PackedGrade& known, const Grade& better) {
  PackedGrade now = shared(known).load(std::memory_order_relaxed);
  while (is_better(better, now.grade()))
    if (shared(known).compare_exchange_weak(now, PackedGrade::of(better),
                                            std::memory_order_relaxed))
      return true;
  return false;
}

class GradeSolver {
 public:
  GradeSolver(const Variant& variant, const Subspace& subspace, SuccessorGrades successors,
              StopFlag stop)
      : variant_(variant),
        successors_(std::move(successors)),
        leads_back_(is_cyclic(variant, subspace)),
        stop_(stop) {}

  Result<void> add_side(SubspaceGrades values);
  Result<void> run();
  Result<std::vector<SubspaceGrades>> finish();

 private:
  /// What the turns of a position are worth, as far as it is known.
  struct Look {
    Grade best = kNothingKnown.grade();
    int open = 0;
  };
  /// What one thread has found for the lists that all share.
  struct Found {
    std::vector<std::pair<Level, Place>> due;
    std::vector<Place> doubts;
  };

  Result<void> check_stop() const;
  std::uint32_t side_of(const Position& position) const;
  Position position_at(const Place& place) const;
  Look look_at(const Position& position);
  void start(const Place& place, Found& found);
  void pass_on(const Place& place, Found& found);
  void look_again(const Place& place, Found& found);
  void settle(const Place& place, const Look& look, Found& found);
  void keep(Found& found);
  template <typename Work>
  void for_each_place(const std::vector<Place>& places, const Work& work);
  Result<void> fill(GradedSide& side);

  const Variant& variant_;
  SuccessorGrades successors_;
  bool leads_back_;  // turns without a stone more or less, from one side to the other
  StopFlag stop_;
  std::vector<GradedSide> sides_;
  std::mutex mutex_;
  std::map<Level, std::vector<Place>> due_;  // what is to become final
  std::vector<Place> doubts_;                // what is to be looked at anew
};

Result<void> GradeSolver::add_side(SubspaceGrades values) {
  const std::uint64_t slots = values.slots();
  auto numbering = Numbering::make(variant_, values.subspace());
  auto states = MILLSTONE_TRY(LargeArray<State>::make(slots));
  auto best = MILLSTONE_TRY(LargeArray<PackedGrade>::make(slots));
  auto open = MILLSTONE_TRY(LargeArray<std::uint8_t>::make(slots));
  auto in_doubt = MILLSTONE_TRY(LargeArray<std::uint8_t>::make(slots));
  sides_.push_back({std::move(values), std::move(numbering), std::move(states), std::move(best),
                    std::move(open), std::move(in_doubt)});
  return {};
}

Result<void> GradeSolver::check_stop() const {
  if (stop_.is_set()) return fail(ErrorCode::kInterrupted, "stopped");
  return {};
}

std::uint32_t GradeSolver::side_of(const Position& position) const {
  return sides_.front().result.subspace() == subspace_of(variant_, position)
             ? 0
             : static_cast<std::uint32_t>(sides_.size() - 1);
}

Position GradeSolver::position_at(const Place& place) const {
  const GradedSide& side = sides_[place.side];
  return side.numbering.position(side.result.subspace(), place.slot);
}

GradeSolver::Look GradeSolver::look_at(const Position& position) {
  Look look;
  for_each_turn_end(variant_, position, [&](const Played& played) {
    auto after = successors_.find(played.position);
    if (!after) {
      GradedSide& side = sides_[side_of(played.position)];
      const std::uint64_t slot = side.numbering.canonical_slot(played.position);
      if (side.result.codes()[slot] >= kLostCode) return;  // of a draw no turn wins
      if (shared(side.states[slot]).load(std::memory_order_acquire) != State::kFinal) {
        ++look.open;
        return;
      }
      after = GradedValue{Value::kDraw,
                          shared(side.best[slot]).load(std::memory_order_relaxed).grade()};
    }
    if (after->value != Value::kDraw) return;
    const Grade mine = successors_.before(position, played, *after).grade;
    if (is_better(mine, look.best)) look.best = mine;
  });
  return look;
}

/// A position all of whose turns are known, or that has a good one.
void GradeSolver::settle(const Place& place, const Look& look, Found& found) {
  GradedSide& side = sides_[place.side];
  if (look.best.gain != 0) {
    if (look.open == 0 || look.best.gain > 0) found.due.emplace_back(Level(look.best), place);
    return;
  }
  // With nothing to gain and nothing to fear it stays, and tells nobody else anything.
  if (look.open == 0)
    shared(side.states[place.slot]).store(State::kFinal, std::memory_order_release);
}

/// What rules and inputs say of a position.
void GradeSolver::start(const Place& place, Found& found) {
  GradedSide& side = sides_[place.side];
  const auto state = shared(side.states[place.slot]);
  if (side.result.codes()[place.slot] >= kLostCode || !side.numbering.is_canonical(place.slot))
    return state.store(State::kNotOurs, std::memory_order_relaxed);
  const Position position = position_at(place);
  const bool is_vain = side.result.subspace().due != 0 && !may_have_counted(variant_, position);
  if (is_vain || successors_.by_rules(position))
    return state.store(State::kFinal, std::memory_order_release);
  const Look look = look_at(position);
  // Not read by others before the state is.
  side.open[place.slot] = as_count(look.open);
  side.best[place.slot] = PackedGrade::of(look.best);
  settle(place, look, found);
}

/// Makes a position final, and tells those before it.
void GradeSolver::pass_on(const Place& place, Found& found) {
  GradedSide& side = sides_[place.side];
  const auto state = shared(side.states[place.slot]);
  if (state.exchange(State::kFinal, std::memory_order_relaxed) == State::kFinal) return;
  if (!leads_back_) return;
  const Grade grade = shared(side.best[place.slot]).load(std::memory_order_relaxed).grade();
  for (const Unmove& back : quiet_unmoves(variant_, position_at(place))) {
    const std::uint32_t number = side_of(back.before);
    GradedSide& other = sides_[number];
    const Place before{other.numbering.canonical_slot(back.before), number};
    if (shared(other.states[before.slot]).load(std::memory_order_relaxed) != State::kOpen) continue;
    if (grade.gain < 0) {
      const Grade better{-grade.gain, grade.steps + 1};
      if (raise(other.best[before.slot], better)) found.due.emplace_back(Level(better), before);
      continue;
    }
    // Several turns to one class may have a single way back, where the position has a symmetry.
    const auto block = static_cast<std::uint32_t>(before.slot / other.numbering.block_size());
    const bool uncounted = other.numbering.major().has_symmetry(block);
    const bool may_be_last =
        shared(other.open[before.slot]).fetch_sub(1, std::memory_order_relaxed) <= 1;
    if ((uncounted || may_be_last) &&
        shared(other.in_doubt[before.slot]).exchange(1, std::memory_order_relaxed) == 0)
      found.doubts.push_back(before);
  }
}

/// A position that may have no turn left but bad ones.
void GradeSolver::look_again(const Place& place, Found& found) {
  GradedSide& side = sides_[place.side];
  side.in_doubt[place.slot] = 0;
  const State state = shared(side.states[place.slot]).load(std::memory_order_relaxed);
  const Grade known = shared(side.best[place.slot]).load(std::memory_order_relaxed).grade();
  if (state != State::kOpen || known.gain >= 0) return;
  const Look look = look_at(position_at(place));
  side.open[place.slot] = as_count(look.open);
  if (look.open != 0) return;
  shared(side.best[place.slot]).store(PackedGrade::of(look.best), std::memory_order_relaxed);
  settle(place, look, found);
}

void GradeSolver::keep(Found& found) {
  if (found.due.empty() && found.doubts.empty()) return;
  const std::lock_guard lock(mutex_);
  for (const auto& [level, place] : found.due) due_[level].push_back(place);
  doubts_.insert(doubts_.end(), found.doubts.begin(), found.doubts.end());
}

template <typename Work>
void GradeSolver::for_each_place(const std::vector<Place>& places, const Work& work) {
  for_each_range(places.size(), kEntriesPerTask, [&](std::size_t begin, std::size_t end) {
    Found found;
    for (std::size_t i = begin; i < end; ++i) work(places[i], found);
    keep(found);
  });
}

Result<void> GradeSolver::run() {
  for (std::uint32_t number = 0; number < sides_.size(); ++number)
    for_each_range(sides_[number].result.slots(), kSlotsPerTask,
                   [&](std::uint64_t begin, std::uint64_t end) {
                     if (stop_.is_set()) return;
                     Found found;
                     for (std::uint64_t slot = begin; slot < end; ++slot)
                       start({slot, number}, found);
                     keep(found);
                   });
  for (MILLSTONE_TRY(check_stop()); !due_.empty(); MILLSTONE_TRY(check_stop())) {
    const std::vector<Place> places = std::move(due_.extract(due_.begin()).mapped());
    for_each_place(places, [&](const Place& place, Found& found) { pass_on(place, found); });
    const std::vector<Place> doubts = std::exchange(doubts_, {});
    for_each_place(doubts, [&](const Place& place, Found& found) { look_again(place, found); });
  }
  return {};
}

/// All slots of a class hold what its lowest has; values stay as they are.
Result<void> GradeSolver::fill(GradedSide& side) {
  return side.result.fill([&](std::uint64_t slot) {
    const GradeCode code = side.result.codes()[slot];
    if (code >= kLostCode) return GradedValue{code == kWonCode ? Value::kWin : Value::kLoss, {}};
    const std::uint64_t lowest = side.numbering.canonical_slot(slot);
    const bool is_final = side.states[lowest] == State::kFinal;
    return GradedValue{Value::kDraw, is_final ? side.best[lowest].grade() : Grade{}};
  });
}

Result<std::vector<SubspaceGrades>> GradeSolver::finish() {
  std::vector<SubspaceGrades> graded;
  for (GradedSide& side : sides_) {
    MILLSTONE_TRY(fill(side));
    graded.push_back(std::move(side.result));
  }
  return graded;
}

}  // namespace

Result<std::vector<SubspaceGrades>> grade_by_turns(const Variant& variant, const Subspace& subspace,
                                                   const ScoreTable& scores,
                                                   const GradeInputs& inputs, StopFlag stop) {
  auto successors = MILLSTONE_TRY(SuccessorGrades::load(variant, subspace, scores, inputs.grades));
  GradeSolver solver(variant, subspace, std::move(successors), stop);
  for (const Subspace& side : solved_together(variant, subspace)) {
    auto values = MILLSTONE_TRY(inputs.values(side));
    MILLSTONE_TRY(solver.add_side(std::move(values)));
  }
  MILLSTONE_TRY(solver.run());
  return solver.finish();
}

std::uint64_t grade_solver_memory(const Variant& variant, const Subspace& subspace) {
  constexpr std::uint64_t kBytesPerSlot =
      sizeof(State) + sizeof(PackedGrade) + 1 + 1 + sizeof(GradeCode);
  std::uint64_t bytes = 0;
  for (const Subspace& side : solved_together(variant, subspace))
    bytes += kBytesPerSlot * slot_count(*variant.board, side);
  for (const Subspace& input : solver_inputs(variant, subspace))
    bytes += sizeof(GradeCode) * slot_count(*variant.board, input);
  return bytes;
}

}  // namespace mill
