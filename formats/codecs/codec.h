#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "formats/codecs/grade_blocks.h"
#include "game/long_distances.h"
#include "game/subspace.h"
#include "game/value.h"
#include "game/variant.h"

namespace mill {

/// What a database file stores of each position.
enum class Metric : std::uint8_t {
  kValue = 0,     ///< win, draw or loss
  kDistance = 1,  ///< plies to the end; read together with the value file
  kGrade = 2,     ///< which draw is better; read together with the value file
};

/// All of them.
inline constexpr std::array kMetrics = {Metric::kValue, Metric::kDistance, Metric::kGrade};

/// "value", "distance" or "grade".
std::string_view metric_name(Metric metric);

/// How blocks are compressed; see FORMAT.md. codecs() says what each can do.
enum class Codec : std::uint8_t {
  kZstd = 1,     ///< zstd over packed values or over half distances
  kContext = 2,  ///< values and grades predicted from their neighbours: small, slow to decode
  kNetwork = 3,  ///< values and distances predicted by small networks: smaller, a little slower
  kMirror = 4,   ///< of these the values that do not follow from those of the guide
  kTriples = 5,  ///< zstd over values three to a byte: a little smaller, and a little slower
  kStripes = 6,  ///< the same, where a byte has values of one stripe only: smaller, as fast
};

/// The slots of a file and how they are cut into file blocks.
struct SlotLayout {
  Subspace subspace;
  std::uint64_t slots = 0;
  std::uint32_t block_slots = 0;  ///< slots in each file block but the last
  std::uint32_t block_count = 0;

  /// Slots in that block: block_slots, or what is left for the last one.
  std::uint32_t slots_in_block(std::uint32_t block) const {
    const std::uint64_t rest = slots - std::uint64_t{block} * block_slots;
    return rest < block_slots ? static_cast<std::uint32_t>(rest) : block_slots;
  }

  /// Some slots of one block.
  struct Part {
    std::uint32_t block;
    std::uint32_t begin, count;  ///< in the block
    std::uint64_t at;            ///< of the first, among those that were asked for
  };

  /// Calls visit(part) for those parts of blocks that hold `count` slots from the first on, in
  /// order; to the first error.
  template <typename Visit>
  Result<void> for_each_part(std::uint64_t first, std::uint64_t count, const Visit& visit) const {
    for (std::uint64_t at = 0; at < count;) {
      const auto block = static_cast<std::uint32_t>((first + at) / block_slots);
      const auto begin = static_cast<std::uint32_t>((first + at) % block_slots);
      const auto here = static_cast<std::uint32_t>(
          std::min<std::uint64_t>(count - at, slots_in_block(block) - begin));
      MILLSTONE_TRY(visit(Part{block, begin, here, at}));
      at += here;
    }
    return {};
  }
};

/// The subspace whose values some of those of another follow from, its guide. Both have the same
/// classes of major stones, and so as many numbering blocks.
struct Guide {
  Subspace subspace;
  bool by_placing;                 ///< whether steps that lead there set a stone, or else move one
  std::uint32_t block_size;        ///< slots in a numbering block of the subspace that is guided
  std::uint32_t guide_block_size;  ///< likewise of the guide
};

/// Slots of a guide.
struct GuideSlots {
  std::uint64_t first = 0;
  std::uint32_t count = 0;
};

/// Those that belong to the first slots of a file block, rounded up to whole numbering blocks.
inline GuideSlots guide_slots(const Guide& guide, std::uint64_t first_slot, std::uint32_t slots) {
  const std::uint32_t blocks = (slots + guide.block_size - 1) / guide.block_size;
  return {first_slot / guide.block_size * guide.guide_block_size, blocks * guide.guide_block_size};
}

/// What values are decoded from: a block, and how much of it somebody wants.
struct StoredValues {
  std::span<const std::uint8_t> bytes;
  std::uint32_t slots;   ///< of the block
  std::uint32_t wanted;  ///< of these, from the first one on
  /// The values of guide_slots() of the wanted ones, each as a number; for a codec that needs them.
  std::span<const std::uint8_t> guide = {};
};

/// Turns the blocks of one file back into what they hold. Immutable; any thread. What takes time to
/// prepare is left to the first use.
class BlockDecoder {
 public:
  virtual ~BlockDecoder() = default;

