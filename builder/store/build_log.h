#pragma once

#include <cstddef>
#include <filesystem>
#include <string_view>

#include "builder/build_options.h"

namespace mill {

/// Name of the log within its directory. Builds hold their locks on it, too (subspace_locks.h).
inline constexpr const char* kBuildLogName = "build.log";

/// The log of a database directory, `build.log`: one event per line, each with its time in UTC,
/// appended run after run. It is for people; nothing reads it back. A run without a line for its
/// end was killed.
///
/// A line is on its way to the disk when the call returns. That a line cannot be written is no
/// error: a build does not fail for its log. Calls one at a time, from any thread.
class BuildLog {
 public:
  explicit BuildLog(const std::filesystem::path& directory);
  ~BuildLog();
  BuildLog(const BuildLog&) = delete;
  BuildLog& operator=(const BuildLog&) = delete;

  /// @param subspaces     number of them in the closure of the roots
  /// @param there         how many of these are finished already
  /// @param memory        the budget in bytes
  void started(const Variant& variant, const BuildOptions& options, std::size_t subspaces,
               std::size_t there, std::uint64_t memory);

  /// A sentence about what goes on.
  void note(std::string_view sentence) { write_line(sentence); }

  /// The files of a subspace are on disk.
  void finished(const BuiltSubspace& row);

  /// The build has come to its end.
  /// @param seconds  of wall clock
  /// @param peak     bytes of tables held at a time, as accounted
  void ended(double seconds, std::uint64_t peak);

  /// The build was stopped, or has failed.
  void broken_off(double seconds, const Error& error);

 private:
  void write_line(std::string_view event);

  int descriptor_;          // -1 if there is no log
  bool torn_line_ = false;  // the last line did not fit on the disk
};

}  // namespace mill
