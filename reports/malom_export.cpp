#include "reports/malom_export.h"

#include <fmt/format.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <array>
#include <map>

#include "base/little_endian.h"
#include "base/numbers.h"
#include "base/parallel.h"
#include "base/text_file.h"
#include "base/words.h"
#include "base/work_progress.h"
#include "formats/database_directory.h"
#include "formats/malom/sector_directory.h"
#include "formats/subspace_files.h"
#include "formats/subspace_grades.h"
#include "game/numbering.h"
#include "reports/exported_scores.h"
#include "reports/target_directory.h"
#include "reports/whole_outcomes.h"

namespace mill {
namespace {

constexpr const char* kListName = "exported.list";
constexpr std::size_t kLargestList = 1 << 20;

/// What a sector file was made of, and what it must be like to be taken for whole.
struct SourceMark {
  std::uint64_t size = 0;       ///< bytes of the sector file
  std::uint64_t values = 0;     ///< checksum of the values
  std::uint64_t distances = 0;  ///< checksum that stands for the distance file
  std::uint64_t grades = 0;     ///< ... for the grade file; 0: it was not asked
  friend bool operator==(const SourceMark&, const SourceMark&) = default;
};

/// The entries of a sector, an orbit at a time. Immutable; any thread.
class OrbitEntries {
 public:
  OrbitEntries(const MalomGame& game, const SectorIndex& index, const Numbering& numbering,
               const Subspace& subspace, const WholeOutcomes& outcomes,
               const SubspaceGrades* grades, const SectorScores& scores);

  /// Adds those of an orbit, in order.
  void add(std::uint32_t orbit, EncodedEntries& encoded) const;

 private:
  void find_slots(Mask own, std::vector<std::uint64_t>& slots) const;
  SectorEntry entry(std::uint64_t slot) const;
  void add_outcomes(std::uint32_t first_index, std::span<const std::uint64_t> slots,
                    EncodedEntries& encoded) const;
  void add_one_by_one(std::uint32_t orbit, const std::vector<int>& stabilizer,
                      std::span<const std::uint64_t> slots, EncodedEntries& encoded) const;

  static constexpr std::size_t kAhead = 32;  // slots that the memory is asked for
  static constexpr std::size_t kSpare = 1;   // bytes, so that an entry is stored as four

