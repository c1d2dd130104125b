#include "builder/store/build_log.h"

#include <fcntl.h>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include <ctime>
#include <string>

#include "base/numbers.h"
#include "builder/solver/solver.h"

namespace mill {
namespace {

std::string roots_text(const std::vector<Subspace>& roots) {
  std::string text;
  for (const Subspace& root : roots) text += (text.empty() ? "" : " ") + root.text();
  return text;
}

std::string level_text(int level) {
  if (level != kDefaultLevel) return fmt::format("level {}", level);
  return fmt::format("level {} for values, {} for distances", kValueLevel, kDistanceLevel);
}

}  // namespace

BuildLog::BuildLog(const std::filesystem::path& directory)
    : descriptor_(::open((directory / kBuildLogName).c_str(),
                         O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC,
                         0666)) {}

BuildLog::~BuildLog() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void BuildLog::started(const Variant& variant, const BuildOptions& options, std::size_t subspaces,
                       std::size_t there, std::uint64_t memory) {
  const Kernels& kernels = options.kernels ? *options.kernels : best_kernels();
  write_line(fmt::format(
      "start: millstone {}, {} (digest {}), {}: {} subspaces, {} there already; {}, {}, "
      "threads {}, memory {} MiB, kernels {}",
      MILLSTONE_VERSION, variant.name, variant.digest(), roots_text(options.roots), subspaces,
      there, options.distances ? "values and distances" : "values", level_text(options.level),
      options.threads, memory >> 20, name_of(kernels)));
}

void BuildLog::finished(const BuiltSubspace& row) {
  const ClassCounts& counts = row.counts;
  std::string bytes = fmt::format("{} bytes of values", row.value_bytes);
  if (row.distance_bytes != 0) bytes += fmt::format(", {} of distances", row.distance_bytes);
  write_line(fmt::format(
      "{}: {} classes, {} wins, {} draws, {} losses, longest win {}, longest loss {}; {}; {:.2f} s",
      row.subspace.text(), counts.classes, counts.wins, counts.draws, counts.losses,
      counts.longest_win, counts.longest_loss, bytes, row.seconds));
}

void BuildLog::ended(double seconds, std::uint64_t peak) {
  write_line(fmt::format("end: {:.2f} s, at most {} MiB of tables", seconds, mebibytes_for(peak)));
}

void BuildLog::broken_off(double seconds, const Error& error) {
  write_line(fmt::format("broken off after {:.2f} s: {}", seconds, error.message));
}

void BuildLog::write_line(std::string_view event) {
  if (descriptor_ < 0) return;
  // One write per line, so that a line is there whole however the process ends.
  const std::string line = fmt::format("{}{:%Y-%m-%dT%H:%M:%SZ} {}\n", torn_line_ ? "\n" : "",
                                       fmt::gmtime(std::time(nullptr)), event);
  const ::ssize_t written = ::write(descriptor_, line.data(), line.size());
  if (written > 0) torn_line_ = static_cast<std::size_t>(written) < line.size();
}

}  // namespace mill
