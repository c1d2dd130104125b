#include "tools/command_line/common_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <set>

#include "base/machine.h"
#include "base/suggestion.h"
#include "base/words.h"
#include "builder/solver/solver.h"
#include "formats/codecs/zstd_codec.h"
#include "formats/stored_rules.h"
#include "reports/quantity.h"
#include "tools/command_line/file_arguments.h"
#include "tools/command_line/option_values.h"

namespace mill {
namespace {

// How help names what stands behind --db, and where the default comes from.
const std::string kDatabaseType = fmt::format("{} [${}]", kDatabasePlace, kDatabaseVariable);
const std::string kWrittenType = fmt::format("DIR [${}]", kDatabaseVariable);

/// "value" or "value,distance" in any order; whether the latter.
/// @param grades  null where they are none of the choices
/// @return whether distances are wanted
bool parse_metrics(const std::string& text, bool* grades) {
  std::vector<std::string> metrics = {"value", "distance"};
  if (grades != nullptr) metrics.emplace_back("grade");
  std::set<std::string_view> named;
  for (const std::string_view metric : split_at(text, ',')) {
    if (std::ranges::find(metrics, metric) == metrics.end())
      throw CLI::ValidationError(
          "--metrics", fmt::format("'{}' is not a metric{}, write value or {}", metric,
                                   did_you_mean(metric, metrics), fmt::join(metrics, ",")));
    named.insert(metric);
  }
  if (!named.contains("value"))
    throw CLI::ValidationError(
        "--metrics", "distance files are read together with value files, write value,distance");
  if (grades != nullptr) *grades = named.contains("grade");
  return named.contains("distance");
}

/// Splits FIELD=VALUE; what they mean is asked later, when all fields are known.
RuleField parse_setting(const std::string& text) {
  const auto setting = split_named_value(text);
  if (!setting || setting->name.empty())
    throw CLI::ValidationError(
        "--set", fmt::format("'{}' is no setting, write FIELD=VALUE such as pieceCount=4", text));
  return {std::string(setting->name), std::string(setting->value)};
}

/// An option whose text is the name of something and so not empty.
/// @param what  has the name: "a file"
template <typename Name>  // std::string or std::filesystem::path
CLI::Option* add_name_option(CLI::App& command, const std::string& option, const std::string& what,
                             Name& name, const std::string& description) {
  return command.add_option_function<std::string>(
      option,
      [option, what, &name](const std::string& text) {
        if (text.empty()) throw CLI::ValidationError(option, what + " has a name");
        name = text;
      },
      description);
}

}  // namespace

CLI::Option* add_rules_options(CLI::App& command, VariantChoice& choice) {
  CLI::Option* rules =
      add_input_option(command, "--rules", choice.rules_file, "A file with the rules to play by");
  command
      .add_option_function<std::vector<std::string>>(
          "--set",
          [&choice](const std::vector<std::string>& texts) {
            for (const std::string& text : texts) choice.settings.push_back(parse_setting(text));
          },
          "Replace a rule field, such as pieceCount=4; may be given several times")
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->type_name("FIELD=VALUE");
  return rules;
}

void add_variant_options(CLI::App& command, VariantChoice& choice) {
  CLI::Option* name = add_name_option(command, "--variant", "a variant", choice.name,
                                      "The rules to play by; `millstone variants` lists them");
  name->type_name(fmt::format("VARIANT [{}]", kDefaultVariant));
  name->excludes(add_rules_options(command, choice));
}

Result<VariantOutline> resolve_outline(const VariantChoice& choice) {
  if (choice.rules_file.empty())
    return find_outline(choice.name.empty() ? kDefaultVariant : choice.name, choice.settings);
  constexpr std::size_t kLargestRules = std::size_t{1} << 20;
  const auto text = MILLSTONE_TRY(read_input(choice.rules_file, kLargestRules));
  return parse_outline(text, input_name(choice.rules_file), choice.settings);
}

Result<Variant> resolve_variant(const VariantChoice& choice) {
  const auto outline = MILLSTONE_TRY(resolve_outline(choice));
  return to_variant(choice, outline);
}

Result<Variant> to_variant(const VariantChoice& choice, const VariantOutline& outline) {
  const bool is_file = choice.settings.empty() && !choice.rules_file.empty();
  return to_variant(
      outline, fmt::format("variant {}", is_file ? input_name(choice.rules_file) : outline.name));
}

Result<Variant> resolve_variant(const VariantChoice& choice,
                                const std::filesystem::path& database) {
  return choice.is_given() ? resolve_variant(choice) : stored_rules(database);
}

std::vector<std::filesystem::path> usual_databases() {
  const char* value = std::getenv(kDatabaseVariable);
  const std::string text = value ? value : "";
  if (text.empty()) return {};
  std::error_code unknown;
  if (std::filesystem::exists(text, unknown)) return {text};  // a name may have a colon
  std::vector<std::filesystem::path> directories;
  for (const std::string_view name : split_at(text, ':'))
    if (!name.empty()) directories.emplace_back(name);
  return directories;
}

void add_optional_directory_option(CLI::App& command, std::filesystem::path& directory) {
  const std::vector<std::filesystem::path> usual = usual_databases();
  if (usual.size() == 1) directory = usual.front();
  add_name_option(command, "--db", "a directory", directory,
                  "Directory or pack of the database files")
      ->type_name(kDatabaseType);
}

void add_directory_option(CLI::App& command, std::filesystem::path& directory) {
  add_optional_directory_option(command, directory);
  command.get_option("--db")->required(directory.empty());
}

void add_written_directory_option(CLI::App& command, std::filesystem::path& directory) {
  add_directory_option(command, directory);
  command.get_option("--db")
      ->description("Directory of the database files")
      ->type_name(kWrittenType);
}

void add_directories_option(CLI::App& command, std::vector<std::filesystem::path>& directories) {
  directories = usual_databases();
  command
      .add_option_function<std::vector<std::string>>(
          "--db",
          [&directories](const std::vector<std::string>& names) {
            for (const std::string& name : names)
              if (name.empty()) throw CLI::ValidationError("--db", "a directory has a name");
            directories.assign(names.begin(), names.end());
          },
          "Directory or pack of database files; may be given several times")
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->type_name(kDatabaseType);
}

void add_directory_option(CLI::App& command, const std::string& option,
                          std::filesystem::path& directory, const std::string& description) {
  add_name_option(command, option, "a directory", directory, description)
      ->required()
      ->type_name("DIR");
}

void add_json_option(CLI::App& command, bool& json) {
  command.add_flag("--json", json, "Print JSON for programs");
}

CLI::Option* add_picture_option(CLI::App& command, std::filesystem::path& picture,
                                const std::string& description) {
  return add_output_option(command, "--svg", picture, description);
}

void add_threads_option(CLI::App& command, int& threads, int sharers) {
  const int processors = available_processors();
  threads = std::max(1, processors / sharers);
  command.add_option("--threads", threads, "Processors to keep busy")
      ->check(number_from(1, processors, ", which are the processors of this machine"))
      ->type_name(sharers == 1 ? "N [all]" : fmt::format("N [{}]", threads));
}

CLI::Option* add_size_option(CLI::App& command, const std::string& option, std::uint64_t& bytes,
                             const std::string& description) {
  return command
      .add_option_function<std::string>(
          option,
          [option, &bytes](const std::string& text) {
            const auto size = parse_byte_size(text);
            if (!size) throw CLI::ValidationError(option, size.error().message);
            bytes = *size;
          },
          description)
      ->type_name(fmt::format("SIZE [{}]", byte_size_text(bytes)));
}

void add_memory_option(CLI::App& command, std::uint64_t& bytes, int sharers) {
  bytes = usual_memory_budget() / static_cast<std::uint64_t>(sharers);
  auto* option =
      add_size_option(command, "--memory", bytes, "Most memory to use, such as 512M or 4G");
  if (sharers == 1) option->type_name("SIZE [three quarters of the machine's]");
}

void add_metrics_option(CLI::App& command, bool& distances, bool* grades) {
  command
      .add_option_function<std::string>(
          "--metrics",
          [&distances, grades](const std::string& text) {
            distances = parse_metrics(text, grades);
          },
          "Which files")
      ->type_name(fmt::format("value|value,distance{} [value,distance]",
                              grades != nullptr ? "|value,grade|value,distance,grade" : ""));
}

void add_codec_option(CLI::App& command, Codec& codec) {
  std::vector<std::string> names;
  for (const CodecEntry& entry : codecs()) names.emplace_back(entry.name);
  add_choice_option(command, {"--codec", std::move(names), std::string(codec_name(codec))},
                    "How files of values and grades are compressed: zstd is quick to read, stripes "
                    "(values alone; triples is their older form) nearly so, context is small, "
                    "network (no grades) smaller still, "
                    "mirror (values alone) the smallest",
                    [&codec](const std::string& name) { codec = find_codec(name)->codec; });
}

void add_level_option(CLI::App& command, int& level) {
  command.add_option("--level", level, "zstd level: higher makes smaller files, slowly")
      ->check(number_from(kLowestLevel, kHighestLevel))
      ->type_name(fmt::format("N [{} for values, {} for distances, {} for grades]", kValueLevel,
                              kDistanceLevel, kGradeLevel));
}

void add_checkpoint_options(CLI::App& command, std::filesystem::path& directory, double& seconds) {
  command.add_option("--temp", directory, "Where checkpoints go; the database if not given")
      ->type_name("DIR");
  command
      .add_option("--checkpoint", seconds, "Seconds of work between checkpoints within a subspace")
      ->check(number_from(0.0, 1e9))
      ->type_name(fmt::format("SECONDS [{}]", seconds));
}

void add_kernels_option(CLI::App& command, const Kernels*& kernels) {
  const auto choose = [&kernels](const std::string& name) {
    kernels = find_kernels(name);
    if (kernels) return;
    std::vector<std::string_view> names;
    for (const Kernels* each : available_kernels()) names.push_back(name_of(*each));
    throw CLI::ValidationError("--kernels", fmt::format("this processor does not run '{}', only {}",
                                                        name, fmt::join(names, ", ")));
  };
  kernels = &best_kernels();
  add_choice_option(command, {"--kernels", {"plain", "avx2", "avx512"}, "the fastest"},
                    "Instructions of the processor to use", choose);
}

void add_subspaces_argument(CLI::App& command, std::vector<std::string>& subspaces) {
  command.add_option("SUBSPACE", subspaces, "Stones of the side to move and of the other: 5-4")
      ->option_text("...");
}

Result<std::vector<Subspace>> parse_subspaces(const Variant& variant,
                                              const std::vector<std::string>& texts) {
  std::vector<Subspace> subspaces;
  for (const std::string& text : texts) {
    const auto subspace = MILLSTONE_TRY(parse_subspace(variant, text));
    subspaces.push_back(subspace);
  }
  return subspaces;
}

}  // namespace mill
