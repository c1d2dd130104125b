#include "reports/terminal.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "base/numbers.h"
#include "base/words.h"

namespace mill {
namespace {

constexpr std::size_t kUsualWidth = 80;     // of a terminal that tells nothing
constexpr std::size_t kReadableWidth = 96;  // lines of text that are longer are hard to read

int descriptor_of(Stream stream) {
  return stream == Stream::kOutput ? STDOUT_FILENO : STDERR_FILENO;
}

std::string_view environment(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

/// The length of the first character, in bytes.
std::size_t character_length(std::string_view text) {
  std::size_t length = 1;
  while (length < text.size() && (text[length] & 0xC0) == 0x80) ++length;
  return length;
}

}  // namespace

bool is_terminal(Stream stream) { return isatty(descriptor_of(stream)) == 1; }

std::optional<std::size_t> terminal_width(Stream stream) {
  if (!is_terminal(stream)) return std::nullopt;
  const std::string_view stated = environment("COLUMNS");
  if (const auto columns = number_in<std::size_t>(stated); columns && *columns > 0) return columns;
  winsize size{};
  if (ioctl(descriptor_of(stream), TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
  return kUsualWidth;
}

bool shows_colours(Stream stream) {
  return is_terminal(stream) && environment("NO_COLOR").empty() && environment("TERM") != "dumb";
}

TextLayout TextLayout::of_output() {
  return {terminal_width(Stream::kOutput), shows_colours(Stream::kOutput)};
}

std::string coloured(std::string_view text, Value value) {
  const int colour = value == Value::kWin ? 36 : value == Value::kDraw ? 33 : 31;  // cyan .. red
  return fmt::format("\033[{}m{}\033[0m", colour, text);
}

std::size_t display_width(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char byte) { return (byte & 0xC0) != 0x80; }));
}

std::string shortened(std::string_view text, std::size_t width) {
  constexpr std::string_view kRest = "...";
  if (display_width(text) <= width) return std::string(text);
  if (width <= kRest.size()) return std::string(width, '.');
  std::size_t bytes = 0;
  for (std::size_t shown = 0; shown < width - kRest.size(); ++shown)
    bytes += character_length(text.substr(bytes));
  return fmt::format("{}{}", text.substr(0, bytes), kRest);
}

std::string wrapped(std::string_view text, std::size_t width, std::string_view indent) {
  std::string lines, line;
  bool begun = false;  // whether the line has a word
  for (const std::string_view word : split_at(text, ' ')) {
    if (word.empty()) continue;
    if (begun && display_width(line) + 1 + display_width(word) > width) {
      lines += line + '\n';
      line = indent;
      begun = false;
    }
    line += fmt::format("{}{}", begun ? " " : "", word);
    begun = true;
  }
  return lines + line + '\n';
}

std::string wrapped_for_output(std::string_view text, std::string_view indent) {
  return wrapped(text,
                 std::min(kReadableWidth, terminal_width(Stream::kOutput).value_or(kReadableWidth)),
                 indent);
}

}  // namespace mill
