#include "formats/codecs/codec.h"

#include <algorithm>
#include <array>

#include "base/checksum.h"
#include "formats/codecs/context/context_codec.h"
#include "formats/codecs/mirror/mirror_codec.h"
#include "formats/codecs/network/network_codec.h"
#include "formats/codecs/packed_values.h"
#include "formats/codecs/triples_codec.h"
#include "formats/codecs/zstd_codec.h"
#include "game/numbering.h"

namespace mill {

std::string_view metric_name(Metric metric) {
  constexpr std::array<std::string_view, kMetrics.size()> kNames = {"value", "distance", "grade"};
  return kNames[static_cast<std::size_t>(metric)];
}

std::span<const CodecEntry> codecs() {
  static const std::array entries = {zstd_codec(),   context_codec(), network_codec(),
                                     mirror_codec(), triples_codec(), stripes_codec()};
  return entries;
}

const CodecEntry* find_codec(Codec codec) {
  const auto entry = std::ranges::find(codecs(), codec, &CodecEntry::codec);
  return entry == codecs().end() ? nullptr : &*entry;
}

const CodecEntry* find_codec(std::string_view name) {
  const auto entry = std::ranges::find(codecs(), name, &CodecEntry::name);
  return entry == codecs().end() ? nullptr : &*entry;
}

std::string_view codec_name(Codec codec) {
  const CodecEntry* const entry = find_codec(codec);
  MILLSTONE_CHECK(entry != nullptr);
  return entry->name;
}

bool holds_numbering_blocks(const Board& board, const Subspace& subspace,
                            std::uint32_t block_slots) {
  return subspace.marked == 0 && block_slots != 0 &&
         block_slots % numbering_block_size(board, subspace) == 0;
}

bool CodecEntry::has(Metric metric) const {
  return metric == Metric::kValue || (metric == Metric::kDistance && has_distances) ||
         (metric == Metric::kGrade && open_grades != nullptr);
}

std::optional<Value> BlockDecoder::value_by_guide(std::span<const std::uint8_t>, std::uint32_t,
                                                  std::span<const std::uint8_t>) const {
  return std::nullopt;
}

bool BlockDecoder::decode_distances(std::span<const std::uint8_t>, const std::uint8_t*,
                                    std::span<OutcomeByte>, std::vector<LongDistance>*) const {
  return false;
}

Result<std::vector<std::uint8_t>> GuideValues::of_block(const SlotLayout& layout,
                                                        std::uint32_t block) const {
  const GuideSlots slots =
      guide_slots(guide, std::uint64_t{block} * layout.block_slots, layout.slots_in_block(block));
  std::vector<std::uint8_t> numbers(slots.count);
  MILLSTONE_TRY(read(slots.first, numbers));
  return numbers;
}

Result<EncodedBlock> encode_block(BlockEncoder& encoder, std::uint32_t block,
                                  std::span<const OutcomeByte> outcomes,
                                  std::span<const LongDistance> longs,
                                  std::span<const std::uint8_t> guide) {
  EncodedBlock encoded;
  encoded.packed_values.resize(packed_size(outcomes.size()));
  pack_values(outcomes, encoded.packed_values);
  encoded.bytes =
      MILLSTONE_TRY(encoder.encode(block, {outcomes, longs, encoded.packed_values, guide}));
  encoded.checksum = checksum(encoded.bytes);
  return encoded;
}

}  // namespace mill
