#include "game/subspace.h"

#include <gtest/gtest.h>

#include <map>

#include "tests/support/reference_data.h"
#include "tests/support/test_positions.h"
#include "tests/support/test_results.h"

namespace mill {
namespace {

TEST(Subspace, IsReadAndWritten) {
  const Variant variant = nine_mens_morris();
  for (std::string_view text : {"3-3", "5-4", "9-9", "5-4+3-2", "0-0+9-9", "0-1+9-8"}) {
    const Result<Subspace> subspace = parse_subspace(variant, text);
    ASSERT_TRUE(succeeds(subspace));
    EXPECT_EQ(subspace->text(), text);
  }
  EXPECT_EQ(*parse_subspace(variant, "5-4+3-2"), (Subspace{5, 4, 3, 2}));
  EXPECT_EQ(parse_subspace(variant, "5-4+3-2")->mirror(), (Subspace{4, 5, 2, 3}));
}

TEST(Subspace, TextThatIsNoneIsRefused) {
  const Variant variant = nine_mens_morris();
  for (std::string_view text : {"", "5", "5-", "-4", "5-4-3", "5-4+", "5-4+3", "5-4+3-2-1", "a-b",
                                "5--4", " 5-4", "5-4 ", "99999999999-4", "5.4"})
    EXPECT_TRUE(fails_with(parse_subspace(variant, text), ErrorCode::kInvalidArgument,
                           "is no subspace: write own-opponent"))
        << text;
}

TEST(Subspace, WithCountsTheVariantForbidsIsRefused) {
  const Variant variant = nine_mens_morris();
  for (std::string_view text : {"10-3", "3-10", "5-4+5-0", "3-3+2147483647-0"})
    EXPECT_TRUE(
        fails_with(parse_subspace(variant, text), ErrorCode::kInvalidArgument, "at most 9 stones"))
        << text;
  for (std::string_view text : {"2-5", "5-2", "0-0", "1-5+1-0"})
    EXPECT_TRUE(fails_with(parse_subspace(variant, text), ErrorCode::kInvalidArgument,
                           "fewer than 3 stones"))
        << text;
}

TEST(Closure, OfTheFullGameHas49SubspacesEachAfterWhatItDependsOn) {
  const Variant variant = nine_mens_morris();
  const std::vector<Subspace> order = closure(variant, {{9, 9, 0, 0}});
  EXPECT_EQ(order.size(), 49u);
  std::map<Subspace, std::size_t> place;
  for (std::size_t i = 0; i < order.size(); ++i) place[order[i]] = i;
  EXPECT_EQ(place.size(), order.size()) << "none is listed twice";
  for (const Subspace& subspace : order) {
    EXPECT_TRUE(place.contains(subspace.mirror())) << subspace.text();
    const Subspace captured{subspace.opponent - 1, subspace.own, 0, 0};
    if (captured.own < 3) continue;
    ASSERT_TRUE(place.contains(captured)) << subspace.text();
    EXPECT_LT(place[captured], place[subspace]) << subspace.text();
    EXPECT_LT(place[captured.mirror()], place[subspace]) << subspace.text();
  }
}

TEST(Closure, KeepsPairsTogether) {
  const std::vector<Subspace> order = closure(nine_mens_morris(), {{9, 9, 0, 0}});
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (order[i].own == order[i].opponent) continue;
    const bool beside = (i > 0 && order[i - 1] == order[i].mirror()) ||
                        (i + 1 < order.size() && order[i + 1] == order[i].mirror());
    EXPECT_TRUE(beside) << order[i].text();
  }
}

TEST(Closure, OfSmallRootsHoldsWhatFollowsAndNoMore) {
  const Variant variant = nine_mens_morris();
  const auto texts = [&](const std::vector<Subspace>& roots) {
    std::string text;
    for (const Subspace& subspace : closure(variant, roots)) text += subspace.text() + " ";
    return text;
  };
  EXPECT_EQ(texts({}), "");
  EXPECT_EQ(texts({{3, 3, 0, 0}}), "3-3 ");
  EXPECT_EQ(texts({{4, 3, 0, 0}}), "3-3 3-4 4-3 ");
  EXPECT_EQ(texts({{5, 3, 0, 0}}), "3-3 3-4 4-3 3-5 5-3 ");
  EXPECT_EQ(texts({{4, 4, 0, 0}, {3, 4, 0, 0}}), "3-3 3-4 4-3 4-4 ");
}

TEST(ClassCount, AgreesWithPublishedCountsOfAll49Subspaces) {
  const Variant variant = nine_mens_morris();
  const auto rows = read_reference("nine-mens-morris-classes.csv");
  EXPECT_EQ(rows.size(), 49u);
  std::uint64_t total = 0;
  for (const ReferenceRow& row : rows) {
    const Subspace subspace{static_cast<int>(row.at("own")), static_cast<int>(row.at("opponent")),
                            0, 0};
    const std::uint64_t classes = class_count(*variant.board, subspace);
    EXPECT_EQ(classes, static_cast<std::uint64_t>(row.at("classes"))) << subspace.text();
    total += classes;
  }
  EXPECT_EQ(total, 8904593601u);
}

TEST(ClassCount, OfTheEmptyBoardIsOne) {
  EXPECT_EQ(class_count(*nine_mens_morris().board, {0, 0, 9, 9}), 1u);
  EXPECT_EQ(class_count(*nine_mens_morris().board, {0, 1, 9, 8}), 4u);
  EXPECT_EQ(class_count(*three_mens_morris().board, {0, 1, 3, 2}), 3u);
}

}  // namespace
}  // namespace mill
