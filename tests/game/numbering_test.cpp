#include "game/numbering.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <unordered_map>

#include "tests/support/reference_data.h"
#include "tests/support/sanitized.h"
#include "tests/support/test_positions.h"

namespace mill {
namespace {

/// The slot of its class that counts, found by trying all images of the position.
std::uint64_t canonical_slot(const Numbering& numbering, const Position& position) {
  std::uint64_t lowest_slot = UINT64_MAX;
  for (const Symmetry& symmetry : numbering.major().board().symmetries.elements) {
    Position image = position;
    image.own = symmetry(position.own);
    image.opponent = symmetry(position.opponent);
    lowest_slot = std::min(lowest_slot, numbering.slot(image));
  }
  return lowest_slot;
}

/// The position's slot stands for an image of the position.
void expect_slot_holds_an_image(const Variant& variant, const Numbering& numbering,
                                const Position& position) {
  const std::uint64_t slot = numbering.slot(position);
  ASSERT_LT(slot, numbering.slots()) << shown(variant, position);
  const Position found = numbering.position(subspace_of(variant, position), slot);
  ASSERT_EQ(smallest_image(*variant.board, found), smallest_image(*variant.board, position))
      << shown(variant, position) << "slot " << slot << shown(variant, found);
}

/// Every slot stands for a position whose slot belongs to the same class, and two slots have the
/// same canonical slot exactly when their positions are images of one another.
void expect_slots_are_classes(const Variant& variant, const Subspace& subspace) {
  SCOPED_TRACE(subspace.text());
  const Numbering numbering = Numbering::make(variant, subspace);
  std::unordered_map<std::uint64_t, std::uint64_t> slot_of_class;
  std::uint64_t canonical = 0;
  for (std::uint64_t slot = 0; slot < numbering.slots(); ++slot) {
    const Position position = numbering.position(subspace, slot);
    ASSERT_EQ(subspace_of(variant, position), subspace);
    const std::uint64_t own_slot = canonical_slot(numbering, position);
    ASSERT_EQ(numbering.is_canonical(slot), own_slot == slot) << shown(variant, position);
    canonical += own_slot == slot;
    const Position smallest = smallest_image(*variant.board, position);
    const std::uint64_t key = std::uint64_t{smallest.own} << 32 | smallest.opponent;
    const auto [known, is_new] = slot_of_class.emplace(key, own_slot);
    ASSERT_EQ(known->second, own_slot) << shown(variant, position);
  }
  EXPECT_EQ(canonical, class_count(*variant.board, subspace));
  EXPECT_EQ(slot_of_class.size(), canonical) << "every class has a slot, no two share one";
}

TEST(Numbering, HasOneCanonicalSlotAClass) {
  const Variant variant = nine_mens_morris();
  expect_slots_are_classes(variant, {3, 3, 0, 0});
  expect_slots_are_classes(variant, {0, 0, 9, 9});
  expect_slots_are_classes(variant, {0, 1, 9, 8});
  expect_slots_are_classes(variant, {2, 2, 7, 7});
}

TEST(LongNumbering, HasOneCanonicalSlotAClassInLargerSubspaces) {
  const Variant variant = nine_mens_morris();
  expect_slots_are_classes(variant, {3, 4, 0, 0});
  expect_slots_are_classes(variant, {4, 3, 0, 0});
  expect_slots_are_classes(variant, {4, 4, 0, 0});
  expect_slots_are_classes(variant, {5, 3, 0, 0});
}

TEST(Numbering, HasOneCanonicalSlotAClassOnOtherBoards) {
  for (int own = 0; own <= 3; ++own)
    for (int opponent = 0; opponent <= 3; ++opponent)
      expect_slots_are_classes(three_mens_morris(), {own, opponent, 0, 0});
  expect_slots_are_classes(six_mens_morris(), {4, 3, 0, 0});
  expect_slots_are_classes(six_mens_morris(), {5, 6, 0, 0});
}

TEST(Numbering, MapsEveryPositionToASlotOfItsClass) {
  const Variant variant = nine_mens_morris();
  const Subspace moving = size_for_build<Subspace>({3, 3, 0, 0}, {2, 2, 0, 0});
  for (const Subspace& subspace : {moving, Subspace{2, 1, 7, 8}}) {
    const Numbering numbering = Numbering::make(variant, subspace);
    for_each_position(*variant.board, subspace, [&](const Position& position) {
      expect_slot_holds_an_image(variant, numbering, position);
    });
  }
}

TEST(LongNumbering, MapsEveryPositionToASlotOfItsClassInLargerSubspaces) {
  const Variant variant = nine_mens_morris();
  for (const Subspace& subspace : {Subspace{4, 3, 0, 0}, Subspace{3, 4, 0, 0}}) {
    const Numbering numbering = Numbering::make(variant, subspace);
    for_each_position(*variant.board, subspace, [&](const Position& position) {
      expect_slot_holds_an_image(variant, numbering, position);
    });
  }
}

TEST(Numbering, MapsSamplesOfAllSubspacesToSlotsOfTheirClass) {
  const Variant variant = nine_mens_morris();
  std::map<int, std::shared_ptr<const MajorIndex>> majors;
  std::mt19937_64 random(3);
  for (const Subspace& subspace : closure(variant, {{9, 9, 0, 0}})) {
    SCOPED_TRACE(subspace.text());
    const auto [fewer, more] = std::minmax(subspace.own, subspace.opponent);
    auto& major = majors[more];
    if (!major) major = std::make_shared<const MajorIndex>(variant.board, more);
    const Numbering numbering(major, fewer);
    for (int i = 0; i < 300; ++i) {
      const std::uint64_t slot = random() % numbering.slots();
      const Position position = numbering.position(subspace, slot);
      ASSERT_EQ(subspace_of(variant, position), subspace);
      const Symmetry& symmetry =
          variant.board->symmetries.elements[random() % variant.board->symmetries.elements.size()];
      Position image = position;
      image.own = symmetry(position.own);
      image.opponent = symmetry(position.opponent);
      expect_slot_holds_an_image(variant, numbering, image);
      ASSERT_EQ(canonical_slot(numbering, image), canonical_slot(numbering, position));
    }
  }
}

TEST(Numbering, FindsManySlotsAsOneByOne) {
  for (const Variant& variant : {nine_mens_morris(), three_mens_morris()}) {
    const Board& board = *variant.board;
    const Numbering numbering = Numbering::make(variant, {3, 2, 0, 0});
    const Mask minor = bit(0) | bit(board.points() / 2);
    std::vector<Mask> majors;
    SubsetRank(board.points(), 3).for_each([&](Mask major) {
      if ((major & minor) == 0) majors.push_back(major);
    });
    std::vector<std::uint64_t> slots(majors.size());
    numbering.slots(majors, minor, slots);
    for (std::size_t i = 0; i < majors.size(); ++i)
      ASSERT_EQ(slots[i], numbering.slot(majors[i], minor)) << majors[i];
  }
}

TEST(Numbering, CountsItsCanonicalSlotsAsPublished) {
  const Variant variant = nine_mens_morris();
  for (const ReferenceRow& row : read_reference("nine-mens-morris-classes.csv")) {
    const Subspace subspace{static_cast<int>(row.at("own")), static_cast<int>(row.at("opponent")),
                            0, 0};
    if (subspace.own + subspace.opponent > 8) continue;
    const Numbering numbering = Numbering::make(variant, subspace);
    std::int64_t canonical = 0;
    for (std::uint64_t slot = 0; slot < numbering.slots(); ++slot)
      canonical += numbering.is_canonical(slot);
    EXPECT_EQ(canonical, row.at("classes")) << subspace.text();
  }
}

TEST(Numbering, IsSharedByAPair) {
  const Variant variant = nine_mens_morris();
  const Numbering numbering = Numbering::make(variant, {5, 4, 0, 0});
  const Numbering mirror = Numbering::make(variant, {4, 5, 0, 0});
  EXPECT_EQ(numbering.slots(), mirror.slots());
  const Position position = numbering.position({5, 4, 0, 0}, 12345);
  EXPECT_EQ(mirror.position({4, 5, 0, 0}, 12345), turned(position));
  EXPECT_EQ(mirror.slot(turned(position)), numbering.slot(position));
}

TEST(MajorIndex, HoldsRepresentativesInTheOrderOfTheirRanks) {
  const Variant variant = nine_mens_morris();
  const MajorIndex major(variant.board, 6);
  const SubsetRank ranks(24, 6, PointOrder::kFromLast);
  std::uint32_t previous = 0;
  for (std::uint32_t block = 0; block < major.blocks(); ++block) {
    const Mask representative = major.representative(block);
    const std::uint32_t rank = ranks.rank(representative);
    EXPECT_TRUE(block == 0 ? rank == 0 : previous < rank);
    previous = rank;
    EXPECT_EQ(major.find(representative).block, block);
    EXPECT_EQ(major.find(representative).symmetry, 0) << "the identity";
    const std::vector<int> stabilizer = major.stabilizer(block);
    EXPECT_EQ(stabilizer.front(), 0);
    EXPECT_EQ(major.has_symmetry(block), stabilizer.size() > 1);
  }
}

TEST(MajorIndex, NamesASymmetryThatLeadsToTheRepresentative) {
  const Variant variant = nine_mens_morris();
  const MajorIndex major(variant.board, 5);
  for (Mask stones : SubsetRank(24, 5).all()) {
    const MajorIndex::Entry entry = major.find(stones);
    ASSERT_EQ(variant.board->symmetries.elements[entry.symmetry](stones),
              major.representative(entry.block));
  }
}

}  // namespace
}  // namespace mill
