#include "engine/search/opening_book.h"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "base/leb128.h"
#include "base/little_endian.h"
#include "formats/codecs/zstd_frame.h"
#include "game/subset_rank.h"

namespace mill {
namespace {

constexpr std::size_t kShelfBytes = 4 + 4 + 4;
constexpr std::size_t kMostShelves = 100'000;
constexpr std::size_t kLargestUnpackedBook = std::size_t{1} << 28;
constexpr std::uint32_t kMostTurns = 1000;

/// Whether all turns of an entry are legal.
bool has_legal_turns(const Variant& variant, const BookEntry& entry) {
  const auto legal = generate_turns(variant, entry.position);
  return std::ranges::all_of(entry.turns, [&](const Turn& turn) {
    return std::find(legal.begin(), legal.end(), turn) != legal.end();
  });
}

/// The symmetry that maps what stands for the class of a position back to it.
const Symmetry& symmetry_back(const SymmetryGroup& group, const Position& position,
                              const Position& image) {
  for (int g = 0; g < group.size(); ++g) {
    const Symmetry& symmetry = group.elements[static_cast<std::size_t>(g)];
    if (symmetry(position.own) == image.own && symmetry(position.opponent) == image.opponent)
      return group.elements[static_cast<std::size_t>(group.inverse[static_cast<std::size_t>(g)])];
  }
  MILLSTONE_CHECK(false);
}

Turn image_of(const Symmetry& symmetry, const Turn& turn) {
  const auto image = [&](std::int8_t point) {
    return point < 0 ? point : static_cast<std::int8_t>(symmetry(point));
  };
  return {image(turn.from), image(turn.to), symmetry(turn.removed)};
}

}  // namespace

Position book_image(const Variant& variant, const Position& position) {
  Position image = position;
  std::tie(image.own, image.opponent) =
      least_image(variant.board->symmetries, {position.own, position.opponent});
  return image;
}

BookEntry OpeningBook::Unpacked::entry(const Subspace& subspace, std::size_t index) const {
  BookEntry entry;
  std::tie(entry.position.own, entry.position.opponent) = stones[index];
  entry.position.own_hand = static_cast<std::uint8_t>(subspace.own_hand);
  entry.position.opponent_hand = static_cast<std::uint8_t>(subspace.opponent_hand);
  entry.value = values[index];
  entry.turns.assign(turns.begin() + first_turns[index], turns.begin() + first_turns[index + 1]);
  return entry;
}

/// Takes the entries of a subspace from the columns they are written in.
class OpeningBook::ShelfReader {
 public:
  ShelfReader(const Variant& variant, const Subspace& subspace,
              std::span<const std::uint8_t> columns, std::uint32_t positions)
      : points_(variant.board->points()),
        own_(points_, subspace.own),
        opponent_(points_, subspace.opponent),
        columns_(columns),
        positions_(positions) {}

  /// Empty if the columns do not say so many entries, or more.
  Unpacked read() {
    const bool fits = read_stones() && read_values() && read_counts() && read_turns();
    return fits && columns_.at_end() ? std::move(unpacked_) : Unpacked{};
  }

 private:
  bool read_stones() {
    std::vector<std::uint32_t> steps(positions_);
    for (std::uint32_t& step : steps) step = columns_.take();
    auto& stones = unpacked_.stones;
    std::uint64_t own = 0, opponent = 0;
    for (const std::uint32_t step : steps) {
      own += step;
      opponent = columns_.take() + (!stones.empty() && step == 0 ? opponent : 0);
      if (own >= own_.size() || opponent >= opponent_.size()) return false;
      const Stones next{own_.unrank(static_cast<std::uint32_t>(own)),
                        opponent_.unrank(static_cast<std::uint32_t>(opponent))};
      if (!stones.empty() && next <= stones.back()) return false;
      stones.push_back(next);
    }
    return true;
  }

  bool read_values() {
    for (std::uint32_t i = 0; i < positions_; ++i) {
      const std::uint32_t value = columns_.take();
      if (value > static_cast<std::uint32_t>(Value::kWin)) return false;
      unpacked_.values.push_back(static_cast<Value>(value));
    }
    return true;
  }

