// Files that hold only what does not follow from the values of their mirror.

#include <gtest/gtest.h>
#include <xxhash.h>

#include <random>

#include "base/checksum.h"
#include "formats/database_file.h"
#include "formats/subspace_file.h"
#include "game/moves.h"
#include "game/numbering.h"
#include "tests/formats/filler.h"
#include "tests/formats/python_reader.h"
#include "tests/support/file_contents.h"
#include "tests/support/test_results.h"

namespace mill {
namespace {

using Bytes = std::vector<std::uint8_t>;

OutcomeByte outcome_of(Value value) {
  return value == Value::kDraw ? kDrawByte : value == Value::kWin ? win_byte(1) : kLostNowByte;
}

FillOutcomes fill_from(const std::vector<Value>& values) {
  return [&values](std::uint64_t first, std::span<OutcomeByte> out) {
    for (std::size_t i = 0; i < out.size(); ++i)
      out[i] = outcome_of(values[static_cast<std::size_t>(first) + i]);
  };
}

/// Two subspaces, each the other's mirror. The values of the one are arbitrary; those of the other
/// are what its turns make of them, worked out with the move generator, where a turn that closes a
/// mill may be worth anything.
class MirrorFiles {
 public:
  MirrorFiles(const Variant& variant, const Subspace& minor)
      : variant_(variant),
        minor_(minor),
        numbering_(Numbering::make(variant, minor)),
        mirror_numbering_(Numbering::make(variant, minor.mirror())) {
    std::mt19937_64 random(1);
    const auto any = [&] { return static_cast<Value>(random() % 3); };
    // Slots of one class are alike.
    const auto first_of_class = [&](const Numbering& numbering, const Subspace& subspace,
                                    std::uint64_t slot) {
      return static_cast<std::size_t>(numbering.slot(numbering.position(subspace, slot)));
    };
    const Subspace major = minor.mirror();
    for (std::uint64_t slot = 0; slot < numbering_.slots(); ++slot) mirror_.push_back(any());
    for (std::uint64_t slot = 0; slot < numbering_.slots(); ++slot)
      mirror_[static_cast<std::size_t>(slot)] =
          mirror_[first_of_class(mirror_numbering_, major, slot)];
    for (std::uint64_t slot = 0; slot < numbering_.slots(); ++slot)
      values_.push_back(value_at(numbering_.position(minor, slot), any()));
    for (std::uint64_t slot = 0; slot < numbering_.slots(); ++slot)
      values_[static_cast<std::size_t>(slot)] = values_[first_of_class(numbering_, minor, slot)];
  }

  std::vector<Value>& values() { return values_; }

  Result<std::uint64_t> write_mirror(const WriteOptions& options = {}) const {
    return write_subspace_file(directory_.path(), variant_, minor_.mirror(), Metric::kValue,
                               counts_of(mirror_), options, fill_from(mirror_));
  }

  Result<std::uint64_t> write() const {
    const auto mirror = MILLSTONE_TRY(DatabaseFile::open(path(minor_.mirror()), variant_));
    const MirrorValues values{mirror.header().values_checksum,
                              [&](std::uint32_t block, std::span<std::uint8_t> packed) {
                                return mirror.decode_values(block, packed);
                              }};
    WriteOptions options;
    options.codec = Codec::kMirror;
    options.mirror = &values;
    return write_subspace_file(directory_.path(), variant_, minor_, Metric::kValue,
                               counts_of(values_), options, fill_from(values_));
  }

  Result<DatabaseFile> open() const { return DatabaseFile::open(path(minor_), variant_); }

  std::filesystem::path path(const Subspace& subspace) const {
    return directory_.path() / file_name(subspace, Metric::kValue);
  }
  std::filesystem::path path() const { return path(minor_); }

  /// What the file holds.
  std::vector<Value> read() const {
    const auto file = open();
    EXPECT_TRUE(succeeds(file));
    std::vector<Value> values;
    for (std::uint32_t block = 0; file && block < file->header().block_count; ++block) {
      const std::uint32_t slots = file->header().slots_in_block(block);
      Bytes packed(packed_size(slots));
      EXPECT_TRUE(succeeds(file->decode_values(block, packed)));
      for (std::uint32_t i = 0; i < slots; ++i) values.push_back(mill::value_at(packed.data(), i));
    }
    return values;
  }

 private:
  Value value_at(const Position& position, Value by_closing) const {
    std::optional<Value> best;
    for (const Turn& turn : generate_turns(variant_, position)) {
      Value here = by_closing;
      if (turn.removed == 0) {
        if (turn.to < 0) return by_closing;  // blocked: whatever the rules say
        const Position after = apply(variant_, position, turn);
        const Value theirs = mirror_[static_cast<std::size_t>(mirror_numbering_.slot(after))];
        here = static_cast<Value>(2 - static_cast<int>(theirs));
      }
      best = std::max(best.value_or(here), here);
    }
    return best.value_or(by_closing);
  }

