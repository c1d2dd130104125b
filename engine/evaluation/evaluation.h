#pragma once

#include "engine/evaluation/score.h"
#include "engine/positions/search_position.h"

namespace mill {

/// Says what a position looks worth without search. Immutable; any thread.
class Evaluation {
 public:
  virtual ~Evaluation() = default;

  /// For the side to move; nothing may be pending. Never decided.
  virtual Score score(const SearchPosition& at) const = 0;
};

}  // namespace mill
