// How a database is repacked, as its callers see it; the bytes are the business of the codecs.

#include "reports/database_repack.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "formats/database_directory.h"
#include "tests/support/temporary_directory.h"
#include "tests/support/test_results.h"

namespace mill {
namespace {

const std::filesystem::path kShipped =
    MILLSTONE_SOURCE_DIR "/data/databases/seven-mens-morris-4-3/zstd";

class Repack : public testing::TestWithParam<Codec> {};

TEST_P(Repack, TellsHowFarItIsAndListsTheFilesInOrder) {
  const Variant variant = find_variant("seven-mens-morris").value();
  const TemporaryDirectory directory;
  std::vector<double> told;
  RepackOptions options;
  options.from = kShipped;
  options.to = directory.path() / "to";
  options.codec = GetParam();
  options.control.progress = [&](const Progress& progress) { told.push_back(progress.share); };
  const auto rows = repack_database(variant, options);
  ASSERT_TRUE(succeeds(rows));

  // A codec that learns reads some blocks twice, which must not count twice.
  EXPECT_GT(told.size(), rows->size());
  EXPECT_TRUE(std::ranges::is_sorted(told));
  EXPECT_DOUBLE_EQ(told.back(), 1.0);
  EXPECT_LT(told[told.size() / 2], 0.9);

  const auto listed = list_database(kShipped, variant);
  ASSERT_TRUE(succeeds(listed));
  ASSERT_EQ(rows->size(), listed->size());
  for (std::size_t i = 0; i < rows->size(); ++i) {
    EXPECT_EQ((*rows)[i].subspace, (*listed)[i].subspace) << i;
    EXPECT_EQ((*rows)[i].metric, (*listed)[i].metric) << i;
  }
}

INSTANTIATE_TEST_SUITE_P(Codecs, Repack,
                         testing::Values(Codec::kTriples, Codec::kStripes, Codec::kContext,
                                         Codec::kNetwork, Codec::kMirror),
                         [](const auto& of) { return std::string(codec_name(of.param)); });

}  // namespace
}  // namespace mill
