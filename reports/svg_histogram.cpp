#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "reports/quantity.h"
#include "reports/svg_charts.h"

namespace mill {
namespace {

constexpr PlotArea kHistogram = {.left = 64, .top = 48, .height = 270};
constexpr int kMostTicks = 20;

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

int tick_step(std::size_t plies) {
  for (const int step : {1, 2, 5, 10, 20, 25, 50})
    if (plies / step <= kMostTicks) return step;
  return 100;
}

void draw_axes(Svg& svg, const LogScale& scale, std::size_t plies, double bar) {
  std::uint64_t count = 1;
  for (int power = 0; power <= scale.decades(); ++power, count *= 10) {
    const double y = kHistogram.bottom() - scale.height(count);
    svg.line(kHistogram.left, y, kChartWidth, y, "grid");
    svg.text(kHistogram.left - 8, y + 4, power_text(power), "small faint", Anchor::kEnd);
  }
  svg.line(kHistogram.left, kHistogram.bottom(), kChartWidth, kHistogram.bottom(), "axis");
  const auto step = static_cast<std::size_t>(tick_step(plies));
  for (std::size_t ply = 0; ply < plies; ply += step)
    svg.text(kHistogram.left + (static_cast<double>(ply) + 0.5) * bar, kHistogram.bottom() + 18,
             std::to_string(ply), "small faint", Anchor::kMiddle);
  svg.text(kHistogram.left + kHistogram.width() / 2, kHistogram.bottom() + 40,
           "distance to the end, plies", "small faint", Anchor::kMiddle);
  svg.text(12, kHistogram.middle(), "positions, logarithmic", "small faint",
           Anchor::kMiddleUpwards);
}

void draw_bars(Svg& svg, const std::vector<std::uint64_t>& counts, const char* what,
               const Colour& colour, const LogScale& scale, double bar) {
  for (std::size_t ply = 0; ply < counts.size(); ++ply) {
    if (counts[ply] == 0) continue;
    const double height = scale.height(counts[ply]);
    svg.rectangle({kHistogram.left + static_cast<double>(ply) * bar, kHistogram.bottom() - height,
                   bar * 0.92, height},
                  colour,
                  fmt::format("{} in {} {}: {} positions", what, ply, ply == 1 ? "ply" : "plies",
                              number_text(counts[ply])));
  }
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
  const std::size_t plies = distances.wins.size();
  const double bar = std::min(40.0, kHistogram.width() / static_cast<double>(plies));
  draw_axes(svg, scale, plies, bar);
  draw_bars(svg, distances.wins, "win", kWinColour, scale, bar);
  draw_bars(svg, distances.losses, "loss", kLossColour, scale, bar);
  return kHistogram.bottom() + 48;
}

}  // namespace mill
