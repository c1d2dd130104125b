#include "tools/command_line/standard_streams.h"

#include <fcntl.h>
#include <unistd.h>

#include <cstdio>

namespace mill {

void hold_closed_streams() {
  // A new descriptor is the lowest that is free; one for the other direction fails like a closed
  // one.
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (fcntl(stream, F_GETFD) < 0)
      (void)!open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

void write_error_output(std::string_view text) {
  (void)std::fwrite(text.data(), 1, text.size(), stderr);
  (void)std::fflush(stderr);
}

}  // namespace mill
