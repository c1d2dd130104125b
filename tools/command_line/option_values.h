#pragma once

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <functional>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include "base/numbers.h"

namespace mill {

// What may stand behind an option, and how it is refused in one sentence that says what is wanted.

/// The highest number of games, or of a game, that an option takes.
inline constexpr int kMostGames = 10'000'000;

/// A number from `lowest` to `highest`, without an end if that is the largest of its type.
/// @param reason  behind the range in the message: ", which are the processors of this machine"
template <typename Number>
CLI::Validator number_from(Number lowest, Number highest = std::numeric_limits<Number>::max(),
                           const std::string& reason = "") {
  const auto check = [=](const std::string& text) -> std::string {
    const auto number = number_in<Number>(text);
    if (number && lowest <= *number && *number <= highest) return "";
    const std::string_view kind = std::is_integral_v<Number> ? "a whole number" : "a number";
    const bool only_digits = !text.empty() && text.find_first_not_of("0123456789") == text.npos;
    if (highest == std::numeric_limits<Number>::max())
      return only_digits && !number
                 ? fmt::format("found '{}', which is too large", text)
                 : fmt::format("found '{}', expected {} of at least {}", text, kind, lowest);
    return fmt::format("found '{}', expected {} from {} to {}{}", text, kind, lowest, highest,
                       reason);
  };
  return CLI::Validator(check, "");  // the type name of an option tells the default, not the range
}

/// Adds an option for a number in a range, whose help tells what it is if it is not given.
template <typename Number>
void add_number_option(CLI::App& command, const std::string& name, Number& number, Number lowest,
                       Number highest, const std::string& what, const std::string& unit) {
  command.add_option(name, number, what)
      ->check(number_from<Number>(lowest, highest))
      ->type_name(fmt::format("{} [{}]", unit, number));
}

/// An option whose value is one of a few names.
struct ChoiceOption {
  std::string name;                  ///< "--codec"
  std::vector<std::string> choices;  ///< in the order in which help lists them
  std::string usual;                 ///< the default, as help tells it; empty: there is none
  bool repeats = false;              ///< may be given several times, each going to `choose`
};

/// Adds it; what was chosen goes to `choose`, and anything else is refused. Help shows the choices
/// as its type, "zstd|context [zstd]", from which manual and completions take them.
CLI::Option* add_choice_option(CLI::App& command, const ChoiceOption& option,
                               const std::string& description,
                               std::function<void(const std::string&)> choose);

}  // namespace mill
