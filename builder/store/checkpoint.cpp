#include "builder/store/checkpoint.h"

#include <algorithm>
#include <array>

#include "base/checksum.h"
#include "base/file_bytes.h"
#include "base/little_endian.h"
#include "base/output_file.h"
#include "base/private_path.h"

namespace mill {
namespace {

constexpr std::array<std::uint8_t, 8> kMagic = {'m', 'i', 'l', 'l', 'c', 'h', 'k', '1'};
constexpr std::size_t kFixedSize = 8 + 3 * 4 + 4 + 8;  // magic, stage, number of arrays, work
constexpr std::size_t kChecksumSize = 8;
constexpr std::size_t kPiece = std::size_t{8} << 20;  // bytes read or written at a time
constexpr std::uint32_t kMostArrays = 16;
constexpr double kWorthSaving = 20;  // seconds of work

std::uint64_t work_of(const Variant& variant, const Subspace& subspace) {
  const std::string text = variant.canonical_text() + subspace.text();
  return checksum(as_bytes(text));
}

/// Calls `take(piece)` for the bytes from `offset` on, `size` of them; false if they cannot be
/// read.
template <typename Take>
bool read_pieces(const FileBytes& file, std::uint64_t offset, std::uint64_t size, Take&& take) {
  std::vector<std::uint8_t> scratch;
  while (size > 0) {
    const std::size_t length = std::min<std::uint64_t>(size, kPiece);
    const auto piece = file.read(offset, length, scratch);
    if (!piece) return false;
    take(*piece);
    offset += length;
    size -= length;
  }
  return true;
}

}  // namespace

Checkpoint::Checkpoint(const std::filesystem::path& path, const Variant& variant,
                       const Subspace& subspace, double interval,
                       std::function<void(const std::string&)> note)
    : path_(path), work_(work_of(variant, subspace)), interval_(interval), note_(std::move(note)) {
  // Without links, so that what is looked at is what is opened.
  std::error_code error;
  const auto directory =
      std::filesystem::canonical(std::filesystem::absolute(path).parent_path(), error);
  if (!error) path_ = directory / path.filename();
}

bool Checkpoint::is_due(bool stopping) const {
  const std::chrono::duration<double> worked = std::chrono::steady_clock::now() - last_;
  return worked.count() >= (stopping ? std::min(interval_, kWorthSaving) : interval_);
}

Result<void> Checkpoint::save(const SolveStage& stage,
                              const std::vector<std::span<const std::uint8_t>>& arrays) {
  MILLSTONE_CHECK(arrays.size() <= kMostArrays);
  FieldWriter head;
  head.put_bytes(kMagic);
  head.put(stage.sides);
  head.put(stage.groups);
  head.put(stage.distance);
  head.put(static_cast<std::uint32_t>(arrays.size()));
  head.put(work_);
  for (const auto& array : arrays) head.put(static_cast<std::uint64_t>(array.size()));
  auto file = MILLSTONE_TRY(OutputFile::create(path_, OutputFile::Access::kOwnerOnly));
  RunningChecksum sum;
  const auto write = [&](std::span<const std::uint8_t> bytes) -> Result<void> {
    sum.add(bytes);
    return file.append(bytes);
  };
  MILLSTONE_TRY(write(head.bytes()));
  for (const auto& array : arrays)
    for (std::size_t at = 0; at < array.size(); at += kPiece)
      MILLSTONE_TRY(write(array.subspan(at, std::min(kPiece, array.size() - at))));
  std::array<std::uint8_t, kChecksumSize> tail;
  store_little_endian(tail.data(), sum.value());
  MILLSTONE_TRY(file.append(tail));
  MILLSTONE_TRY(file.publish());
  last_ = std::chrono::steady_clock::now();
  return {};
}

std::optional<Checkpoint::Saved> Checkpoint::find() const {
  if (const std::string fault = why_not_private(path_); !fault.empty()) {
    if (note_)
      note_(
          fmt::format("the checkpoint {} is not believed, since {}: this subspace is started "
                      "afresh",
                      path_.filename().string(), fault));
    return std::nullopt;
  }
  const auto file = FileBytes::open(path_, FileAccess::kPositioned);
  if (!file || (*file)->size() < kFixedSize + kChecksumSize) return std::nullopt;
  const std::uint64_t body = (*file)->size() - kChecksumSize;
  RunningChecksum sum;
  if (!read_pieces(**file, 0, body, [&](auto piece) { sum.add(piece); })) return std::nullopt;
  std::vector<std::uint8_t> scratch;
  const auto tail = (*file)->read(body, kChecksumSize, scratch);
  if (!tail || load_little_endian<std::uint64_t>(tail->data()) != sum.value()) return std::nullopt;

  const std::size_t head_size = std::min<std::uint64_t>(body, kFixedSize + 8 * kMostArrays);
  const auto head = (*file)->read(0, head_size, scratch);
  if (!head) return std::nullopt;
  FieldReader in(*head);
  const auto magic = in.take_bytes(kMagic.size());
  if (!std::equal(magic.begin(), magic.end(), kMagic.begin())) return std::nullopt;
  Saved saved;
  saved.stage.sides = in.take<std::uint32_t>();
  saved.stage.groups = in.take<std::uint32_t>();
  saved.stage.distance = in.take<std::uint32_t>();
  saved.sizes.resize(std::min(in.take<std::uint32_t>(), kMostArrays));
  if (in.take<std::uint64_t>() != work_) return std::nullopt;
  std::uint64_t total = kFixedSize + 8 * saved.sizes.size();
  for (std::uint64_t& size : saved.sizes) total += size = in.take<std::uint64_t>();
  if (!in.ok() || total != body) return std::nullopt;
  return saved;
}

bool Checkpoint::load(const Saved& saved,
                      const std::vector<std::span<std::uint8_t>>& arrays) const {
  const auto file = FileBytes::open(path_, FileAccess::kPositioned);
  if (!file || arrays.size() != saved.sizes.size()) return false;
  std::uint64_t offset = kFixedSize + 8 * saved.sizes.size();
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    if (arrays[i].size() != saved.sizes[i]) return false;
    std::uint8_t* out = arrays[i].data();
    const auto copy = [&](std::span<const std::uint8_t> piece) {
      out = std::copy(piece.begin(), piece.end(), out);
    };
    if (!read_pieces(**file, offset, saved.sizes[i], copy)) return false;
    offset += saved.sizes[i];
  }
  return true;
}

}  // namespace mill
