#include "builder/store/checkpoint.h"

#include <algorithm>
#include <array>
#include <tuple>

#include "base/checksum.h"
#include "base/file_bytes.h"
#include "base/little_endian.h"
#include "base/output_file.h"
#include "base/private_path.h"
#include "base/timing.h"

namespace mill {
namespace {

constexpr std::array<std::uint8_t, 8> kMagic = {'m', 'i', 'l', 'l', 'c', 'h', 'k', '2'};
constexpr std::size_t kFixedSize = 8 + 3 * 4 + 4 * 4 + 8;  // up to the sizes of the arrays
constexpr std::size_t kChecksumSize = 8;
constexpr std::size_t kBytesAtATime = std::size_t{8} << 20;  // read or written
constexpr std::uint32_t kMostArrays = 16;
constexpr double kWorthSaving = 20;  // seconds of work
constexpr std::string_view kExtension = ".checkpoint";

std::uint64_t work_of(const Variant& variant, const Subspace& subspace, std::uint64_t task) {
  std::string text = variant.canonical_text() + subspace.text();
  if (task != 0) text += fmt::format(" {:x}", task);
  return checksum(as_bytes(text));
}

auto order_of(const SolveStage& stage) {
  return std::tuple(stage.sides, stage.groups, stage.distance);
}

/// Calls `take(offset, bytes)` for the first `size` bytes of a file; false if they cannot be read.
template <typename Take>
bool read_front(const FileBytes& file, std::uint64_t size, Take&& take) {
  std::vector<std::uint8_t> scratch;
  for (std::uint64_t offset = 0; offset < size;) {
    const std::size_t length = std::min<std::uint64_t>(size - offset, kBytesAtATime);
    const auto bytes = file.read(offset, length, scratch);
    if (!bytes) return false;
    take(offset, *bytes);
    offset += length;
  }
  return true;
}

/// Bytes of a file that belong into memory.
struct Wanted {
  std::uint64_t offset = 0;  ///< in the file
  std::span<std::uint8_t> out;

  /// Copies what of them is among those at `from`.
  void take(std::uint64_t from, std::span<const std::uint8_t> bytes) const {
    const std::uint64_t begin = std::max(from, offset);
    const std::uint64_t end = std::min(from + bytes.size(), offset + out.size());
    if (begin < end)
      std::copy_n(bytes.data() + (begin - from), end - begin, out.data() + (begin - offset));
  }
};

/// Files that may be checkpoints of the subspace, whoever has written them.
std::vector<std::filesystem::path> candidates(const std::filesystem::path& path,
                                              std::string_view extension) {
  std::vector<std::filesystem::path> found;
  const std::string start = path.stem().string() + ".";
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(path.parent_path(), ignored)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with(start) && name.ends_with(extension)) found.push_back(entry.path());
  }
  std::ranges::sort(found);
  return found;
}

void remove_all_but(const std::filesystem::path& path, std::string_view kept) {
  std::error_code ignored;
  for (const auto& old : candidates(path, kExtension))
    if (kept.empty() || !old.filename().string().starts_with(kept))
      std::filesystem::remove(old, ignored);
}

}  // namespace

Checkpoint::Checkpoint(const std::filesystem::path& path, const Variant& variant,
                       const Subspace& subspace, double interval,
                       std::function<void(const std::string&)> note, const CheckpointPart& part)
    : path_(path),
      work_(work_of(variant, subspace, part.task)),
      interval_(interval),
      note_(std::move(note)),
      part_(part) {
  // Without links, so that what is looked at is what is opened.
  std::error_code error;
  const auto directory =
      std::filesystem::canonical(std::filesystem::absolute(path).parent_path(), error);
  if (!error) path_ = directory / path.filename();
}

/// Whether it is so for a member of the team; what cannot be found out is not.
bool Checkpoint::is_by_any(bool flag) const {
  const auto largest = largest_of(part_.team, flag);
  return largest && *largest != 0;
}

bool Checkpoint::is_due(bool stopping) {
  const bool due =
      seconds_since(last_) >= (stopping ? std::min(interval_, kWorthSaving) : interval_);
  return is_by_any(due && (!part_.team || part_.team->member() == 0));
}

