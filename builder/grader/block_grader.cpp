#include "builder/grader/block_grader.h"

#include <algorithm>
#include <atomic>

#include "builder/blocks/quiet_moves.h"
#include "builder/grader/grade_levels.h"
#include "builder/solver/solver.h"
#include "game/blocked_side.h"

namespace mill {
namespace {

/// What the side to move in `here` gets by a turn of a group to a position with this grade.
Grade grade_by(const ConversionGroup& group, const Grade& after, const ScoreTable& scores,
               const Subspace& here) {
  return grade_before(after, scores.of(*group.input), scores.of(here),
                      group.transitions.front().keeps_turn);
}

class BlockGrader {
 public:
  BlockGrader(const Variant& variant, const Subspace& subspace, const ScoreTable& scores,
              const BlockGradeInputs& inputs, const BlockGradeOptions& options);

  Result<std::vector<GradedCodes>> run();

 private:
  Result<GradeRanks> list_ranks() const;
  Result<void> start_next_side(const GradeRanks& ranks);
  Result<void> gather(const SideContext& context, const GradeRanks& ranks);
  Result<SuccessorTable<DrawRank>> ranked_input(const SideContext& context,
                                                const ConversionGroup& group,
                                                const GradeRanks& ranks) const;
  Result<void> add_values(const SideContext& context, GradeWords& words);
  Result<void> make_counters(const SideContext& context, GradedSide& side) const;
  void count_turns(const SideContext& context, GradedSide& side) const;
  Result<void> restore();
  void save(bool stopping);
  template <typename Byte>
  std::vector<std::span<Byte>> arrays();
  Result<std::vector<Grade>> work_through_levels(const GradeRanks& ranks);
  Result<GradedCodes> coded(const Subspace& subspace, GradeWords words,
                            const std::vector<GradedValue>& meanings);
  Result<std::vector<GradedCodes>> finish(const std::vector<GradedValue>& meanings);

  const Variant& variant_;
  const Subspace major_first_;  ///< of a pair; otherwise what is graded
  const bool leads_back_;
  const ScoreTable& scores_;
  const BlockGradeInputs& inputs_;
  const BlockGradeOptions& options_;
  std::shared_ptr<const BlockGeometry> geometry_;
  std::optional<MajorMoves> moves_;
  ScratchPool scratch_;
  std::vector<SideContext> contexts_;

