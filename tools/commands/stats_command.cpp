#include <fmt/format.h>

#include <algorithm>

#include "game/picture.h"
#include "reports/database_stats.h"
#include "reports/json_output.h"
#include "reports/quantity.h"
#include "reports/stats_picture.h"
#include "reports/text_table.h"
#include "tools/command_line/common_options.h"
#include "tools/command_line/file_arguments.h"
#include "tools/command_line/option_values.h"
#include "tools/command_line/progress_display.h"
#include "tools/command_line/stop_request.h"
#include "tools/commands/command.h"

namespace mill {
namespace {

struct StatsArguments {
  VariantChoice variant;
  std::filesystem::path directory;
  std::vector<std::string> subspaces;
  StatsOptions stats;
  std::filesystem::path picture;  // empty: none
  bool json = false;
};

std::string share_text(std::uint64_t part, const ClassCounts& counts) {
  if (counts.classes == 0) return "-";
  return fmt::format("{:.2f}",
                     100 * static_cast<double>(part) / static_cast<double>(counts.classes));
}

std::vector<std::string> table_row(std::string name, const ClassCounts& counts) {
  return {std::move(name),
          number_text(counts.classes),
          share_text(counts.wins, counts),
          share_text(counts.draws, counts),
          share_text(counts.losses, counts),
          std::to_string(counts.longest_win),
          std::to_string(counts.longest_loss)};
}

void print_shares(const std::vector<SubspaceStats>& subspaces) {
  TextTable table(
      {"subspace", "classes", "wins %", "draws %", "losses %", "longest win", "longest loss"});
  table.colour(2, Value::kWin);
  table.colour(3, Value::kDraw);
  table.colour(4, Value::kLoss);
  for (const SubspaceStats& each : subspaces)
    table.add_row(table_row(each.subspace.text(), each.counts));
  table.add_rule();
  table.add_row(table_row(fmt::format("{} in all", subspaces.size()), total_counts(subspaces)));
  fmt::print("{}", table.text());
}

/// Numbers that share a row, so that a histogram fits on a screen.
std::size_t numbers_in_a_row(std::size_t numbers, std::size_t least) {
  constexpr std::size_t kMostRows = 32;
  for (const std::size_t together : {1, 2, 4, 10, 20})
    if (together >= least && numbers <= together * kMostRows) return together;
  return 50;
}

/// The last column of a histogram: bars that fit beside the others.
class Bars {
 public:
  explicit Bars(std::uint64_t most) : most_(std::max<std::uint64_t>(most, 1)) {}

  std::string title() const { return fmt::format("{:<{}}", "share", width_); }
  std::string bar(std::uint64_t count) const {
    const double share = static_cast<double>(count) / static_cast<double>(most_);
    const auto filled = static_cast<std::size_t>(share * static_cast<double>(width_) + 0.999);
    return fmt::format("{:<{}}", std::string(filled, '#'), width_);
  }

 private:
  static std::size_t width_of_terminal() {
    constexpr std::size_t kOtherColumns = 40;       // characters
    constexpr std::size_t kLeast = 10, kMost = 40;  // of the longest bar
    const std::size_t width = TextLayout::of_output().width.value_or(kOtherColumns + kMost);
    return std::clamp(width - std::min(width, kOtherColumns), kLeast, kMost);
  }

