#include "reports/malom_view.h"

#include <algorithm>
#include <cstring>
#include <map>

#include "base/checksum.h"
#include "formats/database_directory.h"
#include "formats/malom/sector_directory.h"
#include "formats/subspace_files.h"
#include "reports/exported_scores.h"

namespace mill {
namespace {

/// Copies what of a piece of a file, which begins at `begin`, is asked for.
void put_piece(std::uint64_t begin, std::span<const std::uint8_t> piece, std::uint64_t offset,
               std::span<std::uint8_t> bytes) {
  const std::uint64_t first = std::max(begin, offset);
  const std::uint64_t last = std::min(begin + piece.size(), offset + bytes.size());
  if (first >= last) return;
  std::memcpy(bytes.data() + (first - offset), piece.data() + (first - begin), last - first);
}

class ViewedText final : public ViewedFile {
 public:
  explicit ViewedText(std::string text) : text_(std::move(text)) {}

  std::uint64_t size() const override { return text_.size(); }

  Result<void> read(std::uint64_t offset, std::span<std::uint8_t> bytes) const override {
    put_piece(0, as_bytes(text_), offset, bytes);
    return {};
  }

 private:
  std::string text_;
};

class ViewedSector final : public ViewedFile {
 public:
  ViewedSector(const Prober& prober, const MalomGame& game, const MalomPoints& points,
               const Subspace& subspace, const SectorScores& scores, bool grades)
      : prober_(prober),
        game_(game),
        subspace_(subspace),
        scores_(scores),
        score_(scores.scores.at(subspace)),
        grades_(grades),
        index_(points, subspace.own, subspace.opponent),
        header_(sector_header(game)) {}

  /// Finds the wide entries, which takes a look at all.
  Result<void> find_wide() {
    constexpr std::uint32_t kAtATime = 1 << 16;
    for (std::uint32_t first = 0; first < index_.size(); first += kAtATime) {
      const std::uint32_t last = std::min(first + kAtATime, index_.size());
      const auto entries = MILLSTONE_TRY(encoded(first, last));
      wide_.insert(wide_.end(), entries.wide.begin(), entries.wide.end());
    }
    return {};
  }

  std::uint64_t size() const override {
    return sector_file_size(index_.size()) + kWideEntrySize * wide_.size();
  }

  Result<void> read(std::uint64_t offset, std::span<std::uint8_t> bytes) const override;

 private:
  Result<EncodedEntries> encoded(std::uint32_t first, std::uint32_t last) const;
  Result<SectorEntry> entry(const std::vector<int>& stabilizer, std::uint32_t index) const;

  const Prober& prober_;
  const MalomGame& game_;
  Subspace subspace_;
  const SectorScores& scores_;
  int score_;
  bool grades_;
  SectorIndex index_;
  std::vector<std::uint8_t> header_;
  std::vector<WideEntry> wide_;
};

Result<SectorEntry> ViewedSector::entry(const std::vector<int>& stabilizer,
                                        std::uint32_t index) const {
  const SectorStones stones = index_.stones(index);
  if (stabilizer.size() > 1)
    if (const int holder = index_.holder(stabilizer, stones.opponent);
        holder != SectorIndex::kItself)
      return redirect_to(holder);
  Position position;
  position.own = index_.points().from_malom(stones.own);
  position.opponent = index_.points().from_malom(stones.opponent);
  position.own_hand = static_cast<std::uint8_t>(subspace_.own_hand);
  position.opponent_hand = static_cast<std::uint8_t>(subspace_.opponent_hand);
  SectorOutcome held{MILLSTONE_TRY(prober_.outcome(position))};
  if (grades_ && held.outcome.value == Value::kDraw) {
    const auto graded = MILLSTONE_TRY(prober_.graded_value(position));
    held.grade = graded.grade;
  }
  return entry_of(scores_, score_, held);
}

Result<EncodedEntries> ViewedSector::encoded(std::uint32_t first, std::uint32_t last) const {
  const std::uint32_t orbit_size = index_.opponent().size();
  std::vector<SectorEntry> entries;
  entries.reserve(last - first);
  for (std::uint32_t index = first; index < last;) {
    const std::uint32_t orbit = index / orbit_size;
    const std::vector<int> stabilizer = index_.stabilizer(orbit);
    for (const std::uint32_t end = std::min(last, (orbit + 1) * orbit_size); index < end; ++index) {
      const auto one = MILLSTONE_TRY(entry(stabilizer, index));
      entries.push_back(one);
    }
  }
  return encode_entries(game_, first, entries);
}

Result<void> ViewedSector::read(std::uint64_t offset, std::span<std::uint8_t> bytes) const {
  const std::uint64_t begin = header_.size();
  const std::uint64_t end = begin + kSectorEntrySize * std::uint64_t{index_.size()};
  put_piece(0, header_, offset, bytes);
  put_piece(end, sector_tail(wide_), offset, bytes);
  const std::uint64_t from = std::clamp(offset, begin, end) - begin;
  const std::uint64_t to = std::clamp(offset + bytes.size(), begin, end) - begin;
  if (from == to) return {};
  const auto first = static_cast<std::uint32_t>(from / kSectorEntrySize);
  const auto last = static_cast<std::uint32_t>((to + kSectorEntrySize - 1) / kSectorEntrySize);
  const auto entries = MILLSTONE_TRY(encoded(first, last));
  put_piece(begin + kSectorEntrySize * std::uint64_t{first}, entries.bytes, offset, bytes);
  return {};
}

}  // namespace

class MalomView::Parts {
 public:
  Parts(Prober prober, const MalomGame& game, SectorScores scores, bool grades)
      : prober_(std::move(prober)),
        game_(game),
        points_(*prober_.variant().board),
        scores_(std::move(scores)),
        grades_(grades) {}

