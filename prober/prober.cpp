#include "prober/prober.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <map>
#include <mutex>

#include "base/graver_error.h"
#include "base/places.h"
#include "formats/build_hint.h"
#include "formats/database_directory.h"
#include "game/subspace_index.h"
#include "prober/subspace_reader.h"

namespace mill {
namespace {

/// Outcome of a position that needs no file.
std::optional<Outcome> outcome_by_rules(const Variant& variant, const Position& position) {
  const Status stands = status(variant, position);
  if (stands != Status::kOpen)
    return ends_in_draw(variant, stands) ? Outcome{} : Outcome{Value::kLoss, 0};
  // Whatever is played, the opponent has lost then.
  if (opponent_has_lost(variant.rules, position)) return Outcome{Value::kWin, 1};
  return std::nullopt;
}

/// Stones that may have to be taken at once.
int most_removals(const Variant& variant) {
  const Rules& rules = variant.rules;
  if (rules.counts_mills()) return rules.piece_count;
  const int by_mills = rules.remove_multiple ? variant.board->most_lines_at_a_point() : 1;
  return std::max(by_mills, rules.intervention.enabled ? 2 : 1);
}

/// Whether a position is looked up in a file of its own, not by what its turns lead to: so is what
/// is settled, but with stones due even then what taking them leads to is asked.
bool may_be_in_file(const Variant& variant, const Position& position) {
  return position.removals == 0 && is_settled(variant, position);
}

Result<void> check_probed(const Variant& variant, const Position& position) {
  if (const int most = most_removals(variant); position.removals > most)
    return fail(ErrorCode::kInvalidArgument, "{} removals are pending, the rules allow {} per turn",
                position.removals, most);
  MILLSTONE_TRY(check_position(variant, position));
  if (position.removals > 0) return {};
  // A stone taken while placing, and nothing else, leaves a mark.
  const Subspace subspace = subspace_of(variant, position);
  if (subspace.marked != subspace_with_marks(variant, subspace).marked)
    return fail(ErrorCode::kInvalidArgument,
                "{} points are marked, which is not the number of the stones that are gone",
                subspace.marked);
  return {};
}

std::optional<int> distance_of(const Outcome& outcome, Detail detail) {
  if (detail == Detail::kValue || outcome.value == Value::kDraw) return std::nullopt;
  return outcome.distance;
}

bool ranks_before(const RankedTurn& left, const RankedTurn& right) {
  if (left.value != right.value) return left.value > right.value;
  if (!left.distance || !right.distance) return false;
  return left.value == Value::kWin ? *left.distance < *right.distance
                                   : *left.distance > *right.distance;
}

std::string outcome_text(Value value, std::optional<int> distance) {
  return distance ? fmt::format("{} in {}", value_name(value), *distance)
                  : std::string(value_name(value));
}

}  // namespace

/// Adds the time from here to the end of a block.
class Stopwatch {
 public:
  explicit Stopwatch(LatencyHistogram& histogram) : histogram_(histogram) {}
  ~Stopwatch() {
    const std::chrono::nanoseconds taken = std::chrono::steady_clock::now() - start_;
    histogram_.add(static_cast<std::uint64_t>(taken.count()));
  }
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;

 private:
  LatencyHistogram& histogram_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

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

  /// Values of at most kTogether positions that are in the cache.
  void cached_values(std::span<const Position> positions,
                     std::span<std::optional<Value>> answers) const;
  static constexpr std::size_t kTogether = 32;  // enough to keep the memory busy

  /// Turns of a position that has been checked, as generated.
  Result<std::vector<RankedTurn>> turns(const Position& position, Detail detail) const;

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
  Result<Outcome> best_of_turns(const Position& position, Detail detail) const;
  Result<void> check_rules(const FileSources& sample) const;
  void add_reader(const Subspace& subspace, FileSources files);
  PlaceText directories_place() const;

  /// Null where the position is none, is over or may not be settled, or there is no file.
  const SubspaceReader* cached_reader_of(const Position& position) const {
    const Memory& memory = position.memory;
    const Mask wrong = (position.own & position.opponent) | (position.occupied() & ~board_);
    const bool remembers = memory.own_mill.exists() | memory.opponent_mill.exists();
    return wrong | position.removals | memory.has_lost | remembers ? nullptr : reader_of(position);
  }
  const SubspaceReader* reader_of(const Position& position) const;