std::filesystem::path Checkpoint::path_of(const SolveStage& stage) const {
  if (!part_.team) return path_;
  return path_.parent_path() /
         fmt::format("{}.{}-{}-{}.{}of{}{}", path_.stem().string(), stage.sides, stage.groups,
                     stage.distance, part_.team->member() + 1, part_.team->size(), kExtension);
}

Result<void> Checkpoint::write(const std::filesystem::path& path, const SolveStage& stage,
                               const std::vector<std::span<const std::uint8_t>>& arrays) const {
  MILLSTONE_CHECK(arrays.size() <= kMostArrays);
  FieldWriter head;
  head.put_bytes(kMagic);
  for (const std::uint32_t number :
       {stage.sides, stage.groups, stage.distance, static_cast<std::uint32_t>(arrays.size()),
        part_.share.begin, part_.share.end, part_.blocks})
    head.put(number);
  head.put(work_);
  for (const auto& array : arrays) head.put(static_cast<std::uint64_t>(array.size()));
  auto file = MILLSTONE_TRY(OutputFile::create(path, OutputFile::Access::kOwnerOnly));
  RunningChecksum sum;
  const auto append = [&](std::span<const std::uint8_t> bytes) -> Result<void> {
    sum.add(bytes);
    return file.append(bytes);
  };
  MILLSTONE_TRY(append(head.bytes()));
  for (const auto& array : arrays)
    for (std::size_t at = 0; at < array.size(); at += kBytesAtATime)
      MILLSTONE_TRY(append(array.subspan(at, std::min(kBytesAtATime, array.size() - at))));
  std::array<std::uint8_t, kChecksumSize> tail;
  store_little_endian(tail.data(), sum.value());
  MILLSTONE_TRY(file.append(tail));
  return file.publish();
}

Result<void> Checkpoint::save(const SolveStage& stage,
                              const std::vector<std::span<const std::uint8_t>>& arrays) {
  const std::filesystem::path path = path_of(stage);
  Result<void> written = write(path, stage, arrays);
  if (is_by_any(!written)) {  // of a state that is not whole the older one is worth more
    std::error_code ignored;
    if (part_.team) std::filesystem::remove(path, ignored);
    return written;
  }
  // Others of the team have theirs under the same name but for what is behind the stage.
  const std::string name = path.filename().string();
  const std::size_t shared =
      part_.team ? name.rfind('.', name.size() - kExtension.size() - 1) + 1 : name.size();
  if (!part_.team || part_.team->member() == 0)
    remove_all_but(path_, std::string_view(name).substr(0, shared));
  last_ = std::chrono::steady_clock::now();
  return {};
}

std::optional<Checkpoint::Piece> Checkpoint::look_at(const std::filesystem::path& path) const {
  if (const std::string fault = why_not_private(path); !fault.empty()) {
    if (note_)
      note_(
          fmt::format("the checkpoint {} is not believed, since {}: this subspace is started "
                      "afresh",
                      path.filename().string(), fault));
    return std::nullopt;
  }
  const auto file = FileBytes::open(path, FileAccess::kPositioned);
  if (!file || (*file)->size() < kFixedSize + kChecksumSize) return std::nullopt;
  const std::uint64_t body = (*file)->size() - kChecksumSize;
  std::vector<std::uint8_t> scratch;
  const std::size_t head_size = std::min<std::uint64_t>(body, kFixedSize + 8 * kMostArrays);
  const auto head = (*file)->read(0, head_size, scratch);
  if (!head) return std::nullopt;
  FieldReader in(*head);
  const auto magic = in.take_bytes(kMagic.size());
  if (!std::equal(magic.begin(), magic.end(), kMagic.begin())) return std::nullopt;
  Piece piece{path, {}, {}, {}};
  for (std::uint32_t* const number :
       {&piece.stage.sides, &piece.stage.groups, &piece.stage.distance})
    *number = in.take<std::uint32_t>();
  piece.sizes.resize(std::min(in.take<std::uint32_t>(), kMostArrays));
  piece.blocks.begin = in.take<std::uint32_t>();
  piece.blocks.end = in.take<std::uint32_t>();
  const auto blocks = in.take<std::uint32_t>();
  if (in.take<std::uint64_t>() != work_) return std::nullopt;
  std::uint64_t total = kFixedSize + 8 * piece.sizes.size();
  for (std::uint64_t& size : piece.sizes) total += size = in.take<std::uint64_t>();
  if (!in.ok() || total != body || blocks != part_.blocks) return std::nullopt;
  if (piece.blocks.begin > piece.blocks.end || piece.blocks.end > blocks) return std::nullopt;
  return piece;
}

