#pragma once

#include <cstdint>
#include <vector>

#include "base/task.h"
#include "engine/search/opening_book.h"
#include "prober/prober.h"

namespace mill {

struct BookOptions {
  std::uint64_t positions = 500'000;  ///< entries at most
  std::size_t turns = 2;              ///< of an entry, at most: equally good ones
  int threads = 1;
  TaskControl control = {};
};

/// What was grown from the start of the game, the likeliest positions first.
struct GrownBook {
  std::vector<BookEntry> entries;  ///< each position in the image that book_image() gives it

  /// How many of its own turns a player finds in the book on the average, playing either side
  /// against the opponents that the book expects.
  double turns_expected = 0;
  bool complete = false;  ///< whether no such opponent leads out of it while stones are in hand
};

/// Grows a book for both sides: what to play in positions that play from the book leads to while
/// stones are in hand. Own turns are those that best_turns() calls best, which in a draw set most
/// traps. The opponents that it expects keep the value: half of them set traps too, half play any
/// turn that keeps it. The likelier a position is, the sooner it has an entry. The same on any
/// number of threads. Errors as best_turns(); kInterrupted.
Result<GrownBook> grow_book(const Prober& prober, const BookOptions& options);

}  // namespace mill
