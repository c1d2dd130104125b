#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "game/numbering.h"
#include "game/variant.h"

namespace mill {

/// The numberings of a variant. Subspaces with the same number of major stones share the larger
/// part, which takes up to some ten milliseconds and megabytes; it is made when it is first needed.
/// Safe to use from many threads.
class NumberingPool {
 public:
  explicit NumberingPool(const Variant& variant)
      : board_(variant.board), entries_(static_cast<std::size_t>(variant.rules.piece_count) + 1) {}

  /// Numbering of a subspace of the variant and of its mirror.
  Numbering numbering(const Subspace& subspace) const {
    const auto [fewer, more] = std::minmax(subspace.own, subspace.opponent);
    const Entry& entry = entries_[more];
    std::call_once(entry.once, [&, stones = more] {
      entry.major = std::make_shared<const MajorIndex>(board_, stones);
    });
    return {entry.major, fewer, subspace.marked};
  }

 private:
  struct Entry {
    mutable std::once_flag once;
    mutable std::shared_ptr<const MajorIndex> major;
  };

  std::shared_ptr<const Board> board_;
  std::vector<Entry> entries_;  // by number of major stones
};

}  // namespace mill
