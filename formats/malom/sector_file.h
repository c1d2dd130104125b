#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <vector>

#include "base/error.h"
#include "base/file_bytes.h"
#include "base/output_file.h"
#include "base/place_text.h"
#include "formats/malom/malom_game.h"

namespace mill {

inline constexpr std::uint64_t kSectorEntrySize = 3, kWideEntrySize = 8;  ///< bytes

/// What a file has for an index, as numbers; malom_value.h says what they mean.
struct SectorEntry {
  int first = 0, second = 0;
  friend bool operator==(const SectorEntry&, const SectorEntry&) = default;
};

/// An entry whose second field does not fit beside the first.
struct WideEntry {
  std::uint32_t index = 0;
  int second = 0;
};

/// Entries of consecutive indexes as they stand in a file.
struct EncodedEntries {
  std::vector<std::uint8_t> bytes;
  std::vector<WideEntry> wide;  ///< by index
};

/// Writes the kSectorEntrySize bytes of an entry to `out`, and adds it to `wide` where it is one.
void encode_entry(const MalomGame& game, std::uint32_t index, const SectorEntry& entry,
                  std::uint8_t* out, std::vector<WideEntry>& wide);

/// @param first_index  of the entries
EncodedEntries encode_entries(const MalomGame& game, std::uint32_t first_index,
                              std::span<const SectorEntry> entries);

/// What a file begins with, and what it ends with.
std::vector<std::uint8_t> sector_header(const MalomGame& game);
std::vector<std::uint8_t> sector_tail(std::span<const WideEntry> wide);

/// Whether no entry with a second field of 0 to this number is wide, nor of its negative.
bool fits_all_to(const MalomGame& game, int second);

/// Bytes of a sector file without wide entries, which take kWideEntrySize each.
std::uint64_t sector_file_size(std::uint32_t entries);

/// Writes a sector file from its first entry to its last. It gets its name in finish(). Errors as
/// OutputFile. One thread.
class SectorWriter {
 public:
  static Result<SectorWriter> create(const std::filesystem::path& path, const MalomGame& game);

  /// The entries that follow.
  Result<void> append(const EncodedEntries& entries);

  /// All entries have been appended. Returns the size of the file in bytes.
  Result<std::uint64_t> finish();

 private:
  explicit SectorWriter(OutputFile output) : output_(std::move(output)) {}

  OutputFile output_;
  std::vector<WideEntry> wide_;
};

/// A sector file that is open for reading. Immutable; any thread.
///
/// The format has no checksums: opening checks the header, the length, and that the wide entries
/// are in order and marked as such. kMissingFile, kInputOutput; kDamagedFile naming the place.
class SectorFile {
 public:
  /// @param entries  indexes of the sector
  static Result<SectorFile> open(const std::filesystem::path& path, const MalomGame& game,
                                 std::uint32_t entries);

  /// The same for one whose bytes are at hand.
  static Result<SectorFile> read(std::unique_ptr<const FileBytes> bytes, PlaceText place,
                                 const MalomGame& game, std::uint32_t entries);

  const PlaceText& place() const { return place_; }
  std::uint32_t entries() const { return entries_; }

  /// kDamagedFile where an entry is marked as wide and is none; errors of reading.
  Result<SectorEntry> entry(std::uint32_t index) const;

 private:
  SectorFile() = default;
  Result<void> read_wide_entries();
  SectorEntry narrow_entry(std::uint32_t index) const;

  PlaceText place_;
  std::unique_ptr<const FileBytes> bytes_;
  std::span<const std::uint8_t> contents_;  // of the whole file, as it is mapped
  std::uint32_t entries_ = 0;
  int first_bits_ = 0;
  std::vector<WideEntry> wide_;
};

}  // namespace mill
