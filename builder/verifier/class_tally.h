#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "builder/verifier/subset_catalog.h"
#include "formats/file_header.h"
#include "game/numbering.h"
#include "game/value.h"

namespace mill::verifier {

/// Statistics of the outcomes of one or more numbering blocks; slots that are not the one of their
/// class that counts are passed over.
class ClassTally {
 public:
  /// @param outcomes  of the block's slots
  void add_block(const Numbering& numbering, const SubsetCatalog& subsets, std::uint32_t block,
                 std::span<const OutcomeByte> outcomes);
  void add(const ClassTally& other);

  /// The statistics so far; `slots` is left 0.
  ClassCounts counts() const;

 private:
  void add_outcomes(std::span<const OutcomeByte> outcomes);

  static constexpr std::size_t kOutcomeBytes = 256;
  // Outcomes that follow on each other are counted by different counters: one takes a while until
  // it can count the same byte again.
  static constexpr std::size_t kCounters = 4;
  using Counters = std::array<std::uint64_t, kOutcomeBytes>;  // classes by outcome byte
  std::array<Counters, kCounters> counters_{};
};

}  // namespace mill::verifier
