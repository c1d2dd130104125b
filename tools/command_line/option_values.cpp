#include "tools/command_line/option_values.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/suggestion.h"

namespace mill {

CLI::Option* add_choice_option(CLI::App& command, const ChoiceOption& option,
                               const std::string& description,
                               std::function<void(const std::string&)> choose) {
  const auto take = [option, choose = std::move(choose)](const std::vector<std::string>& texts) {
    const auto& choices = option.choices;
    for (const std::string& text : texts) {
      if (std::find(choices.begin(), choices.end(), text) == choices.end())
        throw CLI::ValidationError(
            option.name, fmt::format("found '{}'{}, expected {}", text, did_you_mean(text, choices),
                                     fmt::join(choices, " or ")));
      choose(text);
    }
  };
  std::string type = fmt::format("{}", fmt::join(option.choices, "|"));
  if (!option.usual.empty()) type += fmt::format(" [{}]", option.usual);
  const auto policy =
      option.repeats ? CLI::MultiOptionPolicy::TakeAll : CLI::MultiOptionPolicy::TakeLast;
  return command.add_option_function<std::vector<std::string>>(option.name, take, description)
      ->allow_extra_args(false)
      ->multi_option_policy(policy)
      ->expected(1, option.repeats ? CLI::detail::expected_max_vector_size : 1)
      ->type_name(type);
}

}  // namespace mill
