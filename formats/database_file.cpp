#include "formats/database_file.h"

#include <algorithm>
#include <atomic>

#include "base/checksum.h"
#include "base/little_endian.h"
#include "base/places.h"
#include "formats/build_hint.h"
#include "formats/codecs/packed_values.h"
#include "formats/stored_files.h"

namespace mill {

Result<FileHeader> read_header(const FileBytes& file, const PlaceText& place) {
  const auto too_short = [&] {
    return fail(ErrorCode::kDamagedFile, "{}: is damaged: {} bytes are too few for its header",
                place, file.size());
  };
  if (file.size() < kPreambleSize) return too_short();
  std::vector<std::uint8_t> scratch;
  auto preamble = MILLSTONE_TRY(file.read(0, kPreambleSize, scratch));
  const auto size = MILLSTONE_TRY(header_size(preamble.first<kPreambleSize>(), place));
  if (file.size() < size) return too_short();
  const auto bytes = MILLSTONE_TRY(file.read(0, size, scratch));
  auto header = decode_header(bytes, place);
  if (header && header->file_size != file.size())
    return fail(ErrorCode::kDamagedFile, "{}: is damaged: {} bytes were written, {} are there",
                place, header->file_size, file.size());
  return header;
}

DatabaseFile::DatabaseFile() {
  static std::atomic<std::uint64_t> opened = 0;
  number_ = ++opened;
}

Result<DatabaseFile> DatabaseFile::open(const std::filesystem::path& path, const Variant& expected,
                                        FileAccess access) {
  auto bytes = open_stored(path, access);
  if (!bytes && bytes.error().code == ErrorCode::kMissingFile)
    return fail(ErrorCode::kMissingFile, "{}; {} makes it", bytes.error(),
                build_command(variant_options(expected), path.parent_path(), path.stem().string()));
  if (!bytes) return tl::unexpected(bytes.error());
  auto file = MILLSTONE_TRY(read(*std::move(bytes), path, expected));
  MILLSTONE_TRY(file.open_guide(path, expected, access));
  return file;
}

Result<DatabaseFile> DatabaseFile::open_in_place(const std::string& name,
                                                 std::span<const std::uint8_t> contents,
                                                 const Variant& expected) {
  auto file = MILLSTONE_TRY(read(FileBytes::in_place(contents), name, expected));
  if (file.decoder_ && file.decoder_->guide_checksum())
    return fail(ErrorCode::kMissingFile, "{}: can't be read without the file of its guide",
                file.place_);
  return file;
}

Result<DatabaseFile> DatabaseFile::read(std::unique_ptr<const FileBytes> bytes,
                                        const std::filesystem::path& path,
                                        const Variant& expected) {
  DatabaseFile file;
  file.place_ = file_place(path);
  file.bytes_ = std::move(bytes);
  file.header_ = MILLSTONE_TRY(read_header(*file.bytes_, file.place_));
  MILLSTONE_TRY(check_header(file.header_, expected, file.place_));
  const std::string name = file_name(file.header_.subspace, file.header_.metric);
  if (path.filename() != name)
    return fail(ErrorCode::kDamagedFile, "{}: holds what belongs into a file named {}", file.place_,
                name);
  MILLSTONE_TRY(file.read_index());
  const CodecEntry& codec = *find_codec(file.header_.codec);
  const DecodingTask task{file.header_.layout(), file.header_.metric, file.header_.codec_data,
                          expected.board, file.place_};
  if (file.header_.metric == Metric::kGrade) {
    file.grade_data_ = std::make_shared<const GradeData>(
        decode_grade_data(file.header_.codec_data).value());  // decode_header() has looked at it
    file.grade_decoder_ = MILLSTONE_TRY(codec.open_grades(task, *file.grade_data_));
  } else {
    file.decoder_ = MILLSTONE_TRY(codec.open(task));
  }
  return file;
}

/// Opens the value file of the guide beside this one, if it is needed.
Result<void> DatabaseFile::open_guide(const std::filesystem::path& path, const Variant& expected,
                                      FileAccess access) {
  const auto values = decoder_ ? decoder_->guide_checksum() : std::nullopt;
  if (!values) return {};
  const Guide guide = find_codec(header_.codec)->guide(*expected.board, header_.subspace).value();
  const std::string name = file_name(guide.subspace, Metric::kValue);
  auto file = open(path.parent_path() / name, expected, access);
  if (!file && file.error().code == ErrorCode::kMissingFile)
    return fail(ErrorCode::kMissingFile, "{}: can't be read without {}, which is not beside it",
                place_, name);
  if (!file) return tl::unexpected(std::move(file.error()));
  if (file->header().values_checksum != *values)
    return fail(ErrorCode::kDamagedFile,
                "{}: does not go with the values of {}; write both files anew", place_,
                file->place());
  guide_ = OpenGuide{guide, std::make_shared<const DatabaseFile>(*std::move(file))};
  return {};
}

void DatabaseFile::read_guide_from(std::shared_ptr<const DatabaseFile> file) {
  MILLSTONE_CHECK(guide_.has_value());
  const FileHeader &there = guide_->file->header(), &here = file->header();
  MILLSTONE_CHECK(here.metric == there.metric && here.subspace == there.subspace &&
                  here.counts == there.counts);
  guide_->file = std::move(file);
}

Result<void> DatabaseFile::read_index() {
  const std::uint64_t size = std::uint64_t{header_.block_count} * kIndexEntrySize;
  const std::uint64_t data_begin = header_.size + size;
  const auto damaged = [&](std::string_view what) {
    return fail(ErrorCode::kDamagedFile, "{}: is damaged: the block index {}", place_, what);
  };
  if (data_begin > header_.file_size) return damaged("does not fit into the file");
  std::vector<std::uint8_t> scratch;
  const auto bytes = MILLSTONE_TRY(bytes_->read(header_.size, size, scratch));
  if (checksum(bytes) != header_.index_checksum) return damaged("fails its checksum");
  FieldReader in(bytes);
  index_.resize(header_.block_count);
  for (IndexEntry& entry : index_) {
    entry.offset = in.take<std::uint64_t>();
    entry.checksum = in.take<std::uint64_t>();
  }
  if (index_.front().offset != data_begin) return damaged("does not start with the first block");
  for (std::uint32_t block = 0; block < header_.block_count; ++block)
    if (block_end(block) <= index_[block].offset || block_end(block) > header_.file_size)
      return damaged("has offsets out of order");
  return {};
}

tl::unexpected<Error> DatabaseFile::damaged_block(std::uint32_t block,
                                                  std::string_view what) const {
  return fail(ErrorCode::kDamagedFile, "{}: is damaged: block {} at bytes {}..{} {}", place_, block,
              index_[block].offset, block_end(block) - 1, what);
}

Result<std::span<const std::uint8_t>> DatabaseFile::read_block(std::uint32_t block) const {
  MILLSTONE_CHECK(block < header_.block_count);
  // One buffer per thread saves an allocation per block; mapped files leave it empty.
  thread_local std::vector<std::uint8_t> scratch;
  const std::uint64_t offset = index_[block].offset;
  auto bytes = bytes_->read(offset, block_end(block) - offset, scratch);
  if (bytes && checksum(*bytes) != index_[block].checksum)
    return damaged_block(block, "fails its checksum");
  return bytes;
}

Result<void> DatabaseFile::decode_values(std::uint32_t block,
                                         std::span<std::uint8_t> packed) const {
  MILLSTONE_TRY(decode_first_values(block, header_.slots_in_block(block), packed));
  return {};
}

Result<std::uint32_t> DatabaseFile::decode_first_values(std::uint32_t block, std::uint32_t wanted,
                                                        std::span<std::uint8_t> packed) const {
  StoredValues stored{{}, header_.slots_in_block(block), wanted, {}};
  MILLSTONE_CHECK(header_.metric == Metric::kValue && packed.size() == packed_size(stored.slots) &&
                  wanted <= stored.slots);
  thread_local std::vector<std::uint8_t> of_guide;
  if (guide_) {
    const GuideSlots slots =
        guide_slots(guide_->guide, std::uint64_t{block} * header_.block_slots, wanted);
    of_guide.resize(slots.count);
    MILLSTONE_TRY(guide_->file->decode_numbers(slots.first, of_guide));
    stored.guide = of_guide;
  }
  stored.bytes = MILLSTONE_TRY(read_block(block));
  const std::uint32_t decoded = decoder_->decode_first_values(stored, packed);
  if (decoded == 0) return damaged_block(block, "does not hold the values of its slots");
  return decoded;
}

Result<std::optional<Value>> DatabaseFile::value_by_guide(std::uint64_t slot) const {
  if (!guide_) return std::nullopt;
  const GuideSlots there = guide_slots(guide_->guide, slot, 1);
  thread_local std::vector<std::uint8_t> numbers;
  numbers.resize(there.count);
  MILLSTONE_TRY(guide_->file->decode_numbers(there.first, numbers));
  const auto bytes = MILLSTONE_TRY(read_block(block_of(slot)));
  return decoder_->value_by_guide(bytes, static_cast<std::uint32_t>(slot % header_.block_slots),
                                  numbers);
}

Result<void> DatabaseFile::decode_numbers(std::uint64_t first_slot,
                                          std::span<std::uint8_t> numbers) const {
  struct DecodedPart {
    std::uint64_t file = 0;
    std::uint32_t block = 0;
    std::vector<std::uint8_t> numbers;  // of its slots, from the first on
  };
  thread_local DecodedPart last;
  const auto take = [&](const SlotLayout::Part& part) -> Result<void> {
    const std::uint32_t end = part.begin + part.count;
    if (last.file != number_ || last.block != part.block || last.numbers.size() < end) {
      std::vector<std::uint8_t> packed(packed_size(header_.slots_in_block(part.block)));
      // Where there is a guide, this comes here for its numbers: `last` is set afterwards.
      const std::uint32_t slots = MILLSTONE_TRY(decode_first_values(part.block, end, packed));
      last = {number_, part.block, std::vector<std::uint8_t>(slots)};
      unpack_numbers(std::span(packed).first(packed_size(slots)), last.numbers);
    }
    std::ranges::copy(std::span(last.numbers).subspan(part.begin, part.count),
                      numbers.subspan(part.at).begin());
    return {};
  };
  return header_.layout().for_each_part(first_slot, numbers.size(), take);
}

Result<void> DatabaseFile::decode_outcomes(std::uint32_t block, const std::uint8_t* packed_values,
                                           std::span<OutcomeByte> outcomes,
                                           std::vector<LongDistance>* longs) const {
  MILLSTONE_CHECK(header_.metric == Metric::kDistance &&
                  outcomes.size() == header_.slots_in_block(block));
  const auto bytes = MILLSTONE_TRY(read_block(block));
  const std::size_t before = longs ? longs->size() : 0;
  if (!decoder_->decode_distances(bytes, packed_values, outcomes, longs))
    return damaged_block(block, "does not hold the distances of its slots");
  for (std::size_t i = before; longs && i < longs->size(); ++i)
    (*longs)[i].slot += std::uint64_t{block} * header_.block_slots;
  return {};
}

Result<void> DatabaseFile::decode_grades(std::uint32_t block, const std::uint8_t* packed_values,
                                         std::span<GradeCode> codes) const {
  MILLSTONE_CHECK(header_.metric == Metric::kGrade &&
                  codes.size() == header_.slots_in_block(block));
  const auto bytes = MILLSTONE_TRY(read_block(block));
  if (!grade_decoder_->decode(bytes, packed_values, codes))
    return damaged_block(block, "does not hold the grades of its slots");
  return {};
}

Result<void> DatabaseFile::check_whole_file() const {
  RunningChecksum data;
  for (std::uint32_t block = 0; block < header_.block_count; ++block) {
    const auto bytes = MILLSTONE_TRY(read_block(block));
    data.add(bytes);
  }
  if (data.value() != header_.data_checksum)
    return fail(ErrorCode::kDamagedFile, "{}: is damaged: the blocks fail the checksum of the file",
                place_);
  return {};
}

Result<void> check_pair(const DatabaseFile& values, const DatabaseFile& others) {
  const FileHeader& v = values.header();
  const FileHeader& o = others.header();
  MILLSTONE_CHECK(v.metric == Metric::kValue && o.metric != Metric::kValue);
  if (v.subspace != o.subspace || v.block_slots != o.block_slots ||
      v.values_checksum != o.values_checksum || v.counts != o.counts)
    return fail(ErrorCode::kDamagedFile,
                "{}: holds {}s that do not go with the values of {}; build both anew",
                others.place(), metric_name(o.metric), values.place());
  return {};
}

}  // namespace mill
