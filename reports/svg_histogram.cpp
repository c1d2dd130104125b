#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "reports/quantity.h"
#include "reports/svg_charts.h"

namespace mill {
namespace {

constexpr PlotArea kHistogram = {.left = 64, .top = 48, .height = 270};
constexpr int kMostTicks = 20;

// Of draws, on a light ground.
constexpr Colour kDrawEdgeColour = {184, 160, 96};

/// Heights of bars; a single position has one that can be seen.
class LogScale {
 public:
  explicit LogScale(std::uint64_t most)
      : decades_(std::max(1.0, std::log10(static_cast<double>(most)))) {}

  double height(std::uint64_t count) const {
    return (std::log10(static_cast<double>(count)) + kFoot) / (decades_ + kFoot) *
           kHistogram.height;
  }
  int decades() const { return static_cast<int>(decades_); }

 private:
  static constexpr double kFoot = 0.3;
  double decades_;
};

/// "1", "10", "1 k", "100 M"
std::string power_text(int power) {
  const char* units[] = {"", " k", " M", " G", " T"};
  return fmt::format("{}{}", power % 3 == 0 ? 1 : power % 3 == 1 ? 10 : 100, units[power / 3 % 5]);
}

int tick_step(int bars) {
  for (const int step : {1, 2, 5, 10, 20, 25, 50})
    if (bars / step <= kMostTicks) return step;
  return 100;
}

/// What stands below the bars: a number for each, from the first on.
struct NumberAxis {
  int first, count;
  std::string title;

  double bar_width() const { return std::min(40.0, kHistogram.width() / count); }
  double left_of(int number) const { return kHistogram.left + (number - first) * bar_width(); }
};

void draw_axes(Svg& svg, const LogScale& scale, const NumberAxis& axis) {
  std::uint64_t count = 1;
  for (int power = 0; power <= scale.decades(); ++power, count *= 10) {
    const double y = kHistogram.bottom() - scale.height(count);
    svg.line(kHistogram.left, y, kChartWidth, y, "grid");
    svg.text(kHistogram.left - 8, y + 4, power_text(power), "small faint", Anchor::kEnd);
  }
  svg.line(kHistogram.left, kHistogram.bottom(), kChartWidth, kHistogram.bottom(), "axis");
  const int step = tick_step(axis.count);
  for (int number = axis.first; number < axis.first + axis.count; ++number)
    if (number % step == 0)
      svg.text(axis.left_of(number) + axis.bar_width() / 2, kHistogram.bottom() + 18,
               std::to_string(number), "small faint", Anchor::kMiddle);
  svg.text(kHistogram.left + kHistogram.width() / 2, kHistogram.bottom() + 40, axis.title,
           "small faint", Anchor::kMiddle);
  svg.text(12, kHistogram.middle(), "positions, logarithmic", "small faint",
           Anchor::kMiddleUpwards);
}

/// @param what  the bar stands for; shown with the number of positions
void draw_bar(Svg& svg, const NumberAxis& axis, int number, std::uint64_t count,
              const Colour& colour, const LogScale& scale, const std::string& what) {
  const double height = scale.height(count);
  svg.rectangle(
      {axis.left_of(number), kHistogram.bottom() - height, axis.bar_width() * 0.92, height}, colour,
      fmt::format("{}: {} positions", what, number_text(count)));
}

void draw_bars(Svg& svg, const NumberAxis& axis, const std::vector<std::uint64_t>& counts,
               const char* what, const Colour& colour, const LogScale& scale) {
  for (std::size_t ply = 0; ply < counts.size(); ++ply)
    if (counts[ply] != 0)
      draw_bar(svg, axis, static_cast<int>(ply), counts[ply], colour, scale,
               fmt::format("{} in {} {}", what, ply, ply == 1 ? "ply" : "plies"));
}

void draw_key(Svg& svg, double x, const Colour& colour, const std::string& text) {
  svg.rectangle({x, 7, 12, 12}, colour);
  svg.text(x + 18, 18, text, "body ink");
}

}  // namespace

double draw_distance_histogram(Svg& svg, const std::vector<SubspaceStats>& subspaces) {
  const DistanceHistogram distances = total_distances(subspaces);
  std::uint64_t most = 0;
  for (const auto* counts : {&distances.wins, &distances.losses})
    for (const std::uint64_t count : *counts) most = std::max(most, count);
  if (most == 0) return 0;
  svg.text(0, 18, "Distance to the end", "heading ink");
  draw_key(svg, 200, kWinColour, "wins");
  draw_key(svg, 280, kLossColour, "losses");
  const LogScale scale(most);
  const NumberAxis axis{0, static_cast<int>(distances.wins.size()), "distance to the end, plies"};
  draw_axes(svg, scale, axis);
  draw_bars(svg, axis, distances.wins, "win", kWinColour, scale);
  draw_bars(svg, axis, distances.losses, "loss", kLossColour, scale);
  return kHistogram.bottom() + 48;
}

double draw_gain_histogram(Svg& svg, const std::vector<SubspaceStats>& subspaces) {
  const GainHistogram gains = total_gains(subspaces);
  if (gains.empty()) return 0;
  std::uint64_t most = 0;
  for (const auto& [gain, classes] : gains) most = std::max(most, classes);
  svg.text(0, 18, "Grades of draws", "heading ink");
  draw_key(svg, 200, kWinColour, "ends better than staying");
  draw_key(svg, 420, kDrawEdgeColour, "stays");
  draw_key(svg, 500, kLossColour, "ends worse");
  const LogScale scale(most);
  const int first = gains.begin()->first, last = gains.rbegin()->first;
  const NumberAxis axis{first, last - first + 1, "gain, for the side to move"};
  draw_axes(svg, scale, axis);
  for (const auto& [gain, classes] : gains)
    draw_bar(svg, axis, gain, classes,
             gain > 0   ? kWinColour
             : gain < 0 ? kLossColour
                        : kDrawEdgeColour,
             scale, fmt::format("gain {}", gain));
  return kHistogram.bottom() + 48;
}

}  // namespace mill
