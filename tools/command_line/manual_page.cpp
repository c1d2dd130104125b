#include "tools/command_line/manual_page.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/words.h"

namespace mill {
namespace {

constexpr std::string_view kExample = "Example:\n";

/// Text as roff takes it: no character of it is a request, and minus signs are those of ASCII.
std::string roff_text(std::string_view text) {
  std::string escaped;
  for (const char character : text) {
    if (character == '\\')
      escaped += "\\e";
    else if (character == '-')
      escaped += "\\-";
    else if ((character == '.' || character == '\'') && (escaped.empty() || escaped.back() == '\n'))
      escaped += std::string("\\&") + character;
    else
      escaped += character;
  }
  return escaped;
}

std::string upper_case(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char letter) { return static_cast<char>(std::toupper(letter)); });
  return text;
}

/// Lines of a text without the spaces around them and without empty ones.
std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  for (const std::string_view line : split_at(text, '\n'))
    if (const std::string_view words = trimmed(line); !words.empty()) lines.emplace_back(words);
  return lines;
}

/// "text.\n" in the mouth of help has no full stop behind.
std::string sentence(std::string text) {
  if (!text.empty() && text.back() != '.') text += '.';
  return roff_text(text) + '\n';
}

/// Paragraphs, then the example as it is typed.
std::string footer_text(const std::string& footer) {
  const std::size_t example = footer.find(kExample);
  std::string text;
  for (const std::string& line : lines_of(footer.substr(0, example)))
    text += roff_text(line) + '\n';
  if (!text.empty()) text = ".PP\n" + text;
  if (example == std::string::npos) return text;
  text += ".PP\nExample:\n.PP\n.nf\n";
  for (const std::string& line : lines_of(footer.substr(example + kExample.size())))
    text += roff_text(line) + '\n';
  return text + ".fi\n";
}

std::string option_text(const OptionOutline& option) {
  std::string head = option.is_argument ? fmt::format("\\fI{}\\fR", roff_text(option.name))
                                        : fmt::format("\\fB{}\\fR", roff_text(option.name));
  const ValueOutline& value = option.value;
  if (value.kind != ValueOutline::Kind::kNone && !option.is_argument)
    head += fmt::format(" \\fI{}\\fR", roff_text(value.type));
  std::string description = option.description;
  if (!value.usual.empty()) description += fmt::format(". Default: {}", value.usual);
  return fmt::format(".TP\n{}\n{}", head, sentence(description));
}

std::string command_text(const std::string& program, const CommandOutline& command) {
  std::string text = fmt::format(".SS {}\n{}", roff_text(program + " " + command.name),
                                 sentence(command.description));
  for (const OptionOutline& option : command.options)
    if (option.name != "--help") text += option_text(option);
  return text + footer_text(command.footer);
}

}  // namespace

std::string manual_page(const ProgramOutline& program, const std::string& date) {
  std::string text = fmt::format(".TH {} 1 {} \"{} {}\" \"User Commands\"\n",
                                 upper_case(program.name), date, program.name, program.version);
  text += fmt::format(".SH NAME\n{} \\- perfect\\-play databases for mill games\n", program.name);
  text += fmt::format(".SH SYNOPSIS\n.B {}\n.I COMMAND\n[\\fIOPTION\\fR]...\n", program.name);
  text += ".SH DESCRIPTION\n" + sentence(program.description) +
          sentence(
              "A subspace is written as the stones of the side to move and of the other side, 5-4, "
              "with stones in hand behind a plus: 0-0+9-9 is the empty board of Nine Men's Morris");
  text += ".PP\n" + sentence("Every command has --help, which shows the same");
  text += ".SH COMMANDS\n";
  for (const CommandOutline& command : program.commands)
    text += command_text(program.name, command);
  text += ".SH ENVIRONMENT\n";
  text += fmt::format(".TP\n.B MILLSTONE_DB\n{}",
                      sentence("Directory of the database files where --db is not given; several "
                               "with colons between them for commands that take several"));
  text += ".TP\n.B NO_COLOR\n" + sentence("If it is set, nothing is shown in colour");
  text += ".TP\n.B COLUMNS\n" +
          sentence("The width of the terminal, if it is not the one that the terminal tells");
  text +=
      ".SH EXIT STATUS\n0 done; 1 the task failed; 2 wrong usage.\n"
      "An error is one sentence on standard error.\n";
  return text;
}

}  // namespace mill
