#include <gtest/gtest.h>

#include <random>

#include "builder/database_builder.h"
#include "engine/evaluation/feature_evaluation.h"
#include "engine/search/drivers.h"
#include "engine/search/engine.h"
#include "engine/search/search_worker.h"
#include "game/numbering.h"
#include "tests/support/temporary_directory.h"
#include "tests/support/test_positions.h"
#include "tests/support/test_results.h"

namespace mill {
namespace {

constexpr int kDepth = 4;  // plies of every search

/// Searches positions of a database of Nine Men's Morris, each by itself, and compares what comes
/// out with a full probe: value and distance.
class Comparison {
 public:
  explicit Comparison(const Subspace& root) {
    BuildOptions options;
    options.directory = directory_.path();
    options.roots = {root};
    EXPECT_TRUE(succeeds(build_database(variant_, options)));
    auto prober = Prober::open(directory_.path(), variant_);
    EXPECT_TRUE(succeeds(prober));
    prober_ = std::make_shared<const Prober>(std::move(*prober));
  }

  void compare(int positions_per_subspace) {
    const LeafDatabase leaves(prober_, 0);
    for (const Subspace& subspace : prober_->subspaces()) {
      const Numbering numbering = Numbering::make(variant_, subspace);
      for (int i = 0; i < positions_per_subspace; ++i) {
        const Position position = numbering.position(subspace, random_() % numbering.slots());
        if (!generate_actions(variant_, position).empty()) compare(position, leaves);
      }
    }
    EXPECT_TRUE(leaves.take_notes().empty());
  }

 private:
  void compare(const Position& position, const LeafDatabase& leaves) {
    const auto expected = prober_->outcome(position);
    ASSERT_TRUE(succeeds(expected));
    const Score exact = score_of(expected->value, expected->distance);
    EXPECT_EQ(searched(position, leaves, false), exact) << shown(variant_, position);
    EXPECT_EQ(searched(position, leaves, true), exact)
        << "probing leaves alone" << shown(variant_, position);
  }

  Score searched(const Position& position, const LeafDatabase& leaves, bool leaves_only) {
    table_.clear();
    std::atomic<bool> stop{false};
    SearchContext context{moves_, evaluation_};
    context.table = &table_;
    context.database = &leaves;
    context.probe_leaves_only = leaves_only;
    context.stop = &stop;
    SearchWorker worker(context);
    worker.set_root(Game(variant_, {.position = position}), generate_actions(variant_, position));
    return search_to_depth(worker, Algorithm::kPvs, kDepth);
  }

  const Variant variant_ = nine_mens_morris();
  const MoveMaker moves_{variant_};
  const FeatureEvaluation evaluation_{moves_, kDefaultWeights};
  const TemporaryDirectory directory_;
  std::shared_ptr<const Prober> prober_;
  TranspositionTable table_{1 << 16};
  std::mt19937_64 random_{2024};
};

TEST(EngineAndDatabase, AgreeOnPositionsUpTo4_4) { Comparison({4, 4, 0, 0}).compare(100); }

TEST(LongEngineAndDatabase, AgreeOnPositionsUpTo5_5) { Comparison({5, 5, 0, 0}).compare(1000); }

}  // namespace
}  // namespace mill
