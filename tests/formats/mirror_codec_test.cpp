// Files that hold only what does not follow from the values of their guide.

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

/// A subspace and its guide. The values of the guide are arbitrary; those of the subspace are what
/// its turns make of them, worked out with the move generator, where a turn that closes a mill may
/// be worth anything.
class GuidedFiles {
 public:
  GuidedFiles(const Variant& variant, const Subspace& minor, const Subspace& guide)
      : variant_(variant),
        minor_(minor),
        guide_(guide),
        numbering_(Numbering::make(variant, minor)),
        guide_numbering_(Numbering::make(variant, guide)) {
    std::mt19937_64 random(1);
    const auto any = [&] { return static_cast<Value>(random() % 3); };
    // Slots of one class are alike.
    const auto first_of_class = [&](const Numbering& numbering, const Subspace& subspace,
                                    std::uint64_t slot) {
      return static_cast<std::size_t>(numbering.slot(numbering.position(subspace, slot)));
    };
    for (std::uint64_t slot = 0; slot < guide_numbering_.slots(); ++slot)
      guide_values_.push_back(any());
    for (std::uint64_t slot = 0; slot < guide_numbering_.slots(); ++slot)
      guide_values_[static_cast<std::size_t>(slot)] =
          guide_values_[first_of_class(guide_numbering_, guide, slot)];
    for (std::uint64_t slot = 0; slot < numbering_.slots(); ++slot)
      values_.push_back(value_at(numbering_.position(minor, slot), any()));
    for (std::uint64_t slot = 0; slot < numbering_.slots(); ++slot)
      values_[static_cast<std::size_t>(slot)] = values_[first_of_class(numbering_, minor, slot)];
  }

  std::vector<Value>& values() { return values_; }

  Result<std::uint64_t> write_guide(const WriteOptions& options = {}) const {
    return write_subspace_file(directory_.path(), variant_, guide_, Metric::kValue,
                               counts_of(guide_numbering_, guide_values_), options,
                               fill_from(guide_values_));
  }

  Result<std::uint64_t> write() const {
    const auto file = MILLSTONE_TRY(DatabaseFile::open(guide_path(), variant_));
    const auto guide = find_codec(Codec::kMirror)->guide(*variant_.board, minor_);
    const GuideValues values{guide.value(), file.header().values_checksum,
                             [&](std::uint64_t first_slot, std::span<std::uint8_t> numbers) {
                               return file.decode_numbers(first_slot, numbers);
                             }};
    WriteOptions options;
    options.codec = Codec::kMirror;
    options.guide = &values;
    return write_subspace_file(directory_.path(), variant_, minor_, Metric::kValue,
                               counts_of(numbering_, values_), options, fill_from(values_));
  }

  Result<DatabaseFile> open() const { return DatabaseFile::open(path(minor_), variant_); }

  std::filesystem::path path(const Subspace& subspace) const {
    return directory_.path() / file_name(subspace, Metric::kValue);
  }
  std::filesystem::path path() const { return path(minor_); }
  std::filesystem::path guide_path() const { return path(guide_); }
  const Subspace& guide() const { return guide_; }

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
        const Value theirs = guide_values_[static_cast<std::size_t>(guide_numbering_.slot(after))];
        here = static_cast<Value>(2 - static_cast<int>(theirs));
      }
      best = std::max(best.value_or(here), here);
    }
    return best.value_or(by_closing);
  }

  static ClassCounts counts_of(const Numbering& numbering, const std::vector<Value>& values) {
    ClassCounts counts;
    counts.slots = values.size();
    for (std::uint64_t slot = 0; slot < counts.slots; ++slot) {
      if (!numbering.is_canonical(slot)) continue;
      const Value value = values[static_cast<std::size_t>(slot)];
      ++counts.classes;
      ++(value == Value::kWin ? counts.wins : value == Value::kDraw ? counts.draws : counts.losses);
    }
    counts.longest_win = counts.wins > 0 ? 1 : 0;
    return counts;
  }

  TemporaryDirectory directory_;
  Variant variant_;
  Subspace minor_, guide_;
  Numbering numbering_, guide_numbering_;
  std::vector<Value> guide_values_, values_;
};

Variant variant_of(const char* name, const std::vector<RuleField>& settings = {}) {
  return find_variant(name, settings).value();
}

