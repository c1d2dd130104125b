#include "engine/search/opening_book.h"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "base/file_bytes.h"
#include "base/leb128.h"
#include "base/little_endian.h"
#include "formats/codecs/zstd_frame.h"
#include "game/subset_rank.h"

namespace mill {
namespace {

constexpr std::size_t kShelfBytes = 4 + 4 + 4;
constexpr std::size_t kMostShelves = 100'000;
constexpr std::size_t kMostUnpacked = std::size_t{1} << 28;
constexpr std::uint32_t kMostTurns = 1000;

bool stands_before(const BookEntry& entry, const Stones& stones) {
  return Stones(entry.position.own, entry.position.opponent) < stones;
}

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

/// Takes the entries of a subspace from the columns they are written in.
class ShelfReader {
 public:
  ShelfReader(const Variant& variant, const Subspace& subspace,
              std::span<const std::uint8_t> columns, std::uint32_t positions)
      : points_(variant.board->points()),
        own_(points_, subspace.own),
        opponent_(points_, subspace.opponent),
        columns_(columns),
        entries_(positions) {
    for (BookEntry& entry : entries_) {
      entry.position.own_hand = static_cast<std::uint8_t>(subspace.own_hand);
      entry.position.opponent_hand = static_cast<std::uint8_t>(subspace.opponent_hand);
    }
  }

  /// Empty if the columns do not say so many entries, or more.
  std::vector<BookEntry> read() {
    const bool fits = read_stones() && read_values() && read_turns() && columns_.at_end();
    return fits ? std::move(entries_) : std::vector<BookEntry>{};
  }

 private:
  bool read_stones() {
    std::vector<std::uint32_t> steps(entries_.size());
    for (std::uint32_t& step : steps) step = columns_.take();
    std::uint64_t own = 0, opponent = 0;
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      own += steps[i];
      opponent = columns_.take() + (i > 0 && steps[i] == 0 ? opponent : 0);
      if (own >= own_.size() || opponent >= opponent_.size()) return false;
      Position& position = entries_[i].position;
      position.own = own_.unrank(static_cast<std::uint32_t>(own));
      position.opponent = opponent_.unrank(static_cast<std::uint32_t>(opponent));
      const Stones stones{position.own, position.opponent};
      if (i > 0 && !stands_before(entries_[i - 1], stones)) return false;
    }
    return true;
  }

  bool read_values() {
    for (BookEntry& entry : entries_) {
      const std::uint32_t value = columns_.take();
      if (value > static_cast<std::uint32_t>(Value::kWin)) return false;
      entry.value = static_cast<Value>(value);
    }
    return true;
  }

  bool read_turns() {
    std::vector<Turn*> turns;
    for (BookEntry& entry : entries_) {
      const std::uint32_t count = columns_.take();
      if (count == 0 || count > kMostTurns) return false;
      entry.turns.resize(count);
      for (Turn& turn : entry.turns) turns.push_back(&turn);
    }
    for (Turn* turn : turns)
      if (!take_point(turn->from)) return false;
    for (Turn* turn : turns)
      if (!take_point(turn->to)) return false;
    std::vector<std::uint32_t> removed;
    for (std::size_t i = 0; i < turns.size(); ++i) {
      removed.push_back(columns_.take());
      if (removed.back() > static_cast<std::uint32_t>(points_)) return false;
    }
    for (std::size_t i = 0; i < turns.size(); ++i)
      for (std::uint32_t left = removed[i]; left > 0; --left) {
        const std::uint32_t point = columns_.take();
        if (point >= static_cast<std::uint32_t>(points_)) return false;
        turns[i]->removed |= bit(static_cast<int>(point));
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
  std::vector<BookEntry> entries_;
};

}  // namespace

Position book_image(const Variant& variant, const Position& position) {
  Position image = position;
  std::tie(image.own, image.opponent) =
      least_image(variant.board->symmetries, {position.own, position.opponent});
  return image;
}

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

Result<OpeningBook> OpeningBook::parse(const Variant& variant, std::vector<std::uint8_t> bytes,
                                       std::string source) {
  OpeningBook book(variant, std::move(source));
  // A vector that is moved keeps its bytes where they are, and so the shelves theirs.
  book.bytes_ = std::move(bytes);
  MILLSTONE_TRY(Reader(book, book.bytes_).read());
  return book;
}

Result<OpeningBook> OpeningBook::open(const std::filesystem::path& path, const Variant& variant) {
  const auto file = MILLSTONE_TRY(FileBytes::open(path, FileAccess::kPositioned));
  std::vector<std::uint8_t> scratch;
  const auto bytes = MILLSTONE_TRY(file->read(0, file->size(), scratch));
  auto book = MILLSTONE_TRY(parse(variant, {bytes.begin(), bytes.end()}, path.string()));
  MILLSTONE_TRY(book.entries());
  return book;
}

Result<std::vector<BookEntry>> OpeningBook::unpack(const Shelf& shelf) const {
  const auto damaged = [&] {
    return fail(ErrorCode::kDamagedFile, "{}: what it says of {} makes no sense", source_,
                shelf.subspace.text());
  };
  const auto size = frame_content_size(shelf.frame);
  if (!size || *size > kMostUnpacked || *size < shelf.positions) return damaged();
  std::vector<std::uint8_t> columns(*size);
  if (!decompress_frame(shelf.frame, columns)) return damaged();
  auto entries = ShelfReader(variant_, shelf.subspace, columns, shelf.positions).read();
  if (entries.size() != shelf.positions || entries.empty()) return damaged();
  return entries;
}

Result<const std::vector<BookEntry>*> OpeningBook::unpacked(const Shelf& shelf) const {
  return shelf.entries.get([&] { return unpack(shelf); });
}

std::optional<BookEntry> OpeningBook::find(const Position& position) const {
  const Subspace subspace = subspace_of(position);
  const auto shelf = std::ranges::lower_bound(shelves_, subspace, {},
                                              [](const auto& each) { return each->subspace; });
  if (shelf == shelves_.end() || (*shelf)->subspace != subspace || position.removals > 0)
    return std::nullopt;
  const auto entries = unpacked(**shelf);
  if (!entries) return std::nullopt;
  const Position image = book_image(variant_, position);
  const auto found = std::lower_bound((*entries)->begin(), (*entries)->end(),
                                      Stones(image.own, image.opponent), stands_before);
  if (found == (*entries)->end() || found->position != image) return std::nullopt;
  const Symmetry& back = symmetry_back(variant_.board->symmetries, position, image);
  BookEntry entry{position, found->value, {}};
  for (const Turn& turn : found->turns) entry.turns.push_back(image_of(back, turn));
  return has_legal_turns(variant_, entry) ? std::optional(std::move(entry)) : std::nullopt;
}

Result<std::vector<BookEntry>> OpeningBook::entries() const {
  std::vector<BookEntry> all;
  for (const auto& shelf : shelves_) {
    const auto entries = MILLSTONE_TRY(unpack(*shelf));
    for (const BookEntry& entry : entries) {
      const bool possible =
          check_position(variant_, entry.position).has_value() && has_legal_turns(variant_, entry);
      if (!possible)
        return fail(ErrorCode::kDamagedFile, "{}: what it says of {} is against the rules", source_,
                    shelf->subspace.text());
    }
    all.insert(all.end(), entries.begin(), entries.end());
  }
  return all;
}

std::uint64_t OpeningBook::positions() const {
  return std::accumulate(
      shelves_.begin(), shelves_.end(), std::uint64_t{0},
      [](std::uint64_t sum, const auto& shelf) { return sum + shelf->positions; });
}

}  // namespace mill