  ClassCounts counts_of(const std::vector<Value>& values) const {
    ClassCounts counts;
    counts.slots = values.size();
    for (std::uint64_t slot = 0; slot < counts.slots; ++slot) {
      if (!numbering_.is_canonical(slot)) continue;
      const Value value = values[static_cast<std::size_t>(slot)];
      ++counts.classes;
      ++(value == Value::kWin ? counts.wins : value == Value::kDraw ? counts.draws : counts.losses);
    }
    counts.longest_win = counts.wins > 0 ? 1 : 0;
    return counts;
  }

  TemporaryDirectory directory_;
  Variant variant_;
  Subspace minor_;
  Numbering numbering_, mirror_numbering_;
  std::vector<Value> mirror_, values_;
};

Variant variant_of(const char* name, const std::vector<RuleField>& settings = {}) {
  return find_variant(name, settings).value();
}

/// Sliding and flying minor stones, on boards with and without diagonals.
std::vector<std::pair<Variant, Subspace>> mirror_cases() {
  return {{variant_of("six-mens-morris"), {3, 4, 0, 0}},
          {variant_of("six-mens-morris"), {4, 5, 0, 0}},
          {variant_of("six-mens-morris", {{"mayFly", "1"}, {"flyPieceCount", "3"}}), {3, 5, 0, 0}},
          {variant_of("seven-mens-morris"), {3, 4, 0, 0}},
          {nine_mens_morris(), {3, 4, 0, 0}},
          {variant_of("morabaraba"), {3, 4, 0, 0}}};
}

TEST(MirrorCodec, EverySlotComesBack) {
  for (const auto& [variant, subspace] : mirror_cases()) {
    SCOPED_TRACE(variant.name + " " + subspace.text());
    MirrorFiles files(variant, subspace);
    ASSERT_TRUE(succeeds(files.write_mirror()));
    const auto mirror_size = std::filesystem::file_size(files.path(subspace.mirror()));
    ASSERT_TRUE(succeeds(files.write()));
    EXPECT_LT(std::filesystem::file_size(files.path()), mirror_size);
    EXPECT_EQ(files.open()->header().codec, Codec::kMirror);
    EXPECT_TRUE(files.read() == files.values());
  }
}

TEST(MirrorCodec, TheSecondReaderReadsThemToo) {
  for (const auto& [variant, subspace] :
       {std::pair{variant_of("six-mens-morris"), Subspace{3, 4, 0, 0}},
        {variant_of("six-mens-morris", {{"mayFly", "1"}, {"flyPieceCount", "3"}}), {3, 4, 0, 0}}}) {
    MirrorFiles files(variant, subspace);
    ASSERT_TRUE(succeeds(files.write_mirror()));
    ASSERT_TRUE(succeeds(files.write()));
    Bytes values;
    for (const Value value : files.values()) values.push_back(static_cast<std::uint8_t>(value));
    const auto digest = fmt::format("{:016x} slots", XXH3_64bits(values.data(), values.size()));
    EXPECT_EQ(run_python_reader("dump " + files.path().string()).substr(0, digest.size()), digest);
    std::filesystem::remove(files.path(subspace.mirror()));
    EXPECT_TRUE(run_python_reader("dump " + files.path().string()).starts_with("failed"));
  }
}

TEST(MirrorCodec, TheMirrorMayHaveAnyCodec) {
  const Subspace subspace{3, 4, 0, 0};
  MirrorFiles files(variant_of("six-mens-morris"), subspace);
  Bytes bytes;
  for (const Codec codec : {Codec::kZstd, Codec::kContext, Codec::kNetwork, Codec::kMirror}) {
    WriteOptions options;
    options.codec = codec;
    ASSERT_TRUE(succeeds(files.write_mirror(options)));
    if (!bytes.empty()) {  // written with another
      EXPECT_TRUE(files.read() == files.values()) << codec_name(codec);
    }
    ASSERT_TRUE(succeeds(files.write()));
    if (bytes.empty()) bytes = read_bytes(files.path());
    EXPECT_EQ(read_bytes(files.path()), bytes) << codec_name(codec);
  }
}

TEST(MirrorCodec, IsForTheMinorSideWithItsMirrorAtHand) {
  const Variant variant = nine_mens_morris();
  const MirrorValues mirror{};
  WriteOptions options;
  options.codec = Codec::kMirror;
  const auto codec_of = [&](const Subspace& subspace, Metric metric = Metric::kValue) {
    return effective_codec(*variant.board, subspace, metric, options);
  };
  EXPECT_EQ(codec_of({4, 5, 0, 0}), Codec::kNetwork);
  options.mirror = &mirror;
  EXPECT_EQ(codec_of({4, 5, 0, 0}), Codec::kMirror);
  EXPECT_EQ(codec_of({4, 5, 0, 0}, Metric::kDistance), Codec::kNetwork);
  for (const Subspace& subspace :
       {Subspace{5, 4, 0, 0}, {5, 5, 0, 0}, {4, 5, 1, 0}, {4, 5, 0, 1}, {4, 5, 2, 2}})
    EXPECT_EQ(codec_of(subspace), Codec::kNetwork) << subspace.text();
}

TEST(MirrorCodec, ValuesThatDoNotFollowAreRefused) {
  MirrorFiles files(variant_of("six-mens-morris"), {3, 4, 0, 0});
  ASSERT_TRUE(succeeds(files.write_mirror()));
  std::mt19937_64 random(2);
  int refused = 0;
  for (int i = 0; i < 20; ++i) {
    Value& value = files.values()[random() % files.values().size()];
    const Value before = value;
    value = static_cast<Value>((static_cast<int>(value) + 1) % 3);
    const auto written = files.write();
    if (!written) {
      ++refused;
      EXPECT_TRUE(fails_with(written, ErrorCode::kVerificationFailed, "do not follow from"));
      EXPECT_FALSE(std::filesystem::exists(files.path()));
    }
    std::filesystem::remove(files.path());
    value = before;
  }
  EXPECT_GT(refused, 5);
}

TEST(MirrorCodec, WithoutTheRightMirrorAFileIsNotOpened) {
  const Subspace subspace{3, 4, 0, 0};
  MirrorFiles files(variant_of("six-mens-morris"), subspace);
  ASSERT_TRUE(succeeds(files.write_mirror()));
  ASSERT_TRUE(succeeds(files.write()));
  const auto mirror_path = files.path(subspace.mirror());
  const Bytes mirror = read_bytes(mirror_path);
  Bytes damaged = mirror;
  damaged.back() ^= 1;
  write_bytes(mirror_path, damaged);
  const auto file = files.open();
  ASSERT_TRUE(succeeds(file));
  Bytes packed(packed_size(file->header().slots_in_block(file->header().block_count - 1)));
  EXPECT_TRUE(fails_with(file->decode_values(file->header().block_count - 1, packed),
                         ErrorCode::kDamagedFile, "4-3.value"));
  WriteOptions smaller;
  smaller.block_slots = file->header().block_slots / 2;
  ASSERT_TRUE(succeeds(files.write_mirror(smaller)));
  EXPECT_TRUE(fails_with(files.open(), ErrorCode::kDamagedFile, "does not go with"));
  std::filesystem::remove(mirror_path);
  EXPECT_TRUE(fails_with(files.open(), ErrorCode::kMissingFile, "4-3.value"));
  write_filler_files(mirror_path.parent_path(), variant_of("six-mens-morris"), subspace.mirror(),
                     Filler::kSkewed);
  EXPECT_TRUE(fails_with(files.open(), ErrorCode::kDamagedFile, "does not go with"));
}

TEST(MirrorCodec, AnyByteChangedOrMissingIsDamage) {
  const Variant variant = variant_of("three-mens-morris", {{"pieceCount", "4"}});
  MirrorFiles files(variant, {3, 4, 0, 0});
  ASSERT_TRUE(succeeds(files.write_mirror()));
  ASSERT_TRUE(succeeds(files.write()));
  const Bytes good = read_bytes(files.path());
  const auto expect_damage = [&](const Bytes& bytes, std::size_t where) {
    write_bytes(files.path(), bytes);
    const auto file = files.open();
    if (!file) {
      ASSERT_TRUE(fails_with(file, ErrorCode::kDamagedFile, "3-4.value")) << where;
      return;
    }
    EXPECT_TRUE(fails_with(file->check_whole_file(), ErrorCode::kDamagedFile, "block"));
    Bytes packed(packed_size(file->header().slots_in_block(0)));
    EXPECT_TRUE(fails_with(file->decode_values(0, packed), ErrorCode::kDamagedFile, "block 0"));
  };
  for (std::size_t i = 0; i < good.size(); ++i) {
    Bytes bytes = good;
    bytes[i] ^= static_cast<std::uint8_t>(1 << (i % 8));
    expect_damage(bytes, i);
    expect_damage({good.begin(), good.begin() + static_cast<std::ptrdiff_t>(i)}, i);
  }
}

}  // namespace
}  // namespace mill