  /// Decodes values of a block into packed form, from the first slot on: as many as are wanted,
  /// rounded up to whole numbering blocks, or all. Returns how many; 0 unless `block.bytes` are
  /// exactly such a block, as far as they are decoded.
  /// @param packed  packed_size(block.slots) bytes; those of other slots are left undefined
  virtual std::uint32_t decode_first_values(const StoredValues& block,
                                            std::span<std::uint8_t> packed) const = 0;

  /// Whether that gives all values of a block that needs no guide.
  bool decode_values(std::span<const std::uint8_t> bytes, std::uint32_t slots,
                     std::span<std::uint8_t> packed) const {
    return decode_first_values({bytes, slots, slots}, packed) == slots;
  }

  /// The value of one slot of a block, if it follows from those of the guide alone. None, too, if
  /// the bytes are no block.
  /// @param slot   in the block
  /// @param guide  the values of the slot's numbering block there, each as a number
  virtual std::optional<Value> value_by_guide(std::span<const std::uint8_t> bytes,
                                              std::uint32_t slot,
                                              std::span<const std::uint8_t> guide) const;

  /// FileHeader::values_checksum of the guide's value file, if blocks can't be decoded without it.
  virtual std::optional<std::uint64_t> guide_checksum() const { return std::nullopt; }

  /// Decodes a distance block, given the values of its slots. False unless `bytes` is exactly such
  /// a block of outcomes.size() slots with these values; so it is for a codec without distances.
  /// @param longs  where not null, gets the distances of slots with long outcomes, numbered from
  ///               the block's first slot
  virtual bool decode_distances(std::span<const std::uint8_t> bytes,
                                const std::uint8_t* packed_values, std::span<OutcomeByte> outcomes,
                                std::vector<LongDistance>* longs) const;
};

/// Turns the blocks of one grade file back into codes. Immutable; any thread.
class GradeDecoder {
 public:
  virtual ~GradeDecoder() = default;

  /// Decodes a block, given the values of its slots. False unless `bytes` is exactly a block of
  /// such slots; `codes` is left with undefined contents then.
  virtual bool decode(std::span<const std::uint8_t> bytes, const std::uint8_t* packed_values,
                      std::span<GradeCode> codes) const = 0;
};

/// Encodes the blocks of one grade file. Immutable; any thread.
class GradeEncoder {
 public:
  virtual ~GradeEncoder() = default;

  /// GradeData::model of the file.
  virtual std::span<const std::uint8_t> model() const { return {}; }

  /// @param block  number of the block in the file
  /// @param codes  of its slots
  virtual std::vector<std::uint8_t> encode(std::uint32_t block,
                                           std::span<const GradeCode> codes) const = 0;
};

/// What a block is to hold, slot by slot.
struct BlockContent {
  std::span<const OutcomeByte> outcomes;        ///< decided: win, draw or loss
  std::span<const LongDistance> longs;          ///< one for each long outcome, in order
  std::span<const std::uint8_t> packed_values;  ///< the values once more, see packed_values.h
  std::span<const std::uint8_t> guide = {};     ///< as in StoredValues, of all slots
};

/// Encodes blocks of one file, on one thread.
class BlockEncoder {
 public:
  virtual ~BlockEncoder() = default;

  /// kVerificationFailed if a codec that needs a guide can't encode values beside those of it.
  /// @param block  number of the block in the file
  virtual Result<std::vector<std::uint8_t>> encode(std::uint32_t block,
                                                   const BlockContent& content) = 0;
};

/// What is known of a file before its blocks are encoded. Immutable; any thread. Bytes are a pure
/// function of the task that it was prepared for and of the contents.
class FileEncoder {
 public:
  virtual ~FileEncoder() = default;

  /// What the header of the file holds for its readers.
  virtual std::span<const std::uint8_t> codec_data() const { return {}; }

  /// An encoder for one thread. Refers to this object.
  virtual std::unique_ptr<BlockEncoder> block_encoder() const = 0;
};

/// A file that is to be decoded. `codec_data` is needed for the call alone.
struct DecodingTask {
  SlotLayout layout;
  Metric metric = Metric::kValue;
  std::span<const std::uint8_t> codec_data;  ///< of its header
  std::shared_ptr<const Board> board;
  PlaceText file;  ///< for messages
};

/// Supplies the outcomes of a file block and the distances of its long ones, by slot of the
/// subspace. Called from several threads at once and in any order; must not throw. May be asked for
/// a block more than once.
using ReadOutcomes = std::function<Result<void>(
    std::uint32_t block, std::span<OutcomeByte> outcomes, std::vector<LongDistance>& longs)>;

/// The values of a guide, for files that are encoded with them.
struct GuideValues {
  Guide guide;                    ///< what the codec says of the file
  std::uint64_t values_checksum;  ///< FileHeader::values_checksum of its file
  /// Supplies those of slots from one on, each as a number. Called as ReadOutcomes.
  std::function<Result<void>(std::uint64_t first_slot, std::span<std::uint8_t> numbers)> read;

