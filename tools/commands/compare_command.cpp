#include <fmt/format.h>

#include "base/timing.h"
#include "game/numbering.h"
#include "game/picture.h"
#include "game/position_text.h"
#include "reports/database_comparison.h"
#include "reports/json_output.h"
#include "reports/quantity.h"
#include "reports/text_table.h"
#include "tools/command_line/common_options.h"
#include "tools/command_line/option_values.h"
#include "tools/command_line/progress_display.h"
#include "tools/command_line/stop_request.h"
#include "tools/commands/command.h"

namespace mill {
namespace {

struct CompareArguments {
  VariantChoice variant;
  std::filesystem::path left, right;
  std::vector<std::string> subspaces;
  ComparisonOptions options;
  bool json = false;
};

constexpr std::array kValues = {Value::kWin, Value::kDraw, Value::kLoss};

std::uint64_t classes_of(const ComparedSubspace& row, Value left, Value right) {
  return row.different[static_cast<std::size_t>(left)][static_cast<std::size_t>(right)];
}

/// Of equal values, but other distances or grades.
std::uint64_t other_details(const ComparedSubspace& row) {
  std::uint64_t sum = 0;
  for (const Value value : kValues) sum += classes_of(row, value, value);
  return sum;
}

std::string outcome_text(const Outcome& outcome, const Grade& grade, const ComparedSubspace& row) {
  if (outcome.value == Value::kDraw && row.with_grades)
    return fmt::format("draw {}", grade_text(grade));
  if (outcome.value == Value::kDraw || !row.with_distances)
    return std::string(value_name(outcome.value));
  return fmt::format("{} in {}", value_name(outcome.value), plies_text(outcome.distance));
}

/// The positions that are shown of a row, in its order.
std::vector<TextPosition> positions_of(const Variant& variant, const ComparedSubspace& row) {
  std::vector<TextPosition> positions;
  if (row.first.empty()) return positions;
  const auto numbering = Numbering::make(variant, row.subspace);
  positions.reserve(row.first.size());
  for (const DifferentOutcome& both : row.first)
    positions.push_back(with_colours(variant, numbering.position(row.subspace, both.slot)));
  return positions;
}

void print_differences(const Variant& variant, const ComparedSubspace& row) {
  fmt::print("\n{}:", row.subspace.text());
  for (const Value left : kValues)
    for (const Value right : kValues)
      if (const auto classes = classes_of(row, left, right); left != right && classes != 0)
        fmt::print(" {} a {} that is a {} in the other,", number_text(classes), value_name(left),
                   value_name(right));
  fmt::print(" {} of equal value with another {}.\n", number_text(other_details(row)),
             row.with_grades ? "distance or grade" : "distance");
  const std::vector<TextPosition> positions = positions_of(variant, row);
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const DifferentOutcome& both = row.first[i];
    const TextPosition& position = positions[i];
    fmt::print("\n{}{}\n{}, in the other {}\n", position_picture(variant, position),
               position_text(variant, position), outcome_text(both.left, both.left_grade, row),
               outcome_text(both.right, both.right_grade, row));
  }
}

void print_names(const char* where, const std::vector<Subspace>& subspaces) {
  if (subspaces.empty()) return;
  fmt::print("{} subspaces are only in {}: {}{}\n", subspaces.size(), where,
             subspaces.front().text(), subspaces.size() > 1 ? ", ..." : "");
}

void print_report(const Variant& variant, const Comparison& comparison, double seconds) {
  TextTable table({"subspace", "classes", "compared", "other values", "other details"});
  std::uint64_t classes = 0, values = 0, details = 0;
  for (const ComparedSubspace& row : comparison.rows) {
    const std::uint64_t only_details = other_details(row);
    const std::uint64_t other_value = row.differences() - only_details;
    table.add_row({row.subspace.text(), number_text(row.classes),
                   fmt::format("value{}{}", row.with_distances ? ", distance" : "",
                               row.with_grades ? ", grade" : ""),
                   number_text(other_value), number_text(only_details)});
    classes += row.classes;
    values += other_value;
    details += only_details;
  }
  table.add_rule();
  table.add_row({fmt::format("{} in all", comparison.rows.size()), number_text(classes), "",
                 number_text(values), number_text(details)});
  fmt::print("{}", table.text());
  for (const ComparedSubspace& row : comparison.rows)
    if (row.differences() != 0) print_differences(variant, row);
  fmt::print("\n");
  print_names("--db", comparison.only_left);
  print_names("--with", comparison.only_right);
  if (comparison.differences() == 0) fmt::print("Nothing differs; {}.\n", duration_text(seconds));
}

Json outcome_json(const Outcome& outcome, const Grade& grade, const ComparedSubspace& row) {
  Json json = {{"value", value_name(outcome.value)}};
  json["distance"] =
      row.with_distances && outcome.value != Value::kDraw ? Json(outcome.distance) : Json();
  json["grade"] = row.with_grades && outcome.value == Value::kDraw ? grade_json(grade) : Json();
  return json;
}

Json row_json(const Variant& variant, const ComparedSubspace& row) {
  Json json = subspace_json(row.subspace);
  json["classes"] = row.classes;
  json["with_distances"] = row.with_distances;
  json["with_grades"] = row.with_grades;
  json["differences"] = row.differences();
  Json kinds = Json::array();
  for (const Value left : kValues)
    for (const Value right : kValues)
      if (const auto classes = classes_of(row, left, right); classes != 0)
        kinds.push_back(
            {{"value", value_name(left)}, {"other", value_name(right)}, {"classes", classes}});
  json["kinds"] = std::move(kinds);
  Json first = Json::array();
  const std::vector<TextPosition> positions = positions_of(variant, row);
  for (std::size_t i = 0; i < positions.size(); ++i)
    first.push_back({{"position", position_text(variant, positions[i])},
                     {"outcome", outcome_json(row.first[i].left, row.first[i].left_grade, row)},
                     {"other", outcome_json(row.first[i].right, row.first[i].right_grade, row)}});
  json["first"] = std::move(first);
  return json;
}

Json names_json(const std::vector<Subspace>& subspaces) {
  Json names = Json::array();
  for (const Subspace& subspace : subspaces) names.push_back(subspace.text());
  return names;
}

Json report_json(const Variant& variant, const Comparison& comparison, double seconds) {
  Json rows = Json::array();
  for (const ComparedSubspace& row : comparison.rows) rows.push_back(row_json(variant, row));
  return {{"variant", variant_json(variant)},
          {"same", comparison.differences() == 0},
          {"subspaces", rows},
          {"only_in_db", names_json(comparison.only_left)},
          {"only_in_other", names_json(comparison.only_right)},
          {"seconds", seconds}};
}

Result<void> run_compare(const CompareArguments& arguments) {
  const auto variant = MILLSTONE_TRY(resolve_variant(arguments.variant, arguments.left));
  const auto left = MILLSTONE_TRY(open_for_comparison(arguments.left, variant));
  const auto right = MILLSTONE_TRY(open_for_comparison(arguments.right, variant));
  ComparisonOptions options = arguments.options;
  options.subspaces = MILLSTONE_TRY(parse_subspaces(variant, arguments.subspaces));
  const auto start = std::chrono::steady_clock::now();
  ProgressDisplay display;
  options.control = {catch_stop_signals(), shown_on(display)};
  const auto comparison = compare_databases(variant, *left, *right, options);
  display.clear();
  MILLSTONE_TRY(comparison);
  const double seconds = seconds_since(start);
  if (arguments.json)
    print_json(report_json(variant, *comparison, seconds));
  else
    print_report(variant, *comparison, seconds);
  if (const std::uint64_t differences = comparison->differences(); differences != 0)
    return fail(ErrorCode::kVerificationFailed, "{} classes differ", number_text(differences));
  return {};
}

}  // namespace

Command add_compare_command(CLI::App& program) {
  auto arguments = std::make_shared<CompareArguments>();
  ComparisonOptions& options = arguments->options;
  CLI::App* command =
      program.add_subcommand("compare", "Compare a database with another, position by position");
  command->footer(
      "The other may have another codec, or be a directory of Malom's sector files. Compares what\n"
      "is named, or all that both have; exit code 1 if anything differs.\n"
      "Example:\n  millstone compare --db morris --with small\n"
      "  millstone compare --db morris --with sectors 3-3");
  add_directory_option(*command, arguments->left);
  add_directory_option(*command, "--with", arguments->right, "The other database");
  add_subspaces_argument(*command, arguments->subspaces);
  add_number_option<std::size_t>(*command, "--top", options.top, 0, 1000,
                                 "Show so many positions of each subspace that differ", "N");
  add_threads_option(*command, options.threads);
  add_variant_options(*command, arguments->variant);
  add_json_option(*command, arguments->json);
  return {command, [arguments] { return run_compare(*arguments); }};
}

}  // namespace mill
