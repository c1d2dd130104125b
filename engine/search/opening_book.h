#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/lazy.h"
#include "formats/sealed_bytes.h"
#include "game/moves.h"
#include "game/subspace.h"
#include "game/value.h"

namespace mill {

inline constexpr SealedKind kBookKind{"MILLBOOK", 1, "opening book"};

/// What a book knows of a position in which nothing is pending.
struct BookEntry {
  Position position;
  Value value = Value::kDraw;  ///< for the side to move
  std::vector<Turn> turns;     ///< that keep the value and set most traps; at least one
  friend bool operator==(const BookEntry&, const BookEntry&) = default;
};

/// Refuses rules under which a book's positions, stones on the board and in hand, are not all that
/// decides what to play: kUnsupportedRule.
Result<void> check_bookable(const Variant& variant);

/// Turns for positions up to the symmetries of the board, made from a database: what to play while
/// stones are placed. The format: engine/README.md, "Opening book". Immutable; any thread.
class OpeningBook {
 public:
  /// Reads the bytes of a file and keeps them. kDamagedFile where they are not what was written,
  /// kUnsupportedVersion of a newer format, kWrongRules for a book of other rules.
  /// @param source  names the file in messages
  static Result<OpeningBook> parse(const Variant& variant, std::vector<std::uint8_t> bytes,
                                   std::string source);

  /// The same of bytes that stay where they are as long as the book is used.
  static Result<OpeningBook> parse_in_place(const Variant& variant,
                                            std::span<const std::uint8_t> bytes,
                                            std::string source);

  /// Reads a file and looks at each of its entries. kMissingFile or kInputOutput besides.
  static Result<OpeningBook> open(const std::filesystem::path& path, const Variant& variant);

  /// What the book knows of a position, the turns being turns of this very position. Nothing where
  /// it knows nothing, or what it says is against the rules.
  std::optional<BookEntry> find(const Position& position) const;

  /// All entries, each in one of its images: by subspace, then by stones.
  /// kDamagedFile if one is against the rules.
  Result<std::vector<BookEntry>> entries() const;

  std::uint64_t positions() const;
  const Variant& variant() const { return variant_; }

 private:
  class Reader;
  class ShelfReader;

  /// The entries of a subspace, in some 20 bytes each.
  struct Unpacked {
    std::vector<Stones> stones;  // ascending
    std::vector<Value> values;
    std::vector<std::uint32_t> first_turns;  // of each position, and one past the last turn
    std::vector<Turn> turns;

    std::size_t size() const { return stones.size(); }
    BookEntry entry(const Subspace& subspace, std::size_t index) const;
  };

  /// The entries of a subspace, unpacked when they are first asked for.
  struct Shelf {
    Subspace subspace;
    std::uint32_t positions = 0;
    std::span<const std::uint8_t> frame;
    Lazy<Unpacked> unpacked;
  };

  OpeningBook(const Variant& variant, std::string source)
      : variant_(variant), source_(std::move(source)) {}
  Result<Unpacked> unpack(const Shelf& shelf) const;

  Variant variant_;
  std::string source_;
  std::vector<std::uint8_t> bytes_;  // of the shelves; empty: others keep them
  std::vector<std::unique_ptr<Shelf>> shelves_;
};

/// The image of a position under the symmetries of the board that stands for its class in books.
Position book_image(const Variant& variant, const Position& position);

}  // namespace mill
