#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/fallible_loop.h"
#include "formats/codecs/codec.h"
#include "formats/codecs/packed_values.h"

namespace mill {

/// The number of a block of a file, of which so many are looked at, spread evenly.
/// @param index  of the block among these
inline std::uint32_t spread_block(std::uint32_t index, std::uint32_t blocks,
                                  std::uint32_t file_blocks) {
  return static_cast<std::uint32_t>((2 * std::uint64_t{index} + 1) * file_blocks /
                                    (2 * std::uint64_t{blocks}));
}

/// How much of a file a model is learned from.
struct SampleSize {
  std::uint64_t slots;     ///< about so many at most
  std::uint32_t blocks;    ///< file blocks
  std::size_t portion;     ///< slots of one block that are learned from in a row
  bool thins_out = false;  ///< takes slots here and there rather than exceed `slots`
};

/// What is learned from of one file block.
struct SampledPart {
  std::size_t number;            ///< of the block in the sample
  std::size_t numbering_blocks;  ///< taken of it: others in each, since the first know less of each
                                 ///< other than the last
  std::size_t every;             ///< of the slots one in so many

  /// Whether a numbering block is taken, of so many of the file block.
  bool has_block(std::size_t index, std::size_t count) const {
    if (numbering_blocks >= count) return true;
    const std::size_t first = number * numbering_blocks % count;
    return (index + count - first) % count < numbering_blocks;
  }

  /// Whether a slot of these is, by its turn in the coding order.
  bool has_slot(std::size_t turn) const { return (turn + number) % every == 0; }
};

/// The file blocks that a model is learned from, spread evenly.
class Sample {
 public:
  /// @param unit  slots of a numbering block
  Sample(const SampleSize& size, const SlotLayout& layout, std::uint32_t unit);

  std::uint32_t blocks() const { return blocks_; }

  /// The number in the file of one of them.
  std::uint32_t block(std::uint32_t index) const {
    return spread_block(index, blocks_, file_blocks_);
  }
  SampledPart part(std::uint32_t index) const { return {index, numbering_blocks_, every_}; }

 private:
  std::uint32_t file_blocks_, blocks_;
  std::size_t numbering_blocks_, every_;  // of each file block
};

/// All examples, a portion of each block in turn, so that no block is learned last.
template <typename Example>
std::vector<Example> mixed(const std::vector<std::vector<Example>>& by_block, std::size_t portion) {
  std::vector<Example> all;
  std::size_t most = 0, sum = 0;
  for (const auto& examples : by_block) {
    most = std::max(most, examples.size());
    sum += examples.size();
  }
  all.reserve(sum);
  const std::size_t portions = (most + portion - 1) / portion;
  for (std::size_t turn = 0; turn < portions; ++turn)
    for (std::size_t block = 0; block < by_block.size(); ++block) {
      const std::span<const Example> examples = by_block[block];
      const std::size_t begin = (turn + block) % portions * portion;
      if (begin >= examples.size()) continue;
      const auto part = examples.subspan(begin, std::min(portion, examples.size() - begin));
      all.insert(all.end(), part.begin(), part.end());
    }
  return all;
}

/// What a sampled file block holds.
struct SampledContent {
  std::vector<OutcomeByte> outcomes;
  std::vector<LongDistance> longs;
  std::vector<std::uint8_t> packed_values, guide;

  BlockContent view() const { return {outcomes, longs, packed_values, guide}; }
};

inline Result<SampledContent> read_content(const EncodingTask& task, std::uint32_t block) {
  SampledContent content;
  if (task.guide) content.guide = MILLSTONE_TRY(task.guide->of_block(task.layout, block));
  content.outcomes.resize(task.layout.slots_in_block(block));
  MILLSTONE_TRY(task.read(block, content.outcomes, content.longs));
  content.packed_values.resize(packed_size(content.outcomes.size()));
  pack_values(content.outcomes, content.packed_values);
  return content;
}

/// What `examples_of(block, part)` gives of the sampled blocks (or its first error), mixed. The
/// result does not depend on the number of threads.
template <typename Example, typename ExamplesOf>
Result<std::vector<Example>> sampled_examples(const EncodingTask& task, const SampleSize& size,
                                              std::uint32_t unit, const ExamplesOf& examples_of) {
  const Sample sample(size, task.layout, unit);
  std::vector<std::vector<Example>> by_block(sample.blocks());
  const auto draw = [&](std::uint32_t index) -> Result<void> {
    by_block[index] = MILLSTONE_TRY(examples_of(sample.block(index), sample.part(index)));
    return {};
  };
  MILLSTONE_TRY(try_for_each_index(task.for_each_index, sample.blocks(), draw));
  return mixed(by_block, size.portion);
}

}  // namespace mill
