#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace mill {

/// Lines that a person types. Where standard input and output are a terminal they can be edited,
/// and those before are found again with the arrow keys (libedit, if the program was built with
/// it); otherwise they are read as they come, and nothing is written. One object at a time.
class LineReader {
 public:
  LineReader();
  ~LineReader();
  LineReader(const LineReader&) = delete;
  LineReader& operator=(const LineReader&) = delete;

  /// The next line without its end, none at the end of the input.
  /// @param prompt  shown on a terminal
  std::optional<std::string> next(const std::string& prompt);

  /// Ends the line of the last prompt, where the input has ended behind it.
  void end();

 private:
  class Editor;
  const bool on_terminal_;
  std::unique_ptr<Editor> editor_;  // none: lines are read as they come
};

}  // namespace mill
