#include "tools/game_chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "game/notation.h"
#include "tools/svg_charts.h"

namespace millstone {
namespace {

constexpr PlotArea kGamePlot = {.left = 96, .top = 76, .height = 300};
constexpr Colour kBlunderColour = {214, 39, 110};

/// What is drawn of one position.
struct Bar {
  std::optional<Worth> worth;  // for White
  std::string text;            // shown under the pointer
  bool blunder = false;        // whether the turn that led away from here was one
};

Worth seen_by_white(const Worth& worth, Side side) {
  return side == Side::kWhite ? worth : Worth{opposite(worth.value), worth.distance};
}

std::string winner_text(const Worth& worth) {
  if (worth.value == Value::kDraw) return "draw";
  const char* winner = worth.value == Value::kWin ? "White wins" : "Black wins";
  if (!worth.distance) return winner;
  return fmt::format("{} in {} {}", winner, *worth.distance,
                     *worth.distance == 1 ? "ply" : "plies");
}

Bar bar_of(const Variant& variant, const TurnReview& review) {
  const std::string turn =
      fmt::format("{}. {} {}", review.before.fullmove, side_name(review.before.side),
                  turn_text(*variant.board, review.played.turn));
  if (!review.verdict) return {std::nullopt, turn + ": not known", false};
  const Worth worth = seen_by_white(review.verdict->best, review.before.side);
  const bool blunder = review.verdict->is_blunder();
  std::string text = winner_text(worth) + "; " + turn;
  if (blunder)
    text += ", then " + winner_text(seen_by_white(review.verdict->played, review.before.side));
  return {worth, std::move(text), blunder};
}

/// A bar for each turn, the position before it, and one for the end of the game.
std::vector<Bar> bars_of(const Variant& variant, const std::vector<TurnReview>& reviews) {
  std::vector<Bar> bars;
  bars.reserve(reviews.size() + 1);
  for (const TurnReview& review : reviews) bars.push_back(bar_of(variant, review));
  if (reviews.empty() || !reviews.back().verdict) return bars;
  Worth end = seen_by_white(reviews.back().verdict->played, reviews.back().before.side);
  if (end.distance) --*end.distance;  // it counts the last turn
  bars.push_back({end, "the end: " + winner_text(end), false});
  return bars;
}

/// Pixels from the line of draws: the nearer the end, the more, and never too few to be seen.
double height_of(const Worth& worth) {
  if (worth.value == Value::kDraw) return 0;
  constexpr double kLeast = 0.2, kHalfway = 20;  // plies
  const double nearness = worth.distance ? kHalfway / (kHalfway + *worth.distance) : 0.5;
  const double height = kGamePlot.height / 2 * (kLeast + (1 - kLeast) * nearness);
  return worth.value == Value::kWin ? height : -height;
}

void draw_frame(Svg& svg, const std::string& title, const std::string& subtitle) {
  svg.text(0, 20, title, "heading ink");
  svg.text(0, 44, subtitle, "body faint");
  svg.line(kGamePlot.left, kGamePlot.middle(), kChartWidth, kGamePlot.middle(), "axis");
  svg.line(kGamePlot.left, kGamePlot.top, kChartWidth, kGamePlot.top, "grid");
  svg.line(kGamePlot.left, kGamePlot.bottom(), kChartWidth, kGamePlot.bottom(), "grid");
  svg.text(kGamePlot.left - 10, kGamePlot.top + 14, "White wins", "small faint", Anchor::kEnd);
  svg.text(kGamePlot.left - 10, kGamePlot.middle() + 4, "draw", "small faint", Anchor::kEnd);
  svg.text(kGamePlot.left - 10, kGamePlot.bottom() - 4, "Black wins", "small faint", Anchor::kEnd);
  svg.text(kGamePlot.left + kGamePlot.width() / 2, kGamePlot.bottom() + 44, "turns of White",
           "small faint", Anchor::kMiddle);
}

void draw_bar(Svg& svg, const Bar& bar, double x, double width) {
  if (!bar.worth) return;
  const double height = height_of(*bar.worth);
  const Colour& colour = height > 0 ? kWinColour : height < 0 ? kLossColour : kDrawColour;
  const double reach = std::max(std::abs(height), 3.0);
  const double top = height > 0   ? kGamePlot.middle() - reach
                     : height < 0 ? kGamePlot.middle()
                                  : kGamePlot.middle() - reach / 2;
  svg.rectangle({x, top, width * 0.9, reach}, colour, bar.text);
}

/// A triangle above the plot and the turn in words, where there is room for it.
void draw_blunder(Svg& svg, const Bar& bar, double x, double width) {
  const double middle = x + width / 2;
  svg.triangle(
      {middle - 6, kGamePlot.top - 16, middle + 6, kGamePlot.top - 16, middle, kGamePlot.top - 5},
      kBlunderColour);
  svg.rectangle({middle - 6, kGamePlot.top - 16, 12, 3}, kBlunderColour, bar.text);
}

void draw_numbers(Svg& svg, const std::vector<TurnReview>& reviews, double width) {
  constexpr std::size_t kMostNumbers = 25;
  const std::size_t step = std::max<std::size_t>(1, reviews.size() / 2 / kMostNumbers);
  for (std::size_t index = 0; index < reviews.size(); ++index) {
    const TextPosition& before = reviews[index].before;
    if (before.side != Side::kWhite || static_cast<std::size_t>(before.fullmove) % step != 0)
      continue;
    svg.text(kGamePlot.left + (static_cast<double>(index) + 0.5) * width, kGamePlot.bottom() + 20,
             std::to_string(before.fullmove), "small faint", Anchor::kMiddle);
  }
}

}  // namespace

std::string game_chart(const GameRecord& record, const std::vector<TurnReview>& reviews) {
  Svg svg;
  svg.open_group(kPageMargin, kPageMargin);
  const std::string title =
      fmt::format("{} - {}, {}", record.white, record.black, scoring_text(record.scoring));
  const std::vector<Bar> bars = bars_of(record.game.variant(), reviews);
  const auto blunders =
      std::count_if(bars.begin(), bars.end(), [](const Bar& bar) { return bar.blunder; });
  draw_frame(
      svg, title,
      fmt::format("{}{}{}; turns that threw value away are marked: {}", record.game.variant().name,
                  record.scoring.reason.empty() ? "" : ", ", record.scoring.reason, blunders));
  const double width = std::min(
      36.0, kGamePlot.width() / static_cast<double>(std::max<std::size_t>(bars.size(), 1)));
  for (std::size_t index = 0; index < bars.size(); ++index) {
    const double x = kGamePlot.left + static_cast<double>(index) * width;
    draw_bar(svg, bars[index], x, width);
    if (bars[index].blunder) draw_blunder(svg, bars[index], x, width);
  }
  draw_numbers(svg, reviews, width);
  svg.close_group();
  return svg.document(kChartWidth + 2 * kPageMargin, kGamePlot.bottom() + 60 + 2 * kPageMargin,
                      title);
}

}  // namespace millstone
