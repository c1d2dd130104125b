#pragma once

#include <cstdint>

#include "engine/evaluation/score.h"
#include "engine/positions/search_position.h"

namespace mill {

/// Says what a position looks worth without search. Immutable; any thread.
class Evaluation {
 public:
  virtual ~Evaluation() = default;

  /// For the side to move; nothing may be pending. Never decided.
  virtual Score score(const SearchPosition& at) const = 0;

  /// A number that evaluations which say the same have in common, and others, but for a coincidence
  /// of checksums, have not. The same on every machine.
  virtual std::uint64_t identity() const = 0;
};

}  // namespace mill