  const MalomGame& game_;
  const SectorIndex& index_;
  std::vector<Mask> opponent_sets_;  // squeezed into the free points, in order
  const Numbering& numbering_;
  bool own_is_major_;
  const WholeOutcomes& outcomes_;
  const SubspaceGrades* grades_;  // null: draws have none
  const SectorScores& scores_;
  int score_;
  std::array<std::uint32_t, 256> packed_{};  // what an outcome byte becomes, unless it is long
};

OrbitEntries::OrbitEntries(const MalomGame& game, const SectorIndex& index,
                           const Numbering& numbering, const Subspace& subspace,
                           const WholeOutcomes& outcomes, const SubspaceGrades* grades,
                           const SectorScores& scores)
    : game_(game),
      index_(index),
      opponent_sets_(index.opponent().all()),
      numbering_(numbering),
      own_is_major_(subspace.own_is_major()),
      outcomes_(outcomes),
      grades_(grades),
      scores_(scores),
      score_(scores.scores.at(subspace)) {
  for (int byte = 0; byte < 256; ++byte) {
    std::array<std::uint8_t, 4> bytes{};
    std::vector<WideEntry> wide;
    const SectorOutcome held{to_outcome(static_cast<OutcomeByte>(byte))};
    encode_entry(game, 0, entry_of(scores, score_, held), bytes.data(), wide);
    MILLSTONE_CHECK(wide.empty() || is_long(static_cast<OutcomeByte>(byte)));
    packed_[static_cast<std::size_t>(byte)] = load_little_endian<std::uint32_t>(bytes.data());
  }
}

/// The slots of the positions with these own stones, in Malom's bits.
void OrbitEntries::find_slots(Mask own, std::vector<std::uint64_t>& slots) const {
  const MalomPoints& points = index_.points();
  const Mask own_stones = points.from_malom(own);
  // Where a free point of Malom's goes, the lowest first.
  std::vector<int> image;
  for_each_bit(low_bits(MalomPoints::kPoints) & ~own,
               [&](int point) { image.push_back(lowest(points.from_malom(bit(point)))); });
  slots.resize(opponent_sets_.size());
  if (!own_is_major_) {
    thread_local std::vector<Mask> opponents;
    opponents.resize(opponent_sets_.size());
    std::ranges::transform(opponent_sets_, opponents.begin(), Symmetry(image));
    return numbering_.slots(opponents, own_stones, slots);
  }
  // All are in one block: its symmetry and squeezing go into the same map.
  const MajorIndex::Entry entry = numbering_.major().find(own_stones);
  const Symmetry& symmetry = numbering_.major().symmetry(entry.symmetry);
  const Mask free =
      numbering_.major().all_points() & ~numbering_.major().representative(entry.block);
  for (int& point : image) point = count(free & low_bits(symmetry(point)));
  const Symmetry squeezed(image);
  const std::uint64_t first = std::uint64_t{entry.block} * numbering_.block_size();
  for (std::size_t i = 0; i < slots.size(); ++i)
    slots[i] = first + numbering_.minor().rank(squeezed(opponent_sets_[i]));
}

SectorEntry OrbitEntries::entry(std::uint64_t slot) const {
  SectorOutcome held{outcomes_.outcome(slot)};
  if (grades_) held.grade = grades_->at(slot).grade;
  return entry_of(scores_, score_, held);
}

/// Those of an orbit in which each position holds its own value, and draws have no grades.
void OrbitEntries::add_outcomes(std::uint32_t first_index, std::span<const std::uint64_t> slots,
                                EncodedEntries& encoded) const {
  const std::size_t begin = encoded.bytes.size();
  encoded.bytes.resize(begin + kSectorEntrySize * slots.size() + kSpare);
  std::uint8_t* out = encoded.bytes.data() + begin;
  for (std::size_t i = 0; i < slots.size(); ++i) {
    outcomes_.prefetch(slots[std::min(i + kAhead, slots.size() - 1)]);
    const OutcomeByte byte = outcomes_.byte(slots[i]);
    if (is_long(byte)) [[unlikely]]
      encode_entry(game_, first_index + static_cast<std::uint32_t>(i), entry(slots[i]), out,
                   encoded.wide);
    else
      store_little_endian(out, packed_[byte]);
    out += kSectorEntrySize;
  }
  encoded.bytes.resize(encoded.bytes.size() - kSpare);
}

/// Those of any orbit: where its stones have a symmetry of their own, one of several positions
/// holds the value, and the others say which.
void OrbitEntries::add_one_by_one(std::uint32_t orbit, const std::vector<int>& stabilizer,
                                  std::span<const std::uint64_t> slots,
                                  EncodedEntries& encoded) const {
  const Symmetry spread = spread_over(low_bits(MalomPoints::kPoints) & ~index_.orbits()[orbit]);
  std::size_t end = encoded.bytes.size();
  encoded.bytes.resize(end + kSectorEntrySize * slots.size());
  for (std::size_t i = 0; i < slots.size(); ++i) {
    const int holder = stabilizer.size() == 1
                           ? SectorIndex::kItself
                           : index_.holder(stabilizer, spread(opponent_sets_[i]));
    outcomes_.prefetch(slots[std::min(i + kAhead, slots.size() - 1)]);
    const SectorEntry one = holder == SectorIndex::kItself ? entry(slots[i]) : redirect_to(holder);
    const auto index = orbit * index_.opponent().size() + static_cast<std::uint32_t>(i);
    encode_entry(game_, index, one, encoded.bytes.data() + end, encoded.wide);
    end += kSectorEntrySize;
  }
}

void OrbitEntries::add(std::uint32_t orbit, EncodedEntries& encoded) const {
  thread_local std::vector<std::uint64_t> slots;
  find_slots(index_.orbits()[orbit], slots);
  const std::vector<int> stabilizer = index_.stabilizer(orbit);
  if (grades_ || stabilizer.size() > 1)
    add_one_by_one(orbit, stabilizer, slots, encoded);
  else
    add_outcomes(orbit * index_.opponent().size(), slots, encoded);
}

class Exporter {
 public:
  Exporter(const Variant& variant, const MalomExportOptions& options, const MalomGame& game)
      : variant_(variant),
        options_(options),
        game_(game),
        points_(*variant.board),
        progress_(options.control) {}

  Result<std::vector<ExportedSector>> run();

 private:
  struct Task {
    SubspaceFiles files;
    SourceMark mark;  // but for the size of the sector file
    std::uint32_t entries;
    bool kept;
  };

  Result<std::vector<Subspace>> wanted() const;
  Result<void> write_scores() const;
  void read_list();
  Result<void> write_list() const;
  Result<std::vector<Task>> list_tasks(const std::vector<Subspace>& subspaces) const;
  Result<void> check_room(const std::vector<Task>& tasks) const;
  Result<SourceMark> mark_of(const SubspaceFiles& files) const;
  bool is_there(const Subspace& subspace, SourceMark mark) const;
  Result<ExportedSector> export_sector(const Task& task);
  Result<std::uint64_t> write(const SubspaceFiles& files);
  Result<void> go_on(const Subspace& subspace, std::uint64_t entries) {
    return progress_.go_on("exporting " + subspace.text(), entries);
  }