  std::uint64_t most_;
  std::size_t width_ = width_of_terminal();
};

void print_distances(const std::vector<SubspaceStats>& subspaces) {
  const DistanceHistogram distances = total_distances(subspaces);
  const std::size_t plies = distances.wins.size();
  if (plies == 0) return;
  struct Row {
    std::uint64_t wins = 0, losses = 0;
    std::uint64_t sum() const { return wins + losses; }
  };
  const std::size_t together = numbers_in_a_row(plies, 2);
  std::vector<Row> rows((plies + together - 1) / together);
  std::uint64_t most = 1;
  for (std::size_t ply = 0; ply < plies; ++ply) {
    Row& row = rows[ply / together];
    row.wins += distances.wins[ply];
    row.losses += distances.losses[ply];
    most = std::max(most, row.sum());
  }
  const Bars bars(most);
  TextTable table({"plies", "wins", "losses", bars.title()});
  for (std::size_t index = 0; index < rows.size(); ++index) {
    const Row& row = rows[index];
    table.add_row({fmt::format("{}-{}", index * together, (index + 1) * together - 1),
                   number_text(row.wins), number_text(row.losses), bars.bar(row.sum())});
  }
  fmt::print("\nDistance to the end\n\n{}", table.text());
}

/// "3", or "5 to 8" of gains that share a row with as many others.
std::string gains_text(int row, int together) {
  if (row == 0 || together == 1) return std::to_string(row);
  const int nearest = (std::abs(row) - 1) * together + 1, farthest = nearest + together - 1;
  return row > 0 ? fmt::format("{} to {}", nearest, farthest)
                 : fmt::format("-{} to -{}", farthest, nearest);
}

void print_gains(const std::vector<SubspaceStats>& subspaces) {
  const GainHistogram gains = total_gains(subspaces);
  if (gains.empty()) return;
  const auto range = static_cast<std::size_t>(gains.rbegin()->first - gains.begin()->first + 1);
  const auto together = static_cast<int>(numbers_in_a_row(range, 1));
  GainHistogram rows;  // a gain of 0 has one of its own
  for (const auto& [gain, classes] : gains)
    rows[(gain + (gain > 0 ? together - 1 : 1 - together)) / together] += classes;
  std::uint64_t most = 0;
  for (const auto& [row, classes] : rows) most = std::max(most, classes);
  const Bars bars(most);
  TextTable table({"gain", "draws", bars.title()});
  for (const auto& [row, classes] : rows)
    table.add_row({gains_text(row, together), number_text(classes), bars.bar(classes)});
  fmt::print("\nGrades of draws: by how much they end better than staying\n\n{}", table.text());
}

void print_longest_wins(const Variant& variant, const std::vector<LongWin>& wins) {
  for (const LongWin& win : wins) {
    const TextPosition shown = with_colours(variant, win.position);
    fmt::print("\nA win in {}, {}\n{}\n\n{}\n", plies_text(win.distance), win.subspace.text(),
               position_text(variant, shown), position_picture(variant, shown));
    if (win.line.empty())
      fmt::print("The best line leads to positions whose files are not there.\n");
    else
      fmt::print("{}", wrapped_for_output(fmt::format("{}", fmt::join(win.line, " "))));
  }
}

/// {"1": classes, ...}: those of the given value by plies.
Json plies_json(const std::vector<std::uint64_t>& classes) {
  Json by_plies = Json::object();
  for (std::size_t plies = 0; plies < classes.size(); ++plies)
    if (classes[plies] != 0) by_plies[std::to_string(plies)] = classes[plies];
  return by_plies;
}

Json histogram_json(const DistanceHistogram& distances) {
  return {{"wins", plies_json(distances.wins)}, {"losses", plies_json(distances.losses)}};
}

/// {"-3": classes, ...}: drawn ones by gain.
Json gains_json(const GainHistogram& gains) {
  Json by_gain = Json::object();
  for (const auto& [gain, classes] : gains) by_gain[std::to_string(gain)] = classes;
  return by_gain;
}

Json subspace_stats_json(const SubspaceStats& stats) {
  Json json = subspace_json(stats.subspace);
  json.update(counts_json(stats.counts));
  json["distances"] = stats.distances ? histogram_json(*stats.distances) : Json();
  json["gains"] = stats.gains ? gains_json(*stats.gains) : Json();
  return json;
}

Json stats_json(const Variant& variant, const DatabaseStats& stats) {
  Json rows = Json::array();
  for (const SubspaceStats& each : stats.subspaces) rows.push_back(subspace_stats_json(each));
  Json wins = Json::array();
  for (const LongWin& win : stats.longest_wins)
    wins.push_back({{"subspace", win.subspace.text()},
                    {"position", position_text(variant, with_colours(variant, win.position))},
                    {"distance", win.distance},
                    {"line", win.line.empty() ? Json() : Json(win.line)}});
  const ClassCounts total = total_counts(stats.subspaces);
  return {{"variant", variant_json(variant)},
          {"subspaces", rows},
          {"classes", total.classes},
          {"wins", total.wins},
          {"draws", total.draws},
          {"losses", total.losses},
          {"distances", histogram_json(total_distances(stats.subspaces))},
          {"gains", gains_json(total_gains(stats.subspaces))},
          {"longest_wins", wins}};
}

Result<void> run_stats(const StatsArguments& arguments) {
  const bool no_report =
      MILLSTONE_TRY(replaces_report({{"--svg", arguments.picture}}, arguments.json));
  const auto variant = MILLSTONE_TRY(resolve_variant(arguments.variant, arguments.directory));
  auto subspaces = MILLSTONE_TRY(parse_subspaces(variant, arguments.subspaces));

  ProgressDisplay display;
  StatsOptions options = arguments.stats;
  options.subspaces = std::move(subspaces);
  options.control = {catch_stop_signals(), shown_on(display)};
  const auto stats = collect_stats(arguments.directory, variant, options);
  display.clear();
  if (!stats) return tl::unexpected(stats.error());

  if (!arguments.picture.empty())
    MILLSTONE_TRY(write_output(arguments.picture, stats_picture(variant, *stats)));
  if (no_report) return {};
  if (arguments.json) {
    print_json(stats_json(variant, *stats));
    return {};
  }
  fmt::print("{}, rules {}\n\n", variant.name, variant.digest());
  print_shares(stats->subspaces);
  print_distances(stats->subspaces);
  print_gains(stats->subspaces);
  print_longest_wins(variant, stats->longest_wins);
  return {};
}

}  // namespace

Command add_stats_command(CLI::App& program) {
  auto arguments = std::make_shared<StatsArguments>();
  CLI::App* command = program.add_subcommand(
      "stats",
      "Count wins, draws, losses, distances and grades; show the longest wins; draw a picture");
  command->footer(
      "Reads every block of the distance files once: about a minute for ten thousand million\n"
      "positions on two processors. Without distance files it tells the shares alone; where draws\n"
      "are graded, their gains too.\n"
      "Example:\n  millstone stats --db morris --svg morris.svg\n"
      "  millstone stats --db morris 9-9 --top 10 --json");
  add_directory_option(*command, arguments->directory);
  add_subspaces_argument(*command, arguments->subspaces);
  add_picture_option(*command, arguments->picture,
                     "Draw the table of subspaces and the histogram into this file");
  command->add_option("--top", arguments->stats.top, "How many of the longest wins to show")
      ->check(number_from<std::size_t>(0, 1000))
      ->type_name("N [3]");
  add_threads_option(*command, arguments->stats.threads);
  add_variant_options(*command, arguments->variant);
  add_json_option(*command, arguments->json);
  return {command, [arguments] { return run_stats(*arguments); }};
}

}  // namespace mill
