#include "tools/common_options.h"

#include <fmt/format.h>

#include "builder/memory_budget.h"
#include "formats/block_codec.h"
#include "formats/stored_rules.h"
#include "tools/machine.h"
#include "tools/quantity.h"
#include "tools/text_file.h"

namespace millstone {
namespace {

/// "value" or "value,distance" in any order; whether the latter.
bool parse_metrics(const std::string& text) {
  bool values = false;
  bool distances = false;
  for (const std::string& metric : CLI::detail::split(text, ',')) {
    if (metric != "value" && metric != "distance")
      throw CLI::ValidationError(
          "--metrics", fmt::format("'{}' is not a metric, write value or value,distance", metric));
    (metric == "value" ? values : distances) = true;
  }
  if (!values)
    throw CLI::ValidationError(
        "--metrics", "distance files are read together with value files, write value,distance");
  return distances;
}

/// Splits FIELD=VALUE; what they mean is asked later, when all fields are known.
RuleField parse_setting(const std::string& text) {
  const std::size_t sign = text.find('=');
  if (sign == std::string::npos || sign == 0)
    throw CLI::ValidationError(
        "--set", fmt::format("'{}' is no setting, write FIELD=VALUE such as pieceCount=4", text));
  return {text.substr(0, sign), text.substr(sign + 1)};
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
  CLI::Option* rules = add_name_option(command, "--rules", "a file", choice.rules_file,
                                       "A file with the rules to play by");
  rules->type_name("FILE");
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
  name->type_name(fmt::format("NAME [{}]", kDefaultVariant));
  name->excludes(add_rules_options(command, choice));
}

Result<Variant> resolve_variant(const VariantChoice& choice) {
  if (choice.rules_file.empty())
    return find_variant(choice.name.empty() ? kDefaultVariant : choice.name, choice.settings);
  constexpr std::size_t kLargestRules = std::size_t{1} << 20;
  const auto text = read_text_file(choice.rules_file, kLargestRules);
  if (!text) return tl::unexpected(text.error());
  return parse_variant(*text, choice.rules_file.string(), choice.settings);
}

Result<Variant> resolve_variant(const VariantChoice& choice,
                                const std::filesystem::path& database) {
  return choice.is_given() ? resolve_variant(choice) : stored_rules(database);
}

void add_directory_option(CLI::App& command, std::filesystem::path& directory) {
  add_directory_option(command, "--db", directory, "Directory of the database files");
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

void add_threads_option(CLI::App& command, int& threads) {
  const int processors = available_processors();
  threads = processors;
  const auto check = [processors](const std::string& text) -> std::string {
    int wanted = 0;
    if (!CLI::detail::lexical_cast(text, wanted) || wanted < 1)
      return fmt::format("'{}' is not a number of threads", text);
    if (wanted > processors)
      return fmt::format("{} is more than the processors of this machine, which are {}", wanted,
                         processors);
    return "";
  };
  command.add_option("--threads", threads, "Processors to keep busy")
      ->check(CLI::Validator(check, ""))
      ->type_name(fmt::format("N [{}]", processors));
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

void add_memory_option(CLI::App& command, std::uint64_t& bytes) {
  bytes = usual_memory_budget();
  add_size_option(command, "--memory", bytes, "Most memory to use, such as 512M or 4G")
      ->type_name("SIZE [three quarters of the machine's]");
}

void add_metrics_option(CLI::App& command, bool& distances) {
  command
      .add_option_function<std::string>(
          "--metrics", [&distances](const std::string& text) { distances = parse_metrics(text); },
          "Which files: value or value,distance")
      ->type_name("LIST [value,distance]");
}

void add_codec_option(CLI::App& command, Codec& codec) {
  command
      .add_option_function<std::string>(
          "--codec",
          [&codec](const std::string& name) {
            const auto found = find_codec(name);
            if (!found)
              throw CLI::ValidationError(
                  "--codec", fmt::format("'{}' is not a codec, write zstd or context", name));
            codec = *found;
          },
          "How value files are compressed: zstd is quick to read, context is small")
      ->type_name(fmt::format("NAME [{}]", codec_name(codec)));
}

void add_level_option(CLI::App& command, int& level) {
  command.add_option("--level", level, "zstd level: higher makes smaller files, slowly")
      ->check(CLI::Range(kLowestLevel, kHighestLevel))
      ->type_name(fmt::format("{}..{} [{} for values, {} for distances]", kLowestLevel,
                              kHighestLevel, kValueLevel, kDistanceLevel));
}

void add_kernels_option(CLI::App& command, const Kernels*& kernels) {
  std::string names;
  for (const Kernels* each : available_kernels()) {
    if (!names.empty()) names += ", ";
    names += each->name;
  }
  const auto choose = [&kernels, names](const std::string& name) {
    kernels = find_kernels(name);
    if (!kernels)
      throw CLI::ValidationError(
          "--kernels", fmt::format("this processor does not run '{}', only {}", name, names));
  };
  kernels = &best_kernels();
  command.add_option_function<std::string>("--kernels", choose, "Instructions to use: " + names)
      ->type_name(fmt::format("NAME [{}]", kernels->name));
}

void add_subspaces_argument(CLI::App& command, std::vector<std::string>& subspaces) {
  command.add_option("SUBSPACE", subspaces, "Stones of the side to move and of the other: 5-4")
      ->option_text("...");
}

Result<std::vector<Subspace>> parse_subspaces(const Variant& variant,
                                              const std::vector<std::string>& texts) {
  std::vector<Subspace> subspaces;
  for (const std::string& text : texts) {
    const auto subspace = parse_subspace(variant, text);
    if (!subspace) return tl::unexpected(subspace.error());
    subspaces.push_back(*subspace);
  }
  return subspaces;
}

}  // namespace millstone
