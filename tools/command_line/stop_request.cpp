#include "tools/command_line/stop_request.h"

#include <fmt/format.h>

#include <csignal>

namespace mill {
namespace {

// A signal handler can reach nothing but what is static.
std::atomic<bool> stop_requested = false;
static_assert(std::atomic<bool>::is_always_lock_free);

void request_stop(int) { stop_requested = true; }

}  // namespace

const std::atomic<bool>& catch_stop_signals() {
  struct sigaction action = {};
  action.sa_handler = request_stop;
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  return stop_requested;
}

Error explain_stop(Error error, const std::filesystem::path& directory) {
  if (error.code == ErrorCode::kInterrupted)
    error.message =
        fmt::format("stopped; what is finished in {} is kept, run the same command again to go on",
                    directory.string());
  return error;
}

}  // namespace mill
