#include "tools/benchmarks/measured_rates.h"

#include <oneapi/tbb/task_arena.h>

#include <map>

#include "base/timing.h"
#include "builder/solver/solver.h"
#include "game/transitions.h"

namespace mill {
namespace {

// Nanoseconds per slot of the game below where the defaults of WorkRates were measured. Larger
// games take longer where turns lead back, since fewer positions are draws and tables leave the
// cache, and less in one pass, where what is done once per subspace weighs less.
constexpr double kReferenceCyclic = 25.5;
constexpr double kReferenceOnePass = 34;

struct Work {
  double seconds = 0, slots = 0;
  double nanoseconds_per_slot() const { return 1e9 * seconds / slots; }
};

struct Sample {
  Work cyclic, one_pass;
};

Result<Sample> solve_sample(const Variant& variant) {
  SolveOptions options;
  options.pool = std::make_shared<ByteArrayPool>();
  std::map<Subspace, std::shared_ptr<const OutcomeTable>> solved;
  const InputProvider inputs = [&](const Subspace& wanted,
                                   BlockRange) -> Result<std::shared_ptr<const OutcomeTable>> {
    return solved.at(wanted);
  };
  Sample sample;
  for (const Subspace& subspace :
       closure(variant, {subspace_of(variant, start_position(variant))})) {
    if (solved.contains(subspace)) continue;
    const double start = process_seconds();
    auto tables = MILLSTONE_TRY(solve_subspace(variant, subspace, inputs, options));
    Work& work = is_cyclic(variant, subspace) ? sample.cyclic : sample.one_pass;
    work.seconds += process_seconds() - start;
    for (SolvedSubspace& table : tables) {
      work.slots += static_cast<double>(table.counts.slots);
      solved[table.subspace] = std::move(table.outcomes);
    }
  }
  return sample;
}

}  // namespace

Result<WorkRates> measure_rates() {
  const auto variant = MILLSTONE_TRY(find_variant("nine-mens-morris", {{"pieceCount", "4"}}));
  oneapi::tbb::task_arena arena(1);
  const auto sample = MILLSTONE_TRY(arena.execute([&] { return solve_sample(variant); }));
  WorkRates rates;
  rates.cyclic *= sample.cyclic.nanoseconds_per_slot() / kReferenceCyclic;
  rates.one_pass *= sample.one_pass.nanoseconds_per_slot() / kReferenceOnePass;
  rates.writing *= rates.slowness();
  rates.reading *= rates.slowness();
  rates.by_turns *= rates.slowness();
  rates.by_turns_once *= rates.slowness();
  return rates;
}

}  // namespace mill
