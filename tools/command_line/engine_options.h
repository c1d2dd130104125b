#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <vector>

#include "engine/protocol/protocol_options.h"
#include "tools/command_line/common_options.h"

namespace mill {

/// What the user said about the engine: rules, databases, and the search.
struct EngineChoice {
  VariantChoice variant;
  std::vector<std::filesystem::path> databases;
  ProtocolSettings settings;  ///< but for the rules
};

/// `--db` (any number of times, or none), `--hash`, `--threads`, `--level`, `--time`, and the
/// options that choose a variant. The choice must outlive the parsing.
void add_engine_options(CLI::App& command, EngineChoice& choice);

/// The settings with the rules that were chosen: those of the first database if none were.
Result<ProtocolSettings> resolve_settings(const EngineChoice& choice);

}  // namespace mill
