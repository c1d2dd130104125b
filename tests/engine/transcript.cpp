#include "tests/engine/transcript.h"

#include <fstream>
#include <regex>
#include <span>

#include "game/error.h"

namespace millstone {
namespace {

constexpr std::string_view kAnyLines = "...";

void replace_all(std::string& text, std::string_view what, std::string_view by) {
  for (std::size_t at = text.find(what); at != std::string::npos;
       at = text.find(what, at + by.size()))
    text.replace(at, what.size(), by);
}

std::regex line_pattern(std::string text) {
  text = std::regex_replace(text, std::regex(R"([.*+?^$()|\[\]\\])"), R"(\$&)");
  replace_all(text, "{n}", R"(-?[0-9]+)");
  replace_all(text, "{move}", R"(([a-g][1-7]|x[a-g][1-7]|[a-g][1-7]-[a-g][1-7]))");
  replace_all(text, "{text}", R"(.*)");
  return std::regex(text);
}

bool matches_from(std::span<const std::string> patterns, std::span<const std::string> lines) {
  if (patterns.empty()) return lines.empty();
  if (patterns.front() == kAnyLines)
    return matches_from(patterns.subspan(1), lines) ||
           (!lines.empty() && matches_from(patterns, lines.subspan(1)));
  return !lines.empty() && std::regex_match(lines.front(), line_pattern(patterns.front())) &&
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

}  // namespace millstone
