#include "tools/command_line/progress_display.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "base/timing.h"
#include "reports/quantity.h"
#include "reports/terminal.h"
#include "tools/command_line/standard_streams.h"

namespace mill {
namespace {

using namespace std::chrono_literals;

constexpr auto kBarInterval = 100ms;
constexpr auto kLineInterval = 5s;
constexpr std::size_t kBarWidth = 24;
constexpr std::size_t kLeastBar = 8;  // a shorter one tells nothing

std::string status_text(std::optional<double> share, double seconds_left, const std::string& what) {
  std::string text = share ? fmt::format("{:3.0f} %  {}", 100 * *share, what) : "working: " + what;
  if (seconds_left >= 0) text += fmt::format(", {} to go", duration_text(seconds_left));
  return text;
}

std::string bar_text(double share, std::size_t width) {
  const auto filled = static_cast<std::size_t>(share * static_cast<double>(width));
  return fmt::format("[{}{}] ", std::string(filled, '#'), std::string(width - filled, '.'));
}

}  // namespace

std::string progress_line(std::optional<double> share, double seconds_left, const std::string& what,
                          std::optional<std::size_t> width) {
  std::string status = status_text(share, seconds_left, what);
  if (!width) return status;
  constexpr std::size_t kFrame = 3;  // brackets and the space behind
  const std::size_t room = *width - std::min(*width, display_width(status));
  if (!share || room < kLeastBar + kFrame) return shortened(status, *width);
  return bar_text(*share, std::min(kBarWidth, room - kFrame)) + status;
}

ProgressDisplay::ProgressDisplay()
    : on_terminal_(is_terminal(Stream::kErrors)),
      next_update_(Clock::now() + (on_terminal_ ? Clock::duration(kBarInterval) : kLineInterval)) {}

void ProgressDisplay::update(std::optional<double> share, double seconds_left,
                             const std::string& what) {
  const auto now = Clock::now();
  if (now < next_update_) return;
  next_update_ = now + (on_terminal_ ? Clock::duration(kBarInterval) : kLineInterval);
  if (share) share = std::clamp(*share, 0.0, 1.0);
  std::optional<std::size_t> width = terminal_width(Stream::kErrors);
  if (width) --*width;  // some terminals begin a new line once the last column is written
  const std::string line = progress_line(share, seconds_left, what, width);
  if (on_terminal_)
    print_error_output("\r\033[K{}", line);
  else
    print_error_output("{}\n", line);
  bar_shown_ = on_terminal_;
}

void ProgressDisplay::clear() {
  if (!bar_shown_) return;
  print_error_output("\r\033[K");
  bar_shown_ = false;
}

std::function<void(const Progress&)> shown_on(ProgressDisplay& display) {
  return [&display, start = std::chrono::steady_clock::now()](const Progress& progress) {
    const double left = progress.seconds_left >= 0 ? progress.seconds_left
                                                   : estimate_seconds_left(progress.share, start);
    display.update(progress.share < 0 ? std::nullopt : std::optional(progress.share), left,
                   progress.what);
  };
}

double estimate_seconds_left(double share, std::chrono::steady_clock::time_point start) {
  if (share < 0.01) return -1;
  return seconds_since(start) * (1 - share) / share;
}

}  // namespace mill