  std::filesystem::path target(const Subspace& subspace) const {
    return options_.to / sector_file_name(game_, subspace);
  }

  const Variant& variant_;
  const MalomExportOptions& options_;
  const MalomGame& game_;
  MalomPoints points_;
  SectorScores scores_;
  std::map<std::string, SourceMark> list_;  // by name of the sector file
  WorkProgress progress_;                   // in entries
};

Result<SourceMark> Exporter::mark_of(const SubspaceFiles& files) const {
  SourceMark mark{0, files.values.header().values_checksum, files.distances->header().checksum, 0};
  if (!options_.grades) return mark;
  const auto file = MILLSTONE_TRY(
      DatabaseFile::open(options_.from / file_name(files.subspace(), Metric::kGrade), variant_));
  mark.grades = file.header().checksum;
  return mark;
}

/// Those asked for, else all sectors that the database has with distances.
Result<std::vector<Subspace>> Exporter::wanted() const {
  for (const Subspace& subspace : options_.subspaces)
    if (!scores_.scores.contains(subspace))
      return fail(ErrorCode::kInvalidArgument,
                  "{} is none of Malom's sectors: no game from the empty board comes there",
                  subspace.text());
  if (!options_.subspaces.empty()) return options_.subspaces;
  std::vector<Subspace> subspaces;
  const auto entries = MILLSTONE_TRY(list_database(options_.from, variant_));
  for (const DatabaseEntry& entry : entries)
    if (entry.metric == Metric::kDistance && scores_.scores.contains(entry.subspace))
      subspaces.push_back(entry.subspace);
  if (subspaces.empty())
    return fail(ErrorCode::kMissingFile, "{}: has no distances, which Malom's files need",
                options_.from.string());
  return subspaces;
}

/// A table that is there must be the one that the sectors are written for.
Result<void> Exporter::write_scores() const {
  const std::filesystem::path path = options_.to / score_file_name(game_);
  if (std::filesystem::exists(path)) {
    const auto found = MILLSTONE_TRY(read_scores(options_.to, game_, variant_));
    if (found == scores_) return {};
    return fail(ErrorCode::kInvalidArgument,
                "{}: has other scores than {}, export to an empty directory", path.string(),
                options_.grades ? "those of the database" : "the zeros that are written");
  }
  return write_text_file(path, scores_text(scores_));
}

/// Lines that cannot be read stand for nothing: their sectors are written anew.
void Exporter::read_list() {
  const auto text = read_text_file(options_.to / kListName, kLargestList);
  if (!text) return;
  std::string_view rest = *text;
  while (!rest.empty()) {
    const Words words = split_words(take_line(rest));
    if (words.size() != 5) continue;
    const auto size = number_in<std::uint64_t>(words[1]);
    const auto values = number_in<std::uint64_t>(words[2]);
    const auto distances = number_in<std::uint64_t>(words[3]);
    const auto grades = number_in<std::uint64_t>(words[4]);
    if (size && values && distances && grades)
      list_[std::string(words[0])] = {*size, *values, *distances, *grades};
  }
}

Result<void> Exporter::write_list() const {
  std::string text;
  for (const auto& [name, mark] : list_)
    text +=
        fmt::format("{} {} {} {} {}\n", name, mark.size, mark.values, mark.distances, mark.grades);
  return write_text_file(options_.to / kListName, text);
}

bool Exporter::is_there(const Subspace& subspace, SourceMark mark) const {
  const auto listed = list_.find(sector_file_name(game_, subspace));
  std::error_code error;
  mark.size = std::filesystem::file_size(target(subspace), error);
  return !error && listed != list_.end() && listed->second == mark;
}

Result<std::vector<Exporter::Task>> Exporter::list_tasks(
    const std::vector<Subspace>& subspaces) const {
  std::vector<Task> tasks;
  for (const Subspace& subspace : subspaces) {
    auto files = MILLSTONE_TRY(open_subspace_files(options_.from, variant_, subspace));
    if (!files.distances)
      return fail(ErrorCode::kMissingFile, "{}: has no distances of {}, which Malom's files need",
                  options_.from.string(), subspace.text());
    const auto mark = MILLSTONE_TRY(mark_of(files));
    const bool kept = is_there(subspace, mark);
    tasks.push_back({std::move(files), mark, sector_size(*variant_.board, subspace), kept});
  }
  return tasks;
}

/// Wide entries are few: a hundredth is left for them.
Result<void> Exporter::check_room(const std::vector<Task>& tasks) const {
  std::uint64_t needed = 0;
  for (const Task& task : tasks)
    if (!task.kept) needed += sector_file_size(task.entries);
  needed += needed / 100;
  return mill::check_room(options_.to, needed);
}

Result<std::uint64_t> Exporter::write(const SubspaceFiles& files) {
  const Subspace& subspace = files.subspace();
  const auto numbering = Numbering::make(variant_, subspace);
  const auto outcomes = MILLSTONE_TRY(WholeOutcomes::load(files, options_.control.stop));
  std::optional<SubspaceGrades> grades;
  if (options_.grades)
    grades = MILLSTONE_TRY(
        SubspaceGrades::load(options_.from, variant_, subspace, options_.control.stop));
  const SectorIndex index(points_, subspace.own, subspace.opponent);
  const OrbitEntries orbit_entries(game_, index, numbering, subspace, outcomes,
                                   grades ? &*grades : nullptr, scores_);
  auto writer = MILLSTONE_TRY(SectorWriter::create(target(subspace), game_));
  // A few parts at a time, each of whole orbits: made by all threads, while one writes those before
  // in order.
  constexpr std::uint32_t kEntriesPerPart = 1 << 18;
  const std::uint32_t orbit_size = index.opponent().size();
  const auto orbits = static_cast<std::uint32_t>(index.orbits().size());
  const std::uint32_t orbits_per_part = std::max(1U, kEntriesPerPart / orbit_size);
  const std::uint32_t parts_at_once = 4 * static_cast<std::uint32_t>(options_.threads);
  std::vector<EncodedEntries> made(parts_at_once), to_write;
  const auto make = [&](std::uint32_t first, EncodedEntries& part) {
    part.bytes.clear();
    part.wide.clear();
    for (std::uint32_t i = 0; i < orbits_per_part && first + i < orbits; ++i)
      orbit_entries.add(first + i, part);
  };
  const auto write_parts = [&]() -> Result<void> {
    for (const EncodedEntries& part : to_write) MILLSTONE_TRY(writer.append(part));
    return {};
  };
  for (std::uint32_t begin = 0; begin < orbits; begin += parts_at_once * orbits_per_part) {
    Result<void> written;
    for_each_index(parts_at_once + 1, [&](std::uint32_t part) {
      if (part == 0)
        written = write_parts();
      else
        make(begin + (part - 1) * orbits_per_part, made[part - 1]);
    });
    MILLSTONE_TRY(std::move(written));
    std::swap(made, to_write);
    made.resize(parts_at_once);
    const std::uint32_t end = std::min(begin + parts_at_once * orbits_per_part, orbits);
    MILLSTONE_TRY(go_on(subspace, std::uint64_t{end - begin} * orbit_size));
  }
  MILLSTONE_TRY(write_parts());
  return writer.finish();
}

Result<ExportedSector> Exporter::export_sector(const Task& task) {
  const Subspace& subspace = task.files.subspace();
  ExportedSector row{subspace, task.entries, 0, task.kept};
  if (task.kept) {
    row.bytes = list_.at(sector_file_name(game_, subspace)).size;
    MILLSTONE_TRY(go_on(subspace, task.entries));
    return row;
  }
  row.bytes = MILLSTONE_TRY(write(task.files));
  SourceMark mark = task.mark;
  mark.size = row.bytes;
  list_[sector_file_name(game_, subspace)] = mark;
  MILLSTONE_TRY(write_list());
  return row;
}

Result<std::vector<ExportedSector>> Exporter::run() {
  scores_ = MILLSTONE_TRY(exported_scores(game_, options_.from, variant_, options_.grades));
  const auto subspaces = MILLSTONE_TRY(wanted());
  MILLSTONE_TRY(make_target_directory(options_.to));
  read_list();
  const auto tasks = MILLSTONE_TRY(list_tasks(subspaces));
  MILLSTONE_TRY(check_room(tasks));
  MILLSTONE_TRY(write_scores());
  for (const Task& task : tasks) progress_.expect(task.entries);
  std::vector<ExportedSector> rows;
  for (const Task& task : tasks) {
    auto row = MILLSTONE_TRY(export_sector(task));
    rows.push_back(row);
  }
  return rows;
}

}  // namespace

Result<std::vector<ExportedSector>> export_to_malom(const Variant& variant,
                                                    const MalomExportOptions& options) {
  const MalomGame* const game = MILLSTONE_TRY(malom_game(variant));
  oneapi::tbb::task_arena arena(options.threads);
  return arena.execute([&] { return Exporter(variant, options, *game).run(); });
}

}  // namespace mill
