#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "builder/store/checkpoint.h"
#include "tests/builder/counted_checkpoint.h"
#include "tests/builder/solved_closure.h"
#include "tests/builder/thread_team.h"
#include "tests/support/sanitized.h"
#include "tests/support/temporary_directory.h"
#include "tests/support/test_positions.h"

namespace mill {
namespace {

namespace fs = std::filesystem;

class TeamCheckpoint : public ::testing::Test {
 protected:
  static constexpr int kToTheEnd = 1 << 20;

  TeamCheckpoint() : alone_(solve_closure(variant_, subspace_)) {}

  struct Run {
    std::vector<std::uint8_t> outcomes;  ///< block by block; empty if it was stopped
    std::optional<SolveStage> found;     ///< where it went on from
    bool loaded = false;
  };

  /// Solves the subspace and its mirror by `size` threads (a process alone for 1) until so many
  /// saves.
  Run solve(int size, int most_saves) {
    const auto blocks = alone_.at(subspace_).outcomes->geometry().blocks();
    ThreadTeamHub hub(size);
    std::atomic<bool> stop = false;
    std::vector<Run> runs(static_cast<std::size_t>(size));
    run_as_team(hub, [&](SolverTeam& team) {
      SolverTeam* const joined = size > 1 ? &team : nullptr;
      SolveOptions options;
      options.pool = std::make_shared<ByteArrayPool>();
      options.team = joined;
      const BlockRange share = shares_of(variant_, subspace_, options).own();
      Checkpoint kept(path_, variant_, subspace_, 0, {}, {share, blocks, joined});
      CountedCheckpoint counted(kept, most_saves, stop);
      options.checkpoint = &counted;
      options.stop = stop;
      const auto solved = solve_subspace(variant_, subspace_, inputs_from(alone_), options);
      Run& run = runs[static_cast<std::size_t>(team.member())];
      run.found = counted.found;
      run.loaded = counted.loaded;
      if (solved) run.outcomes = bytes_of(*solved->front().outcomes);
    });
    for (std::size_t member = 1; member < runs.size(); ++member) {
      EXPECT_EQ(runs[member].found, runs[0].found);
      EXPECT_EQ(runs[member].loaded, runs[0].loaded);
      runs[0].outcomes.insert(runs[0].outcomes.end(), runs[member].outcomes.begin(),
                              runs[member].outcomes.end());
    }
    return runs[0];
  }

  std::vector<std::uint8_t> expected() const { return bytes_of(*alone_.at(subspace_).outcomes); }

  std::size_t files() const {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(directory_.path()), fs::directory_iterator()));
  }

  const Variant variant_ = nine_mens_morris();
  const Subspace subspace_ = size_for_build<Subspace>({5, 4}, {4, 3});
  const SolvedClosure alone_;
  TemporaryDirectory directory_;
  const fs::path path_ = directory_.path() / "solve.checkpoint";

 private:
  static std::vector<std::uint8_t> bytes_of(const OutcomeTable& table) {
    std::vector<std::uint8_t> bytes;
    for (std::uint32_t block = table.held().begin; block < table.held().end; ++block)
      bytes.insert(bytes.end(), table.block(block), table.block(block) + table.geometry().size());
    return bytes;
  }
};

TEST_F(TeamCheckpoint, GoesOnWithAnyNumberOfMembers) {
  std::optional<SolveStage> last;
  for (const auto& [size, saves] : {std::pair{3, 1}, {2, 2}, {1, 3}, {4, 9}, {2, 12}}) {
    const Run run = solve(size, saves);
    EXPECT_TRUE(run.outcomes.empty()) << "it was to be stopped";
    if (last) {
      ASSERT_TRUE(run.found) << "by " << size;
      ASSERT_TRUE(run.loaded) << "by " << size;
      EXPECT_NE(*run.found, *last);
    }
    last = run.found.value_or(SolveStage{});
    EXPECT_EQ(files(), static_cast<std::size_t>(size)) << "older files go";
  }
  const Run run = solve(3, kToTheEnd);
  EXPECT_TRUE(run.loaded);
  EXPECT_TRUE(run.outcomes == expected());
  remove_checkpoints(path_);
  EXPECT_EQ(files(), 0u);
}

TEST_F(TeamCheckpoint, CountsAsNoneWhereAShareIsMissingOrDamaged) {
  for (const bool damaged : {false, true}) {
    solve(3, 8);
    for (const auto& entry : fs::directory_iterator(directory_.path()))
      if (entry.path().filename().string().ends_with(".2of3.checkpoint")) {
        if (damaged)
          fs::resize_file(entry.path(), fs::file_size(entry.path()) - 1);
        else
          fs::remove(entry.path());
        break;
      }
    const Run run = solve(2, kToTheEnd);
    EXPECT_FALSE(run.loaded);
    EXPECT_TRUE(run.outcomes == expected());
    remove_checkpoints(path_);
  }
}

}  // namespace
}  // namespace mill
