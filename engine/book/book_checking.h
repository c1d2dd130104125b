#pragma once

#include "base/task.h"
#include "engine/search/opening_book.h"
#include "prober/prober.h"

namespace mill {

/// Compares each entry of a book with a database: whether the value is that of the position and
/// each turn keeps it. kVerificationFailed naming the first entry that does not hold, errors as
/// Prober::rank_turns(), kInterrupted.
/// @return how many entries hold
Result<std::uint64_t> check_book(const Prober& prober, const OpeningBook& book,
                                 const TaskControl& control = {});

}  // namespace mill
