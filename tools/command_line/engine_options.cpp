#include "tools/command_line/engine_options.h"

#include "base/machine.h"
#include "tools/command_line/option_values.h"

namespace mill {

void add_engine_options(CLI::App& command, EngineChoice& choice) {
  add_directories_option(command, choice.databases);
  ProtocolSettings& settings = choice.settings;
  add_number_option(command, "--hash", settings.hash_mebibytes, 1, most_hash_mebibytes(),
                    "Memory for what the search has found, in MiB", "N");
  add_number_option(command, "--threads", settings.threads, 1, available_processors(),
                    "Processors to search with", "N");
  add_number_option(command, "--level", settings.skill_level, 0, kFullLevel,
                    "How well the engine plays: from 0, which errs much, to its best", "N");
  add_number_option(command, "--time", settings.move_seconds, 0, 60,
                    "Seconds it thinks about a move at most; 0: no limit", "N");
  add_variant_options(command, choice.variant);
}

Result<ProtocolSettings> resolve_settings(const EngineChoice& choice) {
  auto variant = MILLSTONE_TRY(choice.databases.empty()
                                   ? resolve_variant(choice.variant)
                                   : resolve_variant(choice.variant, choice.databases.front()));
  ProtocolSettings settings = choice.settings;
  settings.preset = std::move(variant);
  settings.directories = choice.databases;
  return settings;
}

}  // namespace mill
