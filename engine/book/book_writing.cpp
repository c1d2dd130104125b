#include "engine/book/book_writing.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <tuple>

#include "base/leb128.h"
#include "base/little_endian.h"
#include "formats/codecs/zstd_frame.h"
#include "game/subset_rank.h"

namespace mill {
namespace {

constexpr int kLevel = 19;  // of zstd: written once, read often

/// The columns of the entries of one subspace, sorted by stones.
std::vector<std::uint8_t> columns_of(const Variant& variant, std::span<const BookEntry> entries) {
  const Board& board = *variant.board;
  const Subspace subspace = subspace_of(variant, entries.front().position);
  const SubsetRank own(board.points(), subspace.own), opponent(board.points(), subspace.opponent);
  std::vector<std::uint8_t> columns, steps;
  std::uint32_t last_own = 0, last_opponent = 0;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const Position& position = entries[i].position;
    const std::uint32_t own_rank = own.rank(position.own);
    const std::uint32_t opponent_rank = opponent.rank(position.opponent);
    const bool same_own = i > 0 && own_rank == last_own;
    append_leb128(columns, own_rank - last_own);
    append_leb128(steps, opponent_rank - (same_own ? last_opponent : 0));
    last_own = own_rank;
    last_opponent = opponent_rank;
  }
  columns.insert(columns.end(), steps.begin(), steps.end());
  const auto for_each_turn = [&](const auto& visit) {
    for (const BookEntry& entry : entries)
      for (const Turn& turn : entry.turns) visit(turn);
  };
  const auto append = [&](int number) {
    append_leb128(columns, static_cast<std::uint32_t>(number));
  };
  for (const BookEntry& entry : entries) append(static_cast<int>(entry.value));
  for (const BookEntry& entry : entries) append(static_cast<int>(entry.turns.size()));
  for_each_turn([&](const Turn& turn) { append(turn.from + 1); });
  for_each_turn([&](const Turn& turn) { append(turn.to + 1); });
  for_each_turn([&](const Turn& turn) { append(count(turn.removed)); });
  for_each_turn([&](const Turn& turn) { for_each_bit(turn.removed, append); });
  return columns;
}

}  // namespace

std::vector<std::uint8_t> book_bytes(const Variant& variant, std::vector<BookEntry> entries) {
  const auto key = [&](const BookEntry& entry) {
    return std::tuple(subspace_of(variant, entry.position), entry.position.own,
                      entry.position.opponent);
  };
  std::ranges::sort(entries, {}, key);
  std::vector<std::uint8_t> shelves, frames;
  std::uint32_t count = 0;
  for (auto first = entries.begin(); first != entries.end(); ++count) {
    const Subspace subspace = subspace_of(variant, first->position);
    const auto last = std::find_if(first, entries.end(), [&](const BookEntry& entry) {
      return subspace_of(variant, entry.position) != subspace;
    });
    const auto frame = compress_frame(columns_of(variant, {first, last}), kLevel);
    for (const int part :
         {subspace.own, subspace.opponent, subspace.own_hand, subspace.opponent_hand})
      shelves.push_back(static_cast<std::uint8_t>(part));
    append_little_endian(shelves, static_cast<std::uint32_t>(std::distance(first, last)));
    append_little_endian(shelves, static_cast<std::uint32_t>(frame.size()));
    frames.insert(frames.end(), frame.begin(), frame.end());
    first = last;
  }
  std::vector<std::uint8_t> content;
  append_little_endian(content, count);
  content.insert(content.end(), shelves.begin(), shelves.end());
  content.insert(content.end(), frames.begin(), frames.end());
  return sealed(kBookKind, variant, content);
}

}  // namespace mill
