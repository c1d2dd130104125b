#pragma once

#include <span>

#include "builder/verifier/subset_catalog.h"
#include "formats/file_header.h"
#include "game/numbering.h"
#include "game/value.h"

namespace millstone::verifier {

/// Statistics of the keys of one or more numbering blocks; slots that are not the one of their
/// class that counts are passed over.
class ClassTally {
 public:
  /// @param keys  of the block's slots
  void add_block(const Numbering& numbering, const SubsetCatalog& subsets, std::uint32_t block,
                 std::span<const Key> keys);
  void add(const ClassTally& other);

  /// The statistics so far; `slots` is left 0.
  ClassCounts counts() const;

 private:
  void add_keys(std::span<const Key> keys);

  std::uint64_t classes_ = 0, wins_ = 0, draws_ = 0;
  Key longest_win_ = 0;
  Key longest_loss_ = kKeyLostNow;
};

}  // namespace millstone::verifier
