#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/error.h"
#include "base/file_bytes.h"
#include "formats/database_directory.h"
#include "game/grade.h"
#include "game/moves.h"
#include "game/position.h"
#include "game/subspace.h"
#include "game/value.h"
#include "game/variant.h"
#include "prober/probe_counters.h"

namespace mill {

struct ProberOptions {
  std::uint64_t cache_bytes = std::uint64_t{256} << 20;  ///< for decoded blocks; taken as needed
  FileAccess access = FileAccess::kMapped;
  std::vector<Subspace> only = {};  ///< if not empty, files of other subspaces are passed over
  /// Files of the variant that are in memory, for subspaces of which the directories have none.
  std::vector<DatabaseEntry> compiled_in = {};
};

/// How much is asked for: the value alone needs only the value files.
enum class Detail : std::uint8_t { kValue, kDistance };

/// A value, with the distance and the grade where they are known.
struct KnownValue {
  Value value = Value::kDraw;
  std::optional<int> distance;  ///< plies to the end; none in a draw and where none was asked for
  std::optional<Grade> grade = {};  ///< of a draw
};

/// A legal turn and what it leads to for the side that plays it, so that the best turn has the
/// value and the distance of the position.
struct RankedTurn {
  Turn turn;
  Value value = Value::kDraw;
  std::optional<int> distance;  ///< plies to the end, this one included; none in a draw or if only
                                ///< values were asked for
  std::optional<Grade> grade = {};  ///< of a draw, for who plays it, where there are grade files
  friend bool operator==(const RankedTurn&, const RankedTurn&) = default;
};

/// Everything about one position.
struct ProbeReport {
  Value value = Value::kDraw;
  std::optional<int> distance;    ///< none in a draw or without a distance file
  std::optional<Grade> grade;     ///< of a draw; none without a grade file
  std::vector<RankedTurn> turns;  ///< best first; with distances if all their files are there
};

/// The files of one or more directories or packs, made into answers. An immutable handle: all
/// functions may be called from many threads at once.
///
/// Files are opened when a position first needs them. Nothing is ever guessed: an answer is a value
/// that the rules or an undamaged file give, or else an error:
///
///   kInvalidArgument     the position cannot occur under the rules
///   kMissingFile         the database has no file for the position
///   kWrongRules          the file was made for other rules
///   kUnsupportedVersion  the file is of a newer format
///   kDamagedFile         the bytes of the file are not what was written
///   kInputOutput         the system refused to open or read the file
///
/// An error about a file is kept: asking again does not open it again. Where the game is over (too
/// few stones, blocked, full board) no file is needed. A position with a removal pending has the
/// outcome of the best removal.
class Prober {
 public:
  /// Looks into the directories for files of the variant; where two have the same file, the earlier
  /// directory counts. One file is opened at once, so that a database for other rules is refused
  /// here with kWrongRules. kMissingFile if a directory is not there, or none holds a file, or
  /// there is neither a directory nor a file that is compiled in, kInputOutput if one cannot be
  /// read, kNotEnoughMemory for a cache of that size.
  static Result<Prober> open(const std::vector<std::filesystem::path>& directories,
                             const Variant& variant, const ProberOptions& options = {});
  static Result<Prober> open(const std::filesystem::path& directory, const Variant& variant,
                             const ProberOptions& options = {});

  /// One that has no file: it answers what the rules alone tell, and kMissingFile else. Any rules.
  static Prober without_files(const Variant& variant);
  ~Prober();
  Prober(Prober&&) noexcept;
  Prober& operator=(Prober&&) noexcept;

  /// Win, draw or loss for the side to move. Needs the value file.
  Result<Value> value(const Position& position) const;

  /// Value and distance. Needs the value file and the distance file.
  Result<Outcome> outcome(const Position& position) const;

  /// Value, distance and grade, without those whose files are missing. Any other error of such a
  /// file is an error: a damaged database is not to be told from a whole one by fewer answers.
  Result<KnownValue> known_value(const Position& position) const;

  /// The value if it can be had from the cache, in well under a microsecond; never reads a file.
  std::optional<Value> cached_value(const Position& position) const;

  /// The values of many positions, quicker than one by one where memory is slow: while one waits
  /// for it, others go on. `answers` has the length of `positions`; where there is no value it
  /// gets none, and the result is the first error.
  Result<void> values(std::span<const Position> positions,
                      std::span<std::optional<Value>> answers) const;

  /// All legal turns, best first: shortest win, draws, longest loss; equally good ones in the order
  /// of generate_turns(). Empty when the game is over. Needs the files of all positions that the
  /// turns lead to, their distance files only for Detail::kDistance.
  Result<std::vector<RankedTurn>> rank_turns(const Position& position,
                                             Detail detail = Detail::kDistance) const;

  /// The same, without any distance where a distance file is missing; with the grades of draws,
  /// the better ones first, where there are all their files. Other errors as above.
  Result<std::vector<RankedTurn>> known_turns(const Position& position) const;

  /// The value, and of a draw the grade. Needs the grade file, and the value file for it.
  Result<GradedValue> graded_value(const Position& position) const;

  /// Outcome, grade and ranked turns, without what files are missing for. Besides the
  /// errors above, kVerificationFailed if the best turn contradicts the position.
  Result<ProbeReport> probe(const Position& position) const;

  /// Decodes values into the cache now, subspace after subspace, until all are there or it is full.
  /// The first error.
  Result<void> preload_values() const;

  /// Opens every file now that would be opened later. The first error.
  Result<void> open_all() const;

  /// The directories; none where all files are compiled in.
  const std::vector<std::filesystem::path>& directories() const;

  /// Subspaces with a value file, sorted.
  const std::vector<Subspace>& subspaces() const;

  /// Those of them that have a distance file too, sorted.
  const std::vector<Subspace>& subspaces_with_distances() const;

  /// What probing says of a subspace without a value file: which file is missing, and the command
  /// that makes it.
  Error missing_file(const Subspace& subspace) const;

  const Variant& variant() const;
  ProbeCounters counters() const;

 private:
  Result<std::optional<Grade>> known_grade(const Position& position) const;

  class Database;
  explicit Prober(std::unique_ptr<const Database> database);
  std::unique_ptr<const Database> database_;
};

}  // namespace mill
