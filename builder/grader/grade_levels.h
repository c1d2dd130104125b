#pragma once

#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "builder/blocks/back_steps.h"
#include "builder/grader/grade_ranks.h"
#include "formats/subspace_grades.h"

namespace mill {

/// What is known of a position while its subspace is being graded, in 16 bits. First the best that
/// turns out of the subspaces give: 0 where none keeps the draw, or a rank of GradeRanks. Above
/// these stand the levels at which draws have become final, numbered as they come up; and at the
/// end what has no grade.
using GradeWord = std::uint16_t;
inline constexpr GradeWord kWonWord = 0xFFFF;
inline constexpr GradeWord kLostWord = 0xFFFE;
inline constexpr GradeWord kEndsInDrawWord = 0xFFFD;  ///< by the rules
inline constexpr std::uint32_t kMostRanksAndLevels = 0xFFFC;

class GradeWords : public SlotTable<GradeWord> {
 public:
  using SlotTable<GradeWord>::SlotTable;
  explicit GradeWords(SlotTable<GradeWord>&& words) : SlotTable<GradeWord>(std::move(words)) {}
};

/// One side to move of what is being graded.
struct GradedSide {
  GradeWords words;
  PooledBytes counters;  ///< by slot, with padding: turns within the pair that may keep the draw

  std::uint8_t* block_counters(std::uint32_t block) {
    return counters.data() + std::size_t{block} * words.geometry().stride();
  }
};

/// What each word stands for, once all are final.
/// @param levels  the grades of those that came up, by number
std::vector<GradedValue> word_meanings(const GradeRanks& ranks, const std::vector<Grade>& levels);

/// Finds the grades of a pair that is initialised, level after level: GRADES.md says in which order
/// and why. Then all words are final.
class GradeLevels {
 public:
  /// @param steps  of the pair
  /// @param minor  null for a subspace that is its own mirror
  GradeLevels(BackSteps& steps, const SideContext& context, const GradeRanks& ranks,
              GradedSide& major, GradedSide* minor);
  ~GradeLevels();

  /// kInterrupted; kUnsupportedRule where there are more levels than a word can number.
  Result<void> run();

  /// The grades of the levels that came up, by number.
  const std::vector<Grade>& numbered() const { return numbered_; }

 private:
  class Side;
  class WonPositions;
  class Level;

  /// Positions of one gain that become final at the same time.
  struct LevelEntry {
    Grade grade;
    std::uint32_t number = 0;  ///< from 0
  };
  /// The levels of the height that is at work, losses of a step before gains.
  using Levels = std::map<std::pair<int, bool>, LevelEntry>;

  Result<void> forget_won();
  std::vector<int> heights() const;
  void mark_heights(const std::vector<int>& heights);
  Result<void> open_height(int height);
  void distribute(std::uint32_t height);
  Result<LevelEntry> level_of(const Grade& grade);
  Result<void> run_levels();
  void settle_rest();
  GradeWord word_of(const LevelEntry& level) const {
    return static_cast<GradeWord>(ranks_.count() + 1 + level.number);
  }
  bool is_marked(std::uint32_t number) const;

  BackSteps& steps_;
  const SideContext& context_;
  const GradeRanks& ranks_;
  std::vector<std::unique_ptr<Side>> sides_;  // the major one first
  std::vector<Grade> numbered_;               // the grades of all levels
  std::vector<std::uint32_t> level_of_rank_;  // at the height that is at work
  Levels open_;
};

}  // namespace mill
