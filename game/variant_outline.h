#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "game/rule_table.h"
#include "game/variant.h"

namespace mill {

// What the readers of variants share: files, settings of a command line and canonical texts all
// become an outline first. In messages `who` is how they begin, such as "variant lasker-morris".

/// The values of all rule fields at their defaults, in the order of field_specs().
std::vector<int> default_values();

/// A variant as somebody states it: each field in its range, together perhaps more than this
/// version can express.
struct VariantOutline {
  std::string name;
  std::shared_ptr<const Board> board;
  std::vector<int> values = default_values();  ///< in the order of field_specs()
};

/// Reads a variant as it is stated, in TOML text or by the name of one that is compiled in;
/// arguments and errors as parse_variant() and find_variant(), but that to_variant() has not been
/// asked.
Result<VariantOutline> parse_outline(std::string_view text, std::string_view source,
                                     const std::vector<RuleField>& settings);
Result<VariantOutline> find_outline(std::string_view name, const std::vector<RuleField>& settings);

/// What somebody wrote as the value of a rule field.
struct StatedValue {
  std::optional<int> number;  ///< none: neither a number nor true or false
  bool is_bool = false;
  std::string text;  ///< for messages
};

/// Reads "true", "false" or a number.
StatedValue stated_value(std::string_view text);

/// Sets a rule field if the value is in its range; true and false are for flags only. Fields that
/// are not modelled are looked at and dropped.
Result<void> set_rule(VariantOutline& outline, std::string_view field, const StatedValue& value,
                      std::string_view who);

/// Replaces fields ("board" among them, by name) and tells so in the name, in the order of the
/// fields whatever that of the settings. Fields that keep their values leave the name alone.
Result<VariantOutline> with_settings(const VariantOutline& base,
                                     const std::vector<RuleField>& settings);

/// The rules of an outline's values. Those that this version cannot express are as the fields set
/// them: to describe, not to play.
Rules rules_of(const std::vector<int>& values);

/// The rule fields that differ, with the values of `after` for people.
std::vector<RuleField> changes_between(const std::vector<int>& before,
                                       const std::vector<int>& after);

/// The variant: kInvalidArgument if its counts or captures contradict one another or the board.
Result<Variant> to_variant(const VariantOutline& outline, std::string_view who);

using SharedBoard = std::shared_ptr<const Board>;

/// A board that is compiled in, by name ("24").
Result<SharedBoard> find_board(std::string_view name, std::string_view who);

/// Names of all boards that are compiled in, in the order in which the build lists them.
std::vector<std::string> board_names();

/// Names of all variants that are compiled in.
std::vector<std::string> variant_names();

/// A board on its own becomes one that variants share.
Result<SharedBoard> share(Result<Board> board);

}  // namespace mill
