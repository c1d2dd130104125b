#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "formats/codecs/codec.h"
#include "formats/codecs/prediction/surroundings.h"
#include "formats/codecs/zstd_frame.h"

namespace mill {

/// Whether files of a subspace can be predicted: they hold numbering blocks, and these are not too
/// large.
bool is_predictable(const Board& board, const Subspace& subspace, std::uint32_t block_slots);

/// What the header of a file that is predicted holds for its readers.
///
/// A Model has kStoredSize, serialize() and parse(): its bytes, and back; none if these are none.
template <typename Model>
struct LearnedModel {
  Reach reach;
  Model model;
};

template <typename Model>
std::vector<std::uint8_t> learned_data(Reach reach, const Model& model) {
  std::vector<std::uint8_t> data = compress_frame(model.serialize(), kModelLevel);
  data.insert(data.begin(), reach_byte(reach));
  return data;
}

/// kDamagedFile if the codec data are none of such a model, or the file can't be predicted.
template <typename Model>
Result<LearnedModel<Model>> read_learned(const DecodingTask& task) {
  const std::span<const std::uint8_t> data = task.codec_data;
  std::vector<std::uint8_t> stored(Model::kStoredSize);
  if (!data.empty() && data[0] <= kMostReachByte &&
      is_predictable(*task.board, task.layout.subspace, task.layout.block_slots) &&
      decompress_frame(data.subspan(1), stored))
    if (auto model = Model::parse(stored))
      return LearnedModel<Model>{reach_of_byte(data[0]), std::move(*model)};
  return fail(ErrorCode::kDamagedFile, "{}: is damaged: the header's codec data are none",
              task.file);
}

}  // namespace mill
