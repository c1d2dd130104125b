#pragma once

#include <sys/types.h>

#include <chrono>
#include <string>
#include <string_view>

#include "base/error.h"

namespace mill {

/// Another program, started by a command line, that is talked to in lines. What it writes on its
/// standard error is thrown away. Every wait has an end. Ends with this object, with all programs
/// that it has started in its turn. One thread at a time.
class ChildProcess {
 public:
  using Clock = std::chrono::steady_clock;

  /// Has the shell start it, which knows quotes and variables. A command that does not exist shows
  /// when it is first read from. kInputOutput if the system refuses.
  static Result<ChildProcess> start(const std::string& command_line);
  ~ChildProcess();
  ChildProcess(ChildProcess&& other) noexcept;
  ChildProcess& operator=(ChildProcess&& other) noexcept;

  /// Sends a line; a newline is added. kInputOutput if the program has ended or does not read.
  Result<void> write_line(std::string_view line, Clock::time_point deadline);

  /// The next line, without its end. kInterrupted when the deadline passes before there is one,
  /// kInputOutput if the program has ended (the message says how) or the line is too long.
  Result<std::string> read_line(Clock::time_point deadline);

 private:
  ChildProcess(pid_t process, int input, int output);
  void end();
  Result<void> read_more(Clock::time_point deadline);
  tl::unexpected<Error> has_ended();

  pid_t process_ = -1;
  int input_ = -1, output_ = -1;  // a socket to its standard input, a pipe from its output
  std::string received_;          // behind the last line that was returned
};

}  // namespace mill
