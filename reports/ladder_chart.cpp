#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "reports/ladder_report.h"
#include "reports/match_report.h"
#include "reports/svg_charts.h"

namespace mill {
namespace {

constexpr double kNameWidth = 250, kGap = 60;  // pixels
constexpr double kPanelTop = 56, kPlayerRow = 24, kScaleHeight = 48;
constexpr int kMostTicks = 8;

/// Figures of one kind, a row for each player, with a scale below.
struct Panel {
  std::string title;
  double left = 0, width = 0;  // pixels
  double least = 0, most = 0;  // figures at its edges
  double step = 1;             // between grid lines
  Colour colour;

  double x(double figure) const {
    return left + width * std::clamp((figure - least) / (most - least), 0.0, 1.0);
  }
};

/// A round number that parts a range into a few steps.
double round_step(double range) {
  double step = std::pow(10, std::floor(std::log10(range / kMostTicks)));
  for (const double factor : {2.0, 2.5, 2.0}) {
    if (range / step <= kMostTicks) break;
    step *= factor;
  }
  return step;
}

/// Edges at grid lines that hold all figures and the finite ends of their intervals.
void fit(Panel& panel, const std::vector<Estimate>& figures) {
  panel.least = panel.most = figures.front().value;
  for (const Estimate& figure : figures)
    for (const double each : {figure.low, figure.value, figure.high})
      if (std::isfinite(each)) {
        panel.least = std::min(panel.least, each);
        panel.most = std::max(panel.most, each);
      }
  panel.step = round_step(std::max(panel.most - panel.least, 1.0));
  panel.least = std::floor(panel.least / panel.step) * panel.step;
  panel.most = std::max(std::ceil(panel.most / panel.step) * panel.step, panel.least + panel.step);
}

double middle_of(std::size_t row) {
  return kPanelTop + (static_cast<double>(row) + 0.5) * kPlayerRow;
}

void draw_scale(Svg& svg, const Panel& panel, std::size_t rows) {
  const double bottom = kPanelTop + static_cast<double>(rows) * kPlayerRow;
  svg.text(panel.left, kPanelTop - 16, panel.title, "body ink");
  for (double at = panel.least; at <= panel.most + panel.step / 2; at += panel.step) {
    svg.line(panel.x(at), kPanelTop, panel.x(at), bottom, "grid");
    svg.text(panel.x(at), bottom + 18, fmt::format("{:g}", at + 0.0), "small faint",
             Anchor::kMiddle);
  }
  svg.line(panel.left, bottom, panel.left + panel.width, bottom, "axis");
}

/// A dot with a bar for its interval.
void draw_figure(Svg& svg, const Panel& panel, std::size_t row, const Estimate& figure,
                 const std::string& tooltip) {
  constexpr double kBar = 6, kDot = 10;
  const double y = middle_of(row), low = panel.x(figure.low), high = panel.x(figure.high);
  const Colour pale = {(panel.colour.red + 510) / 3, (panel.colour.green + 510) / 3,
                       (panel.colour.blue + 510) / 3};
  svg.rectangle({low, y - kBar / 2, std::max(high - low, 1.0), kBar}, pale, tooltip);
  svg.rectangle({panel.x(figure.value) - kDot / 2, y - kDot / 2, kDot, kDot}, panel.colour,
                tooltip);
}

Estimate draws_of(const LadderStanding& player) {
  const WinDrawLoss& score = player.against_perfect;
  const Estimate share = wilson_interval(score.draws, score.games());
  return {100 * share.value, 100 * share.low, 100 * share.high};
}

}  // namespace

std::string ladder_chart(const Ladder& ladder) {
  const std::vector<LadderStanding> players = standings(ladder);
  std::vector<Estimate> elos;
  elos.reserve(players.size());
  for (const LadderStanding& player : players) elos.push_back(player.elo);
  const double plots = kChartWidth - kNameWidth;
  Panel elo{.title = fmt::format("Elo relative to {}", short_name(ladder.players.front())),
            .left = kNameWidth,
            .width = ladder.perfect ? (plots - kGap) / 2 : plots,
            .colour = kWinColour};
  fit(elo, elos);
  const Panel draws{.title = "drawn with perfect play, %",
                    .left = kNameWidth + (plots + kGap) / 2,
                    .width = (plots - kGap) / 2,
                    .least = 0,
                    .most = 100,
                    .step = 20,
                    .colour = kLossColour};
  Svg svg;
  svg.open_group(kPageMargin, kPageMargin);
  svg.text(0, 18, fmt::format("{} players", players.size()), "heading ink");
  draw_scale(svg, elo, players.size());
  if (ladder.perfect) draw_scale(svg, draws, players.size());
  for (std::size_t row = 0; row < players.size(); ++row) {
    const LadderStanding& player = players[row];
    const std::string name = short_name(ladder.players[row]);
    svg.text(kNameWidth - 16, middle_of(row) + 4, name, "small ink", Anchor::kEnd);
    if (player.score.games() == 0) continue;
    draw_figure(svg, elo, row, player.elo, fmt::format("{}: Elo {}", name, elo_cell(player.elo)));
    if (player.against_perfect.games() == 0) continue;
    draw_figure(
        svg, draws, row, draws_of(player),
        fmt::format("{}: {} % drawn", name,
                    share_cell(player.against_perfect.draws, player.against_perfect.games())));
  }
  svg.close_group();
  const double height = kPanelTop + static_cast<double>(players.size()) * kPlayerRow + kScaleHeight;
  return svg.document(kChartWidth + 2 * kPageMargin, height + 2 * kPageMargin,
                      fmt::format("Elo of {} players", players.size()));
}

}  // namespace mill
