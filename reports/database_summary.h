#pragma once

#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "formats/file_header.h"
#include "game/variant.h"
#include "reports/json_output.h"

namespace mill {

/// What is known of a subspace whose files are there.
struct SubspaceSummary {
  Subspace subspace;
  ClassCounts counts;
  std::uint64_t value_bytes = 0;
  std::uint64_t distance_bytes = 0;  ///< 0: there is no distance file
  std::uint64_t grade_bytes = 0;     ///< 0: there is no grade file
  std::optional<double> seconds;     ///< of building; none if it was not built now
  /// Of its files, by metric; none where there is no such file.
  std::array<std::optional<Codec>, kMetrics.size()> codecs = {};
};

/// Opens every file of a database, which checks headers and indexes, not the blocks. kMissingFile
/// if there is no file, or none with the values that go with another file.
Result<std::vector<SubspaceSummary>> summarize_database(const std::filesystem::path& directory,
                                                        const Variant& variant);

/// A file that cannot be opened.
struct FileFault {
  Subspace subspace;
  Error error;
};

/// The same of all files but those that cannot be opened, which go to `faults`. A sound file
/// beside values that cannot be opened is none of them: the fault is that of the values.
Result<std::vector<SubspaceSummary>> summarize_database(const std::filesystem::path& directory,
                                                        const Variant& variant,
                                                        std::vector<FileFault>& faults);

/// The sums of all rows.
SubspaceSummary total_of(const std::vector<SubspaceSummary>& rows);

/// One object of the JSON of `info`, with the member `seconds` (null when unknown) in addition if
/// `with_seconds`.
Json summary_json(const SubspaceSummary& row, bool with_seconds = false);

/// The names of the codecs of its files by metric, null where there is no such file.
Json codecs_json(const SubspaceSummary& row);

/// How many files there are of each metric and codec, in words: "value files: 49 zstd".
std::string codecs_text(const std::vector<SubspaceSummary>& rows);

/// All rows and their totals for people.
/// @param seconds  of building them all, if that is to be shown; less than the sum of the rows
///                 where solving and writing went on at the same time
std::string summary_table(const std::vector<SubspaceSummary>& rows,
                          std::optional<double> seconds = std::nullopt);

}  // namespace mill
