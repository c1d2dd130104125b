#include "prober/prober_database.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/graver_error.h"
#include "base/places.h"
#include "formats/build_hint.h"
#include "formats/database_directory.h"

namespace mill {
namespace {

/// Stones that may have to be taken at once.
int most_removals(const Variant& variant) {
  const Rules& rules = variant.rules;
  if (rules.counts_mills()) return rules.piece_count;
  const int by_mills = rules.remove_multiple ? variant.board->most_lines_at_a_point() : 1;
  return std::max(by_mills, rules.intervention.enabled ? 2 : 1);
}

}  // namespace

std::optional<Outcome> outcome_by_rules(const Variant& variant, const Position& position) {
  const Status stands = status(variant, position);
  if (stands != Status::kOpen)
    return ends_in_draw(variant, stands) ? Outcome{} : Outcome{Value::kLoss, 0};
  // Whatever is played, the opponent has lost then.
  if (opponent_has_lost(variant.rules, position)) return Outcome{Value::kWin, 1};
  return std::nullopt;
}

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
  if (left.grade && right.grade) return is_better(*left.grade, *right.grade);
  if (!left.distance || !right.distance) return false;
  return left.value == Value::kWin ? *left.distance < *right.distance
                                   : *left.distance > *right.distance;
}

Prober::Database::Database(const std::vector<std::filesystem::path>& directories,
                           const Variant& variant, FileAccess access,
                           std::unique_ptr<PageCache> cache)
    : directories_(directories),
      context_{variant, access, NumberingPool(variant), std::move(cache), {}, {}},
      board_(variant.board->all()),
      has_memory_(has_memory(variant)),
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
    FileSource& source = files.of(entry.metric);
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
  const FileSource& source = sample.values.is_known()      ? sample.values
                             : sample.distances.is_known() ? sample.distances
                                                           : sample.grades;
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
  const FileSource other = files.distances.is_known() ? files.distances : files.grades;
  if (!files.values.is_known()) files.values = beside(other, Metric::kValue);
  if (!files.distances.is_known()) files.distances = beside(files.values, Metric::kDistance);
  if (graded_.empty()) graded_ = files.grades.path.parent_path();
  has_grades_ = has_grades_ || files.grades.is_known();
  readers_[index_.at(subspace)] =
      std::make_unique<const SubspaceReader>(context_, subspace, std::move(files));
}

PlaceText Prober::Database::directories_place() const {
  if (directories_.empty()) return {"the program", "the program"};
  std::vector<std::string> names;
  for (const auto& directory : directories_) names.push_back(directory.string());
  return {fmt::format("{}", fmt::join(names, ", ")), kSomeDirectory};
}

/// reader_of() a position whose stones the variant has, where who plays and which points are marked
/// may matter, too.
const SubspaceReader* Prober::Database::reader_by_memory(const Position& position) const {
  const int own = count(position.own), opponent = count(position.opponent);
  const SubspaceReader* reader = readers_[index_.at(own, opponent, position)].get();
  if (!reader || reader->marked() == count(position.memory.marked)) return reader;
  return nullptr;
}

void Prober::Database::cached_values(std::span<const Position> positions,
                                     std::span<std::optional<Value>> answers) const {
  std::array<const SubspaceReader*, kTogether> readers;
  std::array<SubspaceReader::CachedPlace, kTogether> places;
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

Result<Value> Prober::Database::value_slowly(const Position& position) const {
  const auto outcome = MILLSTONE_TRY(look_up_slowly(position, Detail::kValue));
  return outcome.value;
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
    // In place: an entry put together elsewhere is copied by loads that wait for its stores.
    RankedTurn& entry = ranked.emplace_back();
    entry.turn = turn;
    entry.value = outcome.value;
    entry.distance = distance_of(outcome, detail);
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

}  // namespace mill