  bool read_counts() {
    std::uint32_t turns = 0;
    for (std::uint32_t i = 0; i < positions_; ++i) {
      const std::uint32_t count = columns_.take();
      if (count == 0 || count > kMostTurns || turns > UINT32_MAX - count) return false;
      unpacked_.first_turns.push_back(turns);
      turns += count;
    }
    unpacked_.first_turns.push_back(turns);
    return true;
  }

  bool read_turns() {
    auto& turns = unpacked_.turns;
    // A number takes a byte at least.
    if (unpacked_.first_turns.back() > columns_.bytes_left()) return false;
    turns.resize(unpacked_.first_turns.back());
    for (Turn& turn : turns)
      if (!take_point(turn.from)) return false;
    for (Turn& turn : turns)
      if (!take_point(turn.to)) return false;
    std::vector<std::uint32_t> removed;
    for (std::size_t i = 0; i < turns.size(); ++i) {
      removed.push_back(columns_.take());
      if (removed.back() > static_cast<std::uint32_t>(points_)) return false;
    }
    for (std::size_t i = 0; i < turns.size(); ++i)
      for (std::uint32_t left = removed[i]; left > 0; --left) {
        const std::uint32_t point = columns_.take();
        if (point >= static_cast<std::uint32_t>(points_)) return false;
        turns[i].removed |= bit(static_cast<int>(point));
      }
    return true;
  }

  /// A point, or none: one more than it.
  bool take_point(std::int8_t& point) {
    const std::uint32_t number = columns_.take();
    point = static_cast<std::int8_t>(static_cast<int>(number) - 1);
    return number <= static_cast<std::uint32_t>(points_);
  }

  int points_;
  SubsetRank own_, opponent_;
  Leb128Reader columns_;
  std::uint32_t positions_;
  Unpacked unpacked_;
};

/// Takes a file apart.
class OpeningBook::Reader {
 public:
  Reader(OpeningBook& book, std::span<const std::uint8_t> bytes) : book_(book), bytes_(bytes) {}

  Result<void> read() {
    bytes_ = MILLSTONE_TRY(unsealed(kBookKind, book_.variant_, bytes_, book_.source_));
    return read_shelves();
  }

 private:
  tl::unexpected<Error> damaged(std::string_view what) const {
    return fail(ErrorCode::kDamagedFile, "{}: {}", book_.source_, what);
  }

  std::uint32_t take_u32() {
    const auto number = load_little_endian<std::uint32_t>(bytes_.data());
    bytes_ = bytes_.subspan(4);
    return number;
  }

  Result<void> read_shelves() {
    if (bytes_.size() < 4) return damaged("is cut off");
    const std::uint32_t shelves = take_u32();
    if (shelves > kMostShelves || bytes_.size() < shelves * kShelfBytes)
      return damaged("is cut off");
    auto frames = bytes_.subspan(shelves * kShelfBytes);
    for (std::uint32_t i = 0; i < shelves; ++i) {
      auto shelf = std::make_unique<Shelf>();
      shelf->subspace = {bytes_[0], bytes_[1], bytes_[2], bytes_[3]};
      bytes_ = bytes_.subspan(4);
      shelf->positions = take_u32();
      const std::uint32_t size = take_u32();
      const int points = book_.variant_.board->points();
      const bool possible = shelf->subspace.own + shelf->subspace.opponent <= points;
      const bool in_order =
          book_.shelves_.empty() || book_.shelves_.back()->subspace < shelf->subspace;
      if (size > frames.size() || !possible || !in_order) return damaged("has an impossible shelf");
      shelf->frame = frames.first(size);
      frames = frames.subspan(size);
      book_.shelves_.push_back(std::move(shelf));
    }
    return frames.empty() ? Result<void>() : damaged("holds more than its shelves");
  }

