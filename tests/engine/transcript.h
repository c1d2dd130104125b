#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace mill {

// A conversation with the protocol as a file:
//
//   # a comment, to the end of the line
//   > position startpos moves d6
//   > go depth 2
//   < ...
//   < bestmove {move}
//
// `>` is what the front end writes, `<` what must come before it writes again. A line `< ...`
// stands for any number of lines; {n} for a number, {move} for a token, {text} for anything.
// `{data}` in what is written becomes the path of the folder data.

/// One command and the lines that must answer it.
struct Exchange {
  int line = 0;  ///< in the file, from 1
  std::string command;
  std::vector<std::string> answers;
};

/// A file that cannot be read, or a line that is none of these, stops the test program.
std::vector<Exchange> read_transcript(const std::filesystem::path& path);

/// Whether the lines are those that the patterns stand for.
bool matches(const std::vector<std::string>& patterns, const std::vector<std::string>& lines);

}  // namespace mill
