#include "formats/subspace_file.h"

#include <oneapi/tbb/enumerable_thread_specific.h>
#include <oneapi/tbb/parallel_pipeline.h>
#include <oneapi/tbb/task_arena.h>

#include <atomic>
#include <mutex>

#include "base/parallel.h"
#include "formats/codecs/packed_values.h"

namespace mill {
namespace {

namespace tbb = oneapi::tbb;

/// One file on its way through three stages: blocks are numbered, encoded by all threads, and
/// written in their order.
class BlockPipeline {
 public:
  BlockPipeline(DatabaseWriter& writer, const FileEncoder& encoder, const ReadOutcomes& read)
      : writer_(writer),
        header_(writer.header()),
        read_(read),
        workers_([&encoder] {
          return Worker{encoder.block_encoder(), {}, {}};
        }),
        encoded_(2 * static_cast<std::size_t>(tbb::this_task_arena::max_concurrency()) + 2) {}

  Result<void> run();

 private:
  using Block = std::uint32_t;

  /// What one thread needs to encode blocks.
  struct Worker {
    std::unique_ptr<BlockEncoder> encoder;
    std::vector<OutcomeByte> outcomes;
    std::vector<LongDistance> longs;
  };

  Block number(tbb::flow_control& control);
  void encode(Block block);
  void write(Block block);
  void fail_with(const Error& error);

  EncodedBlock& place_of(Block block) { return encoded_[block % encoded_.size()]; }

  DatabaseWriter& writer_;
  const FileHeader& header_;
  const ReadOutcomes& read_;
  tbb::enumerable_thread_specific<Worker> workers_;
  // As many blocks as are under way: enough that no thread waits while a slow one holds up the
  // order. Since blocks leave in order, these have different places.
  std::vector<EncodedBlock> encoded_;
  Block next_ = 0;
  std::mutex failure_mutex_;
  Result<void> done_;  // the first error
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
  return done_;
}

BlockPipeline::Block BlockPipeline::number(tbb::flow_control& control) {
  if (next_ == header_.block_count || failed_) control.stop();
  return next_++;
}

void BlockPipeline::encode(Block block) {
  if (failed_) return;
  Worker& worker = workers_.local();
  worker.outcomes.resize(header_.slots_in_block(block));
  worker.longs.clear();
  if (auto read = read_(block, worker.outcomes, worker.longs); !read)
    return fail_with(read.error());
  place_of(block) = encode_block(*worker.encoder, block, worker.outcomes, worker.longs);
}

void BlockPipeline::write(Block block) {
  if (failed_) return;
  if (auto written = writer_.append(place_of(block)); !written) fail_with(written.error());
}

void BlockPipeline::fail_with(const Error& error) {
  const std::lock_guard lock(failure_mutex_);
  if (done_) done_ = tl::unexpected(error);
  failed_ = true;
}

Result<std::shared_ptr<const FileEncoder>> prepare_encoder(const FileHeader& header,
                                                           const Variant& variant, int level,
                                                           const ReadOutcomes& read) {
  const ReadValues read_values = [&](std::uint32_t block,
                                     std::span<std::uint8_t> packed) -> Result<void> {
    std::vector<OutcomeByte> outcomes(header.slots_in_block(block));
    std::vector<LongDistance> longs;
    MILLSTONE_TRY(read(block, outcomes, longs));
    pack_values(outcomes, packed);
    return {};
  };
  const ForEachIndex on_all_threads = [](std::uint32_t count, const auto& work) {
    for_each_index(count, work);
  };
  return find_codec(header.codec)
      ->prepare({header.layout(), header.metric, variant, level, read_values, on_all_threads});
}

}  // namespace

Result<std::uint64_t> write_subspace_file(const std::filesystem::path& directory,
                                          const Variant& variant, const Subspace& subspace,
                                          Metric metric, const ClassCounts& counts,
                                          const WriteOptions& options, const ReadOutcomes& read) {
  MILLSTONE_TRY(check_options(options));
  const auto encoder = MILLSTONE_TRY(
      prepare_encoder(header_of(variant, subspace, metric, options), variant, options.level, read));
  auto writer = MILLSTONE_TRY(
      DatabaseWriter::create(directory, variant, subspace, metric, options, encoder->codec_data()));
  MILLSTONE_TRY(BlockPipeline(writer, *encoder, read).run());
  return writer.finish(counts);
}

Result<std::uint64_t> write_subspace_file(const std::filesystem::path& directory,
                                          const Variant& variant, const Subspace& subspace,
                                          Metric metric, const ClassCounts& counts,
                                          const WriteOptions& options, const FillOutcomes& fill,
                                          const LongDistances& longs) {
  const std::uint32_t block_slots = options.block_slots != 0
                                        ? options.block_slots
                                        : default_block_slots(*variant.board, subspace);
  const ReadOutcomes read = [&](std::uint32_t block, std::span<OutcomeByte> outcomes,
                                std::vector<LongDistance>& block_longs) -> Result<void> {
    const std::uint64_t first = std::uint64_t{block} * block_slots;
    fill(first, outcomes);
    const auto found = longs.of_slots(first, outcomes.size());
    block_longs.assign(found.begin(), found.end());
    return {};
  };
  return write_subspace_file(directory, variant, subspace, metric, counts, options, read);
}

}  // namespace mill
