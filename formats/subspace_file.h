#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <vector>

#include "formats/database_writer.h"
#include "game/long_distances.h"
#include "game/value.h"

namespace mill {

/// Supplies outcomes: fills `out` with those of the slots first_slot, first_slot + 1, .... Called
/// from several threads at once and in any order; must not throw.
using FillOutcomes = std::function<void(std::uint64_t first_slot, std::span<OutcomeByte> out)>;

/// Writes one file from start to end: blocks are encoded in parallel and written in order, with a
/// few blocks in memory at a time. The bytes do not depend on the number of threads. May be called
/// from several threads at once for different files.
/// @param counts  of the subspace; counts.slots must be that of the numbering
/// @return the size of the file in bytes; errors as DatabaseWriter, and those of `read`
Result<std::uint64_t> write_subspace_file(const std::filesystem::path& directory,
                                          const Variant& variant, const Subspace& subspace,
                                          Metric metric, const ClassCounts& counts,
                                          const WriteOptions& options, const ReadOutcomes& read);

/// The same of outcomes that are at hand.
/// @param longs  the distances of all slots with long outcomes
Result<std::uint64_t> write_subspace_file(const std::filesystem::path& directory,
                                          const Variant& variant, const Subspace& subspace,
                                          Metric metric, const ClassCounts& counts,
                                          const WriteOptions& options, const FillOutcomes& fill,
                                          const LongDistances& longs = {});

/// Blocks of a file, by number.
struct FileBlocks {
  std::uint32_t begin = 0, end = 0;  ///< the first, and the one after the last
};

/// Encodes some blocks of a file whose codec keeps no data of its own in the header, for
/// DatabaseWriter::append(). `fill` and `longs` need to know no others.
Result<std::vector<EncodedBlock>> encode_file_blocks(const Variant& variant,
                                                     const Subspace& subspace, Metric metric,
                                                     const WriteOptions& options, FileBlocks blocks,
                                                     const FillOutcomes& fill,
                                                     const LongDistances& longs);

}  // namespace mill
