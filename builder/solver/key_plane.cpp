#include "builder/solver/key_plane.h"

#include <array>
#include <atomic>
#include <mutex>

#include "builder/solver/solve_memory.h"

namespace millstone {
namespace {

/// What the planes say of one position, as an outcome of the game.
Outcome joined_outcome(const std::vector<KeyTable>& tables, KeyPlane plane, std::uint32_t block,
                       std::uint32_t rank) {
  for (const KeyTable& table : tables) {
    const Key key = table.block(block)[rank];
    if (key != kKeyLater) {
      Outcome outcome = to_outcome(key);
      if (outcome.value != Value::kDraw) outcome.distance += plane.base();
      return outcome;
    }
    plane = plane.next();
  }
  return {};
}

/// Positions of a block whose distance takes more than a byte once the planes are joined.
std::uint64_t count_long(const std::vector<KeyTable>& tables, const KeyPlane& first,
                         std::uint32_t block) {
  const BlockGeometry& geometry = tables.front().geometry();
  const std::uint8_t* keys = tables.front().block(block);
  std::uint64_t count = 0;
  for (std::uint32_t rank = 0; rank < geometry.size(); ++rank)
    count +=
        keys[rank] == kKeyLater && is_long(first.key(joined_outcome(tables, first, block, rank)));
  return count;
}

}  // namespace

Result<KeyTable> table_in_plane(const KeyTable& table, const KeyPlane& plane,
                                const std::shared_ptr<ByteArrayPool>& pool, ScratchPool& scratch) {
  KeyTable copy(table.shared_geometry(), table.held(), pool);
  if (!copy.valid())
    return fail(ErrorCode::kNotEnoughMemory, "the system has no memory left for long distances");
  std::array<Key, 256> seen;
  for (int key = 0; key < 256; ++key)
    seen[static_cast<std::size_t>(key)] = plane.key(to_outcome(static_cast<Key>(key)));
  const BlockGeometry& geometry = table.geometry();
  for_each_block(table.held(), scratch, [&](std::uint32_t block, Scratch&) {
    for (std::uint32_t rank = 0; rank < geometry.stride(); ++rank)
      copy.block(block)[rank] = seen[table.block(block)[rank]];
  });
  for (const LongDistance& entry : table.longs().entries()) {
    const auto block = static_cast<std::uint32_t>(entry.slot / geometry.size());
    if (!table.held().contains(block)) continue;
    const std::uint64_t rank = entry.slot % geometry.size();
    copy.block(block)[rank] = plane.key({key_value(table.block(block)[rank]), entry.distance});
  }
  return copy;
}

KeyProvider inputs_in_plane(const KeyProvider& inputs, const KeyPlane& plane, const Mover& mover) {
  if (plane.index == 0) return inputs;
  return [&inputs, plane, &mover](const Subspace& subspace,
                                  BlockRange part) -> Result<std::shared_ptr<const KeyTable>> {
    auto table = inputs(subspace, part);
    if (!table) return table;
    auto seen = MILLSTONE_TRY(table_in_plane(**table, plane, mover.pool, mover.scratch));
    return std::make_shared<const KeyTable>(std::move(seen));
  };
}

Result<KeyTable> join_planes(std::vector<KeyTable> tables, const KeyPlane& first,
                             ScratchPool& scratch, std::uint64_t memory) {
  if (tables.size() == 1) return std::move(tables.front());
  const BlockGeometry& geometry = tables.front().geometry();
  std::vector<LongDistance> longs;
  std::atomic<std::uint64_t> count = 0;
  for_each_block(geometry.blocks(), scratch,
                 [&](std::uint32_t block, Scratch&) { count += count_long(tables, first, block); });
  if (count > memory / sizeof(LongDistance))
    return fail(
        ErrorCode::kNotEnoughMemory,
        "{} positions have distances beyond {} plies, which take {} MiB of memory more than "
        "there is: give more with --memory",
        count.load(), first.longest_win, ((count * sizeof(LongDistance) - memory) >> 20) + 1);
  longs.reserve(count);
  std::mutex adding;
  for_each_block(geometry.blocks(), scratch, [&](std::uint32_t block, Scratch&) {
    std::uint8_t* keys = tables.front().block(block);
    for (std::uint32_t rank = 0; rank < geometry.size(); ++rank) {
      if (keys[rank] != kKeyLater) continue;
      const Outcome outcome = joined_outcome(tables, first, block, rank);
      keys[rank] = first.key(outcome);
      if (!is_long(keys[rank])) continue;
      const std::lock_guard lock(adding);
      longs.push_back({std::uint64_t{block} * geometry.size() + rank, outcome.distance});
    }
  });
  tables.front().set_longs(std::make_shared<const LongDistances>(std::move(longs)));
  return std::move(tables.front());
}

Result<void> check_plane_memory(const Variant& variant, const Subspace& subspace,
                                std::uint64_t done, std::uint64_t memory) {
  const std::uint64_t need = plane_memory(variant, subspace, done);
  if (need <= memory) return {};
  return fail(ErrorCode::kNotEnoughMemory,
              "{} has distances beyond a byte and needs {} MiB of memory to go on, of which {} are "
              "left: give {} MiB more with --memory",
              subspace.text(), (need >> 20) + 1, memory >> 20, ((need - memory) >> 20) + 1);
}

}  // namespace millstone
