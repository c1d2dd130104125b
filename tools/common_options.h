#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "builder/kernels.h"
#include "game/subspace.h"
#include "game/variant.h"

namespace millstone {

// Options that several commands share. Each function adds one to a command and writes what the
// user said into its last argument, which must outlive the parsing; what it already holds is the
// default. Wrong values end the parsing with a message that names the option.

inline constexpr const char* kDefaultVariant = "nine-mens-morris";

void add_variant_option(CLI::App& command, std::string& name);
void add_directory_option(CLI::App& command, std::filesystem::path& directory);
void add_json_option(CLI::App& command, bool& json);

/// `--threads`, at most as many as there are processors; set to that number here.
void add_threads_option(CLI::App& command, int& threads);

/// `--memory`, in bytes: 512M, 4G. Three quarters of the machine's memory if it is not given.
void add_memory_option(CLI::App& command, std::uint64_t& bytes);

/// `--metrics`: whether distance files are wanted beside the value files.
void add_metrics_option(CLI::App& command, bool& distances);

/// `--kernels`: one of those this processor runs, the fastest if it is not given.
void add_kernels_option(CLI::App& command, const Kernels*& kernels);

/// The subspaces named on the command line, as text: which are allowed depends on the variant.
void add_subspaces_argument(CLI::App& command, std::vector<std::string>& subspaces);

/// Reads the names of subspaces. kInvalidArgument naming the first that is wrong.
Result<std::vector<Subspace>> parse_subspaces(const Variant& variant,
                                              const std::vector<std::string>& texts);

}  // namespace millstone
