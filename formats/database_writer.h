#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>

#include "base/error.h"
#include "formats/codecs/zstd_codec.h"
#include "formats/file_header.h"

namespace mill {

/// How a file is written. The bytes of the file depend on nothing else than these and the outcomes.
struct WriteOptions {
  int level = kDefaultLevel;  ///< zstd level, kLowestLevel..kHighestLevel, or kDefaultLevel
  Codec codec = Codec::kZstd;
  std::uint32_t block_slots = 0;  ///< slots per file block, up to kMaxBlockSlots; 0: the default
  /// Of the guide of a value file, where they are at hand. Must outlive the writing.
  const GuideValues* guide = nullptr;
};

/// kInvalidArgument naming what is out of range.
Result<void> check_options(const WriteOptions& options);

/// The default slots per file block in a database for which a codec was asked: whole numbering
/// blocks, as many as fit into CodecEntry::usual_block_slots, usual_numbering_blocks at most; where
/// the codec uses a guide with larger ones, as many as fit of those.
std::uint32_t default_block_slots(const Board& board, const Subspace& subspace,
                                  Codec codec = Codec::kZstd);

/// The codec that a file gets: the one of `options`, or, where that does not fit, the next of its
/// fallbacks that does.
Codec effective_codec(const Board& board, const Subspace& subspace, Metric metric,
                      const WriteOptions& options);

/// The header of a file before its blocks are known.
FileHeader header_of(const Variant& variant, const Subspace& subspace, Metric metric,
                     const WriteOptions& options);

/// Writes one database file, block by block. It grows under a temporary name ("5-4.value.partial")
/// and gets its final name, synced to disk, in finish(); destroyed before that, it leaves nothing.
/// Errors name the file: kNoSpace when the disk is full, otherwise kInputOutput. One thread.
class DatabaseWriter {
 public:
  /// @param codec_data  FileEncoder::codec_data() of the effective_codec(), prepared for
  ///                    header_of(); of grades, encode_grade_data()
  static Result<DatabaseWriter> create(const std::filesystem::path& directory,
                                       const Variant& variant, const Subspace& subspace,
                                       Metric metric, const WriteOptions& options,
                                       std::span<const std::uint8_t> codec_data = {});
  ~DatabaseWriter();
  DatabaseWriter(DatabaseWriter&&) noexcept;
  DatabaseWriter& operator=(DatabaseWriter&&) noexcept;

  /// The header so far: block_slots, block_count and counts.slots are set.
  const FileHeader& header() const;

  /// Appends the next block. After an error nothing more can be appended.
  Result<void> append(const EncodedBlock& block);

  /// Writes header and index and gives the file its name, replacing an older file. All blocks must
  /// have been appended. Returns the size of the file in bytes.
  Result<std::uint64_t> finish(const ClassCounts& counts);

 private:
  struct State;
  explicit DatabaseWriter(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace mill
