// The steps of all slots of a numbering block at once, in relation to those of one slot alone.

#include "formats/codecs/mirror/guide_steps.h"

#include <gtest/gtest.h>

#include <numeric>
#include <random>

#include "tests/support/test_results.h"

namespace mill {
namespace {

struct InVariant {
  const char* variant;
  Subspace subspace;
};

/// Numbering blocks of a subspace in which the minor side is to move.
class GuideStepsOf : public testing::TestWithParam<InVariant> {
 protected:
  const Variant variant_ = find_variant(GetParam().variant).value();
  const Subspace& subspace_ = GetParam().subspace;
  const SubspaceOrder order_{*variant_.board, subspace_};
  const Surroundings file_{variant_.board, order_.get(), reach_of(variant_.rules, subspace_)};
  std::mt19937 random_{1};

  Mask any_major() {
    std::vector<int> points(static_cast<std::size_t>(variant_.board->points()));
    std::iota(points.begin(), points.end(), 0);
    std::shuffle(points.begin(), points.end(), random_);
    Mask major = 0;
    for (int i = 0; i < order_.major_stones(); ++i)
      major |= bit(points[static_cast<std::size_t>(i)]);
    return major;
  }
};

TEST_P(GuideStepsOf, FindsWhatEachSlotHasAlone) {
  const auto guide = guide_of_minor_side(*variant_.board, subspace_);
  ASSERT_TRUE(guide.has_value());
  const GuideSteps steps(file_, *guide);
  std::vector<std::uint8_t> values(guide->guide_block_size);
  std::vector<Outlook> outlooks(order_.get()->size());
  for (int round = 0; round < 3; ++round) {
    const Mask major = any_major();
    for (std::uint8_t& value : values) value = static_cast<std::uint8_t>(random_() % 3);
    steps.find(file_, major, values.data(), outlooks);
    std::uint32_t different = 0;
    for (std::uint32_t slot = 0; slot < outlooks.size(); ++slot)
      different += outlooks[slot] != outlook_of(file_, *guide, major, slot, values.data());
    EXPECT_EQ(different, 0u) << "major stones " << major;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Subspaces, GuideStepsOf,
    testing::Values(InVariant{"nine-mens-morris", {4, 9}}, InVariant{"nine-mens-morris", {6, 7}},
                    InVariant{"nine-mens-morris", {3, 9}}, InVariant{"nine-mens-morris", {8, 9}},
                    InVariant{"nine-mens-morris", {5, 6, 1, 0}}, InVariant{"morabaraba", {5, 8}},
                    InVariant{"seven-mens-morris", {4, 5}}, InVariant{"seven-mens-morris", {3, 4}}),
    [](const auto& tested) {
      std::string name = std::string(tested.param.variant) + tested.param.subspace.text();
      std::erase_if(name, [](char letter) { return std::isalnum(letter) == 0; });
      return name;
    });

}  // namespace
}  // namespace mill
