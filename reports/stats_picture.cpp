#include "reports/stats_picture.h"

#include <fmt/format.h>

#include "base/words.h"
#include "reports/quantity.h"
#include "reports/svg_charts.h"
#include "reports/terminal.h"

namespace mill {
namespace {

constexpr double kPartGap = 30;
constexpr double kTitleLine = 30;
constexpr std::size_t kTitleCharacters = 72;  // that fit a line of the page

/// The names of rules that were changed may be long.
std::vector<std::string> title_lines(const std::string& title) {
  const std::string text = wrapped(title, kTitleCharacters);
  std::vector<std::string> lines;
  for (std::string_view rest = text; !rest.empty();) lines.emplace_back(take_line(rest));
  return lines;
}

double draw_title(Svg& svg, const Variant& variant, const std::string& title,
                  const DatabaseStats& stats) {
  const ClassCounts total = total_counts(stats.subspaces);
  const auto share = [&](std::uint64_t part) {
    return 100 * static_cast<double>(part) / static_cast<double>(total.classes);
  };
  double y = 24;
  for (const std::string& line : title_lines(title)) {
    svg.text(0, y, line, "title ink");
    y += kTitleLine;
  }
  svg.text(0, y - 4,
           fmt::format("{} positions up to symmetry in {} {}: {:.1f} % won, {:.1f} % drawn, "
                       "{:.1f} % lost for the side to move",
                       number_text(total.classes), stats.subspaces.size(),
                       stats.subspaces.size() == 1 ? "subspace" : "subspaces", share(total.wins),
                       share(total.draws), share(total.losses)),
           "body ink");
  svg.text(0, y + 16, fmt::format("rules {}", variant.digest()), "small faint");
  return y + 22;
}

}  // namespace

std::string stats_picture(const Variant& variant, const DatabaseStats& stats) {
  const std::string title = fmt::format("Wins, draws and losses in {}", variant.name);
  Svg svg;
  double y = kPageMargin;
  const auto add_part = [&](const auto& draw) {
    svg.open_group(kPageMargin, y);
    const double height = draw();
    svg.close_group();
    if (height > 0) y += height + kPartGap;
  };
  add_part([&] { return draw_title(svg, variant, title, stats); });
  add_part([&] { return draw_heat_map(svg, stats.subspaces); });
  add_part([&] { return draw_distance_histogram(svg, stats.subspaces); });
  add_part([&] { return draw_gain_histogram(svg, stats.subspaces); });
  add_part([&] { return draw_longest_wins(svg, variant, stats.longest_wins); });
  return svg.document(kChartWidth + 2 * kPageMargin, y, title);
}

}  // namespace mill
