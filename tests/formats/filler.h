#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "formats/subspace_file.h"
#include "game/subspace.h"
#include "game/value.h"

namespace millstone {

/// Keys that stand in for a solver's: a fixed function of the slot, so that the whole path of
/// writing and reading runs without solving anything.
enum class Filler {
  kRandom,   ///< every key, equally often
  kSkewed,   ///< long runs of draws, short wins and losses in between, now and then a long one
  kDraws,    ///< nothing but draws
  kLongest,  ///< nothing but the longest wins
};

Key filler_key(Filler filler, std::uint64_t slot);
std::vector<Key> filler_keys(Filler filler, std::uint64_t slots);
FillKeys fill_from(Filler filler);

/// The counts that belong to a subspace filled so; exact, by looking at every slot.
Counts filler_counts(const Variant& variant, const Subspace& subspace, Filler filler);

/// Writes value and distance file of a subspace into a directory; fails the test if that fails.
void write_filler_files(const std::filesystem::path& directory, const Variant& variant,
                        const Subspace& subspace, Filler filler, const WriteOptions& options = {});

/// A directory of its own that goes away with the object.
class TemporaryDirectory {
 public:
  TemporaryDirectory();
  ~TemporaryDirectory();
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

std::vector<std::uint8_t> read_bytes(const std::filesystem::path& path);
void write_bytes(const std::filesystem::path& path, std::span<const std::uint8_t> bytes);

/// The variant of most tests, and one that differs from it in a rule.
Variant nine_mens_morris();
Variant without_flying();

}  // namespace millstone
