#pragma once

#include <string>
#include <vector>

#include "game/variant_outline.h"

namespace mill {

/// What a rule field says, for people.
struct RuleSentence {
  std::string field;
  std::string text;
  bool differs = false;  ///< from the default
};

/// The rules in English, in the order in which a person wants to know them, by the words of the
/// page (server/web/languages). Fields without effect are left out where they are at their
/// defaults.
std::vector<RuleSentence> rule_sentences(const VariantOutline& outline);

}  // namespace mill
