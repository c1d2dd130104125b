#pragma once

#include <map>
#include <mutex>

#include "formats/score_table.h"
#include "game/subspace_index.h"
#include "prober/prober.h"
#include "prober/subspace_reader.h"

namespace mill {

/// Outcome of a position that needs no file.
std::optional<Outcome> outcome_by_rules(const Variant& variant, const Position& position);

/// Whether a position is looked up in a file of its own, not by what its turns lead to: so is what
/// is settled, but with stones due even then what taking them leads to is asked.
bool may_be_in_file(const Variant& variant, const Position& position);

/// kInvalidArgument for a position that cannot occur under the rules.
Result<void> check_probed(const Variant& variant, const Position& position);

/// The distance as far as it is asked for.
std::optional<int> distance_of(const Outcome& outcome, Detail detail);

/// Whether a turn is better than another.
bool ranks_before(const RankedTurn& left, const RankedTurn& right);

/// What a prober holds: the readers of its files, and how they make an answer.
class Prober::Database {
 public:
  Database(const std::vector<std::filesystem::path>& directories, const Variant& variant,
           FileAccess access, std::unique_ptr<PageCache> cache);

  /// Makes the readers of what the directories hold, and of what is compiled in.
  Result<void> find_files(const std::vector<Subspace>& only,
                          const std::vector<DatabaseEntry>& compiled_in);

  // The answer if it is in the cache; without checks that only other answers need.
  std::optional<Value> cached_value(const Position& position) const;
  std::optional<Outcome> cached_outcome(const Position& position) const;

  /// Value, and for Detail::kDistance the distance, of any position.
  Result<Outcome> look_up(const Position& position, Detail detail) const {
    if (detail == Detail::kValue) {
      if (const auto value = cached_value(position)) return Outcome{*value, 0};
    } else {
      if (const auto outcome = cached_outcome(position)) return *outcome;
    }
    return look_up_slowly(position, detail);
  }
  Result<Outcome> look_up_slowly(const Position& position, Detail detail) const;
  /// Not inline, so that a probe which needs it not saves no registers for it.
  [[gnu::noinline]] Result<Value> value_slowly(const Position& position) const;

  /// Values of at most kTogether positions that are in the cache.
  void cached_values(std::span<const Position> positions,
                     std::span<std::optional<Value>> answers) const;
  static constexpr std::size_t kTogether = 64;  // enough to keep the memory busy

  /// Turns of a position that has been checked, as generated.
  Result<std::vector<RankedTurn>> turns(const Position& position, Detail detail) const;

  bool has_grades() const { return has_grades_; }

  /// The graded value of any position.
  Result<GradedValue> look_up_grade(const Position& position) const;

  /// Adds the grades of drawn turns to what turns() gives; where one is missing, of none.
  Result<void> add_grades(const Position& position, std::vector<RankedTurn>& ranked) const;

  Result<void> open_all() const;
  Result<void> preload_values() const;
  tl::unexpected<Error> missing(const Subspace& subspace) const;

  const Variant& variant() const { return context_.variant; }
  const std::vector<std::filesystem::path>& directories() const { return directories_; }
  const std::vector<Subspace>& subspaces() const { return subspaces_; }
  const std::vector<Subspace>& subspaces_with_distances() const { return with_distances_; }
  ProbeCounters counters() const {
    ProbeCounters counters = context_.counters.read();
    for (std::size_t bin = 0; bin < counters.latency.size(); ++bin)
      counters.latency[bin] = context_.latency.count(bin);
    return counters;
  }

 private:
  /// With what grade files know them by.
  struct Scores {
    ScoreTable table;
    std::uint64_t checksum;
  };

  Result<Outcome> best_of_turns(const Position& position, Detail detail) const;
  Result<GradedValue> graded_turn(const Position& position, const Played& played) const;
  Result<GradedValue> best_graded_turn(const Position& position) const;
  Result<const Scores*> scores() const;
  Result<void> check_rules(const FileSources& sample) const;
  void add_reader(const Subspace& subspace, FileSources files);
  PlaceText directories_place() const;

  /// Null where the position is none, is over or may not be settled, or there is no file. What it
  /// remembers is looked at only where a rule asks for it.
  const SubspaceReader* cached_reader_of(const Position& position) const {
    const Mask stones = position.own | position.opponent;
    const Mask wrong = (position.own & position.opponent) | (stones & ~board_);
    if ((wrong | position.removals) != 0) return nullptr;
    if (has_memory_ && is_unsettled(position)) [[unlikely]]
      return nullptr;
    return reader_of(position);
  }
  /// Whether by what it remembers it is none, is over or may not be settled.
  bool is_unsettled(const Position& position) const {
    const Memory& memory = position.memory;
    return (memory.marked & ~board_) != 0 || memory.has_lost || memory.own_mill.exists() ||
           memory.opponent_mill.exists();
  }
  const SubspaceReader* reader_of(const Position& position) const;
  const SubspaceReader* reader_by_memory(const Position& position) const;

  std::vector<std::filesystem::path> directories_;
  ReaderContext context_;
  Mask board_;
  bool has_memory_;  // has_memory()
  SubspaceIndex index_;
  std::vector<std::unique_ptr<const SubspaceReader>> readers_;  // by index_; null: no file
  std::vector<Subspace> subspaces_, with_distances_;
  bool has_grades_ = false;
  std::filesystem::path graded_;  // directory of the first grade file
  Lazy<Scores> scores_;           // the table beside it
  mutable std::once_flag missing_once_;
  mutable std::string options_;   // that name the variant, for messages
  mutable std::string unsolved_;  // why no file of these rules can be; empty where some can
};

inline const SubspaceReader* Prober::Database::reader_of(const Position& position) const {
  const auto [own, opponent] = pair_count(position.own, position.opponent);
  if (!index_.allows(own + position.own_hand, opponent + position.opponent_hand)) return nullptr;
  if (has_memory_) [[unlikely]]
    return reader_by_memory(position);
  return readers_[index_.at(own, opponent, position.own_hand, position.opponent_hand)].get();
}

inline std::optional<Value> Prober::Database::cached_value(const Position& position) const {
  const SubspaceReader* reader = cached_reader_of(position);
  if (!reader) return std::nullopt;
  const auto value = reader->cached_value(position);
  if (value) context_.counters.add(CounterSet::kCacheHits);
  return value;
}

inline std::optional<Outcome> Prober::Database::cached_outcome(const Position& position) const {
  const SubspaceReader* reader = cached_reader_of(position);
  if (!reader) return std::nullopt;
  const auto outcome = reader->cached_outcome(position);
  if (outcome) context_.counters.add(CounterSet::kCacheHits);
  return outcome;
}

}  // namespace mill
