#include "tools/commands/rule_sentences.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/embedded_file.h"
#include "reports/json_output.h"

extern "C" {
MILLSTONE_EMBED(millstone_words_english, MILLSTONE_LANGUAGES, "en.json");
}

namespace mill {
namespace {

constexpr std::string_view kRule = "rule.";

/// A word is a text, or one text for each grammatical number; `{count}` in it is the value.
std::string filled(const Json& word, int value) {
  const Json& text = word.is_object() ? word.at(value == 1 ? "one" : "other") : word;
  std::string sentence = text.get<std::string>();
  constexpr std::string_view kCount = "{count}";
  if (const std::size_t at = sentence.find(kCount); at != sentence.npos)
    sentence.replace(at, kCount.size(), std::to_string(value));
  return sentence;
}

/// Which field the key of a word is about, if its value is the one that the key names or if it
/// names none.
std::optional<std::size_t> field_of(std::string_view key, const std::vector<int>& values) {
  if (!key.starts_with(kRule)) return std::nullopt;
  key.remove_prefix(kRule.size());
  const std::size_t dot = std::min(key.find('.'), key.size());
  const auto& specs = field_specs();
  const auto spec = std::ranges::find(specs, key.substr(0, dot), &FieldSpec::name);
  if (spec == specs.end()) return std::nullopt;
  const auto field = static_cast<std::size_t>(spec - specs.begin());
  const bool names_value = dot < key.size();
  if (names_value && key.substr(dot + 1) != spec->value_text(values[field])) return std::nullopt;
  return field;
}

}  // namespace

std::vector<RuleSentence> rule_sentences(const VariantOutline& outline) {
  static const Json words = Json::parse(millstone_words_english, millstone_words_english_end);
  const std::vector<int> usual = default_values();
  const std::vector<std::string_view> idle = idle_fields(rules_of(outline.values));
  std::vector<RuleSentence> sentences;
  for (const auto& [key, word] : words.items()) {
    const auto field = field_of(key, outline.values);
    if (!field) continue;
    const std::string_view name = field_specs()[*field].name;
    RuleSentence sentence{std::string(name), filled(word, outline.values[*field]),
                          outline.values[*field] != usual[*field]};
    if (std::ranges::find(idle, name) != idle.end()) {
      if (!sentence.differs) continue;
      sentence.text += " (" + words.at("variants.idle").get<std::string>() + ")";
    }
    sentences.push_back(std::move(sentence));
  }
  return sentences;
}

}  // namespace mill
