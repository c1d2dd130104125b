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

/// Takes the blocks of a file in their order.
using BlockSink = std::function<Result<void>(EncodedBlock&)>;

/// Blocks of one file on their way through three stages: they are numbered, encoded by all threads,
/// and handed on in their order.
class BlockPipeline {
 public:
  /// @param guide  null unless the codec needs it
  BlockPipeline(const FileHeader& header, const FileEncoder& encoder, FileBlocks blocks,
                const ReadOutcomes& read, const GuideValues* guide, const BlockSink& sink)
      : header_(header),
        end_(blocks.end),
        read_(read),
        guide_(guide),
        sink_(sink),
        workers_([&encoder] {
          return Worker{encoder.block_encoder(), {}, {}};
        }),
        encoded_(2 * static_cast<std::size_t>(tbb::this_task_arena::max_concurrency()) + 2),
        next_(blocks.begin) {}

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
  void hand_on(Block block);
  void fail_with(const Error& error);

  EncodedBlock& place_of(Block block) { return encoded_[block % encoded_.size()]; }

  const FileHeader& header_;
  const Block end_;
  const ReadOutcomes& read_;
  const GuideValues* const guide_;
  const BlockSink& sink_;
  tbb::enumerable_thread_specific<Worker> workers_;
  // As many blocks as are under way: enough that no thread waits while a slow one holds up the
  // order. Since blocks leave in order, these have different places.
  std::vector<EncodedBlock> encoded_;
  Block next_;
  std::mutex failure_mutex_;
  Result<void> done_;  // the first error
  std::atomic<bool> failed_ = false;
};

Result<void> BlockPipeline::run() {
  using Mode = tbb::filter_mode;
  const auto number_next = [this](tbb::flow_control& control) { return number(control); };
  const auto encode_one = [this](Block block) { return encode(block), block; };
  const auto hand_one_on = [this](Block block) { hand_on(block); };
  TaskOrder order;
  const auto stage = [&](const auto& body) { return TaskBody(body, order, order); };
  order.publish();
  tbb::parallel_pipeline(
      encoded_.size(),
      tbb::make_filter<void, Block>(Mode::serial_in_order, stage(number_next)) &
          tbb::make_filter<Block, Block>(Mode::parallel, stage(encode_one)) &
          tbb::make_filter<Block, void>(Mode::serial_in_order, stage(hand_one_on)));
  order.observe();
  return done_;
}

BlockPipeline::Block BlockPipeline::number(tbb::flow_control& control) {
  if (next_ == end_ || failed_) control.stop();
  return next_++;
}

void BlockPipeline::encode(Block block) {
  if (failed_) return;
  Worker& worker = workers_.local();
  worker.outcomes.resize(header_.slots_in_block(block));
  worker.longs.clear();
  if (auto read = read_(block, worker.outcomes, worker.longs); !read)
    return fail_with(read.error());
  std::vector<std::uint8_t> guide;
  if (guide_) {
    auto read = guide_->of_block(header_.layout(), block);
    if (!read) return fail_with(read.error());
    guide = *std::move(read);
  }
  auto encoded = encode_block(*worker.encoder, block, worker.outcomes, worker.longs, guide);
  if (!encoded) return fail_with(encoded.error());
  place_of(block) = *std::move(encoded);
}

void BlockPipeline::hand_on(Block block) {
  if (failed_) return;
  if (auto taken = sink_(place_of(block)); !taken) fail_with(taken.error());
}

void BlockPipeline::fail_with(const Error& error) {
  const std::lock_guard lock(failure_mutex_);
  if (done_) done_ = tl::unexpected(error);
  failed_ = true;
}

/// The values of the guide where the codec of a file needs them.
const GuideValues* needed_guide(const FileHeader& header, const WriteOptions& options) {
  return find_codec(header.codec)->guide ? options.guide : nullptr;
}

Result<std::shared_ptr<const FileEncoder>> prepare_encoder(const FileHeader& header,
                                                           const Variant& variant,
                                                           const WriteOptions& options,
                                                           const ReadOutcomes& read) {
  const ForEachIndex on_all_threads = [](std::uint32_t count, const auto& work) {
    for_each_index(count, work);
  };
  return find_codec(header.codec)
      ->prepare({header.layout(), header.metric, variant, options.level, read, on_all_threads,
                 needed_guide(header, options)});
}

ReadOutcomes read_from(std::uint32_t block_slots, const FillOutcomes& fill,
                       const LongDistances& longs) {
  return [block_slots, &fill, &longs](std::uint32_t block, std::span<OutcomeByte> outcomes,
                                      std::vector<LongDistance>& block_longs) -> Result<void> {
    const std::uint64_t first = std::uint64_t{block} * block_slots;
    fill(first, outcomes);
    const auto found = longs.of_slots(first, outcomes.size());
    block_longs.assign(found.begin(), found.end());
    return {};
  };
}

}  // namespace

Result<std::uint64_t> write_subspace_file(const std::filesystem::path& directory,
                                          const Variant& variant, const Subspace& subspace,
                                          Metric metric, const ClassCounts& counts,
                                          const WriteOptions& options, const ReadOutcomes& read) {
  MILLSTONE_TRY(check_options(options));
  const auto encoder = MILLSTONE_TRY(
      prepare_encoder(header_of(variant, subspace, metric, options), variant, options, read));
  auto writer = MILLSTONE_TRY(
      DatabaseWriter::create(directory, variant, subspace, metric, options, encoder->codec_data()));
  const BlockSink append = [&](EncodedBlock& block) { return writer.append(block); };
  const FileHeader& header = writer.header();
  MILLSTONE_TRY(BlockPipeline(header, *encoder, {0, header.block_count}, read,
                              needed_guide(header, options), append)
                    .run());
  return writer.finish(counts);
}

Result<std::uint64_t> write_subspace_file(const std::filesystem::path& directory,
                                          const Variant& variant, const Subspace& subspace,
                                          Metric metric, const ClassCounts& counts,
                                          const WriteOptions& options, const FillOutcomes& fill,
                                          const LongDistances& longs) {
  const std::uint32_t block_slots = header_of(variant, subspace, metric, options).block_slots;
  return write_subspace_file(directory, variant, subspace, metric, counts, options,
                             read_from(block_slots, fill, longs));
}

Result<std::vector<EncodedBlock>> encode_file_blocks(const Variant& variant,
                                                     const Subspace& subspace, Metric metric,
                                                     const WriteOptions& options, FileBlocks blocks,
                                                     const FillOutcomes& fill,
                                                     const LongDistances& longs) {
  MILLSTONE_TRY(check_options(options));
  const FileHeader header = header_of(variant, subspace, metric, options);
  const ReadOutcomes read = read_from(header.block_slots, fill, longs);
  const auto encoder = MILLSTONE_TRY(prepare_encoder(header, variant, options, read));
  MILLSTONE_CHECK(encoder->codec_data().empty());
  std::vector<EncodedBlock> encoded;
  const BlockSink keep = [&](EncodedBlock& block) -> Result<void> {
    encoded.push_back(std::move(block));
    return {};
  };
  MILLSTONE_TRY(
      BlockPipeline(header, *encoder, blocks, read, needed_guide(header, options), keep).run());
  return encoded;
}

}  // namespace mill
