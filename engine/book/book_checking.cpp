#include "engine/book/book_checking.h"

#include <algorithm>

#include "game/notation.h"
#include "game/position_text.h"

namespace mill {
namespace {

Result<void> check_entry(const Prober& prober, const BookEntry& entry) {
  const Variant& variant = prober.variant();
  const auto ranked = MILLSTONE_TRY(prober.rank_turns(entry.position, Detail::kValue));
  const auto refuse = [&](std::string_view what, Value value) {
    return fail(ErrorCode::kVerificationFailed, "{}: the book says {}, the database {} for {}",
                position_text(variant, {entry.position}), value_name(entry.value),
                value_name(value), what);
  };
  const auto value = MILLSTONE_TRY(prober.value(entry.position));
  if (value != entry.value) return refuse("the position", value);
  for (const Turn& turn : entry.turns) {
    const auto found = std::ranges::find(ranked, turn, &RankedTurn::turn);
    MILLSTONE_CHECK(found != ranked.end());
    if (found->value != entry.value) return refuse(turn_text(*variant.board, turn), found->value);
  }
  return {};
}

}  // namespace

Result<std::uint64_t> check_book(const Prober& prober, const OpeningBook& book,
                                 const TaskControl& control) {
  const auto entries = MILLSTONE_TRY(book.entries());
  std::uint64_t checked = 0;
  for (const BookEntry& entry : entries) {
    if (control.stop.is_set()) return fail(ErrorCode::kInterrupted, "stopped before the end");
    MILLSTONE_TRY(check_entry(prober, entry));
    if (++checked % 1000 == 0 && control.progress)
      control.progress({static_cast<double>(checked) / static_cast<double>(entries.size()),
                        "checking the book"});
  }
  return checked;
}

}  // namespace mill