GuidedFiles six_mens_morris_files() {
  return {variant_of("six-mens-morris"), {3, 4, 0, 0}, {4, 3, 0, 0}};
}

struct GuidedCase {
  Variant variant;
  Subspace minor, guide;
};

/// Minor stones that slide, fly and are placed, on boards with and without diagonals.
std::vector<GuidedCase> guided_cases() {
  const Variant six = variant_of("six-mens-morris");
  const Variant six_flying =
      variant_of("six-mens-morris", {{"mayFly", "1"}, {"flyPieceCount", "3"}});
  return {{six, {3, 4, 0, 0}, {4, 3, 0, 0}},
          {six, {4, 5, 0, 0}, {5, 4, 0, 0}},
          {six_flying, {3, 5, 0, 0}, {5, 3, 0, 0}},
          {variant_of("seven-mens-morris"), {3, 4, 0, 0}, {4, 3, 0, 0}},
          {six, {2, 4, 1, 2}, {4, 3, 2, 0}},
          {six, {3, 4, 2, 2}, {4, 4, 2, 1}},
          {six, {3, 4, 1, 0}, {4, 4, 0, 0}},
          {six, {0, 3, 3, 2}, {3, 1, 2, 2}},
          {nine_mens_morris(), {1, 4, 3, 3}, {4, 2, 3, 2}},
          {variant_of("morabaraba"), {1, 3, 5, 5}, {3, 2, 5, 4}}};
}

TEST(MirrorCodec, EverySlotComesBack) {
  for (const auto& [variant, subspace, guide] : guided_cases()) {
    SCOPED_TRACE(variant.name + " " + subspace.text());
    GuidedFiles files(variant, subspace, guide);
    ASSERT_TRUE(succeeds(files.write_guide()));
    const auto guide_size = std::filesystem::file_size(files.guide_path());
    ASSERT_TRUE(succeeds(files.write()));
    EXPECT_LT(std::filesystem::file_size(files.path()), guide_size);
    EXPECT_EQ(files.open()->header().codec, Codec::kMirror);
    EXPECT_TRUE(files.read() == files.values());
  }
}

TEST(MirrorCodec, WhatFollowsIsToldWithoutTheBlock) {
  for (const auto& [variant, subspace, guide] : guided_cases()) {
    SCOPED_TRACE(variant.name + " " + subspace.text());
    GuidedFiles files(variant, subspace, guide);
    ASSERT_TRUE(succeeds(files.write_guide()));
    ASSERT_TRUE(succeeds(files.write()));
    const auto file = files.open();
    std::uint64_t told = 0, asked = 0;
    const std::uint64_t slots = files.values().size();
    for (std::uint64_t slot = 0; slot < slots; slot += 1 + slots / 5000) {
      const auto value = file->value_by_guide(slot);
      ASSERT_TRUE(succeeds(value));
      ++asked;
      if (!*value) continue;
      ++told;
      ASSERT_EQ(**value, files.values()[static_cast<std::size_t>(slot)]) << slot;
    }
    EXPECT_GT(told, asked / 10);
    const auto of_guide = DatabaseFile::open(files.guide_path(), variant);
    ASSERT_TRUE(succeeds(of_guide));
    EXPECT_FALSE(of_guide->has_guide());
    EXPECT_EQ(of_guide->value_by_guide(0).value(), std::nullopt);
  }
}

TEST(MirrorCodec, TheSecondReaderReadsThemToo) {
  const Variant six = variant_of("six-mens-morris");
  const Variant flying = variant_of("six-mens-morris", {{"mayFly", "1"}, {"flyPieceCount", "3"}});
  for (const auto& [variant, subspace, guide] : {GuidedCase{six, {3, 4, 0, 0}, {4, 3, 0, 0}},
                                                 {flying, {3, 4, 0, 0}, {4, 3, 0, 0}},
                                                 {six, {2, 4, 2, 2}, {4, 3, 2, 1}},
                                                 {six, {3, 4, 1, 0}, {4, 4, 0, 0}}}) {
    SCOPED_TRACE(subspace.text());
    GuidedFiles files(variant, subspace, guide);
    ASSERT_TRUE(succeeds(files.write_guide()));
    ASSERT_TRUE(succeeds(files.write()));
    Bytes values;
    for (const Value value : files.values()) values.push_back(static_cast<std::uint8_t>(value));
    const auto digest = fmt::format("{:016x} slots", XXH3_64bits(values.data(), values.size()));
    EXPECT_EQ(run_python_reader("dump " + files.path().string()).substr(0, digest.size()), digest);
    std::filesystem::remove(files.guide_path());
    EXPECT_TRUE(run_python_reader("dump " + files.path().string()).starts_with("failed"));
  }
}

