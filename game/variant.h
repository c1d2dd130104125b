#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "game/board.h"
#include "game/error.h"

namespace millstone {

/// The rule fields of a variant, under the names players know (see RULES in game/README.md).
struct Rules {
  int piece_count = 9;                ///< pieceCount: stones each side starts with
  int fly_piece_count = 3;            ///< flyPieceCount: a side with at most so many stones flies
  bool fly_counts_hand = true;        ///< flyCountsHand: ... counting board and hand
  bool may_fly = true;                ///< mayFly
  int pieces_at_least_count = 3;      ///< piecesAtLeastCount: fewer stones in all lose
  int placing_mill_action = 0;        ///< millFormationActionInPlacingPhase
  bool move_while_placing = false;    ///< mayMoveInPlacingPhase
  bool defender_moves_first = false;  ///< isDefenderMoveFirst
  bool remove_multiple = false;       ///< mayRemoveMultiple
  bool remove_from_mills = false;     ///< mayRemoveFromMillsAlways
  int board_full_action = 0;          ///< boardFullAction
  bool stop_at_two_empty = false;     ///< stopPlacingWhenTwoEmptySquares
  int stalemate_action = 0;           ///< stalemateAction

  friend bool operator==(const Rules&, const Rules&) = default;
};

/// A board and its rule fields. Immutable, cheap to share; read from many threads.
struct Variant {
  std::string name;
  Rules rules;
  std::shared_ptr<const Board> board;

  /// One "field=value" a line, sorted, board graph included: what the digest is taken of. Two
  /// variants are the same game exactly when these texts are equal.
  std::string canonical_text() const;

  /// XXH3-128 of canonical_text() as 32 hexadecimal digits. Names do not enter.
  std::string digest() const;
};

/// One field of a variant and its value as text, in the order of canonical_text().
struct RuleField {
  std::string field, value;
  friend bool operator==(const RuleField&, const RuleField&) = default;
};
std::vector<RuleField> rule_fields(const Variant& variant);

/// Reads a variant from TOML text (see data/variants). A field that this version cannot express
/// gives kUnsupportedRule and is named; an unknown field or a value out of range gives
/// kInvalidArgument.
Result<Variant> parse_variant(std::string_view text, std::string_view source);

/// A variant that is compiled in, by name ("nine-mens-morris").
Result<Variant> find_variant(std::string_view name);

}  // namespace millstone