  // How far it has come: all that a checkpoint keeps.
  std::vector<GradedSide> sides_;                        ///< those that are initialised
  std::optional<BestSuccessors<DrawRank>> gathering_{};  ///< of the next side
  SolveStage stage_;
};

BlockGrader::BlockGrader(const Variant& variant, const Subspace& subspace, const ScoreTable& scores,
                         const BlockGradeInputs& inputs, const BlockGradeOptions& options)
    : variant_(variant),
      major_first_(!is_cyclic(variant, subspace) || subspace.own_is_major() ? subspace
                                                                            : subspace.mirror()),
      leads_back_(is_cyclic(variant, subspace)),
      scores_(scores),
      inputs_(inputs),
      options_(options),
      geometry_(std::make_shared<const BlockGeometry>(Numbering::make(variant, major_first_))) {
  const BlockRange all{0, geometry_->blocks()};
  const Kernels& kernels = options.kernels ? *options.kernels : best_kernels();
  if (leads_back_ || (major_first_.own_is_major() && has_movable(variant, major_first_)))
    moves_.emplace(geometry_->major(), all,
                   flies(variant.rules, major_first_.own, major_first_.own_hand));
  for (const Subspace& side : solved_together(variant, major_first_))
    contexts_.push_back({variant, side, geometry_, all, moves_ ? &*moves_ : nullptr, kernels,
                         options.pool, scratch_, options.stop});
}

/// All that turns out of what is graded may give.
Result<GradeRanks> BlockGrader::list_ranks() const {
  std::vector<Grade> grades;
  for (const SideContext& context : contexts_)
    for (const ConversionGroup& group : conversion_groups(variant_, context.subspace)) {
      if (!group.input) continue;
      const auto list = MILLSTONE_TRY(inputs_.grade_list(*group.input));
      for (const Grade& grade : list)
        grades.push_back(grade_by(group, grade, scores_, context.subspace));
    }
  GradeRanks ranks(std::move(grades));
  if (ranks.count() >= kMostRanksAndLevels)
    return fail(ErrorCode::kUnsupportedRule, "{} may have {} different grades, the most are {}",
                major_first_.text(), ranks.count(), kMostRanksAndLevels);
  return ranks;
}

/// The input of a group, as ranks of what its positions give a turn before.
Result<SuccessorTable<DrawRank>> BlockGrader::ranked_input(const SideContext& context,
                                                           const ConversionGroup& group,
                                                           const GradeRanks& ranks) const {
  std::vector<std::uint16_t> rank_of_code(std::size_t{kWonCode} + 1);
  const auto grades = MILLSTONE_TRY(inputs_.grade_list(*group.input));
  for (std::size_t code = 0; code < grades.size(); ++code)
    rank_of_code[code] = static_cast<std::uint16_t>(
        ranks.rank(grade_by(group, grades[code], scores_, context.subspace)));
  const auto geometry =
      std::make_shared<const BlockGeometry>(Numbering::make(variant_, *group.input));
  SuccessorTable<DrawRank> table(geometry, {0, geometry->blocks()}, options_.pool);
  if (!table.valid()) return no_memory_for(*group.input);
  for_each_block(table.held(), context.scratch, [&](std::uint32_t block, Scratch&) {
    std::uint16_t* const cells = table.block(block);
    std::fill(cells + geometry->size(), cells + geometry->stride(), std::uint16_t{0});
  });
  const auto take = [&](std::uint64_t first, std::span<const GradeCode> codes) {
    table.for_each_piece(
        first, codes.size(),
        [&](std::uint32_t block, std::uint32_t rank, std::size_t offset, std::size_t length) {
          std::uint16_t* const cells = table.block(block) + rank;
          for (std::size_t i = 0; i < length; ++i) cells[i] = rank_of_code[codes[offset + i]];
        });
  };
  MILLSTONE_TRY(inputs_.grades(*group.input, take));
  return table;
}

/// The best of all turns out of what is graded.
Result<void> BlockGrader::gather(const SideContext& context, const GradeRanks& ranks) {
  if (!gathering_) gathering_ = MILLSTONE_TRY(BestSuccessors<DrawRank>::make(context));
  const std::vector<ConversionGroup> groups = conversion_groups(variant_, context.subspace);
  while (stage_.groups < groups.size()) {
    const ConversionGroup& group = groups[stage_.groups];
    if (group.input) {  // who wins or loses does not draw
      const auto table = MILLSTONE_TRY(ranked_input(context, group, ranks));
      MILLSTONE_TRY(raise_by_steps(context, group, Successors(table), *gathering_));
    }
    if (options_.stop.is_set()) return fail(ErrorCode::kInterrupted, "stopped");
    ++stage_.groups;
    save(false);
  }
  return {};
}

/// Tells what is no draw, and what is one by the rules.
Result<void> BlockGrader::add_values(const SideContext& context, GradeWords& words) {
  const auto take = [&](std::uint64_t first, std::span<const GradeCode> codes) {
    words.for_each_piece(
        first, codes.size(),
        [&](std::uint32_t block, std::uint32_t rank, std::size_t offset, std::size_t length) {
          GradeWord* const cells = words.block(block) + rank;
          for (std::size_t i = 0; i < length; ++i)
            if (codes[offset + i] >= kLostCode) cells[i] = codes[offset + i];
        });
  };
  static_assert(kWonWord == kWonCode && kLostWord == kLostCode);
  MILLSTONE_TRY(inputs_.values(context.subspace, take));
  for_each_block(context.share, context.scratch, [&](std::uint32_t block, Scratch& scratch) {
    GradeWord* const of_block = words.block(block);
    std::fill(of_block + geometry_->size(), of_block + geometry_->stride(), kLostWord);
    find_blocked(context, block, scratch.blocked);
    for_each_rank(scratch.blocked, [&](std::uint32_t rank) {
      if (outcome_if_blocked(context, block, rank) == kDrawByte) of_block[rank] = kEndsInDrawWord;
    });
  });
  return {};
}

Result<void> BlockGrader::make_counters(const SideContext& context, GradedSide& side) const {
  if (!leads_back_) return {};
  side.counters = PooledBytes(options_.pool, geometry_->table_bytes());
  if (!side.counters.valid()) return no_memory_for(context.subspace);
  return {};
}

void BlockGrader::count_turns(const SideContext& context, GradedSide& side) const {
  for_each_block(context.share, context.scratch, [&](std::uint32_t block, Scratch& scratch) {
    scratch.fit(*geometry_);
    count_quiet_moves(context, block, scratch);
    std::ranges::copy(scratch.quiet, side.block_counters(block));
  });
}

Result<void> BlockGrader::start_next_side(const GradeRanks& ranks) {
  const SideContext& context = contexts_[sides_.size()];
  MILLSTONE_TRY(gather(context, ranks));
  GradedSide side{GradeWords(std::move(*gathering_)), {}};
  gathering_.reset();
  stage_.groups = 0;
  MILLSTONE_TRY(add_values(context, side.words));
  MILLSTONE_TRY(make_counters(context, side));
  if (leads_back_) count_turns(context, side);
  sides_.push_back(std::move(side));
  ++stage_.sides;
  return {};
}

template <typename Byte>
std::vector<std::span<Byte>> BlockGrader::arrays() {
  std::vector<std::span<Byte>> list;
  for (GradedSide& side : sides_) {
    list.push_back(side.words.bytes());
    if (leads_back_) list.push_back({side.counters.data(), geometry_->table_bytes()});
  }
  if (stage_.groups > 0) list.push_back(gathering_->bytes());
  return list;
}

/// Goes on from the checkpoint, if there is one.
Result<void> BlockGrader::restore() {
  const auto saved = options_.checkpoint ? options_.checkpoint->find() : std::nullopt;
  if (!saved || saved->sides > contexts_.size()) return {};
  stage_ = *saved;
  for (std::uint32_t i = 0; i < saved->sides; ++i) {
    GradedSide side{GradeWords(geometry_, contexts_[i].share, options_.pool), {}};
    if (!side.words.valid()) return no_memory_for(contexts_[i].subspace);
    MILLSTONE_TRY(make_counters(contexts_[i], side));
    sides_.push_back(std::move(side));
  }
  if (saved->groups > 0)
    gathering_ = MILLSTONE_TRY(BestSuccessors<DrawRank>::make(contexts_[saved->sides]));
  if (options_.checkpoint->load(arrays<std::uint8_t>())) return {};
  sides_.clear();
  gathering_.reset();
  stage_ = {};
  return {};
}

/// A checkpoint that cannot be written costs nothing but safety: the work goes on.
void BlockGrader::save(bool stopping) {
  if (options_.checkpoint && options_.checkpoint->is_due(stopping))
    (void)options_.checkpoint->save(stage_, arrays<const std::uint8_t>());
}

/// The grades of the levels that came up.
Result<std::vector<Grade>> BlockGrader::work_through_levels(const GradeRanks& ranks) {
  const BlockShares shares(contexts_.front().share, nullptr);
  auto steps =
      MILLSTONE_TRY(BackSteps::make(contexts_.back(), shares, *moves_, contexts_.size() > 1));
  GradeLevels levels(steps, contexts_.front(), ranks, sides_.front(),
                     sides_.size() > 1 ? &sides_.back() : nullptr);
  MILLSTONE_TRY(levels.run());
  return levels.numbered();
}

/// The words of a side as the codes of a file.
Result<GradedCodes> BlockGrader::coded(const Subspace& subspace, GradeWords words,
                                       const std::vector<GradedValue>& meanings) {
  std::vector<std::atomic<bool>> used(meanings.size());
  for_each_block(words.held(), scratch_, [&](std::uint32_t block, Scratch&) {
    GradeWord last = kWonWord;
    for (const GradeWord word : std::span(words.block(block), geometry_->size())) {
      if (word == last) continue;
      last = word;
      if (!used[word].load(std::memory_order_relaxed))
        used[word].store(true, std::memory_order_relaxed);
    }
  });
  std::vector<Grade> grades;
  for (std::size_t word = 0; word < meanings.size(); ++word)
    if (used[word] && meanings[word].value == Value::kDraw) grades.push_back(meanings[word].grade);
  GradeData data = inputs_.data(subspace);
  data.grades = MILLSTONE_TRY(grade_list(subspace, std::move(grades)));

  std::vector<GradeCode> codes;
  codes.reserve(meanings.size());
  for (const GradedValue& meaning : meanings) codes.push_back(code_of(meaning, data.grades));
  const auto shared = std::make_shared<const GradeWords>(std::move(words));
  return GradedCodes{
      subspace, std::move(data),
      [shared, codes = std::move(codes)](std::uint64_t first, std::span<GradeCode> out) {
        shared->copy_slots(first, out);
        for (GradeCode& code : out) code = codes[code];
      }};
}

Result<std::vector<GradedCodes>> BlockGrader::finish(const std::vector<GradedValue>& meanings) {
  for (GradedSide& side : sides_) side.counters.release();
  std::vector<GradedCodes> graded;
  for (std::size_t i = 0; i < sides_.size(); ++i)
    graded.push_back(
        MILLSTONE_TRY(coded(contexts_[i].subspace, std::move(sides_[i].words), meanings)));
  return graded;
}

Result<std::vector<GradedCodes>> BlockGrader::run() {
  const GradeRanks ranks = MILLSTONE_TRY(list_ranks());
  MILLSTONE_TRY(restore());
  while (sides_.size() < contexts_.size()) {
    const auto started = start_next_side(ranks);
    if (!started) save(true);
    MILLSTONE_TRY(started);
    save(false);
  }
  std::vector<Grade> levels;
  if (leads_back_) levels = MILLSTONE_TRY(work_through_levels(ranks));
  return finish(word_meanings(ranks, levels));
}

}  // namespace

bool is_graded_by_blocks(const Variant& variant, const Subspace& subspace) {
  if (stalemate_act(variant.rules) == BlockedAct::kPasses) return false;
  return std::ranges::all_of(solved_together(variant, subspace), [&](const Subspace& side) {
    return has_usual_turns(variant, side) &&
           std::ranges::none_of(conversion_groups(variant, side), acts_when_blocked);
  });
}

Result<std::vector<GradedCodes>> grade_by_blocks(const Variant& variant, const Subspace& subspace,
                                                 const ScoreTable& scores,
                                                 const BlockGradeInputs& inputs,
                                                 const BlockGradeOptions& options) {
  return BlockGrader(variant, subspace, scores, inputs, options).run();
}

std::uint64_t block_grader_memory(const Variant& variant, const Subspace& subspace) {
  const auto slots = [&](const Subspace& each) { return slot_count(*variant.board, each); };
  std::uint64_t largest_input = 0, sides = 0;
  for (const Subspace& input : solver_inputs(variant, subspace))
    largest_input = std::max(largest_input, slots(input));
  for (const Subspace& side : solved_together(variant, subspace)) sides += slots(side);
  // The ranks of an input and its folded captures; words and counters.
  constexpr std::uint64_t kOfInput = 2 * sizeof(GradeWord), kOfSide = sizeof(GradeWord) + 1;
  return kOfSide * sides + kOfInput * largest_input;
}

}  // namespace mill
