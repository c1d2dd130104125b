#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "reports/quantity.h"
#include "reports/svg_charts.h"

namespace mill {
namespace {

constexpr double kLegendWidth = 230;
constexpr double kLargeCell = 96, kLargeCellHeight = 54;
constexpr double kLeastCellWithText = 66;
constexpr double kLeastForUpwards = 200;  // of a panel with a label along its side
constexpr double kSmallCell = 20;
constexpr double kSmallGap = 26;  // between two panels

using Panel = std::vector<const SubspaceStats*>;

/// Stones on the board that the subspaces of a panel have.
struct Range {
  int first_row = INT32_MAX, last_row = 0, first_column = INT32_MAX, last_column = 0;
  explicit Range(const Panel& panel) {
    for (const SubspaceStats* stats : panel) {
      first_row = std::min(first_row, stats->subspace.own);
      last_row = std::max(last_row, stats->subspace.own);
      first_column = std::min(first_column, stats->subspace.opponent);
      last_column = std::max(last_column, stats->subspace.opponent);
    }
  }
  int rows() const { return last_row - first_row + 1; }
  int columns() const { return last_column - first_column + 1; }
};

double per_cent(std::uint64_t part, const ClassCounts& counts) {
  return counts.classes == 0
             ? 0
             : 100 * static_cast<double>(part) / static_cast<double>(counts.classes);
}

std::string tooltip(const SubspaceStats& stats) {
  const ClassCounts& counts = stats.counts;
  std::string text =
      fmt::format("{}: {} positions; {:.1f} % won, {:.1f} % drawn, {:.1f} % lost",
                  stats.subspace.text(), number_text(counts.classes), per_cent(counts.wins, counts),
                  per_cent(counts.draws, counts), per_cent(counts.losses, counts));
  if (counts.longest_win > 0) text += "; longest win " + plies_text(counts.longest_win);
  if (counts.longest_loss > 0) text += "; longest loss " + plies_text(counts.longest_loss);
  return text;
}

/// The shares in whole per cent and the longest win.
void write_in_cell(Svg& svg, const Box& box, const ClassCounts& counts, const Colour& colour) {
  const Colour ink = colour.is_dark() ? Colour{255, 255, 255} : Colour{32, 36, 44};
  const double middle = box.x + box.width / 2;
  svg.text(middle, box.y + box.height / 2 - 4,
           fmt::format("{:.0f} · {:.0f} · {:.0f}", per_cent(counts.wins, counts),
                       per_cent(counts.draws, counts), per_cent(counts.losses, counts)),
           "small", ink, Anchor::kMiddle);
  if (counts.longest_win > 0)
    svg.text(middle, box.y + box.height / 2 + 13, plies_text(counts.longest_win), "small", ink,
             Anchor::kMiddle);
}

/// Cells with the numbers of their rows and columns outside, to the left of x = 0 and above y = 0.
void draw_cells(Svg& svg, const Panel& panel, double width, double height) {
  const Range range(panel);
  for (int row = 0; row < range.rows(); ++row)
    svg.text(-6, (row + 0.5) * height + 4, std::to_string(range.first_row + row), "small faint",
             Anchor::kEnd);
  for (int column = 0; column < range.columns(); ++column)
    svg.text((column + 0.5) * width, -6, std::to_string(range.first_column + column), "small faint",
             Anchor::kMiddle);
  const double gap = width >= kLeastCellWithText ? 2 : 1;
  for (const SubspaceStats* stats : panel) {
    const Box box = {(stats->subspace.opponent - range.first_column) * width,
                     (stats->subspace.own - range.first_row) * height, width - gap, height - gap};
    const Colour colour = share_colour(stats->counts);
    svg.rectangle(box, colour, tooltip(*stats));
    if (width >= kLeastCellWithText) write_in_cell(svg, box, stats->counts, colour);
  }
}

/// The panel of empty hands.
double draw_large_panel(Svg& svg, const Panel& panel) {
  constexpr double kLeft = 46, kTop = 72;
  const Range range(panel);
  const double width = std::min(kLargeCell, (kChartWidth - kLegendWidth - kLeft) / range.columns());
  const double height = range.rows() * kLargeCellHeight;
  svg.text(0, 18, "Hands empty", "heading ink");
  if (height >= kLeastForUpwards) {
    svg.text(kLeft, 46, "stones of the opponent →", "small faint");
    svg.text(12, kTop + height / 2, "← stones of the side to move", "small faint",
             Anchor::kMiddleUpwards);
  } else {
    svg.text(0, 42, "rows: stones of the side to move, columns: stones of the opponent",
             "small faint");
  }
  svg.open_group(kLeft, kTop);
  draw_cells(svg, panel, width, kLargeCellHeight);
  svg.close_group();
  return kTop + height + 12;
}

/// All mixtures of the three colours, as a triangle with its corners named.
double draw_legend(Svg& svg) {
  constexpr int kSteps = 12;
  constexpr double kSide = 150, kTall = 130, kLeft = 26, kTop = 58;
  svg.text(kLeft, 18, "Share of", "heading ink");
  const auto corner = [&](int wins, int losses, double(&corners)[6], int index) {
    corners[2 * index] = kLeft + kSide * (0.5 * (kSteps - wins - losses) + losses) / kSteps;
    corners[2 * index + 1] = kTop + kTall * (wins + losses) / kSteps;
  };
  for (int wins = 0; wins < kSteps; ++wins)
    for (int losses = 0; wins + losses < kSteps; ++losses)
      for (const bool upside_down : {false, true}) {
        if (upside_down && wins + losses + 2 > kSteps) continue;
        double corners[6];
        corner(wins + 1, losses, corners, 0);
        corner(wins, losses + 1, corners, 1);
        corner(wins + upside_down, losses + upside_down, corners, 2);
        ClassCounts counts;
        // Three parts for each step, and the middle of the triangle.
        const auto parts = [&](int steps) {
          return 3 * static_cast<std::uint64_t>(steps) + 1 + upside_down;
        };
        counts.wins = parts(wins);
        counts.losses = parts(losses);
        counts.classes = 3 * kSteps;
        counts.draws = counts.classes - counts.wins - counts.losses;
        svg.triangle(corners, share_colour(counts));
      }
  svg.text(kLeft + kSide / 2, kTop - 8, "draws", "body ink", Anchor::kMiddle);
  svg.text(kLeft, kTop + kTall + 20, "wins", "body ink", Anchor::kMiddle);
  svg.text(kLeft + kSide, kTop + kTall + 20, "losses", "body ink", Anchor::kMiddle);
  svg.text(0, kTop + kTall + 46, "of the side to move. In a cell:", "small faint");
  svg.text(0, kTop + kTall + 64, "wins · draws · losses in per cent,", "small faint");
  svg.text(0, kTop + kTall + 82, "then the longest win.", "small faint");
  return kTop + kTall + 100;
}

using HandPanels = std::map<std::pair<int, int>, Panel>;

/// The panels with stones in hand, as many side by side as fit; from the start of the game on.
double draw_small_panels(Svg& svg, const HandPanels& panels) {
  constexpr double kLeft = 22, kTop = 44;
  svg.text(0, 18, "Stones in hand", "heading ink");
  svg.text(
      150, 18,
      "a panel for each pair of hands; rows: stones of the side to move on the board, columns: "
      "those of the opponent",
      "small faint");
  double x = 0, y = 34, row_height = 0;
  std::vector<HandPanels::const_iterator> ordered;
  for (auto it = panels.begin(); it != panels.end(); ++it) ordered.push_back(it);
  std::stable_sort(ordered.begin(), ordered.end(), [](const auto& left, const auto& right) {
    return left->first.first + left->first.second > right->first.first + right->first.second;
  });
  for (const auto& panel : ordered) {
    const Range range(panel->second);
    const double width = std::max(kLeft + range.columns() * kSmallCell, 84.0);
    const double height = kTop + range.rows() * kSmallCell;
    if (x > 0 && x + width > kChartWidth) {
      x = 0;
      y += row_height + kSmallGap;
      row_height = 0;
    }
    const auto [own, opponent] = panel->first;
    svg.text(x, y + 14, fmt::format("{}-{} in hand", own, opponent), "body ink");
    svg.open_group(x + kLeft, y + kTop);
    draw_cells(svg, panel->second, kSmallCell, kSmallCell);
    svg.close_group();
    x += width + kSmallGap;
    row_height = std::max(row_height, height);
  }
  return y + row_height;
}

}  // namespace

Colour share_colour(const ClassCounts& counts) {
  if (counts.classes == 0) return kDrawColour;
  const auto mixed = [&](int win, int draw, int loss) {
    const double sum = static_cast<double>(counts.wins) * win +
                       static_cast<double>(counts.draws) * draw +
                       static_cast<double>(counts.losses) * loss;
    return static_cast<int>(std::lround(sum / static_cast<double>(counts.classes)));
  };
  return {mixed(kWinColour.red, kDrawColour.red, kLossColour.red),
          mixed(kWinColour.green, kDrawColour.green, kLossColour.green),
          mixed(kWinColour.blue, kDrawColour.blue, kLossColour.blue)};
}

double draw_heat_map(Svg& svg, const std::vector<SubspaceStats>& subspaces) {
  Panel empty_hands;
  HandPanels with_hands;
  for (const SubspaceStats& stats : subspaces) {
    const Subspace& subspace = stats.subspace;
    if (subspace.own_hand == 0 && subspace.opponent_hand == 0)
      empty_hands.push_back(&stats);
    else
      with_hands[{subspace.own_hand, subspace.opponent_hand}].push_back(&stats);
  }
  svg.open_group(kChartWidth - kLegendWidth + 24, 0);
  double height = draw_legend(svg);
  svg.close_group();
  if (!empty_hands.empty()) height = std::max(height, draw_large_panel(svg, empty_hands));
  if (with_hands.empty()) return height;
  height += 20;
  svg.open_group(0, height);
  height += draw_small_panels(svg, with_hands);
  svg.close_group();
  return height;
}

}  // namespace mill
