#include "formats/codecs/mirror/mirror_codec.h"

#include "formats/codecs/mirror/mirror_network.h"
#include "formats/codecs/network/network_trainer.h"
#include "formats/codecs/prediction/learned_encoder.h"
#include "formats/codecs/prediction/predicted_values.h"

namespace mill {
namespace {

/// Whether the minor side is to move, with no stones in hand.
bool has_mirror_steps(const Board& board, const Subspace& subspace, std::uint32_t block_slots) {
  return subspace.own < subspace.opponent && subspace.own_hand == 0 &&
         subspace.opponent_hand == 0 && is_predictable(board, subspace, block_slots);
}

/// Whether a file block holds values that its mirror allows.
Result<bool> follows(const EncodingTask& task, const std::shared_ptr<const CodingOrder>& order,
                     const MirrorSteps& steps, Mask first, std::uint32_t block) {
  const SampledContent content = MILLSTONE_TRY(read_content(task, block));
  const Surroundings file{task.variant.board, order,
                          reach_of(task.variant.rules, task.layout.subspace)};
  const std::size_t size = order->size();
  const auto majors = successive_majors(*file.board, first, content.outcomes.size() / size);
  MILLSTONE_CHECK(majors);
  std::vector<std::uint8_t> mirror(size);
  std::vector<Outlook> outlooks(size);
  for (std::size_t number = 0; number < majors->size(); ++number) {
    const std::size_t begin = number * size;
    for (std::size_t i = 0; i < size; ++i)
      mirror[i] = static_cast<std::uint8_t>(value_at(content.mirror_values.data(), begin + i));
    steps.find(file, (*majors)[number], mirror.data(), outlooks);
    for (std::size_t i = 0; i < size; ++i) {
      const Value value = value_at(content.packed_values.data(), begin + i);
      if (!outlooks[i].allows(static_cast<std::uint8_t>(value))) return false;
    }
  }
  return true;
}

/// kVerificationFailed naming a block that no mirror can have.
Result<void> check_all_follow(const EncodingTask& task) {
  const SubspaceOrder order(*task.variant.board, task.layout.subspace);
  const MirrorSteps steps(*order.get());
  const std::vector<Mask> first_majors = first_majors_of(task.layout, task.variant);
  return try_for_each_index(
      task.for_each_index, task.layout.block_count, [&](std::uint32_t block) -> Result<void> {
        if (MILLSTONE_TRY(follows(task, order.get(), steps, first_majors[block], block))) return {};
        return fail(ErrorCode::kVerificationFailed,
                    "{}: block {} holds values that do not follow from those of {}",
                    task.layout.subspace.text(), block, task.layout.subspace.mirror().text());
      });
}

Result<std::shared_ptr<const FileEncoder>> prepare_mirror_encoder(const EncodingTask& task) {
  MILLSTONE_CHECK(task.mirror != nullptr);
  MILLSTONE_TRY(check_all_follow(task));
  return learn_encoder<MirrorNetwork>(
      task, kNetworkSample,
      [&](const auto& examples, std::uint64_t slots, const ForEachIndex& for_each_index) {
        return MirrorNetwork(learn_value_network(examples, slots, for_each_index),
                             task.mirror->values_checksum);
      });
}

}  // namespace

CodecEntry mirror_codec() {
  CodecEntry entry{};
  entry.codec = Codec::kMirror;
  entry.name = "mirror";
  entry.has_codec_data = true;
  entry.needs_mirror = true;
  entry.fits = has_mirror_steps;
  entry.open = [](const DecodingTask& task) -> Result<std::shared_ptr<const BlockDecoder>> {
    const SlotLayout& layout = task.layout;
    if (!has_mirror_steps(*task.board, layout.subspace, layout.block_slots))
      return fail(ErrorCode::kDamagedFile, "{}: is damaged: its codec does not fit it", task.file);
    return PredictedValues<MirrorNetwork>::open(task);
  };
  entry.prepare = prepare_mirror_encoder;
  entry.fallback = Codec::kNetwork;
  return entry;
}

}  // namespace mill