  Result<void> list(const std::filesystem::path& directory);
  const std::vector<File>& files() const { return files_; }
  Result<std::unique_ptr<const ViewedFile>> open_file(const std::string& name) const;

 private:
  struct Sector {
    Subspace subspace;
    bool may_be_wide = false;  ///< whether an entry may not fit
  };

  Result<bool> may_be_wide(const std::filesystem::path& directory, const Subspace& subspace) const;

  Prober prober_;
  const MalomGame& game_;
  MalomPoints points_;
  SectorScores scores_;
  bool grades_;
  std::vector<File> files_;
  std::map<std::string, Sector> sectors_;
};

/// Whether the greatest second field of a sector may have to stand at the end of its file.
Result<bool> MalomView::Parts::may_be_wide(const std::filesystem::path& directory,
                                           const Subspace& subspace) const {
  const Variant& variant = prober_.variant();
  const auto files = MILLSTONE_TRY(open_subspace_files(directory, variant, subspace));
  int greatest = std::max(files.counts().longest_win, files.counts().longest_loss);
  if (grades_) {
    const auto file =
        MILLSTONE_TRY(DatabaseFile::open(directory / file_name(subspace, Metric::kGrade), variant));
    for (const Grade& grade : file.grade_data().grades)
      greatest = std::max(greatest, std::abs(grade.steps));
  }
  return !fits_all_to(game_, greatest);
}

Result<void> MalomView::Parts::list(const std::filesystem::path& directory) {
  const std::string scores_name = score_file_name(game_);
  files_.push_back({scores_name, scores_text(scores_).size()});
  for (const Subspace& subspace : prober_.subspaces_with_distances()) {
    if (!scores_.scores.contains(subspace)) continue;  // no game comes there
    const std::string name = sector_file_name(game_, subspace);
    const bool wide = MILLSTONE_TRY(may_be_wide(directory, subspace));
    const Sector sector{subspace, wide};
    sectors_[name] = sector;
    std::uint64_t size = sector_file_size(sector_size(*prober_.variant().board, subspace));
    if (sector.may_be_wide) {
      const auto file = MILLSTONE_TRY(open_file(name));
      size = file->size();
    }
    files_.push_back({name, size});
  }
  std::ranges::sort(files_, {}, &File::name);
  return {};
}

Result<std::unique_ptr<const ViewedFile>> MalomView::Parts::open_file(
    const std::string& name) const {
  const auto sector = sectors_.find(name);
  if (sector == sectors_.end()) return std::make_unique<const ViewedText>(scores_text(scores_));
  auto file = std::make_unique<ViewedSector>(prober_, game_, points_, sector->second.subspace,
                                             scores_, grades_);
  if (sector->second.may_be_wide) MILLSTONE_TRY(file->find_wide());
  return file;
}

MalomView::MalomView(std::unique_ptr<const Parts> parts) : parts_(std::move(parts)) {}
MalomView::~MalomView() = default;
MalomView::MalomView(MalomView&&) noexcept = default;
MalomView& MalomView::operator=(MalomView&&) noexcept = default;

Result<MalomView> MalomView::open(const std::filesystem::path& directory, const Variant& variant,
                                  const MalomViewOptions& options) {
  const MalomGame* const game = MILLSTONE_TRY(malom_game(variant));
  auto scores = MILLSTONE_TRY(exported_scores(*game, directory, variant, options.grades));
  auto prober =
      MILLSTONE_TRY(Prober::open(directory, variant, {.cache_bytes = options.cache_bytes}));
  if (prober.subspaces_with_distances().empty())
    return fail(ErrorCode::kMissingFile, "{}: has no distances, which Malom's files need",
                directory.string());
  auto parts = std::make_unique<Parts>(std::move(prober), *game, std::move(scores), options.grades);
  MILLSTONE_TRY(parts->list(directory));
  return MalomView(std::move(parts));
}

const std::vector<MalomView::File>& MalomView::files() const { return parts_->files(); }

Result<std::unique_ptr<const ViewedFile>> MalomView::open_file(const std::string& name) const {
  return parts_->open_file(name);
}

}  // namespace mill
