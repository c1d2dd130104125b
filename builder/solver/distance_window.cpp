#include "builder/solver/distance_window.h"

#include <array>
#include <atomic>
#include <mutex>

#include "base/numbers.h"
#include "builder/solver/solve_memory.h"

namespace mill {
namespace {

/// What the windows say of one position, as an outcome of the game.
Outcome joined_outcome(const std::vector<OutcomeTable>& tables, DistanceWindow window,
                       std::uint32_t block, std::uint32_t rank) {
  for (const OutcomeTable& table : tables) {
    const OutcomeByte byte = table.block(block)[rank];
    if (byte != kLaterByte) {
      Outcome outcome = to_outcome(byte);
      if (outcome.value != Value::kDraw) outcome.distance += window.base();
      return outcome;
    }
    window = window.next();
  }
  return {};
}

/// Positions of a block whose distance takes more than a byte once the windows are joined.
std::uint64_t count_long(const std::vector<OutcomeTable>& tables, const DistanceWindow& first,
                         std::uint32_t block) {
  const BlockGeometry& geometry = tables.front().geometry();
  const std::uint8_t* outcomes = tables.front().block(block);
  std::uint64_t count = 0;
  for (std::uint32_t rank = 0; rank < geometry.size(); ++rank)
    count += outcomes[rank] == kLaterByte &&
             is_long(first.byte(joined_outcome(tables, first, block, rank)));
  return count;
}

}  // namespace

Result<OutcomeTable> table_in_window(const OutcomeTable& table, const DistanceWindow& window,
                                     const std::shared_ptr<ByteArrayPool>& pool,
                                     ScratchPool& scratch) {
  OutcomeTable copy(table.shared_geometry(), table.held(), pool);
  if (!copy.valid())
    return fail(ErrorCode::kNotEnoughMemory, "the system has no memory left for long distances");
  std::array<OutcomeByte, 256> seen;
  for (int byte = 0; byte < 256; ++byte)
    seen[static_cast<std::size_t>(byte)] = window.byte(to_outcome(static_cast<OutcomeByte>(byte)));
  const BlockGeometry& geometry = table.geometry();
  for_each_block(table.held(), scratch, [&](std::uint32_t block, Scratch&) {
    for (std::uint32_t rank = 0; rank < geometry.stride(); ++rank)
      copy.block(block)[rank] = seen[table.block(block)[rank]];
  });
  for (const LongDistance& entry : table.longs().entries()) {
    const auto block = static_cast<std::uint32_t>(entry.slot / geometry.size());
    if (!table.held().contains(block)) continue;
    const std::uint64_t rank = entry.slot % geometry.size();
    copy.block(block)[rank] = window.byte({value_of(table.block(block)[rank]), entry.distance});
  }
  return copy;
}

InputProvider inputs_in_window(const InputProvider& inputs, const DistanceWindow& window,
                               const SideContext& context) {
  if (window.index == 0) return inputs;
  return
      [&inputs, window, &context](const Subspace& subspace,
                                  BlockRange part) -> Result<std::shared_ptr<const OutcomeTable>> {
        const auto table = MILLSTONE_TRY(inputs(subspace, part));
        auto seen = MILLSTONE_TRY(table_in_window(*table, window, context.pool, context.scratch));
        return std::make_shared<const OutcomeTable>(std::move(seen));
      };
}

Result<OutcomeTable> join_windows(std::vector<OutcomeTable> tables, const DistanceWindow& first,
                                  ScratchPool& scratch, std::uint64_t memory) {
  if (tables.size() == 1) return std::move(tables.front());
  const BlockGeometry& geometry = tables.front().geometry();
  std::vector<LongDistance> longs;
  std::atomic<std::uint64_t> count = 0;
  for_each_block(tables.front().held(), scratch,
                 [&](std::uint32_t block, Scratch&) { count += count_long(tables, first, block); });
  if (count > memory / sizeof(LongDistance))
    return fail(
        ErrorCode::kNotEnoughMemory,
        "{} positions have distances beyond {} plies, whose list takes {} MiB more memory than "
        "was given",
        count.load(), first.longest_win, mebibytes_for(count * sizeof(LongDistance) - memory));
  longs.reserve(count);
  std::mutex adding;
  for_each_block(tables.front().held(), scratch, [&](std::uint32_t block, Scratch&) {
    std::uint8_t* outcomes = tables.front().block(block);
    for (std::uint32_t rank = 0; rank < geometry.size(); ++rank) {
      if (outcomes[rank] != kLaterByte) continue;
      const Outcome outcome = joined_outcome(tables, first, block, rank);
      outcomes[rank] = first.byte(outcome);
      if (!is_long(outcomes[rank])) continue;
      const std::lock_guard lock(adding);
      longs.push_back({std::uint64_t{block} * geometry.size() + rank, outcome.distance});
    }
  });
  tables.front().set_longs(std::make_shared<const LongDistances>(std::move(longs)));
  return std::move(tables.front());
}

Result<void> check_window_memory(const Variant& variant, const Subspace& subspace,
                                 std::uint64_t done, std::uint64_t limit, int members) {
  const std::uint64_t need = window_memory(variant, subspace, done, members);
  if (need <= limit) return {};
  return fail(
      ErrorCode::kNotEnoughMemory,
      "{} has distances beyond a byte and needs {} MiB of memory to go on, {} MiB more than "
      "was given",
      subspace.text(), mebibytes_for(need), mebibytes_for(need - limit));
}

}  // namespace mill
