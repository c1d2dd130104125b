#include <fmt/format.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <chrono>
#include <functional>

#include "base/machine.h"
#include "base/scratch_directory.h"
#include "base/timing.h"
#include "builder/database_builder.h"
#include "prober/prober.h"
#include "reports/json_output.h"
#include "reports/quantity.h"
#include "reports/text_table.h"
#include "tools/benchmarks/bench_engine.h"
#include "tools/benchmarks/bench_probes.h"
#include "tools/benchmarks/bench_signature.h"
#include "tools/benchmarks/solved_in_memory.h"
#include "tools/command_line/common_options.h"
#include "tools/command_line/file_arguments.h"
#include "tools/command_line/option_values.h"
#include "tools/command_line/progress_display.h"
#include "tools/command_line/stop_request.h"
#include "tools/commands/command.h"

namespace mill {
namespace {

/// Stones per side more than the least number in the subspace that is solved and probed: 5-5.
constexpr int kStonesAboveLeast = 2;

struct BenchArguments {
  VariantChoice variant;
  std::filesystem::path database;  // empty: one of our own
  int threads = 1;
  const Kernels* kernels = nullptr;
  bool signature_only = false;
  bool engine_only = false;
  std::filesystem::path suite_file;  // empty: none
  double suite_seconds = 1;
  std::uint64_t suite_nodes = 0;   // 0: by the time
  std::size_t cold_positions = 0;  // 0: all rates
  bool json = false;
};

struct BenchFigures {
  std::uint64_t signature = 0;
  Subspace subspace;
  std::uint64_t slots = 0, classes = 0;  ///< of its closure
  double solve_seconds = 0;              ///< ... in memory
  double build_seconds = 0;              ///< ... with files
  std::uint64_t value_bytes = 0, distance_bytes = 0;
  ProbeRates probes;
  EngineRates engine;
};

double slots_per_second(const BenchFigures& figures) {
  return static_cast<double>(figures.slots) / figures.solve_seconds;
}

SolveOptions solve_options(const BenchArguments& arguments) {
  SolveOptions options;
  options.kernels = arguments.kernels;
  return options;
}

Result<std::uint64_t> compute_signature(const Variant& variant, const BenchArguments& arguments) {
  oneapi::tbb::task_arena arena(arguments.threads);
  return arena.execute([&] { return bench_signature(variant, solve_options(arguments)); });
}

Result<void> measure_solving(const Variant& variant, const BenchArguments& arguments,
                             BenchFigures& figures) {
  const auto start = std::chrono::steady_clock::now();
  oneapi::tbb::task_arena arena(arguments.threads);
  const auto solved = arena.execute(
      [&] { return solve_in_memory(variant, {figures.subspace}, solve_options(arguments)); });
  const double seconds = seconds_since(start);
  if (!solved) return tl::unexpected(solved.error());
  for (const SolvedSubspace& subspace : *solved) figures.slots += subspace.counts.slots;
  figures.solve_seconds = seconds;
  return {};
}

Result<void> measure_files(const Variant& variant, const BenchArguments& arguments,
                           BenchFigures& figures) {
  const auto directory = MILLSTONE_TRY(ScratchDirectory::create());
  BuildOptions options;
  options.directory = directory.path();
  options.roots = {figures.subspace};
  options.threads = arguments.threads;
  options.kernels = arguments.kernels;
  const auto report = MILLSTONE_TRY(build_database(variant, options));
  figures.build_seconds = report.seconds;
  for (const BuiltSubspace& built : report.subspaces) {
    figures.classes += built.counts.classes;
    figures.value_bytes += built.value_bytes;
    figures.distance_bytes += built.distance_bytes;
  }
  figures.probes = MILLSTONE_TRY(
      measure_probes(directory.path(), variant, {figures.subspace}, arguments.threads));
  figures.engine = measure_engine(variant);
  return {};
}

Result<BenchFigures> measure_all(const Variant& variant, const BenchArguments& arguments) {
  BenchFigures figures;
  const Rules& rules = variant.rules;
  const int stones = std::min(rules.pieces_at_least_count + kStonesAboveLeast, rules.piece_count);
  figures.subspace = {stones, stones, 0, 0};
  figures.signature = MILLSTONE_TRY(compute_signature(variant, arguments));
  MILLSTONE_TRY(measure_solving(variant, arguments, figures));
  MILLSTONE_TRY(measure_files(variant, arguments, figures));
  return figures;
}

std::string signature_line(std::uint64_t signature) {
  return fmt::format("signature {:016x}", signature);
}

void print_machine(const BenchArguments& arguments) {
  fmt::print("machine   {}, {} threads, kernels {}\n", processor_name(), arguments.threads,
             name_of(*arguments.kernels));
}

void print_rates(const ProbeRates& rates, int threads) {
  fmt::print("open      {} files: {:.1f} ms\n", rates.files, 1e3 * rates.open_seconds);
  fmt::print("probe     value, block decoded: {}, in batches {}\n",
             rate_text(rates.values_per_second), rate_text(rates.batched_values_per_second));
  fmt::print("          the same from {} threads: {}, in batches {}\n", threads,
             rate_text(rates.threaded_values_per_second),
             rate_text(rates.threaded_batched_values_per_second));
  fmt::print("          value, block not decoded: {:.1f} us\n", 1e6 * rates.seconds_a_cold_value);
  fmt::print("          value, 256 MiB of cache: {} per thread\n",
             rate_text(rates.mixed_values_per_second));
  fmt::print("          all turns ranked, 256 MiB of cache: {} per thread\n",
             rate_text(rates.rankings_per_second));
}

void print_engine_rates(const EngineRates& rates) {
  fmt::print("search    {} nodes per thread, moving, without databases\n",
             rate_text(rates.nodes_per_second));
  fmt::print("perft     {} turns per thread, from the same positions\n",
             rate_text(rates.turns_per_second));
}

void print_figures(const BenchArguments& arguments, const BenchFigures& figures) {
  const std::string name = figures.subspace.text();
  fmt::print("{}\n", signature_line(figures.signature));
  print_machine(arguments);
  fmt::print("solve     closure of {} in memory: {} slots in {}, {}\n", name,
             number_text(figures.slots), duration_text(figures.solve_seconds),
             rate_text(slots_per_second(figures)));
  fmt::print("build     the same to files: {}\n", duration_text(figures.build_seconds));
  fmt::print("files     values {} ({:.3f} bits per class), distances {} ({:.3f} bits per class)\n",
             byte_size_text(figures.value_bytes),
             bits_per_class(figures.value_bytes, figures.classes),
             byte_size_text(figures.distance_bytes),
             bits_per_class(figures.distance_bytes, figures.classes));
  print_rates(figures.probes, arguments.threads);
  print_engine_rates(figures.engine);
}

Json rates_json(const ProbeRates& rates) {
  return {{"files", rates.files},
          {"open_seconds", rates.open_seconds},
          {"value_probes_per_second", rates.values_per_second},
          {"batched_value_probes_per_second", rates.batched_values_per_second},
          {"threaded_value_probes_per_second", rates.threaded_values_per_second},
          {"threaded_batched_value_probes_per_second", rates.threaded_batched_values_per_second},
          {"cold_value_probe_seconds", rates.seconds_a_cold_value},
          {"mixed_value_probes_per_second", rates.mixed_values_per_second},
          {"rankings_per_second", rates.rankings_per_second}};
}

Json engine_rates_json(const EngineRates& rates) {
  return {{"search_nodes_per_second", rates.nodes_per_second},
          {"perft_turns_per_second", rates.turns_per_second}};
}

Json figures_json(const Variant& variant, const BenchArguments& arguments,
                  const BenchFigures& figures) {
  Json json = {
      {"signature", fmt::format("{:016x}", figures.signature)},
      {"variant", variant.name},
      {"processor", processor_name()},
      {"threads", arguments.threads},
      {"kernels", name_of(*arguments.kernels)},
      {"subspace", figures.subspace.text()},
      {"slots", figures.slots},
      {"classes", figures.classes},
      {"solve_seconds", figures.solve_seconds},
      {"solve_slots_per_second", slots_per_second(figures)},
      {"build_seconds", figures.build_seconds},
      {"value_bytes", figures.value_bytes},
      {"distance_bytes", figures.distance_bytes},
      {"value_bits_per_class", bits_per_class(figures.value_bytes, figures.classes)},
      {"distance_bits_per_class", bits_per_class(figures.distance_bytes, figures.classes)}};
  json.update(rates_json(figures.probes));
  json.update(engine_rates_json(figures.engine));
  return json;
}

Result<void> print_signature(const Variant& variant, const BenchArguments& arguments) {
  const auto signature = MILLSTONE_TRY(compute_signature(variant, arguments));
  if (arguments.json)
    print_json({{"signature", fmt::format("{:016x}", signature)}, {"variant", variant.name}});
  else
    fmt::print("{}\n", signature_line(signature));
  return {};
}

void print_engine(const Variant& variant, const BenchArguments& arguments) {
  const EngineRates rates = measure_engine(variant);
  if (!arguments.json) {
    print_engine_rates(rates);
    return;
  }
  Json json = {{"variant", variant.name}, {"processor", processor_name()}};
  json.update(engine_rates_json(rates));
  print_json(json);
}

void print_suite_score(const SuiteScore& score) {
  TextTable table({"theme", "positions", "solved"});
  const auto add = [&](std::string_view name, const ThemeScore& row) {
    table.add_row({std::string(name), std::to_string(row.positions), std::to_string(row.solved)});
  };
  for (const auto& [theme, row] : score.themes) add(theme_name(theme), row);
  add("all", score.total());
  fmt::print("{}", table.text());
}

Json suite_json(const Variant& variant, const std::vector<TestPosition>& suite,
                const SuiteScore& score) {
  const auto row_json = [](const ThemeScore& row) {
    return Json{{"positions", row.positions}, {"solved", row.solved}};
  };
  Json json = row_json(score.total());
  for (const auto& [theme, row] : score.themes)
    json["themes"][std::string(theme_name(theme))] = row_json(row);
  json["unsolved"] = Json::array();
  for (const std::size_t i : score.unsolved)
    json["unsolved"].push_back(test_position_text(variant, suite[i]));
  return json;
}

/// Solves test positions, one thread without a database.
Result<void> bench_suite(const Variant& variant, const BenchArguments& arguments) {
  constexpr std::size_t kLargestFile = std::size_t{16} << 20;
  const auto text = MILLSTONE_TRY(read_input(arguments.suite_file, kLargestFile));
  const auto suite =
      MILLSTONE_TRY(parse_test_positions(variant, text, input_name(arguments.suite_file)));
  SearchLimits limits;
  if (arguments.suite_nodes > 0)
    limits.nodes = arguments.suite_nodes;
  else
    limits.time = milliseconds_of(arguments.suite_seconds);
  const std::atomic<bool>& stop = catch_stop_signals();
  limits.stop = stop;
  ProgressDisplay display;
  const auto score = solve_suite(variant, suite, limits, {stop, shown_on(display)});
  display.clear();
  if (!score) return tl::unexpected(score.error());
  if (arguments.json)
    print_json(suite_json(variant, suite, *score));
  else
    print_suite_score(*score);
  return {};
}

double mean_seconds(const std::vector<ColdProbes>& probes) {
  double sum = 0;
  for (const ColdProbes& of : probes) sum += of.seconds;
  return sum / static_cast<double>(probes.size());
}

/// The slowest subspaces in a table, and what they come to.
void print_cold_probes(std::vector<ColdProbes> probes, std::size_t positions) {
  constexpr std::size_t kShown = 20;
  std::ranges::stable_sort(probes, std::greater(), &ColdProbes::seconds);
  TextTable table({"slowest", "us"});
  for (std::size_t i = 0; i < std::min(probes.size(), kShown); ++i)
    table.add_row({probes[i].subspace.text(), fmt::format("{:.1f}", 1e6 * probes[i].seconds)});
  fmt::print("{}\nvalue, nothing decoded: {:.1f} us, the mean of {} subspaces, {} positions each\n",
             table.text(), 1e6 * mean_seconds(probes), probes.size(), positions);
}

Json cold_probes_json(const Variant& variant, const std::vector<ColdProbes>& probes,
                      std::size_t positions) {
  Json json = {{"variant", variant.name},
               {"processor", processor_name()},
               {"positions", positions},
               {"cold_value_probe_seconds", mean_seconds(probes)},
               {"subspaces", Json::array()}};
  for (const ColdProbes& of : probes)
    json["subspaces"].push_back(
        {{"subspace", of.subspace.text()}, {"cold_value_probe_seconds", of.seconds}});
  return json;
}

/// Probes of each subspace without a cache.
Result<void> bench_cold_probes(const Variant& variant, const std::vector<Subspace>& subspaces,
                               const BenchArguments& arguments) {
  const std::size_t positions = arguments.cold_positions;
  const std::atomic<bool>& stop = catch_stop_signals();
  ProgressDisplay display;
  const auto probes = measure_cold_probes(arguments.database, variant, subspaces, positions,
                                          {stop, shown_on(display)});
  display.clear();
  if (!probes) return tl::unexpected(probes.error());
  if (arguments.json)
    print_json(cold_probes_json(variant, *probes, positions));
  else
    print_cold_probes(*probes, positions);
  return {};
}

/// Probes of a database that is there, all its subspaces.
Result<void> bench_database(const BenchArguments& arguments) {
  const auto variant = MILLSTONE_TRY(resolve_variant(arguments.variant, arguments.database));
  const auto prober = MILLSTONE_TRY(Prober::open(arguments.database, variant));
  if (arguments.cold_positions > 0)
    return bench_cold_probes(variant, prober.subspaces(), arguments);
  const auto rates = MILLSTONE_TRY(
      measure_probes(arguments.database, variant, prober.subspaces(), arguments.threads));
  if (arguments.json) {
    Json json = {
        {"variant", variant.name}, {"processor", processor_name()}, {"threads", arguments.threads}};
    json.update(rates_json(rates));
    print_json(json);
  } else {
    print_machine(arguments);
    print_rates(rates, arguments.threads);
  }
  return {};
}

Result<void> run_bench(const BenchArguments& arguments) {
  if (!arguments.database.empty()) return bench_database(arguments);
  const auto variant = MILLSTONE_TRY(resolve_variant(arguments.variant));
  if (arguments.signature_only) return print_signature(variant, arguments);
  if (!arguments.suite_file.empty()) return bench_suite(variant, arguments);
  if (arguments.engine_only) {
    print_engine(variant, arguments);
    return {};
  }
  const auto figures = MILLSTONE_TRY(measure_all(variant, arguments));
  if (arguments.json)
    print_json(figures_json(variant, arguments, figures));
  else
    print_figures(arguments, figures);
  return {};
}

}  // namespace

Command add_bench_command(CLI::App& program) {
  auto arguments = std::make_shared<BenchArguments>();
  CLI::App* command = program.add_subcommand(
      "bench", "Print the signature over values and move counts, and measure solving and probing");
  command->footer(
      "Two programs with the same signature know the same values, distances and moves.\n"
      "Example:\n  millstone bench\n  millstone bench --threads 1 --kernels plain\n"
      "  millstone bench --db morris\n  millstone bench --db morris --cold 60\n"
      "  millstone bench --engine\n"
      "  millstone bench --engine --suite tests/data/nine-mens-morris.epd --time 1");
  command->add_flag("--signature", arguments->signature_only, "Print the signature alone");
  command->add_flag("--engine", arguments->engine_only, "Measure search and perft alone")
      ->excludes("--signature");
  add_input_option(*command, "--suite", arguments->suite_file,
                   "Tell how many of these test positions the engine solves, instead of rates")
      ->needs("--engine");
  CLI::Option* seconds =
      command->add_option("--time", arguments->suite_seconds, "For each action in a test position")
          ->needs("--suite")
          ->check(number_from(0.001, 100'000.0))
          ->type_name("SECONDS [1]");
  command
      ->add_option("--nodes", arguments->suite_nodes,
                   "The same in nodes, which do not depend on the machine")
      ->needs("--suite")
      ->excludes(seconds)
      ->check(number_from<std::uint64_t>(1))
      ->type_name("N");
  command
      ->add_option("--db", arguments->database,
                   "Measure the probes of this database, and nothing else; never taken from the "
                   "environment")
      ->type_name("DIR")
      ->excludes("--signature")
      ->excludes("--engine");
  command
      ->add_option(
          "--cold", arguments->cold_positions,
          "Measure N values of each subspace without a cache instead, the quickest of some "
          "rounds, by one thread")
      ->needs("--db")
      ->check(number_from<std::size_t>(1))
      ->type_name("N");
  add_threads_option(*command, arguments->threads);
  add_kernels_option(*command, arguments->kernels);
  add_variant_options(*command, arguments->variant);
  add_json_option(*command, arguments->json);
  return {command, [arguments] { return run_bench(*arguments); }};
}

}  // namespace mill