TEST(MirrorCodec, TheGuideMayHaveAnyCodec) {
  GuidedFiles files = six_mens_morris_files();
  Bytes bytes;
  for (const Codec codec : {Codec::kZstd, Codec::kContext, Codec::kNetwork, Codec::kMirror}) {
    WriteOptions options;
    options.codec = codec;
    ASSERT_TRUE(succeeds(files.write_guide(options)));
    if (!bytes.empty()) {  // written with another
      EXPECT_TRUE(files.read() == files.values()) << codec_name(codec);
    }
    ASSERT_TRUE(succeeds(files.write()));
    if (bytes.empty()) bytes = read_bytes(files.path());
    EXPECT_EQ(read_bytes(files.path()), bytes) << codec_name(codec);
  }
}

TEST(MirrorCodec, IsForTheMinorSideWithItsGuideAtHand) {
  const Variant variant = nine_mens_morris();
  const GuideValues guide{};
  WriteOptions options;
  options.codec = Codec::kMirror;
  const auto codec_of = [&](const Subspace& subspace, Metric metric = Metric::kValue) {
    return effective_codec(*variant.board, subspace, metric, options);
  };
  EXPECT_EQ(codec_of({4, 5, 0, 0}), Codec::kNetwork);
  options.guide = &guide;
  EXPECT_EQ(codec_of({4, 5, 0, 0}), Codec::kMirror);
  EXPECT_EQ(codec_of({4, 5, 0, 0}, Metric::kDistance), Codec::kNetwork);
  for (const Subspace& subspace : {Subspace{4, 5, 1, 0}, {4, 5, 2, 2}, {3, 5, 2, 2}, {4, 5, 2, 1}})
    EXPECT_EQ(codec_of(subspace), Codec::kMirror) << subspace.text();
  // With the minor stones of the other side, equal ones, ones that move while others are placed,
  // and a guide whose major stones are the mover's.
  for (const Subspace& subspace :
       {Subspace{5, 4, 0, 0}, {5, 5, 0, 0}, {4, 5, 0, 1}, {5, 4, 2, 2}, {4, 4, 2, 3}, {4, 5, 3, 1}})
    EXPECT_EQ(codec_of(subspace), Codec::kNetwork) << subspace.text();
}

TEST(MirrorCodec, ValuesThatDoNotFollowAreRefused) {
  GuidedFiles moving = six_mens_morris_files();
  GuidedFiles placing(variant_of("six-mens-morris"), {2, 4, 2, 2}, {4, 3, 2, 1});
  for (GuidedFiles* files : {&moving, &placing}) {
    ASSERT_TRUE(succeeds(files->write_guide()));
    std::mt19937_64 random(2);
    int refused = 0;
    for (int i = 0; i < 20; ++i) {
      Value& value = files->values()[random() % files->values().size()];
      const Value before = value;
      value = static_cast<Value>((static_cast<int>(value) + 1) % 3);
      const auto written = files->write();
      if (!written) {
        ++refused;
        EXPECT_TRUE(fails_with(written, ErrorCode::kVerificationFailed,
                               "do not follow from those of " + files->guide().text()));
        EXPECT_FALSE(std::filesystem::exists(files->path()));
      }
      std::filesystem::remove(files->path());
      value = before;
    }
    EXPECT_GT(refused, 5);
  }
}

TEST(MirrorCodec, WithoutTheRightGuideAFileIsNotOpened) {
  GuidedFiles files = six_mens_morris_files();
  ASSERT_TRUE(succeeds(files.write_guide()));
  ASSERT_TRUE(succeeds(files.write()));
  const auto guide_path = files.guide_path();
  Bytes damaged = read_bytes(guide_path);
  damaged.back() ^= 1;
  write_bytes(guide_path, damaged);
  const auto file = files.open();
  ASSERT_TRUE(succeeds(file));
  Bytes packed(packed_size(file->header().slots_in_block(file->header().block_count - 1)));
  EXPECT_TRUE(fails_with(file->decode_values(file->header().block_count - 1, packed),
                         ErrorCode::kDamagedFile, "4-3.value"));
  std::filesystem::remove(guide_path);
  EXPECT_TRUE(fails_with(files.open(), ErrorCode::kMissingFile, "4-3.value"));
  write_filler_files(guide_path.parent_path(), variant_of("six-mens-morris"), files.guide(),
                     Filler::kSkewed);
  EXPECT_TRUE(fails_with(files.open(), ErrorCode::kDamagedFile, "does not go with"));
}

