#include "prober/subspace_reader.h"

#include <algorithm>

#include "base/little_endian.h"
#include "formats/score_table.h"

namespace mill {

CachedFile::CachedFile(DatabaseFile file, std::size_t block_bytes)
    : file_(std::move(file)),
      pages_in_block_((block_bytes + PageCache::kPageSize - 1) / PageCache::kPageSize),
      places_(file_.header().block_count * pages_in_block_),
      begun_(file_.header().block_count) {}

void CachedFile::insert(PageCache& cache, std::uint32_t block,
                        std::span<const std::uint8_t> decoded) const {
  for (std::size_t offset = 0; offset < decoded.size(); offset += PageCache::kPageSize) {
    const std::size_t size = std::min(PageCache::kPageSize, decoded.size() - offset);
    cache.insert(places_[page(block, offset)], decoded.subspan(offset, size));
  }
}

SubspaceReader::SubspaceReader(const ReaderContext& context, const Subspace& subspace,
                               FileSources files)
    : context_(context),
      subspace_(subspace),
      own_is_major_(subspace.own_is_major()),
      has_marks_(subspace.marked > 0),
      files_(std::move(files)) {}

std::uint64_t SubspaceReader::slot_with_marks(const Position& position) const {
  return numbering_->slot(position);
}

Result<DatabaseFile> SubspaceReader::open_file(const FileSource& source) const {
  if (source.contents.empty())
    return DatabaseFile::open(source.path, context_.variant, context_.access);
  return DatabaseFile::open_in_place(source.path.string(), source.contents, context_.variant);
}

Result<const CachedFile*> SubspaceReader::values() const {
  return values_.get([this]() -> Result<CachedFile> {
    auto file = MILLSTONE_TRY(open_file(files_.values));
    numbering_.emplace(context_.numberings.numbering(subspace_));
    const std::size_t block_bytes = packed_size(file.header().block_slots);
    return CachedFile(std::move(file), block_bytes);
  });
}

Result<const CachedFile*> SubspaceReader::distances() const {
  const auto with_values = MILLSTONE_TRY(values());
  return distances_.get([&, this]() -> Result<CachedFile> {
    auto file = MILLSTONE_TRY(open_file(files_.distances));
    MILLSTONE_TRY(check_pair(with_values->file(), file));
    const std::size_t block_bytes = file.header().block_slots;
    return CachedFile(std::move(file), block_bytes);
  });
}

Result<const CachedFile*> SubspaceReader::grades() const {
  if (!files_.grades.is_known())
    return fail(ErrorCode::kMissingFile, "there are no grades of {}; `millstone grade` makes them",
                subspace_.text());
  const auto with_values = MILLSTONE_TRY(values());
  return grades_.get([&, this]() -> Result<CachedFile> {
    auto file = MILLSTONE_TRY(open_file(files_.grades));
    MILLSTONE_TRY(check_pair(with_values->file(), file));
    const std::size_t block_bytes = sizeof(GradeCode) * file.header().block_slots;
    return CachedFile(std::move(file), block_bytes);
  });
}

Result<std::span<const std::uint8_t>> SubspaceReader::decode_packed(const CachedFile& values,
                                                                    std::uint32_t block,
                                                                    std::uint32_t wanted) const {
  thread_local std::vector<std::uint8_t> packed;
  const std::uint32_t slots = values.file().header().slots_in_block(block);
  packed.resize(packed_size(slots));
  const std::uint32_t decoded =
      MILLSTONE_TRY(values.file().decode_first_values(block, std::min(wanted, slots), packed));
  const auto bytes = std::span<const std::uint8_t>(packed).first(packed_size(decoded));
  context_.counters.add(CounterSet::kDecodedBytes, bytes.size());
  return bytes;
}

void SubspaceReader::keep(const CachedFile& values, std::uint32_t block,
                          std::span<const std::uint8_t> packed) const {
  const bool is_whole = packed.size() == packed_size(values.file().header().slots_in_block(block));
  if (!is_whole) packed = packed.first(packed.size() / PageCache::kPageSize * PageCache::kPageSize);
  values.insert(*context_.cache, block, packed);
}

Result<Value> SubspaceReader::decode_value(const Position& position) const {
  const auto file = MILLSTONE_TRY(values());
  const Place place = place_of(position, file->file());
  // Who asks for a block again will ask for more of it.
  const bool is_begun = file->take_begun(*context_.cache, place.block);
  if (!is_begun && file->file().has_guide()) {
    const auto value = MILLSTONE_TRY(file->file().value_by_guide(slot_of(position)));
    if (value) {
      file->set_begun(place.block);
      return *value;
    }
  }
  const std::uint32_t wanted = is_begun ? kAllSlots : place.slot + 1;
  const auto packed = MILLSTONE_TRY(decode_packed(*file, place.block, wanted));
  if (packed.size() < packed_size(file->file().header().slots_in_block(place.block)))
    file->set_begun(place.block);
  keep(*file, place.block, packed);
  return value_at(packed.data(), place.slot);
}

Result<Outcome> SubspaceReader::decode_outcome(const Position& position) const {
  const auto file = MILLSTONE_TRY(distances());
  const DatabaseFile& distance_file = file->file();
  const Place place = place_of(position, distance_file);
  const auto packed = MILLSTONE_TRY(decode_packed(*values_.ready(), place.block));
  std::vector<OutcomeByte> outcomes(distance_file.header().slots_in_block(place.block));
  std::vector<LongDistance> longs;
  MILLSTONE_TRY(distance_file.decode_outcomes(place.block, packed.data(), outcomes, &longs));
  context_.counters.add(CounterSet::kDecodedBytes, outcomes.size());
  file->insert(*context_.cache, place.block, outcomes);
  const std::uint64_t first = std::uint64_t{place.block} * distance_file.header().block_slots;
  return LongDistances(std::move(longs)).outcome(first + place.slot, outcomes[place.slot]);
}

Result<GradedValue> SubspaceReader::graded_value(const Position& position,
                                                 std::uint64_t scores_checksum) const {
  const auto file = MILLSTONE_TRY(grades());
  const GradeData& data = file->file().grade_data();
  if (data.scores_checksum != scores_checksum)
    return fail(ErrorCode::kDamagedFile,
                "{}: was graded with other scores than those in {} beside it; `millstone grade` "
                "makes it anew",
                file->file().place(), kScoreTableName);
  const Place place = place_of(position, file->file());
  const std::size_t offset = sizeof(GradeCode) * place.slot;
  const auto low = file->find(*context_.cache, place.block, offset);
  const auto high = file->find(*context_.cache, place.block, offset + 1);
  if (low && high) {
    context_.counters.add(CounterSet::kCacheHits);
    return graded_value_of(static_cast<GradeCode>(*low | *high << 8), data.grades);
  }
  const auto packed = MILLSTONE_TRY(decode_packed(*values_.ready(), place.block));
  std::vector<GradeCode> codes(file->file().header().slots_in_block(place.block));
  MILLSTONE_TRY(file->file().decode_grades(place.block, packed.data(), codes));
  FieldWriter bytes;
  for (const GradeCode code : codes) bytes.put(code);
  file->insert(*context_.cache, place.block, bytes.bytes());
  context_.counters.add(CounterSet::kDecodedBytes, bytes.bytes().size());
  context_.counters.add(CounterSet::kCacheMisses);
  return graded_value_of(codes[place.slot], data.grades);
}

Result<bool> SubspaceReader::preload_values() const {
  const auto file = MILLSTONE_TRY(values());
  const std::uint32_t blocks = file->file().header().block_count;
  for (std::uint32_t block = 0; block < blocks; ++block) {
    if (!context_.cache->has_room(packed_size(file->file().header().slots_in_block(block))))
      return false;
    const auto packed = MILLSTONE_TRY(decode_packed(*file, block));
    keep(*file, block, packed);
  }
  return true;
}

Result<void> SubspaceReader::open_all() const {
  MILLSTONE_TRY(values());
  for (const auto& file : {distances(), grades()})
    if (!file && file.error().code != ErrorCode::kMissingFile) return tl::unexpected(file.error());
  return {};
}

}  // namespace mill
