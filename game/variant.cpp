#include "game/variant.h"

#define XXH_INLINE_ALL
#include <toml++/toml.h>
#include <xxhash.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>

#include "game/embedded_data.h"

namespace millstone {
namespace {

/// How one rule field is read and written.
struct FieldSpec {
  std::string_view name;
  int lowest, highest;    ///< range that the rules model knows
  std::vector<int> able;  ///< values that this version expresses; empty: all of the range
  std::function<int(const Rules&)> get;
  std::function<void(Rules&, int)> set;
};

/// A field that has one supported value only and no member in Rules.
FieldSpec fixed_field(std::string_view name, int highest, int only) {
  return {name, 0, highest, {only}, [only](const Rules&) { return only; }, [](Rules&, int) {}};
}

template <typename Member>
FieldSpec member_field(std::string_view name, int lowest, int highest, Member member) {
  return {name,
          lowest,
          highest,
          {},
          [member](const Rules& rules) { return static_cast<int>(rules.*member); },
          [member](Rules& rules, int value) {
            using Type = std::remove_reference_t<decltype(rules.*member)>;
            rules.*member = static_cast<Type>(value);
          }};
}

const std::vector<FieldSpec>& field_specs() {
  static const std::vector<FieldSpec> specs = [] {
    std::vector<FieldSpec> list;
    list.push_back(member_field("boardFullAction", 0, 4, &Rules::board_full_action));
    list.push_back(fixed_field("custodianCapture", 1, 0));
    list.push_back(member_field("flyCountsHand", 0, 1, &Rules::fly_counts_hand));
    list.push_back(member_field("flyPieceCount", 3, 4, &Rules::fly_piece_count));
    list.push_back(fixed_field("interventionCapture", 1, 0));
    list.push_back(member_field("isDefenderMoveFirst", 0, 1, &Rules::defender_moves_first));
    list.push_back(fixed_field("leapCapture", 1, 0));
    list.push_back(member_field("mayFly", 0, 1, &Rules::may_fly));
    list.push_back(member_field("mayMoveInPlacingPhase", 0, 1, &Rules::move_while_placing));
    list.push_back(member_field("mayRemoveFromMillsAlways", 0, 1, &Rules::remove_from_mills));
    list.push_back(member_field("mayRemoveMultiple", 0, 1, &Rules::remove_multiple));
    list.push_back(
        member_field("millFormationActionInPlacingPhase", 0, 5, &Rules::placing_mill_action));
    list.back().able = {0, 1};
    list.push_back(fixed_field("oneTimeUseMill", 1, 0));
    list.push_back(member_field("pieceCount", 3, 12, &Rules::piece_count));
    list.push_back(member_field("piecesAtLeastCount", 3, 5, &Rules::pieces_at_least_count));
    list.push_back(fixed_field("restrictRepeatedMillsFormation", 1, 0));
    list.push_back(member_field("stalemateAction", 0, 5, &Rules::stalemate_action));
    list.back().able = {0, 1, 2, 3, 4};
    list.push_back(member_field("stopPlacingWhenTwoEmptySquares", 0, 1, &Rules::stop_at_two_empty));
    return list;
  }();
  return specs;
}

/// Rules that end endless play: never part of a position database, so they are accepted and do not
/// tell variants apart.
constexpr std::string_view kNotModelled[] = {"endgameNMoveRule", "nMoveRule",
                                             "threefoldRepetitionRule"};

bool contains(const std::vector<int>& list, int value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}

Result<void> set_field(Rules& rules, std::string_view name, const toml::node& node,
                       std::string_view source) {
  const auto& specs = field_specs();
  const auto spec = std::find_if(specs.begin(), specs.end(), [&](const FieldSpec& candidate) {
    return candidate.name == name;
  });
  if (spec == specs.end() &&
      std::find(std::begin(kNotModelled), std::end(kNotModelled), name) != std::end(kNotModelled))
    return {};
  if (spec == specs.end())
    return fail(ErrorCode::kInvalidArgument, "variant {}: unknown rule field '{}'", source, name);
  const auto number = node.value<std::int64_t>();
  if (!number || *number < spec->lowest || *number > spec->highest)
    return fail(ErrorCode::kInvalidArgument, "variant {}: rule field '{}' must be {}..{}", source,
                name, spec->lowest, spec->highest);
  const int value = static_cast<int>(*number);
  if (!spec->able.empty() && !contains(spec->able, value))
    return fail(ErrorCode::kUnsupportedRule,
                "variant {}: rule field '{}' = {} is not supported by this version", source, name,
                value);
  spec->set(rules, value);
  return {};
}

/// Refuses fields outside of [rules] that nothing would read.
Result<void> check_top_level(const toml::table& table, std::string_view source) {
  for (const auto& [name, node] : table) {
    const bool valid = name == "rules"                     ? node.is_table()
                       : name == "name" || name == "board" ? node.is_string()
                                                           : false;
    if (!valid)
      return fail(ErrorCode::kInvalidArgument,
                  "variant {}: field '{}' is unknown or of the wrong type; expected texts 'name' "
                  "and 'board' and a table 'rules'",
                  source, name.str());
  }
  return {};
}

Result<void> check_counts(const Variant& variant, std::string_view source) {
  const Rules& rules = variant.rules;
  const int stones = 2 * rules.piece_count;
  if (stones > variant.board->points())
    return fail(ErrorCode::kInvalidArgument,
                "variant {}: rule field 'pieceCount' puts {} stones on a board of {} points",
                source, stones, variant.board->points());
  if (rules.pieces_at_least_count > rules.piece_count)
    return fail(ErrorCode::kInvalidArgument,
                "variant {}: rule field 'piecesAtLeastCount' = {} is above 'pieceCount' = {}",
                source, rules.pieces_at_least_count, rules.piece_count);
  return {};
}

/// Refuses fields that are clear one by one but not together: under isDefenderMoveFirst a position
/// does not tell who the second player is unless placing alternates.
Result<void> check_combinations(const Variant& variant, std::string_view source) {
  const Rules& rules = variant.rules;
  const auto refuse = [&](std::string_view field, std::string_view with) {
    return fail(ErrorCode::kUnsupportedRule,
                "variant {}: rule field '{}' together with {} is not supported by this version",
                source, field, with);
  };
  const bool may_fill = 2 * rules.piece_count == variant.board->points();
  if (!rules.defender_moves_first) {
    if (may_fill && rules.board_full_action == 2)
      return refuse("boardFullAction", "isDefenderMoveFirst = 0");
    return {};
  }
  if (rules.move_while_placing) return refuse("isDefenderMoveFirst", "mayMoveInPlacingPhase");
  if (rules.placing_mill_action)
    return refuse("isDefenderMoveFirst", "millFormationActionInPlacingPhase");
  if (may_fill && rules.board_full_action < 2)
    return refuse("isDefenderMoveFirst", "this boardFullAction");
  return {};
}

Result<Board> find_board(const std::string& name, std::string_view source) {
  const std::string path = "boards/" + name + ".toml";
  const auto text = embedded_text(path);
  if (!text)
    return fail(ErrorCode::kInvalidArgument, "variant {}: there is no board '{}'", source, name);
  return parse_board(*text, path);
}

std::string join_names(const Board& board, Mask mask) {
  std::string text;
  for_each_bit(mask, [&](int point) {
    if (!text.empty()) text += '-';
    text += board.point_names[point];
  });
  return text;
}

std::string describe_edges(const Board& board) {
  std::string text;
  for (int point = 0; point < board.points(); ++point)
    for_each_bit(board.neighbours[point] & ~low_bits(point), [&](int other) {
      if (!text.empty()) text += ' ';
      text += join_names(board, bit(point) | bit(other));
    });
  return text;
}

std::string describe_lines(const Board& board) {
  std::vector<Mask> lines = board.lines;
  std::sort(lines.begin(), lines.end());
  std::string text;
  for (Mask line : lines) {
    if (!text.empty()) text += ' ';
    text += join_names(board, line);
  }
  return text;
}

}  // namespace

void check_failed(const char* condition, const char* file, int line) {
  std::fprintf(stderr, "millstone: internal error: %s does not hold (%s:%d)\n", condition, file,
               line);
  std::abort();
}

std::vector<RuleField> rule_fields(const Variant& variant) {
  const Board& board = *variant.board;
  std::vector<RuleField> fields;
  fields.push_back({"board.edges", describe_edges(board)});
  fields.push_back({"board.lines", describe_lines(board)});
  fields.push_back({"board.points", fmt::format("{}", fmt::join(board.point_names, " "))});
  for (const FieldSpec& spec : field_specs())
    fields.push_back({std::string(spec.name), std::to_string(spec.get(variant.rules))});
  return fields;
}

std::string Variant::canonical_text() const {
  std::string text;
  for (const RuleField& entry : rule_fields(*this))
    text += fmt::format("{}={}\n", entry.field, entry.value);
  return text;
}

std::string Variant::digest() const {
  const std::string text = canonical_text();
  const XXH128_hash_t hash = XXH3_128bits(text.data(), text.size());
  return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

Result<Variant> parse_variant(std::string_view text, std::string_view source) {
  toml::table table;
  try {
    table = toml::parse(text);
  } catch (const toml::parse_error& failure) {
    return fail(ErrorCode::kInvalidArgument, "variant {}: not valid TOML, line {}: {}", source,
                failure.source().begin.line, failure.description());
  }
  if (auto known = check_top_level(table, source); !known) return tl::unexpected(known.error());
  Variant variant;
  variant.name = table["name"].value_or(std::string(source));
  auto board = find_board(table["board"].value_or(std::string()), source);
  if (!board) return tl::unexpected(board.error());
  variant.board = std::make_shared<const Board>(std::move(*board));
  if (const toml::table* rules = table["rules"].as_table()) {
    for (const auto& [name, node] : *rules)
      if (auto done = set_field(variant.rules, name.str(), node, source); !done)
        return tl::unexpected(done.error());
  }
  if (auto counts = check_counts(variant, source); !counts) return tl::unexpected(counts.error());
  if (auto together = check_combinations(variant, source); !together)
    return tl::unexpected(together.error());
  return variant;
}

Result<Variant> find_variant(std::string_view name) {
  const std::string path = fmt::format("variants/{}.toml", name);
  const auto text = embedded_text(path);
  if (!text) return fail(ErrorCode::kInvalidArgument, "there is no variant '{}'", name);
  return parse_variant(*text, path);
}

}  // namespace millstone