/// The files that hold all blocks together, of the furthest stage that has such.
std::vector<Checkpoint::Piece> Checkpoint::furthest_pieces() const {
  std::vector<Piece> all;
  for (const auto& path : candidates(path_, kExtension))
    if (auto piece = look_at(path)) all.push_back(std::move(*piece));
  std::ranges::sort(all, [](const Piece& a, const Piece& b) {
    if (a.stage != b.stage) return order_of(a.stage) > order_of(b.stage);
    return std::tuple(a.blocks.begin, b.blocks.end) < std::tuple(b.blocks.begin, a.blocks.end);
  });
  for (std::size_t first = 0; first < all.size();) {
    std::vector<Piece> chosen;
    std::uint32_t held = 0;  // blocks, from the first on
    std::size_t next = first;
    for (; next < all.size() && all[next].stage == all[first].stage; ++next)
      if (all[next].blocks.begin <= held && all[next].blocks.end > held) {
        held = all[next].blocks.end;
        chosen.push_back(all[next]);
      }
    if (held == part_.blocks) return chosen;
    first = next;
  }
  return {};
}

std::optional<SolveStage> Checkpoint::find() {
  found_ = furthest_pieces();
  SolveStage stage;
  if (!found_.empty()) stage = found_.front().stage;
  // All members go on from the same stage or none.
  FieldWriter own;
  for (const std::uint32_t number :
       {static_cast<std::uint32_t>(!found_.empty()), stage.sides, stage.groups, stage.distance})
    own.put(number);
  if (part_.team) {
    const auto told = tell_all(*part_.team, own.bytes());
    if (!told || std::ranges::any_of(*told, [&](const auto& one) { return one != own.bytes(); }))
      found_.clear();
  }
  if (found_.empty()) return std::nullopt;
  return stage;
}

bool Checkpoint::load_piece(const Piece& piece,
                            const std::vector<std::span<std::uint8_t>>& arrays) const {
  const std::uint32_t begin = std::max(piece.blocks.begin, part_.share.begin);
  const std::uint32_t end = std::min(piece.blocks.end, part_.share.end);
  if (begin >= end) return true;
  if (arrays.size() != piece.sizes.size()) return false;
  std::vector<Wanted> wanted;
  std::uint64_t offset = kFixedSize + 8 * piece.sizes.size();
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    const std::uint64_t stride = piece.sizes[i] / piece.blocks.count();
    if (piece.sizes[i] != stride * piece.blocks.count() ||
        arrays[i].size() != stride * part_.share.count())
      return false;
    wanted.push_back(
        {offset + (begin - piece.blocks.begin) * stride,
         arrays[i].subspan((begin - part_.share.begin) * stride, (end - begin) * stride)});
    offset += piece.sizes[i];
  }
  const auto file = FileBytes::open(piece.path, FileAccess::kPositioned);
  if (!file || (*file)->size() != offset + kChecksumSize) return false;
  RunningChecksum sum;
  const bool whole = read_front(**file, offset, [&](std::uint64_t from, auto bytes) {
    sum.add(bytes);
    for (const Wanted& each : wanted) each.take(from, bytes);
  });
  std::vector<std::uint8_t> scratch;
  const auto tail = (*file)->read(offset, kChecksumSize, scratch);
  return whole && tail && load_little_endian<std::uint64_t>(tail->data()) == sum.value();
}

bool Checkpoint::load(const std::vector<std::span<std::uint8_t>>& arrays) {
  const bool good =
      std::ranges::all_of(found_, [&](const Piece& piece) { return load_piece(piece, arrays); });
  if (!part_.team) return good;
  const auto bad = largest_of(part_.team, !good);
  return bad && *bad == 0;
}

void remove_checkpoints(const std::filesystem::path& path) {
  remove_all_but(path, {});
  std::error_code ignored;
  for (const auto& left : candidates(path, std::string(kExtension) + ".partial"))
    std::filesystem::remove(left, ignored);
}

}  // namespace mill
