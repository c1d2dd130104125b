#include "reports/game_chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "base/shown_text.h"
#include "game/notation.h"
#include "reports/quantity.h"
#include "reports/svg_charts.h"

namespace mill {
namespace {

constexpr PlotArea kGamePlot = {.left = 96, .top = 132, .height = 300};
constexpr Colour kErrorColour = {214, 39, 110};
constexpr double kLetter = 6.6;  // pixels, the width that a letter of class small takes at most
constexpr std::size_t kLongestName = 40;

// Rows below the plot: errors of Black and their labels, then numbers and what they are.
constexpr double kNumberRow = 54, kAxisRow = 76, kBelow = 92;

/// What is drawn of one position.
struct Bar {
  std::optional<Worth> worth;  // for White
  std::string text;            // shown under the pointer
  std::optional<Side> erred;   // whose turn led away from here and threw value away
  std::string turn;
};

Worth seen_by_white(const Worth& worth, Side side) {
  return side == Side::kWhite ? worth : Worth{opposite(worth.value), worth.distance};
}

std::string winner_text(const Worth& worth) {
  if (worth.value == Value::kDraw) return "draw";
  const char* winner = worth.value == Value::kWin ? "White wins" : "Black wins";
  if (!worth.distance) return winner;
  return fmt::format("{} in {}", winner, plies_text(*worth.distance));
}

Bar bar_of(const Variant& variant, const TurnReview& review) {
  const std::string turn = turn_text(*variant.board, review.played.turn);
  const std::string place =
      fmt::format("{}. {} {}", review.before.fullmove, side_name(review.before.side), turn);
  if (!review.verdict) return {std::nullopt, place + ": not known", std::nullopt, turn};
  const Side side = review.before.side;
  const Worth worth = seen_by_white(review.verdict->best, side);
  std::string text = winner_text(worth) + "; " + place;
  if (review.opening) text += " (opening)";
  if (!review.is_error()) return {worth, std::move(text), std::nullopt, turn};
  text += ", then " + winner_text(seen_by_white(review.verdict->played, side));
  return {worth, std::move(text), side, turn};
}

/// A bar for each turn, the position before it, and one for the end of the game.
std::vector<Bar> bars_of(const Variant& variant, const std::vector<TurnReview>& reviews) {
  std::vector<Bar> bars;
  bars.reserve(reviews.size() + 1);
  for (const TurnReview& review : reviews) bars.push_back(bar_of(variant, review));
  if (reviews.empty() || !reviews.back().verdict) return bars;
  Worth end = seen_by_white(reviews.back().verdict->played, reviews.back().before.side);
  if (end.distance) --*end.distance;  // it counts the last turn
  bars.push_back({end, "the end: " + winner_text(end), std::nullopt, ""});
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

/// Texts side by side in one row: each is left out that would touch the one before.
class LabelRow {
 public:
  LabelRow(Svg& svg, double y, std::string_view style) : svg_(svg), y_(y), style_(style) {}

  void add(double middle, const std::string& text) {
    constexpr double kGap = 6;
    const double half = kLetter * static_cast<double>(text.size()) / 2;
    if (middle - half < free_from_ || middle + half > kChartWidth + kPageMargin) return;
    svg_.text(middle, y_, text, style_, Anchor::kMiddle);
    free_from_ = middle + half + kGap;
  }

 private:
  Svg& svg_;
  const double y_;
  const std::string style_;
  double free_from_ = 0;
};

/// White's errors stand above the plot and point down to it, Black's below and point up.
void draw_mark(Svg& svg, Side side, double middle, std::string_view tooltip) {
  const bool white = side == Side::kWhite;
  const double tip = white ? kGamePlot.top - 5 : kGamePlot.bottom() + 5;
  const double base = white ? tip - 11 : tip + 11;
  svg.triangle({middle - 6, base, middle + 6, base, middle, tip}, kErrorColour);
  svg.rectangle({middle - 6, white ? base : base - 3, 12, 3}, kErrorColour, tooltip);
}

void draw_axes(Svg& svg) {
  svg.line(kGamePlot.left, kGamePlot.middle(), kChartWidth, kGamePlot.middle(), "axis");
  svg.line(kGamePlot.left, kGamePlot.top, kChartWidth, kGamePlot.top, "grid");
  svg.line(kGamePlot.left, kGamePlot.bottom(), kChartWidth, kGamePlot.bottom(), "grid");
  const double right = kGamePlot.left - 10;
  svg.text(right, kGamePlot.top - 8, "errors of", "small faint", Anchor::kEnd);
  svg.text(right, kGamePlot.top + 6, "White", "small faint", Anchor::kEnd);
  svg.text(right, kGamePlot.top + 30, "White wins", "small faint", Anchor::kEnd);
  svg.text(right, kGamePlot.middle() + 4, "draw", "small faint", Anchor::kEnd);
  svg.text(right, kGamePlot.bottom() - 22, "Black wins", "small faint", Anchor::kEnd);
  svg.text(right, kGamePlot.bottom() + 4, "errors of", "small faint", Anchor::kEnd);
  svg.text(right, kGamePlot.bottom() + 18, "Black", "small faint", Anchor::kEnd);
  svg.text(kGamePlot.left + kGamePlot.width() / 2, kGamePlot.bottom() + kAxisRow, "turns of White",
           "small faint", Anchor::kMiddle);
}

std::string chart_title(const GameRecord& record) {
  return fmt::format("{} - {}, {}", shown_text(record.white, kLongestName),
                     shown_text(record.black, kLongestName), scoring_text(record.scoring));
}

/// "White (perfect): 2 turns threw value away".
std::string errors_text(std::string_view side, const std::string& name, std::ptrdiff_t errors) {
  const std::string player =
      name == "?" ? "" : fmt::format(" ({})", shown_text(name, kLongestName));
  return fmt::format("{}{}: {} {} threw value away", side, player, errors,
                     errors == 1 ? "turn" : "turns");
}

/// Who plays, how it ended, and a line for each side with its mark.
void draw_heading(Svg& svg, const GameRecord& record, const std::vector<Bar>& bars, bool opening) {
  const auto count = [&](Side side) {
    return std::count_if(bars.begin(), bars.end(),
                         [&](const Bar& bar) { return bar.erred == side; });
  };
  svg.text(0, 20, chart_title(record), "heading ink");
  svg.text(
      0, 42,
      record.game.variant().name + (record.scoring.reason.empty() ? "" : ", ") +
          shown_text(record.scoring.reason, 100) +
          (opening ? "; what is left of the line is the opening, which counts for nobody" : ""),
      "body faint");
  constexpr double kWhiteRow = 66, kBlackRow = 86, kMark = 6;
  svg.triangle({0, kWhiteRow - 10, 2 * kMark, kWhiteRow - 10, kMark, kWhiteRow}, kErrorColour);
  svg.text(20, kWhiteRow, errors_text("White", record.white, count(Side::kWhite)), "small ink");
  svg.triangle({0, kBlackRow, 2 * kMark, kBlackRow, kMark, kBlackRow - 10}, kErrorColour);
  svg.text(20, kBlackRow, errors_text("Black", record.black, count(Side::kBlack)), "small ink");
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

void draw_bars(Svg& svg, const std::vector<Bar>& bars, double width) {
  LabelRow white(svg, kGamePlot.top - 22, "small ink");
  LabelRow black(svg, kGamePlot.bottom() + 30, "small ink");
  for (std::size_t index = 0; index < bars.size(); ++index) {
    const Bar& bar = bars[index];
    const double x = kGamePlot.left + static_cast<double>(index) * width;
    draw_bar(svg, bar, x, width);
    if (!bar.erred) continue;
    draw_mark(svg, *bar.erred, x + width * 0.45, bar.text);
    (*bar.erred == Side::kWhite ? white : black).add(x + width * 0.45, bar.turn);
  }
}

void draw_numbers(Svg& svg, const std::vector<TurnReview>& reviews, double width) {
  LabelRow row(svg, kGamePlot.bottom() + kNumberRow, "small faint");
  for (std::size_t index = 0; index < reviews.size(); ++index)
    if (reviews[index].before.side == Side::kWhite)
      row.add(kGamePlot.left + (static_cast<double>(index) + 0.45) * width,
              std::to_string(reviews[index].before.fullmove));
}

/// A line behind the turns that nobody answers for; the heading says what it is.
void draw_opening_end(Svg& svg, std::ptrdiff_t turns, double width) {
  if (turns == 0) return;
  const double end = kGamePlot.left + static_cast<double>(turns) * width - width * 0.05;
  svg.line(end, kGamePlot.top, end, kGamePlot.bottom(), "axis");
}

}  // namespace

std::string game_chart(const GameRecord& record, const std::vector<TurnReview>& reviews) {
  Svg svg;
  svg.open_group(kPageMargin, kPageMargin);
  const std::vector<Bar> bars = bars_of(record.game.variant(), reviews);
  const auto opening = std::count_if(reviews.begin(), reviews.end(),
                                     [](const TurnReview& review) { return review.opening; });
  draw_heading(svg, record, bars, opening > 0);
  draw_axes(svg);
  const double width = std::min(
      36.0, kGamePlot.width() / static_cast<double>(std::max<std::size_t>(bars.size(), 1)));
  draw_bars(svg, bars, width);
  draw_opening_end(svg, opening, width);
  draw_numbers(svg, reviews, width);
  svg.close_group();
  return svg.document(kChartWidth + 2 * kPageMargin, kGamePlot.bottom() + kBelow + 2 * kPageMargin,
                      chart_title(record));
}

}  // namespace mill
