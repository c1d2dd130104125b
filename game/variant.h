#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "game/board.h"

namespace mill {

/// millFormationActionInPlacingPhase: what a mill that is closed by placing takes.
enum class PlacingMillAction : std::uint8_t {
  kRemoveFromBoard = 0,
  kRemoveFromHand = 1,         ///< and the turn passes
  kRemoveFromHandAndGoOn = 2,  ///< and the same side acts again
  kOpponentChooses = 3,        ///< by its name; the programs that have it play it as 0
  kMark = 4,                   ///< the stone taken leaves a marked point until placing ends
  kRemoveWhenPlacingEnds = 5,  ///< nothing at once; the mills that stand at the end count
};

/// boardFullAction: what follows when placing ends on a full board.
enum class BoardFullAction : std::uint8_t {
  kFirstPlayerLoses = 0,
  kFirstThenSecondRemoves = 1,
  kSecondThenFirstRemoves = 2,
  kSideToMoveRemoves = 3,
  kDraw = 4,
};

/// stalemateAction: what follows when a side that places no more has no legal move.
enum class StalemateAction : std::uint8_t {
  kLoss = 0,
  kPass = 1,
  kRemoveAndMove = 2,  ///< a stone of the opponent next to an own one, then a move
  kRemove = 3,         ///< such a stone, and the turn is over
  kDraw = 4,
  kBothRemove = 5,  ///< such a stone, then the opponent one of the same kind, and then a move
};

/// custodianCapture, interventionCapture or leapCapture, and its fields: where and when.
struct CaptureRule {
  bool enabled = false;
  bool on_square_edges = true;    ///< ...OnSquareEdges
  bool on_cross_lines = true;     ///< ...OnCrossLines
  bool on_diagonal_lines = true;  ///< ...OnDiagonalLines
  bool while_placing = true;      ///< ...InPlacingPhase
  bool while_moving = true;       ///< ...InMovingPhase
  bool only_with_three =
      false;  ///< ...OnlyWhenOwnPiecesLeq3: with three stones on the board or fewer
  friend bool operator==(const CaptureRule&, const CaptureRule&) = default;
};

/// The rule fields of a variant, under the names players know ("Rule fields" in game/README.md).
struct Rules {
  int piece_count = 9;            ///< pieceCount: stones each side starts with
  int fly_piece_count = 3;        ///< flyPieceCount: a side with at most so many stones flies
  bool fly_counts_hand = true;    ///< flyCountsHand: ... counting board and hand
  bool may_fly = true;            ///< mayFly
  int pieces_at_least_count = 3;  ///< piecesAtLeastCount: fewer stones in all lose
  PlacingMillAction placing_mill_action{};  ///< millFormationActionInPlacingPhase
  bool move_while_placing = false;          ///< mayMoveInPlacingPhase
  bool defender_moves_first = false;        ///< isDefenderMoveFirst
  bool remove_multiple = false;             ///< mayRemoveMultiple
  bool remove_from_mills = false;           ///< mayRemoveFromMillsAlways
  BoardFullAction board_full_action{};      ///< boardFullAction
  bool stop_at_two_empty = false;           ///< stopPlacingWhenTwoEmptySquares
  StalemateAction stalemate_action{};       ///< stalemateAction
  bool restrict_repeated_mills = false;     ///< restrictRepeatedMillsFormation
  bool one_time_mills = false;              ///< oneTimeUseMill
  CaptureRule custodian;                    ///< custodianCapture: a stone between two others
  CaptureRule intervention;                 ///< interventionCapture: the stones on both sides
  CaptureRule leap;                         ///< leapCapture: a stone that is leapt over

  /// Whether a mill that is closed by placing takes stones from the hand.
  bool takes_from_hand() const {
    return placing_mill_action == PlacingMillAction::kRemoveFromHand ||
           placing_mill_action == PlacingMillAction::kRemoveFromHandAndGoOn;
  }

  /// Whether a stone taken while stones are in hand leaves a marked point.
  bool marks() const { return placing_mill_action == PlacingMillAction::kMark; }

  /// Whether mills that are closed by placing take nothing until placing ends.
  bool counts_mills() const {
    return placing_mill_action == PlacingMillAction::kRemoveWhenPlacingEnds;
  }

  bool has_captures() const { return custodian.enabled || intervention.enabled || leap.enabled; }

  friend bool operator==(const Rules&, const Rules&) = default;
};

/// A board and its rule fields. Immutable, cheap to share; read from many threads.
struct Variant {
  std::string name;
  Rules rules;
  std::shared_ptr<const Board> board;

  /// One "field=value" per line, sorted, board graph included: what the digest is taken of. Two
  /// variants are the same game exactly when these texts are equal.
  std::string canonical_text() const;

  /// XXH3-128 of canonical_text() as 32 hexadecimal digits. Names do not enter.
  std::string digest() const;
};

/// One field of a variant and its value as text.
struct RuleField {
  std::string field, value;
  friend bool operator==(const RuleField&, const RuleField&) = default;
};

/// All fields, board graph included, in the order of canonical_text() and with its values.
std::vector<RuleField> rule_fields(const Variant& variant);

/// The rule fields that are not at their defaults, with values for people: "12", "true".
std::vector<RuleField> changed_rules(const Rules& rules);

/// Rules that end endless play. They are never part of a database of positions, so they may stand
/// in a variant file but neither change nor identify the variant.
std::span<const std::string_view> rules_not_modelled();

/// Reads a variant from TOML text (see data/variants): a name, a board by name or as a table, a
/// table of rules. kInvalidArgument for an unknown field, a value out of range, a board with a
/// mistake, captures on a board that has other lines than of three points.
/// @param source    how messages name the text, usually its file; names the variant if nothing else
/// @param settings  fields that replace those of the text, "board" (by name) among them; the name
///                  then tells what they changed: "nine-mens-morris with pieceCount=4"
Result<Variant> parse_variant(std::string_view text, std::string_view source,
                              const std::vector<RuleField>& settings = {});

/// The variant of who names none.
inline constexpr const char* kDefaultVariant = "nine-mens-morris";

/// A variant that is compiled in, by name ("nine-mens-morris"), with settings as above.
Result<Variant> find_variant(std::string_view name, const std::vector<RuleField>& settings = {});

/// Reads back what Variant::canonical_text() wrote, as a database file keeps it. The text does not
/// hold the names of variant and board nor the groups of the position text: a board that is
/// compiled in gets its own, another one is a single group. kUnsupportedRule for fields or values
/// that this version does not know, kInvalidArgument for what is no canonical text.
/// @param source  how messages name the text
Result<Variant> parse_canonical_text(std::string_view text, std::string_view name,
                                     std::string_view source);

/// Refuses rules under which positions have more to remember than a subspace can keep, by one field
/// or by two together, or that tell a position from its images under symmetries: they are played,
/// but no database can be built. kUnsupportedRule names the fields.
Result<void> check_solvable(const Variant& variant);

/// A variant that is compiled in, for lists.
struct Preset {
  std::string name;
  std::string board;               ///< its name
  int piece_count = 0;             ///< stones of each side
  std::vector<RuleField> changes;  ///< as changed_rules()
  Variant variant;
};
std::vector<Preset> list_presets();

}  // namespace mill