  /// Those of a file block that is guided.
  Result<std::vector<std::uint8_t>> of_block(const SlotLayout& layout, std::uint32_t block) const;
};

/// Calls its second argument for 0 .. count - 1, on as many threads as the caller likes.
using ForEachIndex =
    std::function<void(std::uint32_t count, const std::function<void(std::uint32_t)>& work)>;

/// A file that is to be encoded. Needed for the call alone.
struct EncodingTask {
  SlotLayout layout;
  Metric metric = Metric::kValue;
  const Variant& variant;
  int level;                 ///< of zstd, see zstd_codec.h
  const ReadOutcomes& read;  ///< for a codec that learns before it encodes
  const ForEachIndex& for_each_index;
  const GuideValues* guide = nullptr;  ///< for a codec that needs one
};

/// Supplies the codes of slots from one on. Called from several threads at once.
using ReadGradeCodes = std::function<void(std::uint64_t first_slot, std::span<GradeCode> codes)>;

/// A grade file that is to be encoded. Needed for the call alone.
struct GradeEncodingTask {
  SlotLayout layout;
  const Variant& variant;
  std::size_t grades;  ///< in the list of the file
  int level;           ///< of zstd, see zstd_codec.h
  const ReadGradeCodes& read;
  const ForEachIndex& for_each_index;
};

/// Whether file blocks of so many slots are whole numbering blocks without marked points, so that
/// the slots of each differ in the minor stones alone.
bool holds_numbering_blocks(const Board& board, const Subspace& subspace,
                            std::uint32_t block_slots);

/// What there is to know of a codec.
struct CodecEntry {
  Codec codec;
  std::string_view name;  ///< as options spell it
  bool has_distances;     ///< besides values
  bool has_codec_data;    ///< in the header
  Codec fallback;         ///< takes its place in files that this one does not have
  /// About how many slots a file block has; fewer where decoding takes long.
  std::uint32_t usual_block_slots = 65536;
  /// How many numbering blocks a file block has at most.
  std::uint32_t usual_numbering_blocks = 65536;
  /// What the values of a subspace are encoded and decoded with, if it has a guide; null in a codec
  /// that needs none.
  std::optional<Guide> (*guide)(const Board& board, const Subspace& subspace);
  /// Whether files of this kind of subspace can have it.
  bool (*fits)(const Board& board, const Subspace& subspace, std::uint32_t block_slots);
  /// kDamagedFile if the codec data are none of this codec or the file is of a kind that it does
  /// not fit.
  Result<std::shared_ptr<const BlockDecoder>> (*open)(const DecodingTask& task);
  /// Errors are those of EncodingTask::read.
  Result<std::shared_ptr<const FileEncoder>> (*prepare)(const EncodingTask& task);

  /// Whether there are files of this metric.
  bool has(Metric metric) const;

  // The same for grades; null in a codec that has none.
  std::size_t most_grades;  ///< in a list
  Result<std::shared_ptr<const GradeDecoder>> (*open_grades)(const DecodingTask& task,
                                                             const GradeData& data);
  std::shared_ptr<const GradeEncoder> (*prepare_grades)(const GradeEncodingTask& task);
};

/// All codecs. This table is the one place that chooses between them.
std::span<const CodecEntry> codecs();

/// The entry of a codec; null for a number or a name that this version does not know.
const CodecEntry* find_codec(Codec codec);
const CodecEntry* find_codec(std::string_view name);

/// The name of a known codec.
std::string_view codec_name(Codec codec);

/// A file block ready to be written.
struct EncodedBlock {
  std::vector<std::uint8_t> bytes;
  std::uint64_t checksum = 0;               ///< XXH3-64 of `bytes`
  std::vector<std::uint8_t> packed_values;  ///< of the same slots
};

/// Encodes a block with all that a file keeps of it. Errors are those of the encoder.
/// @param guide  see BlockContent
Result<EncodedBlock> encode_block(BlockEncoder& encoder, std::uint32_t block,
                                  std::span<const OutcomeByte> outcomes,
                                  std::span<const LongDistance> longs = {},
                                  std::span<const std::uint8_t> guide = {});

}  // namespace mill
