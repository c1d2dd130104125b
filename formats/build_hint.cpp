#include "formats/build_hint.h"

#include <algorithm>
#include <mutex>
#include <vector>

#include "base/places.h"
#include "base/words.h"

namespace mill {
namespace {

constexpr std::string_view kWith = " with ";  // between the name of a preset and its settings

/// "mayFly=false, pieceCount=4" as settings.
std::vector<RuleField> split_settings(std::string_view text) {
  std::vector<RuleField> settings;
  while (!text.empty()) {
    std::string_view value = without_leading_blanks(take_part(text, ','));
    const std::string_view name = take_part(value, '=');
    settings.push_back({std::string(name), std::string(value)});
  }
  return settings;
}

std::string find_options(const Variant& variant, std::string_view rules) {
  const std::string_view name = variant.name;
  const std::size_t end = std::min(name.find(kWith), name.size());
  const auto settings = split_settings(name.substr(std::min(end + kWith.size(), name.size())));
  const auto named = find_variant(name.substr(0, end), settings);
  if (!named || named->canonical_text() != rules) return "--rules FILE";
  std::string options = fmt::format("--variant {}", name.substr(0, end));
  for (const RuleField& setting : settings)
    options += fmt::format(" --set {}={}", setting.field, setting.value);
  return options;
}

/// A word of a shell's command line.
std::string shell_word(const std::string& text) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./,:+@%=";
  if (!text.empty() && text.find_first_not_of(kPlain) == std::string::npos) return text;
  std::string word = "'";
  for (const char character : text) {
    if (character == '\'')
      word += "'\\''";
    else
      word += character;
  }
  return word + "'";
}

}  // namespace

std::string variant_options(const Variant& variant) {
  static std::mutex mutex;
  static std::string last_name, last_rules, last_options;
  std::string rules = variant.canonical_text();
  const std::lock_guard lock(mutex);
  if (variant.name != last_name || rules != last_rules) {
    last_options = find_options(variant, rules);
    last_name = variant.name;
    last_rules = std::move(rules);
  }
  return last_options;
}

PlaceText build_command(std::string_view options, const std::filesystem::path& directory,
                        std::string_view subspace) {
  const auto command_in = [&](std::string_view where) {
    return fmt::format("`millstone build --db {}{}{} {}`", where, options.empty() ? "" : " ",
                       options, subspace);
  };
  return {command_in(shell_word(directory.empty() ? "." : directory.string())),
          command_in(kSomeDirectory)};
}

tl::unexpected<Error> no_database(const std::filesystem::path& directory, const Variant& variant) {
  return fail(ErrorCode::kMissingFile, "{}: there is no database file of {} here; {} makes some",
              directory_place(directory), variant.name,
              build_command(variant_options(variant), directory, "SUBSPACE"));
}

}  // namespace mill