TEST(MirrorCodec, TheBlocksOfTheGuideMayBeOfAnySize) {
  GuidedFiles files(variant_of("six-mens-morris"), {3, 4, 2, 2}, {4, 4, 2, 1});
  ASSERT_TRUE(succeeds(files.write_guide()));
  ASSERT_TRUE(succeeds(files.write()));
  for (const std::uint32_t block_slots : {100U, 5000U, 100'000U}) {
    WriteOptions options;
    options.block_slots = block_slots;
    ASSERT_TRUE(succeeds(files.write_guide(options)));
    EXPECT_TRUE(files.read() == files.values()) << block_slots;
  }
}

TEST(MirrorCodec, AnyByteChangedOrMissingIsDamage) {
  const Variant variant = variant_of("three-mens-morris", {{"pieceCount", "4"}});
  for (const auto& [of, subspace, guide] :
       {GuidedCase{variant, {3, 4, 0, 0}, {4, 3, 0, 0}}, {variant, {2, 4, 2, 0}, {4, 3, 0, 1}}}) {
    GuidedFiles files(of, subspace, guide);
    ASSERT_TRUE(succeeds(files.write_guide()));
    ASSERT_TRUE(succeeds(files.write()));
    const std::string name = files.path().filename().string();
    const Bytes good = read_bytes(files.path());
    const auto expect_damage = [&](const Bytes& bytes, std::size_t where) {
      write_bytes(files.path(), bytes);
      const auto file = files.open();
      if (!file) {
        ASSERT_TRUE(fails_with(file, ErrorCode::kDamagedFile, name)) << where;
        return;
      }
      EXPECT_TRUE(fails_with(file->check_whole_file(), ErrorCode::kDamagedFile, "block"));
      Bytes packed(packed_size(file->header().slots_in_block(0)));
      EXPECT_TRUE(fails_with(file->decode_values(0, packed), ErrorCode::kDamagedFile, "block 0"));
      EXPECT_TRUE(fails_with(file->value_by_guide(0), ErrorCode::kDamagedFile, "block 0"));
    };
    for (std::size_t i = 0; i < good.size(); ++i) {
      Bytes bytes = good;
      bytes[i] ^= static_cast<std::uint8_t>(1 << (i % 8));
      expect_damage(bytes, i);
      expect_damage({good.begin(), good.begin() + static_cast<std::ptrdiff_t>(i)}, i);
    }
  }
}

TEST(MirrorCodec, HasTheGuideReadFromAnotherFileWithTheSameValues) {
  GuidedFiles files = six_mens_morris_files();
  ASSERT_TRUE(succeeds(files.write_guide()));
  ASSERT_TRUE(succeeds(files.write()));
  const TemporaryDirectory elsewhere;
  const auto copy = elsewhere.path() / files.guide_path().filename();
  std::filesystem::copy_file(files.guide_path(), copy);

  const std::vector<Value> expected = files.read();
  Bytes bytes = read_bytes(files.guide_path());
  bytes.back() ^= 1;  // of its last block
  write_bytes(files.guide_path(), bytes);
  auto file = files.open();
  ASSERT_TRUE(succeeds(file));
  const std::uint32_t last = file->header().block_count - 1,
                      slots = file->header().slots_in_block(last);
  Bytes packed(packed_size(slots));
  EXPECT_TRUE(fails_with(file->decode_values(last, packed), ErrorCode::kDamagedFile,
                         files.guide_path().filename().string()));

  const Variant variant = variant_of("six-mens-morris");
  file->read_guide_from(
      std::make_shared<const DatabaseFile>(DatabaseFile::open(copy, variant).value()));
  ASSERT_TRUE(succeeds(file->decode_values(last, packed)));
  for (std::uint32_t i = 0; i < slots; ++i)
    ASSERT_EQ(value_at(packed.data(), i), expected[expected.size() - slots + i]) << i;
}

}  // namespace
}  // namespace mill
