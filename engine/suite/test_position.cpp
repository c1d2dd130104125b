#include "engine/suite/test_position.h"

#include <fmt/format.h>

#include <array>

#include "base/words.h"
#include "engine/games/parsed_lines.h"
#include "game/notation.h"

namespace mill {
namespace {

constexpr std::array kValues = {Value::kLoss, Value::kDraw, Value::kWin};

template <typename Choices, typename NameOf>
Result<typename Choices::value_type> parse_name(std::string_view kind, std::string_view text,
                                                const Choices& choices, NameOf&& name_of) {
  for (const auto choice : choices)
    if (name_of(choice) == text) return choice;
  return fail(ErrorCode::kInvalidArgument, "there is no {} '{}'", kind, text);
}

Result<void> read_operation(const Variant& variant, std::string_view operation,
                            TestPosition& test) {
  const std::string_view name = take_part(operation, ' ');
  const std::string_view text = trimmed(operation);
  if (name == "bm") {
    for (const std::string_view turn : split_words(text))
      test.best.push_back(MILLSTONE_TRY(parse_legal_turn(variant, test.position.position, turn)));
  } else if (name == "value") {
    test.value = MILLSTONE_TRY(parse_name("value", text, kValues, value_name));
  } else if (name == "theme") {
    test.theme = MILLSTONE_TRY(parse_name("theme", text, kThemes, theme_name));
  } else {
    return fail(ErrorCode::kInvalidArgument,
                "there is no operation '{}'; there are bm, value, theme", name);
  }
  return {};
}

Result<TestPosition> parse_line(const Variant& variant, std::string_view line) {
  TestPosition test;
  test.position = MILLSTONE_TRY(parse_position_text(variant, trimmed(take_part(line, ';'))));
  while (!trimmed(line).empty())
    MILLSTONE_TRY(read_operation(variant, trimmed(take_part(line, ';')), test));
  if (test.best.empty()) return fail(ErrorCode::kInvalidArgument, "no best turn is given (bm)");
  return test;
}

}  // namespace

std::string_view theme_name(Theme theme) {
  switch (theme) {
    case Theme::kPlacing:
      return "placing";
    case Theme::kMoving:
      return "moving";
    case Theme::kFlying:
      return "flying";
    case Theme::kBlockade:
      return "blockade";
  }
  return "";
}

std::string test_position_text(const Variant& variant, const TestPosition& test) {
  std::vector<std::string> turns;
  turns.reserve(test.best.size());
  for (const Turn& turn : test.best) turns.push_back(turn_text(*variant.board, turn));
  return fmt::format("{}; bm {}; value {}; theme {}", position_text(variant, test.position),
                     fmt::join(turns, " "), value_name(test.value), theme_name(test.theme));
}

Result<std::vector<TestPosition>> parse_test_positions(const Variant& variant,
                                                       std::string_view text,
                                                       std::string_view source) {
  return parse_lines(text, source, "test position",
                     [&](std::string_view line) { return parse_line(variant, line); });
}

}  // namespace mill
