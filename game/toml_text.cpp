#include "game/toml_text.h"

#include <algorithm>

namespace mill {
namespace {

constexpr std::size_t kLongestName = 100;

/// Appends the texts of a list; false if it is no list of texts.
bool read_texts(const toml::node* node, std::vector<std::string>& texts) {
  const toml::array* list = node ? node->as_array() : nullptr;
  if (!list) return false;
  for (const toml::node& entry : *list) {
    const toml::value<std::string>* text = entry.as_string();
    if (!text) return false;
    texts.push_back(text->get());
  }
  return true;
}

bool read_rings(const toml::node* node, std::vector<std::vector<std::string>>& rings) {
  const toml::array* list = node ? node->as_array() : nullptr;
  if (!list) return false;
  for (const toml::node& ring : *list)
    if (!read_texts(&ring, rings.emplace_back())) return false;
  return true;
}

/// Refuses what would take toml++ deeper into tables than the stack goes: it parses and destroys
/// them recursively. It bounds what stands in brackets itself; a dotted key, which no line end
/// interrupts, is a table per dot.
Result<void> check_toml_size(std::string_view text, std::string_view who) {
  constexpr std::size_t kLargest = std::size_t{1} << 16;
  constexpr std::size_t kMostDots = 16;
  if (text.size() > kLargest)
    return fail(ErrorCode::kInvalidArgument, "{}: has {} bytes, at most {} are read", who,
                text.size(), kLargest);
  std::size_t line = 1, dots = 0;
  for (const char character : text) {
    if (character == '\n') {
      ++line;
      dots = 0;
    }
    dots += character == '.';
    if (dots > kMostDots)
      return fail(ErrorCode::kInvalidArgument, "{}: line {} has more than {} dots", who, line,
                  kMostDots);
  }
  return {};
}

/// The text with blanks in place of its comments. What is left must be ASCII, which is enough for
/// every field: toml++ 3.3 runs into undefined behaviour where other characters begin a word.
/// Strings of several lines, which no field needs either, would hide where comments begin.
Result<std::string> without_comments(std::string_view text, std::string_view who) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  std::string plain(text);
  std::size_t line = 1;
  char quote = 0;  // that the string began with; 0 outside of strings
  bool comment = false;
  for (std::size_t at = 0; at < plain.size(); ++at) {
    char& character = plain[at];
    if (character == '\n') {
      ++line;
      quote = 0;
      comment = false;
    } else if (comment) {
      character = ' ';
    } else if (static_cast<unsigned char>(character) > 127) {
      return fail(ErrorCode::kInvalidArgument,
                  "{}: line {} has a character that is not ASCII outside of comments", who, line);
    } else if (quote != 0) {
      if (character == quote) quote = 0;
      if (character == '\\' && quote == '"') ++at;
    } else if (character == '#') {
      comment = true;
      character = ' ';
    } else if (character == '"' || character == '\'') {
      if (text.substr(at, 3) == std::string(3, character))
        return fail(ErrorCode::kInvalidArgument,
                    "{}: line {} has three quotes, strings of one line are expected", who, line);
      quote = character;
    }
  }
  return plain;
}

}  // namespace

Result<toml::table> parse_toml(std::string_view text, std::string_view who) {
  MILLSTONE_TRY(check_toml_size(text, who));
  const std::string plain = MILLSTONE_TRY(without_comments(text, who));
  try {
    return toml::parse(plain);
  } catch (const toml::parse_error& failure) {
    return fail(ErrorCode::kInvalidArgument, "{}: not valid TOML, line {}: {}", who,
                failure.source().begin.line, failure.description());
  }
}

Result<std::string> read_name(const toml::table& table, std::string fallback,
                              std::string_view who) {
  std::string name = std::move(fallback);
  if (const toml::node* node = table.get("name")) {
    const toml::value<std::string>* text = node->as_string();
    name = text ? text->get() : "";
  }
  if (is_printable(name) && name.size() <= kLongestName) return name;
  return fail(ErrorCode::kInvalidArgument,
              "{}: field 'name' must be a text of 1 to {} printable ASCII characters", who,
              kLongestName);
}

Result<Board> read_board(const toml::table& table, std::string fallback, std::string_view who) {
  for (const auto& [key, node] : table)
    if (key != "name" && key != "rings" && key != "edges" && key != "lines")
      return fail(ErrorCode::kInvalidArgument, "{}: unknown field '{}'", who, key.str());
  BoardOutline outline;
  outline.name = MILLSTONE_TRY(read_name(table, std::move(fallback), who));
  if (!read_rings(table.get("rings"), outline.rings))
    return fail(ErrorCode::kInvalidArgument,
                "{}: field 'rings' must be a list of lists of point names such as \"a1\"", who);
  if (!read_texts(table.get("edges"), outline.edges))
    return fail(ErrorCode::kInvalidArgument,
                "{}: field 'edges' must be a list of texts such as \"a1-a4\"", who);
  if (!read_texts(table.get("lines"), outline.lines))
    return fail(ErrorCode::kInvalidArgument,
                "{}: field 'lines' must be a list of texts such as \"a1-a4-a7\"", who);
  return make_board(outline, who);
}

}  // namespace mill
