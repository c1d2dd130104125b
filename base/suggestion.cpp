#include "base/suggestion.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/words.h"

namespace mill {
namespace {

constexpr std::size_t kLongestWord = 64;  // longer ones are no slip of the fingers
constexpr std::size_t kLeastBeginning = 3;

/// Letters put in, left out, replaced, or swapped with their neighbour, as few as lead from one
/// word to the other (no letter being touched twice).
std::size_t slips_between(std::string_view from, std::string_view to) {
  std::vector<std::size_t> two_above, above(to.size() + 1), row(to.size() + 1);
  for (std::size_t j = 0; j <= to.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= from.size(); ++i) {
    two_above = above;
    above = row;
    row[0] = i;
    for (std::size_t j = 1; j <= to.size(); ++j) {
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (from[i - 1] != to[j - 1])});
      if (i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1])
        row[j] = std::min(row[j], two_above[j - 2] + 1);
    }
  }
  return row[to.size()];
}

}  // namespace

std::string did_you_mean(std::string_view word, std::span<const std::string> names) {
  if (word.size() > kLongestWord) return "";
  const std::string written = lower_case(word);
  const std::string* best = nullptr;
  std::size_t fewest = written.size() / 3 + 1;
  for (const std::string& name : names) {
    const std::string meant = lower_case(name);
    std::size_t slips = slips_between(written, meant);
    if (written.size() >= kLeastBeginning && meant.starts_with(written))
      slips = std::min<std::size_t>(slips, 1);
    if (slips >= fewest || slips >= meant.size()) continue;
    fewest = slips;
    best = &name;
  }
  return best ? fmt::format(" (did you mean '{}'?)", *best) : "";
}

}  // namespace mill
