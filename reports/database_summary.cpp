#include "reports/database_summary.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/places.h"
#include "formats/build_hint.h"
#include "formats/database_directory.h"
#include "formats/database_file.h"
#include "reports/quantity.h"
#include "reports/text_table.h"

namespace mill {
namespace {

std::vector<std::string> table_row(std::string name, const SubspaceSummary& row, bool with_grades) {
  const ClassCounts& counts = row.counts;
  const auto bits = [&](std::uint64_t bytes) {
    return bytes == 0 ? "-" : fmt::format("{:.2f}", bits_per_class(bytes, counts.classes));
  };
  std::vector<std::string> cells = {
      std::move(name),
      number_text(counts.classes),
      number_text(counts.wins),
      number_text(counts.draws),
      number_text(counts.losses),
      std::to_string(counts.longest_win),
      std::to_string(counts.longest_loss),
      number_text(row.value_bytes + row.distance_bytes + row.grade_bytes),
      bits(row.value_bytes),
      bits(row.distance_bytes)};
  if (with_grades) cells.push_back(bits(row.grade_bytes));
  return cells;
}

/// Reads the files of subspaces one after the other, the value file of each first.
class SummaryReader {
 public:
  SummaryReader(const std::filesystem::path& directory, const Variant& variant)
      : directory_(directory), variant_(variant) {}

  Result<void> read(const DatabaseEntry& entry) {
    if (entry.metric == Metric::kValue) last_values_ = entry.subspace;
    auto file = MILLSTONE_TRY(DatabaseFile::open(entry.path, variant_));
    const FileHeader& header = file.header();
    if (entry.metric == Metric::kValue) {
      rows_.push_back({entry.subspace, header.counts, header.file_size, 0, 0, std::nullopt});
      codec_of_row(entry.metric) = header.codec;
      values_ = std::move(file);
      return {};
    }
    const bool has_row = !rows_.empty() && rows_.back().subspace == entry.subspace;
    if (!has_row && last_values_ == entry.subspace) return {};  // the fault is that of its values
    if (!has_row)
      return fail(ErrorCode::kMissingFile,
                  "{}: the value file that goes with it is not there; {} makes it",
                  file_place(entry.path),
                  build_command(variant_options(variant_), directory_, entry.subspace.text()));
    MILLSTONE_TRY(check_pair(*values_, file));
    SubspaceSummary& row = rows_.back();
    (entry.metric == Metric::kDistance ? row.distance_bytes : row.grade_bytes) = header.file_size;
    codec_of_row(entry.metric) = header.codec;
    return {};
  }

  std::vector<SubspaceSummary> take_rows() { return std::move(rows_); }

 private:
  std::optional<Codec>& codec_of_row(Metric metric) {
    return rows_.back().codecs[static_cast<std::size_t>(metric)];
  }

  const std::filesystem::path& directory_;
  const Variant& variant_;
  std::vector<SubspaceSummary> rows_;
  std::optional<DatabaseFile> values_;   // of the last row
  std::optional<Subspace> last_values_;  // of the last value file that is there, sound or not
};

}  // namespace

SubspaceSummary total_of(const std::vector<SubspaceSummary>& rows) {
  SubspaceSummary total;
  for (const SubspaceSummary& row : rows) {
    total.counts += row.counts;
    total.value_bytes += row.value_bytes;
    total.distance_bytes += row.distance_bytes;
    total.grade_bytes += row.grade_bytes;
  }
  return total;
}

Result<std::vector<SubspaceSummary>> summarize_database(const std::filesystem::path& directory,
                                                        const Variant& variant,
                                                        std::vector<FileFault>& faults) {
  const auto entries = MILLSTONE_TRY(list_database(directory, variant));
  if (entries.empty()) return no_database(directory, variant);
  SummaryReader reader(directory, variant);
  for (const DatabaseEntry& entry : entries)
    if (auto read = reader.read(entry); !read)
      faults.push_back({entry.subspace, std::move(read).error()});
  return reader.take_rows();
}

Result<std::vector<SubspaceSummary>> summarize_database(const std::filesystem::path& directory,
                                                        const Variant& variant) {
  std::vector<FileFault> faults;
  auto rows = MILLSTONE_TRY(summarize_database(directory, variant, faults));
  if (!faults.empty()) return tl::unexpected(std::move(faults.front().error));
  return rows;
}

Json summary_json(const SubspaceSummary& row, bool with_seconds) {
  Json json = subspace_json(row.subspace, row.counts, row.value_bytes, row.distance_bytes);
  json["grade_bytes"] = row.grade_bytes;
  if (with_seconds) json["seconds"] = json_or_null(row.seconds);
  return json;
}

Json codecs_json(const SubspaceSummary& row) {
  Json json;
  for (const Metric metric : kMetrics) {
    const auto codec = row.codecs[static_cast<std::size_t>(metric)];
    json[std::string(metric_name(metric))] = codec ? Json(codec_name(*codec)) : Json();
  }
  return json;
}

std::string codecs_text(const std::vector<SubspaceSummary>& rows) {
  std::string text;
  for (const Metric metric : kMetrics) {
    std::string of_metric;
    for (const CodecEntry& entry : codecs()) {
      const auto files = std::ranges::count_if(rows, [&](const SubspaceSummary& row) {
        return row.codecs[static_cast<std::size_t>(metric)] == entry.codec;
      });
      if (files == 0) continue;
      of_metric += fmt::format("{}{} {}", of_metric.empty() ? "" : ", ", files, entry.name);
    }
    if (of_metric.empty()) continue;
    text += fmt::format("{}{} files: {}", text.empty() ? "" : "; ", metric_name(metric), of_metric);
  }
  return text;
}

std::string summary_table(const std::vector<SubspaceSummary>& rows, std::optional<double> seconds) {
  std::vector<std::string> header = {"subspace",
                                     "classes",
                                     "wins",
                                     "draws",
                                     "losses",
                                     "longest win",
                                     "longest loss",
                                     "bytes",
                                     "value bits/class",
                                     "distance bits/class"};
  SubspaceSummary total = total_of(rows);
  const bool with_grades = total.grade_bytes != 0;
  if (with_grades) header.emplace_back("grade bits/class");
  if (seconds) header.emplace_back("seconds");
  TextTable table(std::move(header));
  table.colour(2, Value::kWin);
  table.colour(3, Value::kDraw);
  table.colour(4, Value::kLoss);
  const auto add = [&](std::string name, const SubspaceSummary& row) {
    std::vector<std::string> cells = table_row(std::move(name), row, with_grades);
    if (seconds) cells.push_back(row.seconds ? fmt::format("{:.2f}", *row.seconds) : "-");
    table.add_row(std::move(cells));
  };
  for (const SubspaceSummary& row : rows) add(row.subspace.text(), row);
  table.add_rule();
  total.seconds = seconds;
  add(fmt::format("{} in all", rows.size()), total);
  return table.text();
}

}  // namespace mill
