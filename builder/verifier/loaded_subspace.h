#pragma once

#include <atomic>
#include <filesystem>
#include <memory>
#include <optional>

#include "base/large_array.h"
#include "base/task.h"
#include "formats/file_header.h"
#include "game/long_distances.h"
#include "game/numbering.h"
#include "game/value.h"

namespace mill::verifier {

/// Where to find files, and when to give up.
struct LoadContext {
  const std::filesystem::path& directory;
  const Variant& variant;
  StopFlag stop;
};

/// Everything the files say about one subspace: an outcome byte per slot and the headers. Without a
/// distance file all wins have the outcome byte of a win in 1 and all losses that of a loss in 0.
/// Safe to read from many threads.
class LoadedSubspace {
 public:
  /// Checks every checksum, decodes all blocks in parallel and sees to it that the two files agree.
  /// @param major  the index of the larger number of stones
  static Result<LoadedSubspace> load(const LoadContext& context, const Subspace& subspace,
                                     std::shared_ptr<const MajorIndex> major);

  const Subspace& subspace() const { return values_header_.subspace; }
  const Numbering& numbering() const { return numbering_; }
  const FileHeader& values_header() const { return values_header_; }
  const std::optional<FileHeader>& distances_header() const { return distances_header_; }
  bool has_distances() const { return distances_header_.has_value(); }

  const std::string& values_path() const { return values_path_; }

  /// The path of the file that says most: the distance file if there is one.
  const std::string& path() const { return path_; }

  const OutcomeByte* outcomes() const { return outcomes_.data(); }

  /// What is stored at a slot, with its distance if the outcome byte cannot tell it.
  Outcome outcome(std::uint64_t slot) const { return longs_.outcome(slot, outcomes()[slot]); }
  const LongDistances& longs() const { return longs_; }

  std::uint64_t bytes() const { return outcomes_.size(); }

 private:
  LoadedSubspace(Numbering numbering) : numbering_(std::move(numbering)) {}

  Numbering numbering_;
  FileHeader values_header_;
  std::optional<FileHeader> distances_header_;
  std::string values_path_, path_;
  LargeArray<OutcomeByte> outcomes_;
  LongDistances longs_;
};

}  // namespace mill::verifier
