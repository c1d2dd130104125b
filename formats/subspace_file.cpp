#include "formats/subspace_file.h"

#include <oneapi/tbb/enumerable_thread_specific.h>
#include <oneapi/tbb/parallel_pipeline.h>
#include <oneapi/tbb/task_arena.h>

#include <atomic>

namespace millstone {
namespace {

namespace tbb = oneapi::tbb;

/// What one thread needs to encode blocks.
struct Worker {
  BlockEncoder encoder;
  std::vector<Key> keys;
};

}  // namespace

Result<std::uint64_t> write_subspace_file(const std::filesystem::path& directory,
                                          const Variant& variant, const Subspace& subspace,
                                          Metric metric, const Counts& counts,
                                          const WriteOptions& options, const FillKeys& fill,
                                          const LongDistances& longs) {
  auto writer = DatabaseWriter::create(directory, variant, subspace, metric, options);
  if (!writer) return tl::unexpected(writer.error());
  const FileHeader& header = writer->header();

  tbb::enumerable_thread_specific<Worker> workers([&] {
    return Worker{BlockEncoder(writer->block_format(), options.level), {}};
  });
  std::uint32_t next = 0;
  Result<void> written;  // touched by the last stage only
  std::atomic<bool> failed = false;
  const auto number_blocks = [&](tbb::flow_control& control) {
    if (next == header.block_count || failed) control.stop();
    return next++;
  };
  const auto encode = [&](std::uint32_t block) {
    Worker& worker = workers.local();
    worker.keys.resize(header.slots_in_block(block));
    const std::uint64_t first = std::uint64_t{block} * header.block_slots;
    fill(first, worker.keys);
    return worker.encoder.encode(worker.keys, longs.of_slots(first, worker.keys.size()));
  };
  const auto write = [&](const EncodedBlock& block) {
    if (!failed) written = writer->append(block);
    if (!written) failed = true;
  };
  // Enough that no thread waits while a slow block holds up the order.
  const std::size_t tokens = 2 * std::size_t(tbb::this_task_arena::max_concurrency()) + 2;
  tbb::parallel_pipeline(
      tokens,
      tbb::make_filter<void, std::uint32_t>(tbb::filter_mode::serial_in_order, number_blocks) &
          tbb::make_filter<std::uint32_t, EncodedBlock>(tbb::filter_mode::parallel, encode) &
          tbb::make_filter<EncodedBlock, void>(tbb::filter_mode::serial_in_order, write));
  if (!written) return tl::unexpected(written.error());
  return writer->finish(counts);
}

}  // namespace millstone
