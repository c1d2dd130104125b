#include "tests/engine/transcript.h"

#include <gmock/gmock.h>

#include <fstream>
#include <span>

#include "base/error.h"

namespace mill {
namespace {

constexpr std::string_view kAnyLines = "...";

void replace_all(std::string& text, std::string_view what, std::string_view by) {
  for (std::size_t at = text.find(what); at != std::string::npos;
       at = text.find(what, at + by.size()))
    text.replace(at, what.size(), by);
}

/// A POSIX extended regular expression for a line with placeholders.
std::string line_pattern(std::string_view text) {
  std::string pattern;
  for (const char character : text) {
    if (std::string_view(R"(.*+?^$()|[]\)").find(character) != std::string_view::npos)
      pattern += '\\';
    pattern += character;
  }
  replace_all(pattern, "{n}", "-?[0-9]+");
  replace_all(pattern, "{move}", "([a-g][1-7]|x[a-g][1-7]|[a-g][1-7]-[a-g][1-7])");
  replace_all(pattern, "{text}", ".*");
  return pattern;
}

bool matches_line(std::string_view pattern, const std::string& line) {
  if (pattern.empty()) return line.empty();
  return ::testing::Value(line, ::testing::MatchesRegex(line_pattern(pattern)));
}

bool matches_from(std::span<const std::string> patterns, std::span<const std::string> lines) {
  if (patterns.empty()) return lines.empty();
  if (patterns.front() == kAnyLines)
    return matches_from(patterns.subspan(1), lines) ||
           (!lines.empty() && matches_from(patterns, lines.subspan(1)));
  return !lines.empty() && matches_line(patterns.front(), lines.front()) &&
         matches_from(patterns.subspan(1), lines.subspan(1));
}

}  // namespace

std::vector<Exchange> read_transcript(const std::filesystem::path& path) {
  std::ifstream file(path);
  MILLSTONE_CHECK(file.is_open());
  std::vector<Exchange> exchanges;
  std::string line;
  for (int number = 1; std::getline(file, line); ++number) {
    if (line.empty() || line[0] == '#') continue;
    MILLSTONE_CHECK(line.size() > 1 && line[1] == ' ');
    std::string text = line.substr(2);
    replace_all(text, "{data}", MILLSTONE_SOURCE_DIR "/data");
    if (line[0] == '>') {
      exchanges.push_back({number, text, {}});
    } else {
      MILLSTONE_CHECK(line[0] == '<' && !exchanges.empty());
      exchanges.back().answers.push_back(text);
    }
  }
  MILLSTONE_CHECK(!exchanges.empty());
  return exchanges;
}

bool matches(const std::vector<std::string>& patterns, const std::vector<std::string>& lines) {
  return matches_from(patterns, lines);
}

}  // namespace mill
