#include "tools/progress_display.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "tools/quantity.h"
#include "tools/timing.h"

namespace millstone {
namespace {

using namespace std::chrono_literals;

constexpr auto kBarInterval = 100ms;
constexpr auto kLineInterval = 5s;
constexpr int kBarWidth = 24;

std::string status_text(std::optional<double> share, double seconds_left, const std::string& what) {
  std::string text = share ? fmt::format("{:3.0f} %  {}", 100 * *share, what) : what;
  if (seconds_left >= 0) text += fmt::format(", {} to go", duration_text(seconds_left));
  return text;
}

std::string bar_text(double share) {
  const int filled = static_cast<int>(share * kBarWidth);
  return fmt::format("[{:#<{}}{:.<{}}] ", "", filled, "", kBarWidth - filled);
}

}  // namespace

ProgressDisplay::ProgressDisplay(bool plain_lines)
    : on_terminal_(isatty(STDERR_FILENO) == 1),
      plain_lines_(plain_lines),
      next_update_(Clock::now() + (on_terminal_ ? Clock::duration(kBarInterval) : kLineInterval)) {}

void ProgressDisplay::update(std::optional<double> share, double seconds_left,
                             const std::string& what) {
  const auto now = Clock::now();
  if (now < next_update_) return;
  if (share) share = std::clamp(*share, 0.0, 1.0);
  const std::string status = status_text(share, seconds_left, what);
  if (on_terminal_) {
    fmt::print(stderr, "\r\033[K{}{}", share ? bar_text(*share) : "", status);
    std::fflush(stderr);
    bar_shown_ = true;
    next_update_ = now + kBarInterval;
  } else if (plain_lines_) {
    fmt::print("{}\n", status);
    std::fflush(stdout);
    next_update_ = now + kLineInterval;
  }
}

void ProgressDisplay::clear() {
  if (!bar_shown_) return;
  fmt::print(stderr, "\r\033[K");
  std::fflush(stderr);
  bar_shown_ = false;
}

double estimate_seconds_left(double share, std::chrono::steady_clock::time_point start) {
  if (share < 0.01) return -1;
  return seconds_since(start) * (1 - share) / share;
}

}  // namespace millstone
