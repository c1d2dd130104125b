#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/file_bytes.h"
#include "formats/codecs/context/context_codec.h"
#include "formats/codecs/grade_blocks.h"
#include "formats/codecs/packed_values.h"
#include "formats/file_header.h"
#include "game/long_distances.h"
#include "game/value.h"
#include "game/variant.h"

namespace mill {

/// Reads the header of a file that is open and checks it against itself and the length of the file,
/// not against rules. kDamagedFile, kUnsupportedVersion or kInputOutput.
Result<FileHeader> read_header(const FileBytes& bytes, const PlaceText& place);

/// One database file, open for reading. Immutable; its functions may be called from many threads.
///
/// Opening validates everything that later reads rely on; the blocks themselves are checked when
/// they are read. A file that is not there is kMissingFile; one of a newer format
/// kUnsupportedVersion; one made for other rules kWrongRules; one whose bytes are not what was
/// written kDamagedFile; and a refusal of the operating system kInputOutput.
class DatabaseFile {
 public:
  /// @param path      its last part must be the name that goes with subspace and metric
  /// @param expected  the rules the file must have been made for
  static Result<DatabaseFile> open(const std::filesystem::path& path, const Variant& expected,
                                   FileAccess access = FileAccess::kMapped);

  /// The same for a file that is compiled in.
  /// @param name  that goes with subspace and metric
  static Result<DatabaseFile> open_in_place(const std::string& name,
                                            std::span<const std::uint8_t> contents,
                                            const Variant& expected);

  const FileHeader& header() const { return header_; }
  const std::string& path() const { return place_.whole; }
  const PlaceText& place() const { return place_; }  ///< how messages name the file

  /// Block that holds a slot of the subspace; the slot's place in it is slot % block_slots.
  std::uint32_t block_of(std::uint64_t slot) const {
    return static_cast<std::uint32_t>(slot / header_.block_slots);
  }

  /// Decodes a block of a value file into packed form, to be read with value_at(). Where the codec
  /// needs the file of a guide, that is open, too.
  /// @param packed  packed_size(header().slots_in_block(block)) bytes
  Result<void> decode_values(std::uint32_t block, std::span<std::uint8_t> packed) const;

  /// The same from the first slot on, not necessarily of all: where that is quicker, other bytes
  /// are left undefined.
  /// @param wanted  slots at least
  /// @return how many were decoded: all of the block, or whole numbering blocks
  Result<std::uint32_t> decode_first_values(std::uint32_t block, std::uint32_t wanted,
                                            std::span<std::uint8_t> packed) const;

  /// Whether some values of this value file follow from those of another file.
  bool has_guide() const { return guide_.has_value(); }

  /// Has the guide's values decoded from another file of them from now on, one that is quicker to
  /// read and known to hold the same. Only for a file that has a guide; by the one thread that has
  /// opened it.
  void read_guide_from(std::shared_ptr<const DatabaseFile> file);

  /// The value of a slot if it does: that is found sooner than by decoding its block.
  Result<std::optional<Value>> value_by_guide(std::uint64_t slot) const;

  /// Decodes the values of slots of a value file from one on, each as a number. Each thread keeps
  /// the last block of which it has decoded a part.
  Result<void> decode_numbers(std::uint64_t first_slot, std::span<std::uint8_t> numbers) const;

  /// Decodes a block of a distance file into outcomes.
  /// @param packed_values  the same block of the value file (see check_pair())
  /// @param outcomes       header().slots_in_block(block) outcomes
  /// @param longs          where not null, gets the distances of those that are long, by slot of
  ///                       the subspace
  Result<void> decode_outcomes(std::uint32_t block, const std::uint8_t* packed_values,
                               std::span<OutcomeByte> outcomes,
                               std::vector<LongDistance>* longs = nullptr) const;

  /// Of a grade file.
  const GradeData& grade_data() const { return *grade_data_; }

  /// Decodes a block of a grade file.
  /// @param packed_values  the same block of the value file (see check_pair())
  /// @param codes          header().slots_in_block(block) codes; those of draws are places in the
  ///                       list of grade_data()
  Result<void> decode_grades(std::uint32_t block, const std::uint8_t* packed_values,
                             std::span<GradeCode> codes) const;

  /// Reads the whole file and checks every checksum and every block's.
  Result<void> check_whole_file() const;

 private:
  struct IndexEntry {
    std::uint64_t offset, checksum;
  };

  struct OpenGuide {
    Guide guide;
    std::shared_ptr<const DatabaseFile> file;
  };

  DatabaseFile();
  static Result<DatabaseFile> read(std::unique_ptr<const FileBytes> bytes,
                                   const std::filesystem::path& path, const Variant& expected);
  Result<void> read_index();
  Result<void> open_guide(const std::filesystem::path& path, const Variant& expected,
                          FileAccess access);
  Result<std::span<const std::uint8_t>> read_block(std::uint32_t block) const;
  std::uint64_t block_end(std::uint32_t block) const {
    return block + 1 < index_.size() ? index_[block + 1].offset : header_.file_size;
  }
  tl::unexpected<Error> damaged_block(std::uint32_t block, std::string_view what) const;

  std::uint64_t number_;  // another for each file that is opened
  PlaceText place_;
  std::unique_ptr<const FileBytes> bytes_;
  FileHeader header_;
  std::vector<IndexEntry> index_;
  std::shared_ptr<const BlockDecoder> decoder_;  // of values and distances
  std::optional<OpenGuide> guide_;               // if values can't be decoded without one
  std::shared_ptr<const GradeDecoder> grade_decoder_;
  std::shared_ptr<const GradeData> grade_data_;
};

/// Whether a file of distances or grades may be decoded with the values of a value file: same
/// subspace, same blocks, same values. kDamagedFile naming both files if not.
Result<void> check_pair(const DatabaseFile& values, const DatabaseFile& others);

}  // namespace mill
