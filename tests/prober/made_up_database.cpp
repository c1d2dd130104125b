#include "tests/prober/made_up_database.h"

#include <oneapi/tbb/task_arena.h>

#include <cstdlib>

#include "formats/subspace_file.h"
#include "game/numbering.h"

namespace mill {
namespace {

/// A well mixed number (the finalizer of splitmix64).
std::uint64_t mix(std::uint64_t number) {
  number += 0x9E37'79B9'7F4A'7C15u;
  number = (number ^ number >> 30) * 0xBF58'476D'1CE4'E5B9u;
  number = (number ^ number >> 27) * 0x94D0'49BB'1331'11EBu;
  return number ^ number >> 31;
}

}  // namespace

void write_files(const std::filesystem::path& directory, const Variant& variant,
                 const Subspace& subspace, const ClassCounts& counts, const WriteOptions& options,
                 const std::function<OutcomeByte(std::uint64_t slot)>& outcome_at) {
  const auto fill = [&](std::uint64_t first, std::span<OutcomeByte> out) {
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = outcome_at(first + i);
  };
  oneapi::tbb::task_arena one_thread(1);
  for (Metric metric : {Metric::kValue, Metric::kDistance}) {
    const auto written = one_thread.execute([&] {
      return write_subspace_file(directory, variant, subspace, metric, counts, options, fill);
    });
    if (!written) fmt::print(stderr, "{}\n", written.error().message);
    MILLSTONE_CHECK(written.has_value());
  }
}

OutcomeByte made_up_outcome(const Subspace& subspace, std::uint64_t slot) {
  const auto own = static_cast<std::uint64_t>(subspace.own);
  const auto opponent = static_cast<std::uint64_t>(subspace.opponent);
  const std::uint64_t run = mix(own << 56 ^ opponent << 48 ^ slot / 12);
  const int distance = static_cast<int>(run >> 8 & 31) + static_cast<int>(mix(slot) & 3);
  if (run % 4 == 0) return kDrawByte;
  return run % 4 == 1 ? loss_byte(2 * distance) : win_byte(2 * distance + 1);
}

void write_made_up_files(const std::filesystem::path& directory, const Variant& variant,
                         const Subspace& subspace, std::uint32_t block_slots) {
  ClassCounts counts;
  counts.slots = slot_count(*variant.board, subspace);
  counts.classes = class_count(*variant.board, subspace);
  counts.draws = counts.classes;  // not counted: a reader can't tell without decoding everything
  WriteOptions options;
  options.level = 1;
  options.block_slots = block_slots;
  write_files(directory, variant, subspace, counts, options,
              [&](std::uint64_t slot) { return made_up_outcome(subspace, slot); });
}

}  // namespace mill
