#include "tools/command_line/help_formatter.h"

#include <algorithm>
#include <sstream>
#include <string_view>

#include "reports/terminal.h"

namespace mill {
namespace {

constexpr std::size_t kMargin = 5;       // before an option that goes on in the next line
constexpr std::size_t kLeastWidth = 20;  // narrower columns are no easier to read

bool is_sentence(const std::string& line) { return !line.empty() && line.front() != ' '; }

/// The sentences of a text in lines of the terminal; those that begin with a blank are left alone.
/// @param taken  columns that stand before the text
std::string fitted(const std::string& text, std::size_t taken) {
  const auto width = terminal_width(Stream::kOutput);
  if (!width || *width < taken + kLeastWidth) return text;
  std::istringstream lines(text);
  std::string result, paragraph;
  const auto end_paragraph = [&] {
    if (!paragraph.empty()) result += wrapped(paragraph, *width - taken);
    paragraph.clear();
  };
  for (std::string line; std::getline(lines, line);) {
    if (!is_sentence(line)) {
      end_paragraph();
      result += line + "\n";
      continue;
    }
    paragraph += (paragraph.empty() ? "" : " ") + line;
    if (line.back() == '.' || line.back() == ':') end_paragraph();
  }
  end_paragraph();
  if (!text.ends_with('\n') && result.ends_with('\n')) result.pop_back();
  return result;
}

/// What may stand behind an option, in lines of the terminal: they end before a blank, or behind
/// the | of a list of choices.
/// @param taken  columns that stand before the text
std::string fitted_choices(const std::string& text, std::size_t taken) {
  const auto width = terminal_width(Stream::kOutput);
  if (!width || taken + text.size() <= *width) return text;
  std::string result;
  for (std::string_view rest = text; !rest.empty();) {
    std::size_t end = std::min(rest.find_first_of(" |", 1), rest.size());
    if (end < rest.size() && rest[end] == '|') ++end;
    if (taken + end > *width) {
      result += '\n' + std::string(kMargin, ' ');
      taken = kMargin;
    }
    result += rest.substr(0, end);
    taken += end;
    rest.remove_prefix(end);
  }
  return result;
}

}  // namespace

std::string HelpFormatter::make_description(const CLI::App* app) const {
  return fitted(CLI::Formatter::make_description(app), 0);
}

std::string HelpFormatter::make_option_opts(const CLI::Option* option) const {
  const std::string name = make_option_name(option, option->get_positional());
  return fitted_choices(CLI::Formatter::make_option_opts(option), 2 + name.size());
}

std::string HelpFormatter::make_option_desc(const CLI::Option* option) const {
  return fitted(CLI::Formatter::make_option_desc(option), column_width_);
}

std::string HelpFormatter::make_subcommand(const CLI::App* command) const {
  std::stringstream out;
  CLI::detail::format_help(out, command->get_name(),
                           fitted(command->get_description(), column_width_), column_width_);
  return out.str();
}

std::string HelpFormatter::make_footer(const CLI::App* app) const {
  return fitted(CLI::Formatter::make_footer(app), 0);
}

}  // namespace mill
