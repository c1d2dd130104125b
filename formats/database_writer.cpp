#include "formats/database_writer.h"

#include <algorithm>

#include "base/checksum.h"
#include "base/little_endian.h"
#include "base/output_file.h"
#include "formats/codecs/packed_values.h"
#include "game/numbering.h"

namespace mill {
namespace {

std::uint32_t block_slots_of(const Board& board, const Subspace& subspace,
                             const WriteOptions& options) {
  return options.block_slots != 0 ? options.block_slots
                                  : default_block_slots(board, subspace, options.codec);
}

/// The groups of the board's position text where a reader of the rules alone would take others.
std::vector<std::uint8_t> groups_to_store(const Variant& variant) {
  const auto read = parse_canonical_text(variant.canonical_text(), variant.name, "");
  const std::vector<int>& rings = variant.board->rings;
  if (!read || read->board->rings == rings) return {};
  return {rings.begin(), rings.end()};
}

}  // namespace

Result<void> check_options(const WriteOptions& options) {
  if (options.level != kDefaultLevel &&
      (options.level < kLowestLevel || options.level > kHighestLevel))
    return fail(ErrorCode::kInvalidArgument, "compression level {} is not in {}..{}", options.level,
                kLowestLevel, kHighestLevel);
  if (options.block_slots > kMaxBlockSlots)
    return fail(ErrorCode::kInvalidArgument, "{} slots per block are more than {}",
                options.block_slots, kMaxBlockSlots);
  return {};
}

std::uint32_t default_block_slots(const Board& board, const Subspace& subspace, Codec codec) {
  const CodecEntry& entry = *find_codec(codec);
  const std::uint32_t unit = numbering_block_size(board, subspace);
  const auto guide = entry.guide ? entry.guide(board, subspace) : std::nullopt;
  const std::uint32_t larger_unit = guide ? std::max(unit, guide->guide_block_size) : unit;
  return unit * std::clamp(entry.usual_block_slots / larger_unit, 1u, entry.usual_numbering_blocks);
}

Codec effective_codec(const Board& board, const Subspace& subspace, Metric metric,
                      const WriteOptions& options) {
  const std::uint32_t block_slots = block_slots_of(board, subspace, options);
  const auto can_be = [&](const CodecEntry& entry) {
    return entry.has(metric) && entry.fits(board, subspace, block_slots) &&
           (!entry.guide || options.guide);
  };
  Codec codec = options.codec;
  while (codec != Codec::kZstd && !can_be(*find_codec(codec))) codec = find_codec(codec)->fallback;
  return codec;
}

FileHeader header_of(const Variant& variant, const Subspace& subspace, Metric metric,
                     const WriteOptions& options) {
  FileHeader header;
  header.subspace = subspace;
  header.metric = metric;
  header.codec = effective_codec(*variant.board, subspace, metric, options);
  header.counts.slots = slot_count(*variant.board, subspace);
  header.block_slots = block_slots_of(*variant.board, subspace, options);
  header.block_count = static_cast<std::uint32_t>((header.counts.slots + header.block_slots - 1) /
                                                  header.block_slots);
  header.variant_name = variant.name;
  header.rules_text = variant.canonical_text();
  header.groups = groups_to_store(variant);
  return header;
}

struct DatabaseWriter::State {
  OutputFile file;
  FileHeader header;
  FieldWriter index;
  RunningChecksum data_checksum, values_checksum;
  std::uint32_t blocks = 0;
};

DatabaseWriter::DatabaseWriter(std::unique_ptr<State> state) : state_(std::move(state)) {}
DatabaseWriter::~DatabaseWriter() = default;
DatabaseWriter::DatabaseWriter(DatabaseWriter&&) noexcept = default;
DatabaseWriter& DatabaseWriter::operator=(DatabaseWriter&&) noexcept = default;

Result<DatabaseWriter> DatabaseWriter::create(const std::filesystem::path& directory,
                                              const Variant& variant, const Subspace& subspace,
                                              Metric metric, const WriteOptions& options,
                                              std::span<const std::uint8_t> codec_data) {
  MILLSTONE_TRY(check_options(options));
  auto file = MILLSTONE_TRY(OutputFile::create(directory / file_name(subspace, metric)));
  FileHeader header = header_of(variant, subspace, metric, options);
  const bool has_data = metric == Metric::kGrade || find_codec(header.codec)->has_codec_data;
  MILLSTONE_CHECK(has_data == !codec_data.empty());
  header.codec_data.assign(codec_data.begin(), codec_data.end());
  file.reserve(encode_header(header).size() + std::uint64_t{header.block_count} * kIndexEntrySize);
  return DatabaseWriter(
      std::unique_ptr<State>(new State{std::move(file), std::move(header), {}, {}, {}}));
}

const FileHeader& DatabaseWriter::header() const { return state_->header; }

Result<void> DatabaseWriter::append(const EncodedBlock& block) {
  MILLSTONE_CHECK(state_->blocks < state_->header.block_count);
  ++state_->blocks;
  state_->index.put(state_->file.size());
  state_->index.put(block.checksum);
  state_->data_checksum.add(block.bytes);
  state_->values_checksum.add(block.packed_values);
  return state_->file.append(block.bytes);
}

Result<std::uint64_t> DatabaseWriter::finish(const ClassCounts& counts) {
  FileHeader& header = state_->header;
  MILLSTONE_CHECK(state_->blocks == header.block_count && counts.slots == header.counts.slots);
  header.counts = counts;
  header.file_size = state_->file.size();
  header.index_checksum = checksum(state_->index.bytes());
  header.data_checksum = state_->data_checksum.value();
  header.values_checksum = state_->values_checksum.value();
  std::vector<std::uint8_t> front = encode_header(header);
  const std::vector<std::uint8_t>& index = state_->index.bytes();
  front.insert(front.end(), index.begin(), index.end());
  MILLSTONE_TRY(state_->file.write_at(0, front));
  MILLSTONE_TRY(state_->file.publish());
  return header.file_size;
}

}  // namespace mill
