#include <fmt/format.h>

#include "engine/evaluation/judgement.h"
#include "engine/evaluation/tuning.h"
#include "reports/json_output.h"
#include "reports/quantity.h"
#include "reports/text_table.h"
#include "tools/command_line/common_options.h"
#include "tools/command_line/option_values.h"
#include "tools/commands/command.h"

namespace mill {
namespace {

struct TuneArguments {
  VariantChoice variant;
  std::filesystem::path directory;
  TuningOptions tuning;
  bool judge = false;
  bool json = false;
};

std::vector<std::string> header() {
  std::vector<std::string> names = {"phase"};
  for (int i = 0; i < kFeatureCount; ++i) names.emplace_back(feature_name(static_cast<Feature>(i)));
  return names;
}

std::string percent(double share) { return fmt::format("{:.1f} %", 100 * share); }

void print(const Tuning& tuning) {
  TextTable weights(header());
  for (const PhaseFit& fit : tuning.phases) {
    std::vector<std::string> row = {std::string(phase_name(fit.phase))};
    for (const int weight : tuning.fitted[fit.phase]) row.push_back(std::to_string(weight));
    weights.add_row(row);
  }
  TextTable fits({"phase", "positions", "won or lost", "sign right", "with fitted weights"});
  for (const PhaseFit& fit : tuning.phases)
    fits.add_row({std::string(phase_name(fit.phase)), number_text(fit.samples),
                  number_text(fit.decided), percent(fit.sign_right),
                  percent(fit.fitted_sign_right)});
  fmt::print("Fitted weights, in hundredths of a stone:\n\n{}\n{}", weights.text(), fits.text());
}

Json json_of(const Tuning& tuning) {
  Json weights = Json::object(), fits = Json::array();
  for (const PhaseFit& fit : tuning.phases) {
    Json row = Json::object();
    for (int i = 0; i < kFeatureCount; ++i)
      row[std::string(feature_name(static_cast<Feature>(i)))] = tuning.fitted[fit.phase][i];
    weights[std::string(phase_name(fit.phase))] = row;
    fits.push_back({{"phase", phase_name(fit.phase)},
                    {"positions", fit.samples},
                    {"decided", fit.decided},
                    {"sign_right", fit.sign_right},
                    {"fitted_sign_right", fit.fitted_sign_right}});
  }
  return {{"weights", weights}, {"phases", fits}};
}

/// The name of a phase as one word of a command line.
std::string phase_word(Phase phase) {
  std::string word(phase_name(phase));
  std::replace(word.begin(), word.end(), ' ', '-');
  return word;
}

void add_phase_option(CLI::App& command, std::vector<Phase>& phases) {
  std::vector<std::string> words;
  words.reserve(kPhaseCount);
  for (int phase = 0; phase < kPhaseCount; ++phase)
    words.push_back(phase_word(static_cast<Phase>(phase)));
  add_choice_option(command, {"--phase", words, "all that the game has", true},
                    "Fit this phase; may be given several times",
                    [&phases](const std::string& word) {
                      for (int phase = 0; phase < kPhaseCount; ++phase)
                        if (phase_word(static_cast<Phase>(phase)) == word)
                          phases.push_back(static_cast<Phase>(phase));
                    });
}

std::vector<std::string> cells(const Agreement& found) {
  return {fmt::format("{:.3f}", found.loss), percent(found.accuracy),
          percent(calibration_error(found.calibration))};
}

/// Of the evaluation that plays: the network where there is one.
const Agreement& played(const Judgement& row) { return row.network ? *row.network : row.features; }

/// Rows of tenths, columns of phases: what probabilities were on average and how often they came
/// true.
TextTable calibration_table(const std::vector<Judgement>& rows) {
  std::vector<std::string> names = {"probability"};
  std::vector<Calibration> phases;
  for (const Judgement& row : rows) {
    if (row.stones != 0) continue;
    names.emplace_back(phase_name(row.phase));
    phases.push_back(pooled(played(row).calibration));
  }
  TextTable table(names);
  for (std::size_t i = 0; i < std::tuple_size_v<Calibration>; ++i) {
    std::vector<std::string> line = {fmt::format("{} .. {} %", 10 * i, 10 * (i + 1))};
    for (const Calibration& bins : phases)
      line.push_back(bins[i].forecasts == 0 ? ""
                                            : fmt::format("{:.1f}: {:.1f}", 100 * bins[i].forecast,
                                                          100 * bins[i].observed));
    table.add_row(line);
  }
  return table;
}

void print(const std::vector<Judgement>& rows) {
  TextTable table({"phase", "stones", "positions", "features: loss", "right", "off",
                   "network: loss", "right", "off"});
  for (const Judgement& row : rows) {
    std::vector<std::string> line = {std::string(phase_name(row.phase)),
                                     row.stones == 0 ? "all" : std::to_string(row.stones),
                                     number_text(row.samples)};
    const auto add = [&line](const std::vector<std::string>& more) {
      line.insert(line.end(), more.begin(), more.end());
    };
    add(cells(row.features));
    add(row.network ? cells(*row.network) : std::vector<std::string>(3));
    table.add_row(line);
  }
  fmt::print("{}\nProbabilities by the {}, and how many of a hundred came true:\n\n{}",
             table.text(), rows.front().network ? "network" : "features",
             calibration_table(rows).text());
}

Json json_of(const Calibration& bins) {
  Json json = Json::array();
  for (const CalibrationBin& bin : bins)
    json.push_back(
        {{"forecasts", bin.forecasts}, {"forecast", bin.forecast}, {"observed", bin.observed}});
  return json;
}

Json json_of(const Agreement& found) {
  return {{"loss", found.loss},
          {"accuracy", found.accuracy},
          {"calibration_error", calibration_error(found.calibration)},
          {"calibration",
           {{"loss", json_of(found.calibration[0])},
            {"draw", json_of(found.calibration[1])},
            {"win", json_of(found.calibration[2])}}}};
}

Json json_of(const std::vector<Judgement>& rows) {
  Json json = Json::array();
  for (const Judgement& row : rows)
    json.push_back({{"phase", phase_name(row.phase)},
                    {"stones", row.stones},
                    {"positions", row.samples},
                    {"features", json_of(row.features)},
                    {"network", row.network ? json_of(*row.network) : Json()}});
  return {{"judgements", json}};
}

Result<void> run_judge(const Prober& prober, const TuneArguments& arguments) {
  const auto rows =
      MILLSTONE_TRY(judge_evaluations(prober, {arguments.tuning.samples, arguments.tuning.seed}));
  if (arguments.json)
    print_json(json_of(rows));
  else
    print(rows);
  return {};
}

Result<void> run_tune(const TuneArguments& arguments) {
  const auto variant = MILLSTONE_TRY(resolve_variant(arguments.variant, arguments.directory));
  const auto prober = MILLSTONE_TRY(Prober::open(arguments.directory, variant));
  if (arguments.judge) return run_judge(prober, arguments);
  const auto tuning = MILLSTONE_TRY(tune(prober, arguments.tuning));
  if (arguments.json)
    print_json(json_of(tuning));
  else
    print(tuning);
  return {};
}

}  // namespace

Command add_tune_command(CLI::App& program) {
  auto arguments = std::make_shared<TuneArguments>();
  CLI::App* command = program.add_subcommand(
      "tune", "Fit the weights of the evaluation to the values of a database");
  command->footer(
      "Draws random positions, half to fit, half to judge, and tells how often the sign of the\n"
      "evaluation is right for those that are won or lost. The weights stand in\n"
      "engine/evaluation/feature_evaluation.cpp. A phase of which the database has no\n"
      "positions is refused.\n"
      "Example:\n  millstone tune --db morris --samples 200000\n"
      "  millstone tune --db morris --judge --samples 20000");
  add_directory_option(*command, arguments->directory);
  command->add_option("--samples", arguments->tuning.samples, "Positions of each phase")
      ->check(number_from<std::uint64_t>(1000, 100'000'000))
      ->type_name(fmt::format("N [{}]", arguments->tuning.samples));
  command->add_flag("--judge", arguments->judge,
                    "Fit nothing: tell how well features and network know held-out values");
  add_phase_option(*command, arguments->tuning.phases);
  command->add_option("--seed", arguments->tuning.seed, "Of the random positions")
      ->check(number_from<std::uint64_t>(0))
      ->type_name(fmt::format("N [{}]", arguments->tuning.seed));
  add_variant_options(*command, arguments->variant);
  add_json_option(*command, arguments->json);
  return {command, [arguments] { return run_tune(*arguments); }};
}

}  // namespace mill
