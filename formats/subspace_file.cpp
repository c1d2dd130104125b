#include "formats/subspace_file.h"

#include <oneapi/tbb/enumerable_thread_specific.h>
#include <oneapi/tbb/parallel_pipeline.h>
#include <oneapi/tbb/task_arena.h>

#include <atomic>

#include "formats/parallel.h"

namespace millstone {
namespace {

namespace tbb = oneapi::tbb;

/// One file on its way through three stages: blocks are numbered, encoded by all threads, and
/// written in their order.
class BlockPipeline {
 public:
  BlockPipeline(DatabaseWriter& writer, int level, const FillKeys& fill, const LongDistances& longs)
      : writer_(writer),
        header_(writer.header()),
        fill_(fill),
        longs_(longs),
        workers_([=, format = writer.block_format()] {
          return Worker{BlockEncoder(format, level), {}};
        }),
        encoded_(2 * static_cast<std::size_t>(tbb::this_task_arena::max_concurrency()) + 2) {}

  Result<void> run();

 private:
  using Block = std::uint32_t;

  /// What one thread needs to encode blocks.
  struct Worker {
    BlockEncoder encoder;
    std::vector<Key> keys;
  };

  Block number(tbb::flow_control& control);
  void encode(Block block);
  void write(Block block);

  EncodedBlock& place_of(Block block) { return encoded_[block % encoded_.size()]; }

  DatabaseWriter& writer_;
  const FileHeader& header_;
  const FillKeys& fill_;
  const LongDistances& longs_;
  tbb::enumerable_thread_specific<Worker> workers_;
  // As many blocks as are under way: enough that no thread waits while a slow one holds up the
  // order. Since blocks leave in order, these have different places.
  std::vector<EncodedBlock> encoded_;
  Block next_ = 0;
  Result<void> written_;  // touched by the last stage only
  std::atomic<bool> failed_ = false;
};

Result<void> BlockPipeline::run() {
  using Mode = tbb::filter_mode;
  const auto number_next = [this](tbb::flow_control& control) { return number(control); };
  const auto encode_one = [this](Block block) { return encode(block), block; };
  const auto write_one = [this](Block block) { write(block); };
  TaskOrder order;
  const auto stage = [&](const auto& body) { return TaskBody(body, order, order); };
  order.publish();
  tbb::parallel_pipeline(
      encoded_.size(), tbb::make_filter<void, Block>(Mode::serial_in_order, stage(number_next)) &
                           tbb::make_filter<Block, Block>(Mode::parallel, stage(encode_one)) &
                           tbb::make_filter<Block, void>(Mode::serial_in_order, stage(write_one)));
  order.observe();
  return written_;
}

BlockPipeline::Block BlockPipeline::number(tbb::flow_control& control) {
  if (next_ == header_.block_count || failed_) control.stop();
  return next_++;
}

void BlockPipeline::encode(Block block) {
  Worker& worker = workers_.local();
  worker.keys.resize(header_.slots_in_block(block));
  const std::uint64_t first = std::uint64_t{block} * header_.block_slots;
  fill_(first, worker.keys);
  place_of(block) = worker.encoder.encode(worker.keys, longs_.of_slots(first, worker.keys.size()));
}

void BlockPipeline::write(Block block) {
  if (!failed_) written_ = writer_.append(place_of(block));
  if (!written_) failed_ = true;
}

}  // namespace

Result<std::uint64_t> write_subspace_file(const std::filesystem::path& directory,
                                          const Variant& variant, const Subspace& subspace,
                                          Metric metric, const Counts& counts,
                                          const WriteOptions& options, const FillKeys& fill,
                                          const LongDistances& longs) {
  auto writer = DatabaseWriter::create(directory, variant, subspace, metric, options);
  if (!writer) return tl::unexpected(writer.error());
  if (auto written = BlockPipeline(*writer, options.level, fill, longs).run(); !written)
    return tl::unexpected(written.error());
  return writer->finish(counts);
}

}  // namespace millstone