  OpeningBook& book_;
  std::span<const std::uint8_t> bytes_;
};

Result<void> check_bookable(const Variant& variant) {
  if (!variant.rules.marks() && !keeps_mover(variant)) return {};
  return fail(
      ErrorCode::kUnsupportedRule,
      "variant {}: there are no books for these rules, under which a position with stones in "
      "hand has more to remember than its stones",
      variant.name);
}

Result<OpeningBook> OpeningBook::parse(const Variant& variant, std::vector<std::uint8_t> bytes,
                                       std::string source) {
  auto book = MILLSTONE_TRY(parse_in_place(variant, bytes, std::move(source)));
  // A vector that is moved keeps its bytes where they are, and so the shelves theirs.
  book.bytes_ = std::move(bytes);
  return book;
}

Result<OpeningBook> OpeningBook::parse_in_place(const Variant& variant,
                                                std::span<const std::uint8_t> bytes,
                                                std::string source) {
  MILLSTONE_TRY(check_bookable(variant));
  OpeningBook book(variant, std::move(source));
  MILLSTONE_TRY(Reader(book, bytes).read());
  return book;
}

Result<OpeningBook> OpeningBook::open(const std::filesystem::path& path, const Variant& variant) {
  auto bytes = MILLSTONE_TRY(read_sealed_file(kBookKind, path));
  auto book = MILLSTONE_TRY(parse(variant, std::move(bytes), path.string()));
  MILLSTONE_TRY(book.entries());
  return book;
}

Result<OpeningBook::Unpacked> OpeningBook::unpack(const Shelf& shelf) const {
  const auto damaged = [&] {
    return fail(ErrorCode::kDamagedFile, "{}: what it says of {} makes no sense", source_,
                shelf.subspace.text());
  };
  const auto size = frame_content_size(shelf.frame);
  if (!size || *size > kLargestUnpackedBook || *size < shelf.positions) return damaged();
  std::vector<std::uint8_t> columns(*size);
  if (!decompress_frame(shelf.frame, columns)) return damaged();
  auto unpacked = ShelfReader(variant_, shelf.subspace, columns, shelf.positions).read();
  if (unpacked.size() != shelf.positions || unpacked.size() == 0) return damaged();
  return unpacked;
}

std::optional<BookEntry> OpeningBook::find(const Position& position) const {
  const Subspace subspace = subspace_of(variant_, position);
  const auto shelf = std::ranges::lower_bound(shelves_, subspace, {},
                                              [](const auto& each) { return each->subspace; });
  if (shelf == shelves_.end() || (*shelf)->subspace != subspace || position.removals > 0)
    return std::nullopt;
  const auto unpacked = (*shelf)->unpacked.get([&] { return unpack(**shelf); });
  if (!unpacked) return std::nullopt;
  const Position image = book_image(variant_, position);
  const Stones stones{image.own, image.opponent};
  const auto found = std::ranges::lower_bound((*unpacked)->stones, stones);
  if (found == (*unpacked)->stones.end() || *found != stones) return std::nullopt;
  const auto index = static_cast<std::size_t>(found - (*unpacked)->stones.begin());
  BookEntry entry = (*unpacked)->entry(subspace, index);
  const Symmetry& back = symmetry_back(variant_.board->symmetries, position, image);
  entry.position = position;
  for (Turn& turn : entry.turns) turn = image_of(back, turn);
  return has_legal_turns(variant_, entry) ? std::optional(std::move(entry)) : std::nullopt;
}

Result<std::vector<BookEntry>> OpeningBook::entries() const {
  std::vector<BookEntry> all;
  for (const auto& shelf : shelves_) {
    const auto unpacked = MILLSTONE_TRY(unpack(*shelf));
    for (std::size_t i = 0; i < unpacked.size(); ++i) {
      BookEntry entry = unpacked.entry(shelf->subspace, i);
      const bool possible =
          check_position(variant_, entry.position).has_value() && has_legal_turns(variant_, entry);
      if (!possible)
        return fail(ErrorCode::kDamagedFile, "{}: what it says of {} is against the rules", source_,
                    shelf->subspace.text());
      all.push_back(std::move(entry));
    }
  }
  return all;
}

std::uint64_t OpeningBook::positions() const {
  return std::accumulate(
      shelves_.begin(), shelves_.end(), std::uint64_t{0},
      [](std::uint64_t sum, const auto& shelf) { return sum + shelf->positions; });
}

}  // namespace mill
