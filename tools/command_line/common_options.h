#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "formats/file_header.h"
#include "game/subspace.h"
#include "game/variant.h"
#include "game/variant_outline.h"

namespace mill {

struct Kernels;

// Options that several commands share. Each function adds one to a command and writes what the
// user said into its last argument, which must outlive the parsing; what it already holds is the
// default. Wrong values end the parsing with a message that names the option.

/// What the user said about the rules to play by.
struct VariantChoice {
  std::string name;                  ///< `--variant`; empty: not given
  std::filesystem::path rules_file;  ///< `--rules`; empty: not given
  std::vector<RuleField> settings;   ///< `--set`, in the order given

  bool is_given() const { return !name.empty() || !rules_file.empty() || !settings.empty(); }
};

/// `--variant NAME` or `--rules FILE`, and any number of `--set FIELD=VALUE`.
void add_variant_options(CLI::App& command, VariantChoice& choice);

/// `--rules` and `--set` alone, for a command that has its own way to name a variant.
/// @return the option `--rules`
CLI::Option* add_rules_options(CLI::App& command, VariantChoice& choice);

/// What was chosen as it is stated. Errors as resolve_variant(), but for counts that contradict the
/// board.
Result<VariantOutline> resolve_outline(const VariantChoice& choice);

/// The variant that is stated so; messages name its file if it has one. Errors as to_variant().
Result<Variant> to_variant(const VariantChoice& choice, const VariantOutline& outline);

/// The variant that was chosen, kDefaultVariant if none was. kMissingFile or kInputOutput for a
/// file that cannot be read, otherwise the errors of parse_variant().
Result<Variant> resolve_variant(const VariantChoice& choice);

/// The same for a command that reads a database: if nothing was chosen, the rules that the database
/// was made for.
Result<Variant> resolve_variant(const VariantChoice& choice, const std::filesystem::path& database);

/// The variable of the environment that has the default of `--db`: a directory, or several with
/// colons between them for commands that take several.
inline constexpr const char* kDatabaseVariable = "MILLSTONE_DB";

/// The directories that it names; none if it is not set or empty.
std::vector<std::filesystem::path> usual_databases();

/// What `--db` names where files are only read, as help says it.
inline constexpr const char* kDatabasePlace = "DIR|PACK";

/// `--db`, which must be given unless the environment names one directory.
void add_directory_option(CLI::App& command, std::filesystem::path& directory);

/// The same for a command that writes files there, which go into no pack.
void add_written_directory_option(CLI::App& command, std::filesystem::path& directory);

/// `--db`, which need not be given at all.
void add_optional_directory_option(CLI::App& command, std::filesystem::path& directory);

/// `--db`, any number of times.
void add_directories_option(CLI::App& command, std::vector<std::filesystem::path>& directories);

/// Another directory that must be given.
void add_directory_option(CLI::App& command, const std::string& option,
                          std::filesystem::path& directory, const std::string& description);

void add_json_option(CLI::App& command, bool& json);

/// `--svg`: a file for a picture; what is on the standard output stands in place of the report.
CLI::Option* add_picture_option(CLI::App& command, std::filesystem::path& picture,
                                const std::string& description);

/// `--threads`, at most as many as there are processors; set to that number here, or to a share of
/// it where several processes share the machine.
void add_threads_option(CLI::App& command, int& threads, int sharers = 1);

/// An option of this name for a number of bytes: 512M, 4G.
CLI::Option* add_size_option(CLI::App& command, const std::string& option, std::uint64_t& bytes,
                             const std::string& description);

/// `--memory`, in bytes, usual_memory_budget() or a share of it if it is not given.
void add_memory_option(CLI::App& command, std::uint64_t& bytes, int sharers = 1);

/// `--metrics`: whether distance files are wanted beside the value files.
/// @param grades  whether grade files are, too; null where they are none of the choices
void add_metrics_option(CLI::App& command, bool& distances, bool* grades = nullptr);

/// `--codec`: how value files are compressed; distance files always with zstd.
void add_codec_option(CLI::App& command, Codec& codec);

/// `--level` of zstd, kDefaultLevel if it is not given.
void add_level_option(CLI::App& command, int& level);

/// `--temp` and `--checkpoint`: where and how often the state of unfinished work is kept.
/// @param seconds  its default is shown
void add_checkpoint_options(CLI::App& command, std::filesystem::path& directory, double& seconds);

/// `--kernels`: one of those this processor runs, the fastest if it is not given.
void add_kernels_option(CLI::App& command, const Kernels*& kernels);

/// The subspaces named on the command line, as text: which are allowed depends on the variant.
void add_subspaces_argument(CLI::App& command, std::vector<std::string>& subspaces);

/// Reads the names of subspaces. kInvalidArgument naming the first that is wrong.
Result<std::vector<Subspace>> parse_subspaces(const Variant& variant,
                                              const std::vector<std::string>& texts);

}  // namespace mill