  std::vector<std::filesystem::path> directories_;
  ReaderContext context_;
  Mask board_;
  bool marks_;  // whether rules mark points
  SubspaceIndex index_;
  std::vector<std::unique_ptr<const SubspaceReader>> readers_;  // by index_; null: no file
  std::vector<Subspace> subspaces_, with_distances_;
  mutable std::once_flag missing_once_;
  mutable std::string options_;   // that name the variant, for messages
  mutable std::string unsolved_;  // why no file of these rules can be; empty where some can
};

Prober::Database::Database(const std::vector<std::filesystem::path>& directories,
                           const Variant& variant, FileAccess access,
                           std::unique_ptr<PageCache> cache)
    : directories_(directories),
      context_{variant, access, NumberingPool(variant), std::move(cache), {}, {}},
      board_(variant.board->all()),
      marks_(variant.rules.marks()),
      index_(variant),
      readers_(index_.size()) {}

Result<void> Prober::Database::find_files(const std::vector<Subspace>& only,
                                          const std::vector<DatabaseEntry>& compiled_in) {
  if (directories_.empty() && compiled_in.empty())
    return fail(ErrorCode::kMissingFile, "no database of the variant '{}' is named",
                context_.variant.name);
  std::map<Subspace, FileSources> found;
  const auto is_wanted = [&](const Subspace& subspace) {
    return only.empty() || std::find(only.begin(), only.end(), subspace) != only.end();
  };
  const auto add = [](const DatabaseEntry& entry, FileSources& files) {
    auto& source = entry.metric == Metric::kValue ? files.values : files.distances;
    if (!source.is_known()) source = {entry.path, entry.contents};
  };
  for (const auto& directory : directories_) {
    const auto entries = MILLSTONE_TRY(list_database(directory, context_.variant));
    for (const DatabaseEntry& entry : entries)
      if (is_wanted(entry.subspace)) add(entry, found[entry.subspace]);
  }
  if (found.empty() && !directories_.empty())
    return fail(ErrorCode::kMissingFile,
                "{}: holds no database file of the variant '{}'; {} makes some",
                directories_place(), context_.variant.name,
                build_command(variant_options(context_.variant), directories_.front(), "SUBSPACE"));
  if (!found.empty()) MILLSTONE_TRY(check_rules(found.begin()->second));
  // The two files of a subspace come from one place: those of different levels may not go together.
  std::map<Subspace, FileSources> further;
  for (const DatabaseEntry& entry : compiled_in)
    if (is_wanted(entry.subspace) && !found.contains(entry.subspace))
      add(entry, further[entry.subspace]);
  found.merge(further);
  for (auto& [subspace, files] : found) add_reader(subspace, std::move(files));
  return {};
}

Result<void> Prober::Database::check_rules(const FileSources& sample) const {
  const FileSource& source = sample.values.is_known() ? sample.values : sample.distances;
  const auto file = DatabaseFile::open(source.path, context_.variant, context_.access);
  if (!file && file.error().code == ErrorCode::kWrongRules) return tl::unexpected(file.error());
  return {};
}

void Prober::Database::add_reader(const Subspace& subspace, FileSources files) {
  if (files.values.is_known()) subspaces_.push_back(subspace);
  if (files.values.is_known() && files.distances.is_known()) with_distances_.push_back(subspace);
  // What is due is answered by what taking it leads to, as any removal.
  if (subspace.due != 0) return;
  // Where a file is missing, its error names the place beside the other.
  const auto beside = [&](const FileSource& other, Metric metric) {
    return FileSource{other.path.parent_path() / file_name(subspace, metric)};
  };
  if (!files.values.is_known()) files.values = beside(files.distances, Metric::kValue);
  if (!files.distances.is_known()) files.distances = beside(files.values, Metric::kDistance);
  readers_[index_.at(subspace)] =
      std::make_unique<const SubspaceReader>(context_, subspace, std::move(files));
}

PlaceText Prober::Database::directories_place() const {
  if (directories_.empty()) return {"the program", "the program"};
  std::vector<std::string> names;
  for (const auto& directory : directories_) names.push_back(directory.string());
  return {fmt::format("{}", fmt::join(names, ", ")), kSomeDirectory};
}

const SubspaceReader* Prober::Database::reader_of(const Position& position) const {
  const auto [own, opponent] = pair_count(position.own, position.opponent);
  if (!index_.allows(own + position.own_hand, opponent + position.opponent_hand)) return nullptr;
  const SubspaceReader* reader = readers_[index_.at(own, opponent, position)].get();
  if (!marks_ || !reader || reader->marked() == count(position.memory.marked)) return reader;
  return nullptr;
}

std::optional<Value> Prober::Database::cached_value(const Position& position) const {
  const SubspaceReader* reader = cached_reader_of(position);
  if (!reader) return std::nullopt;
  const auto value = reader->cached_value(position);
  if (value) context_.counters.add(CounterSet::kCacheHits);
  return value;
}

std::optional<Outcome> Prober::Database::cached_outcome(const Position& position) const {
  const SubspaceReader* reader = cached_reader_of(position);
  if (!reader) return std::nullopt;
  const auto outcome = reader->cached_outcome(position);
  if (outcome) context_.counters.add(CounterSet::kCacheHits);
  return outcome;
}

void Prober::Database::cached_values(std::span<const Position> positions,
                                     std::span<std::optional<Value>> answers) const {
  std::array<const SubspaceReader*, kTogether> readers;
  std::array<SubspaceReader::Place, kTogether> places;
  const std::size_t count = positions.size();
  for (std::size_t i = 0; i < count; ++i) {
    readers[i] = cached_reader_of(positions[i]);
    if (readers[i] && !readers[i]->start(positions[i])) readers[i] = nullptr;
  }
  for (std::size_t i = 0; i < count; ++i)
    if (readers[i]) places[i] = readers[i]->find_place(positions[i]);
  for (std::size_t i = 0; i < count; ++i)
    if (readers[i]) readers[i]->prefetch_value(places[i]);
  std::size_t hits = 0;
  for (std::size_t i = 0; i < count; ++i) {
    answers[i] = readers[i] ? readers[i]->cached_value(places[i]) : std::nullopt;
    hits += answers[i].has_value();
  }
  context_.counters.add(CounterSet::kCacheHits, hits);
}

Result<Outcome> Prober::Database::look_up_slowly(const Position& position, Detail detail) const {
  MILLSTONE_TRY(check_probed(context_.variant, position));
  if (const auto outcome = outcome_by_rules(context_.variant, position)) {
    context_.counters.add(CounterSet::kByRules);
    return *outcome;
  }
  if (!may_be_in_file(context_.variant, position)) return best_of_turns(position, detail);
  const SubspaceReader* reader = reader_of(position);
  if (!reader) return missing(subspace_of(context_.variant, position));
  const Stopwatch stopwatch(context_.latency);
  if (detail == Detail::kDistance) {
    auto outcome = reader->decode_outcome(position);
    if (outcome) context_.counters.add(CounterSet::kCacheMisses);
    return outcome;
  }
  const auto value = MILLSTONE_TRY(reader->decode_value(position));
  context_.counters.add(CounterSet::kCacheMisses);
  return Outcome{value, 0};
}

Result<Outcome> Prober::Database::best_of_turns(const Position& position, Detail detail) const {
  const auto ranked = MILLSTONE_TRY(turns(position, detail));
  const auto best = std::min_element(ranked.begin(), ranked.end(), ranks_before);
  return Outcome{best->value, best->distance.value_or(0)};
}

Result<std::vector<RankedTurn>> Prober::Database::turns(const Position& position,
                                                        Detail detail) const {
  const std::vector<Turn> legal = generate_turns(context_.variant, position);
  std::vector<RankedTurn> ranked;
  ranked.reserve(legal.size());
  std::optional<Error> unknown;
  for (const Turn& turn : legal) {
    const Played played = play(context_.variant, position, turn);
    const auto after = look_up(played.position, detail);
    if (!after) {
      keep_graver(unknown, after.error());
      continue;
    }
    const Outcome outcome = played.same_side ? *after : outcome_before(*after);
    ranked.push_back({turn, outcome.value, distance_of(outcome, detail)});
  }
  if (unknown) return tl::unexpected(*std::move(unknown));
  return ranked;
}

tl::unexpected<Error> Prober::Database::missing(const Subspace& subspace) const {
  // Once, since a search may ask for thousands of files that are not there.
  std::call_once(missing_once_, [this] {
    options_ = variant_options(variant());
    if (const Result<void> solvable = check_solvable(variant()); !solvable)
      unsolved_ = solvable.error().message;
  });
  if (!unsolved_.empty())
    return fail(ErrorCode::kMissingFile, "there are no values: {}", unsolved_);
  const auto build = build_command(
      options_, directories_.empty() ? kSomeDirectory : directories_.front(), subspace.text());
  if (subspaces_.empty() && directories_.empty())
    return fail(ErrorCode::kMissingFile, "there is no database of '{}' here; {} makes one",
                variant().name, build);
  return fail(ErrorCode::kMissingFile, "{}: there is no such file in {}; {} makes it",
              file_name(subspace, Metric::kValue), directories_place(), build);
}

Result<void> Prober::Database::open_all() const {
  for (const auto& reader : readers_) {
    if (!reader) continue;
    MILLSTONE_TRY(reader->open_all());
  }
  return {};
}

Result<void> Prober::Database::preload_values() const {
  for (const auto& reader : readers_) {
    if (!reader) continue;
    const auto loaded = MILLSTONE_TRY(reader->preload_values());
    if (!loaded) return {};
  }
  return {};
}

Prober::Prober(std::unique_ptr<const Database> database) : database_(std::move(database)) {}
Prober::~Prober() = default;
Prober::Prober(Prober&&) noexcept = default;
Prober& Prober::operator=(Prober&&) noexcept = default;

Result<Prober> Prober::open(const std::vector<std::filesystem::path>& directories,
                            const Variant& variant, const ProberOptions& options) {
  auto cache = MILLSTONE_TRY(PageCache::create(options.cache_bytes));
  auto database =
      std::make_unique<Database>(directories, variant, options.access, std::move(cache));
  MILLSTONE_TRY(database->find_files(options.only, options.compiled_in));
  return Prober(std::move(database));
}

Result<Prober> Prober::open(const std::filesystem::path& directory, const Variant& variant,
                            const ProberOptions& options) {
  return open(std::vector{directory}, variant, options);
}

Prober Prober::without_files(const Variant& variant) {
  auto cache = PageCache::create(0);
  MILLSTONE_CHECK(cache.has_value());  // no memory is asked for
  return Prober(std::make_unique<Database>(std::vector<std::filesystem::path>{}, variant,
                                           FileAccess::kMapped, std::move(*cache)));
}

Result<Value> Prober::value(const Position& position) const {
  if (const auto value = database_->cached_value(position)) return *value;
  const auto outcome = MILLSTONE_TRY(database_->look_up_slowly(position, Detail::kValue));
  return outcome.value;
}

Result<void> Prober::values(std::span<const Position> positions,
                            std::span<std::optional<Value>> answers) const {
  MILLSTONE_CHECK(positions.size() == answers.size());
  Result<void> first_error;
  for (std::size_t first = 0; first < positions.size(); first += Database::kTogether) {
    const std::size_t count = std::min(Database::kTogether, positions.size() - first);
    const auto some = positions.subspan(first, count);
    const auto found = answers.subspan(first, count);
    database_->cached_values(some, found);
    for (std::size_t i = 0; i < count; ++i) {
      if (found[i]) continue;
      auto decoded = value(some[i]);
      if (decoded)
        found[i] = *decoded;
      else if (first_error)
        first_error = tl::unexpected(std::move(decoded.error()));
    }
  }
  return first_error;
}

Result<Outcome> Prober::outcome(const Position& position) const {
  return database_->look_up(position, Detail::kDistance);
}

Result<KnownValue> Prober::known_value(const Position& position) const {
  const auto outcome = database_->look_up(position, Detail::kDistance);
  if (outcome) return KnownValue{outcome->value, distance_of(*outcome, Detail::kDistance)};
  if (outcome.error().code != ErrorCode::kMissingFile) return tl::unexpected(outcome.error());
  return KnownValue{MILLSTONE_TRY(value(position)), std::nullopt};
}

std::optional<Value> Prober::cached_value(const Position& position) const {
  return database_->cached_value(position);
}

Result<std::vector<RankedTurn>> Prober::rank_turns(const Position& position, Detail detail) const {
  MILLSTONE_TRY(check_probed(variant(), position));
  auto turns = database_->turns(position, detail);
  if (turns) std::stable_sort(turns->begin(), turns->end(), ranks_before);
  return turns;
}

Result<std::vector<RankedTurn>> Prober::known_turns(const Position& position) const {
  auto turns = rank_turns(position, Detail::kDistance);
  if (!turns && turns.error().code == ErrorCode::kMissingFile)
    turns = rank_turns(position, Detail::kValue);
  return turns;
}

Result<ProbeReport> Prober::probe(const Position& position) const {
  const KnownValue known = MILLSTONE_TRY(known_value(position));
  ProbeReport report{known.value, known.distance, MILLSTONE_TRY(known_turns(position))};
  if (report.turns.empty()) return report;
  const RankedTurn& best = report.turns.front();
  const bool both_distances = best.distance && report.distance;
  if (best.value != report.value || (both_distances && *best.distance != *report.distance))
    return fail(ErrorCode::kVerificationFailed,
                "subspace {} says {} where the best turn gives {}: verify the database",
                subspace_of(variant(), position).text(),
                outcome_text(report.value, report.distance),
                outcome_text(best.value, best.distance));
  return report;
}

Result<void> Prober::preload_values() const { return database_->preload_values(); }
Result<void> Prober::open_all() const { return database_->open_all(); }
Error Prober::missing_file(const Subspace& subspace) const {
  return database_->missing(subspace).value();
}

const std::vector<std::filesystem::path>& Prober::directories() const {
  return database_->directories();
}
const std::vector<Subspace>& Prober::subspaces() const { return database_->subspaces(); }
const std::vector<Subspace>& Prober::subspaces_with_distances() const {
  return database_->subspaces_with_distances();
}
const Variant& Prober::variant() const { return database_->variant(); }
ProbeCounters Prober::counters() const { return database_->counters(); }

}  // namespace mill
