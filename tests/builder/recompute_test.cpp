#include "builder/verify/recompute.h"

#include <gtest/gtest.h>

#include "builder/verify/major_to_move.h"
#include "builder/verify/minor_to_move.h"
#include "builder/verify/plain_check.h"
#include "formats/subspace_file.h"
#include "tests/builder/plain_database.h"
#include "tests/support/test_positions.h"
#include "tests/support/test_results.h"

namespace millstone::verifier {
namespace {

/// Keys without rhyme or reason, but equal for the slots of one class: what code that recomputes
/// them must follow whether they make sense or not.
Key random_key(const Numbering& numbering, const Subspace& subspace, std::uint64_t slot) {
  const Position position = numbering.position(subspace, slot);
  const Position least = smallest_image(numbering.major().board(), position);
  std::uint64_t hash = (std::uint64_t{least.own} << 32 | least.opponent) * 0x9e3779b97f4a7c15;
  hash = (hash ^ hash >> 29) * 0xbf58476d1ce4e5b9;
  return static_cast<Key>(hash >> 40);
}

/// A subspace full of random keys, written and loaded again.
LoadedSubspace random_subspace(const std::filesystem::path& directory, const Variant& variant,
                               const Subspace& subspace) {
  const Numbering numbering = Numbering::make(variant, subspace);
  Counts counts;
  counts.slots = numbering.slots();
  counts.classes = counts.draws = class_count(*variant.board, subspace);
  const auto fill = [&](std::uint64_t first_slot, std::span<Key> out) {
    for (std::size_t i = 0; i < out.size(); ++i)
      out[i] = random_key(numbering, subspace, first_slot + i);
  };
  for (Metric metric : {Metric::kValue, Metric::kDistance})
    EXPECT_TRUE(succeeds(
        write_subspace_file(directory, variant, subspace, metric, counts, WriteOptions{}, fill)));
  auto loaded =
      LoadedSubspace::load({directory, variant, nullptr}, subspace, numbering.shared_major());
  EXPECT_TRUE(succeeds(loaded));
  return std::move(*loaded);
}

class Recomputation {
 public:
  Recomputation(const Variant& variant, const Subspace& subspace)
      : variant_(variant),
        subspace_(subspace),
        mirror_(random_subspace(directory_.path(), variant, subspace.mirror())) {
    const Subspace reduced{subspace.opponent - 1, subspace.own, 0, 0};
    if (reduced.own >= variant.rules.pieces_at_least_count)
      reduced_.emplace(random_subspace(directory_.path(), variant, reduced));
  }

  /// Compares the recomputation by blocks with the one move by move in every slot.
  void expect_equal() const {
    const Successors successors{variant_, mirror_, reduced_ ? &*reduced_ : nullptr};
    if (subspace_.own < subspace_.opponent) {
      const MinorToMove minor(successors);
      return expect_equal(successors, minor);
    }
    for (Preparation preparation : {Preparation::kWholeTables, Preparation::kOnDemand}) {
      MajorToMove major(successors);
      ASSERT_TRUE(succeeds(major.prepare(preparation)));
      expect_equal(successors, major);
    }
  }

 private:
  template <typename Blocks>
  void expect_equal(const Successors& successors, const Blocks& blocks) const {
    const Numbering& numbering = mirror_.numbering();
    std::vector<Key> keys(numbering.block_size());
    for (std::uint32_t block = 0; block < numbering.blocks(); ++block) {
      blocks.recompute(block, keys.data());
      for (std::uint32_t rank = 0; rank < keys.size(); ++rank) {
        const std::uint64_t slot = std::uint64_t{block} * keys.size() + rank;
        const Position position = numbering.position(subspace_, slot);
        ASSERT_EQ(keys[rank], recompute_plainly(successors, position))
            << shown(variant_, position) << variant_.canonical_text();
      }
    }
  }

  Variant variant_;
  Subspace subspace_;
  TemporaryDirectory directory_;
  LoadedSubspace mirror_;
  std::optional<LoadedSubspace> reduced_;
};

void expect_equal_in_all(const Variant& variant, std::initializer_list<Subspace> subspaces) {
  for (const Subspace& subspace : subspaces) Recomputation(variant, subspace).expect_equal();
}

TEST(RecomputedBlocks, EqualThePlainRulesOnTwoRings) {
  expect_equal_in_all(six_mens_morris(), {{3, 3, 0, 0},
                                          {3, 5, 0, 0},
                                          {5, 3, 0, 0},
                                          {4, 4, 0, 0},
                                          {4, 5, 0, 0},
                                          {5, 4, 0, 0},
                                          {6, 6, 0, 0}});
}

TEST(RecomputedBlocks, EqualThePlainRulesOnThreeRings) {
  expect_equal_in_all(nine_mens_morris(), {{3, 3, 0, 0}});
}

TEST(RecomputedBlocks, EqualThePlainRulesWhenMillsMayBeBroken) {
  Variant variant = six_mens_morris();
  variant.rules.remove_from_mills = true;
  expect_equal_in_all(variant, {{5, 4, 0, 0}, {4, 5, 0, 0}, {5, 5, 0, 0}});
}

TEST(RecomputedBlocks, EqualThePlainRulesWithoutFlyingAndWithMoreOfIt) {
  Variant variant = six_mens_morris();
  variant.rules.may_fly = false;
  expect_equal_in_all(variant, {{3, 3, 0, 0}, {4, 3, 0, 0}, {3, 4, 0, 0}});
  variant.rules.may_fly = true;
  variant.rules.fly_piece_count = 4;
  expect_equal_in_all(variant, {{4, 4, 0, 0}, {5, 4, 0, 0}, {4, 5, 0, 0}});
}

TEST(RecomputedBlocks, EqualThePlainRulesOnACrowdedBoard) {
  Variant variant = three_mens_morris();
  variant.rules.piece_count = 6;
  expect_equal_in_all(variant, {{4, 4, 0, 0}, {5, 3, 0, 0}, {3, 5, 0, 0}, {5, 4, 0, 0}});
}

TEST(LongRecomputedBlocks, EqualThePlainRulesInNineMensMorris) {
  expect_equal_in_all(nine_mens_morris(), {{3, 4, 0, 0}, {4, 3, 0, 0}, {4, 4, 0, 0}});
}

}  // namespace
}  // namespace millstone::verifier
