#include "formats/malom/sector_file.h"

#include <algorithm>
#include <array>

#include "base/little_endian.h"
#include "base/places.h"

namespace mill {
namespace {

constexpr std::size_t kHeaderSize = 64;
constexpr int kEntryBits = 24;
constexpr std::size_t kCountSize = 4;
constexpr std::uint32_t kVersion = 2;

/// The least value of the second field: says that the entry is a wide one.
constexpr int wide_mark(int first_bits) { return -(1 << (kEntryBits - first_bits - 1)); }

bool fits(int second, int first_bits) {
  return second > wide_mark(first_bits) && second < -wide_mark(first_bits);
}

/// The number that the low bits hold in two's complement.
int as_signed(std::uint32_t value, int bits) {
  const int unused = 32 - bits;
  return static_cast<std::int32_t>(value << unused) >> unused;
}

std::array<std::uint8_t, kHeaderSize> header_of(int first_bits) {
  std::array<std::uint8_t, kHeaderSize> header{};
  store_little_endian(header.data(), kVersion);
  store_little_endian(header.data() + 4, static_cast<std::uint32_t>(kSectorEntrySize));
  store_little_endian(header.data() + 8, static_cast<std::uint32_t>(first_bits));
  return header;
}

}  // namespace

std::vector<std::uint8_t> sector_header(const MalomGame& game) {
  const auto header = header_of(game.first_bits);
  return {header.begin(), header.end()};
}

std::vector<std::uint8_t> sector_tail(std::span<const WideEntry> wide) {
  FieldWriter tail;
  tail.put(static_cast<std::uint32_t>(wide.size()));
  for (const WideEntry& entry : wide) {
    tail.put(entry.index);
    tail.put(static_cast<std::uint32_t>(entry.second));
  }
  return std::move(tail.bytes());
}

bool fits_all_to(const MalomGame& game, int second) {
  return fits(second, game.first_bits) && fits(-second, game.first_bits);
}

void encode_entry(const MalomGame& game, std::uint32_t index, const SectorEntry& entry,
                  std::uint8_t* out, std::vector<WideEntry>& wide) {
  int second = entry.second;
  if (!fits(second, game.first_bits)) {
    wide.push_back({index, second});
    second = wide_mark(game.first_bits);
  }
  const std::uint32_t packed =
      (static_cast<std::uint32_t>(entry.first) & ((1U << game.first_bits) - 1)) |
      static_cast<std::uint32_t>(second) << game.first_bits;
  out[0] = static_cast<std::uint8_t>(packed);
  out[1] = static_cast<std::uint8_t>(packed >> 8);
  out[2] = static_cast<std::uint8_t>(packed >> 16);
}

EncodedEntries encode_entries(const MalomGame& game, std::uint32_t first_index,
                              std::span<const SectorEntry> entries) {
  EncodedEntries encoded;
  encoded.bytes.resize(kSectorEntrySize * entries.size());
  std::uint8_t* out = encoded.bytes.data();
  std::uint32_t index = first_index;
  for (const SectorEntry& entry : entries) {
    encode_entry(game, index++, entry, out, encoded.wide);
    out += kSectorEntrySize;
  }
  return encoded;
}

std::uint64_t sector_file_size(std::uint32_t entries) {
  return kHeaderSize + kSectorEntrySize * std::uint64_t{entries} + kCountSize;
}

Result<SectorWriter> SectorWriter::create(const std::filesystem::path& path,
                                          const MalomGame& game) {
  auto output = MILLSTONE_TRY(OutputFile::create(path));
  MILLSTONE_TRY(output.append(sector_header(game)));
  return SectorWriter(std::move(output));
}

Result<void> SectorWriter::append(const EncodedEntries& entries) {
  wide_.insert(wide_.end(), entries.wide.begin(), entries.wide.end());
  return output_.append(entries.bytes);
}

Result<std::uint64_t> SectorWriter::finish() {
  MILLSTONE_TRY(output_.append(sector_tail(wide_)));
  const std::uint64_t size = output_.size();
  MILLSTONE_TRY(output_.publish());
  return size;
}

Result<SectorFile> SectorFile::open(const std::filesystem::path& path, const MalomGame& game,
                                    std::uint32_t entries) {
  auto bytes = MILLSTONE_TRY(FileBytes::open(path, FileAccess::kMapped));
  return read(std::move(bytes), file_place(path), game, entries);
}

Result<SectorFile> SectorFile::read(std::unique_ptr<const FileBytes> bytes, PlaceText place,
                                    const MalomGame& game, std::uint32_t entries) {
  SectorFile file;
  file.place_ = std::move(place);
  file.bytes_ = std::move(bytes);
  file.entries_ = entries;
  file.first_bits_ = game.first_bits;
  const std::uint64_t least = sector_file_size(entries);
  if (file.bytes_->size() < least)
    return fail(ErrorCode::kDamagedFile, "{}: has {} bytes, where {} or more are expected",
                file.place_, file.bytes_->size(), least);
  std::vector<std::uint8_t> unused;  // nothing is copied where a file is mapped
  file.contents_ = MILLSTONE_TRY(file.bytes_->read(0, file.bytes_->size(), unused));
  const auto header = file.contents_.first(kHeaderSize);
  const auto expected = header_of(game.first_bits);
  const auto [found, wanted] = std::mismatch(header.begin(), header.end(), expected.begin());
  if (found != header.end())
    return fail(ErrorCode::kDamagedFile,
                "{}: has {} at byte {} of its header, where {} is expected", file.place_, *found,
                found - header.begin(), *wanted);
  MILLSTONE_TRY(file.read_wide_entries());
  return file;
}

Result<void> SectorFile::read_wide_entries() {
  const std::uint64_t begin = sector_file_size(entries_);
  const std::uint64_t count =
      load_little_endian<std::uint32_t>(contents_.data() + begin - kCountSize);
  if (begin + count * kWideEntrySize != bytes_->size())
    return fail(ErrorCode::kDamagedFile, "{}: has {} bytes, where {} wide entries make {}", place_,
                bytes_->size(), count, begin + count * kWideEntrySize);
  wide_.reserve(count);
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint8_t* const bytes = contents_.data() + begin + i * kWideEntrySize;
    const WideEntry entry{load_little_endian<std::uint32_t>(bytes),
                          static_cast<int>(load_little_endian<std::uint32_t>(bytes + 4))};
    if (entry.index >= entries_ || (!wide_.empty() && entry.index <= wide_.back().index))
      return fail(ErrorCode::kDamagedFile,
                  "{}: its wide entry {} has the index {}, which is out of order", place_, i,
                  entry.index);
    const SectorEntry narrow = narrow_entry(entry.index);
    if (narrow.second != wide_mark(first_bits_))
      return fail(ErrorCode::kDamagedFile,
                  "{}: has a wide entry for index {}, whose own second field is {}", place_,
                  entry.index, narrow.second);
    wide_.push_back(entry);
  }
  return {};
}

SectorEntry SectorFile::narrow_entry(std::uint32_t index) const {
  const std::uint8_t* const bytes =
      contents_.data() + kHeaderSize + kSectorEntrySize * std::uint64_t{index};
  const std::uint32_t packed = bytes[0] | bytes[1] << 8U | bytes[2] << 16U;
  return {as_signed(packed, first_bits_),
          as_signed(packed >> first_bits_, kEntryBits - first_bits_)};
}

Result<SectorEntry> SectorFile::entry(std::uint32_t index) const {
  SectorEntry entry = narrow_entry(index);
  if (entry.second != wide_mark(first_bits_)) return entry;
  const auto wide = std::ranges::lower_bound(wide_, index, {}, &WideEntry::index);
  if (wide == wide_.end() || wide->index != index)
    return fail(ErrorCode::kDamagedFile, "{}: lacks the wide entry of index {}", place_, index);
  entry.second = wide->second;
  return entry;
}

}  // namespace mill
