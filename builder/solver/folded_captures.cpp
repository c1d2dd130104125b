#include "builder/solver/folded_captures.h"

#include <algorithm>

#include "builder/solver/minor_lines.h"

namespace mill {
namespace {

// The rows of a share are sent in so many rounds per member, for messages to stay small beside the
// share, but no less than this at a time.
constexpr std::uint32_t kRoundsPerMember = 8;
constexpr std::uint32_t kLeastBytesPerRound = 1 << 16;

/// Sends rows of a table to the members of a team that want them, in rounds.
class RowExchange {
 public:
  /// @param wanted  by block of the table: whether this member wants its row; must outlive this
  static Result<RowExchange> make(SolverTeam& team, ByteTable& table,
                                  const std::vector<std::uint8_t>& wanted);

  std::uint32_t rounds() const { return (shares_.largest() + step_ - 1) / step_; }

  /// The blocks of a member's share that belong to a round.
  BlockRange blocks_of(int member, std::uint32_t round) const;

  /// Sends the own rows of a round.
  void start(std::uint32_t round, bool stop);

  /// Puts the rows of the others into the table. kInterrupted when a member said stop.
  Result<void> finish(std::uint32_t round);

 private:
  RowExchange(SolverTeam& team, ByteTable& table, const std::vector<std::uint8_t>& wanted)
      : team_(&team), table_(&table), wanted_(&wanted), shares_(table.held(), &team) {
    const std::uint32_t rounds = kRoundsPerMember * static_cast<std::uint32_t>(team.size());
    step_ = std::max((shares_.largest() + rounds - 1) / rounds,
                     (kLeastBytesPerRound + row_bytes() - 1) / row_bytes());
  }
  std::uint32_t row_bytes() const { return table_->geometry().stride(); }

  SolverTeam* team_;
  ByteTable* table_;
  const std::vector<std::uint8_t>* wanted_;
  BlockShares shares_;
  SolverTeam::Messages asked_;  ///< by member: whether it wants each row of the own share
  std::uint32_t step_;          ///< blocks of a share per round
};

Result<RowExchange> RowExchange::make(SolverTeam& team, ByteTable& table,
                                      const std::vector<std::uint8_t>& wanted) {
  RowExchange exchange(team, table, wanted);
  exchange.asked_ = MILLSTONE_TRY(ask_for_blocks(team, exchange.shares_, wanted));
  return exchange;
}

BlockRange RowExchange::blocks_of(int member, std::uint32_t round) const {
  const BlockRange share = shares_.of(member);
  const std::uint32_t begin = share.begin + std::min(round * step_, share.count());
  return {begin, begin + std::min(step_, share.end - begin)};
}

void RowExchange::start(std::uint32_t round, bool stop) {
  const BlockRange blocks = blocks_of(team_->member(), round);
  SolverTeam::Messages messages;
  for (const std::vector<std::uint8_t>& asked : asked_) {
    std::vector<std::uint8_t>& message = messages.emplace_back();
    message.push_back(stop);
    for (std::uint32_t block = blocks.begin; block < blocks.end; ++block)
      if (asked[block - shares_.own().begin])
        message.insert(message.end(), table_->block(block), table_->block(block) + row_bytes());
  }
  team_->start_exchange(std::move(messages));
}

Result<void> RowExchange::finish(std::uint32_t round) {
  const SolverTeam::Messages messages = MILLSTONE_TRY(team_->finish_exchange());
  for (const std::vector<std::uint8_t>& message : messages)
    if (message.front()) return fail(ErrorCode::kInterrupted, "stopped");
  for (int member = 0; member < team_->size(); ++member) {
    if (member == team_->member()) continue;
    const std::uint8_t* row = messages[static_cast<std::size_t>(member)].data() + 1;
    const BlockRange blocks = blocks_of(member, round);
    for (std::uint32_t block = blocks.begin; block < blocks.end; ++block) {
      if (!(*wanted_)[block - shares_.first()]) continue;
      std::copy_n(row, row_bytes(), table_->block(block));
      row += row_bytes();
    }
  }
  return {};
}

}  // namespace

FoldedCaptures::FoldedCaptures(const SideContext& context, const Transition& transition,
                               const ByteTable& successors,
                               std::shared_ptr<const BlockGeometry> geometry)
    : context_(context), successors_(successors) {
  const int minor_stones = context.geometry->minor().k();
  for (int stones = minor_stones - transition.taken + 1; stones < minor_stones; ++stones)
    levels_.push_back(std::make_shared<const BlockGeometry>(
        Numbering(geometry->numbering().shared_major(), stones)));
  levels_.push_back(std::move(geometry));
}

void FoldedCaptures::fold(ByteTable& folded) const { fold_blocks(folded.held(), folded); }

Result<void> FoldedCaptures::fold_together(const std::vector<std::uint8_t>& wanted,
                                           ByteTable& folded) const {
  RowExchange exchange = MILLSTONE_TRY(RowExchange::make(*context_.team, folded, wanted));
  const auto fold_for = [&](std::uint32_t round) {
    fold_blocks(exchange.blocks_of(context_.team->member(), round), folded);
  };
  fold_for(0);
  for (std::uint32_t round = 0; round < exchange.rounds(); ++round) {
    exchange.start(round, context_.is_stopped());
    fold_for(round + 1);  // while rows travel
    MILLSTONE_TRY(exchange.finish(round));
  }
  return {};
}

void FoldedCaptures::fold_blocks(BlockRange blocks, ByteTable& folded) const {
  for_each_block(blocks, context_.scratch, [&](std::uint32_t block, Scratch& scratch) {
    if (!context_.is_stopped()) fold_block(block, folded, scratch);
  });
}

/// Removing stone after stone: from the input's sets of minor stones up to those after the step.
void FoldedCaptures::fold_block(std::uint32_t block, ByteTable& folded, Scratch& scratch) const {
  const Board& board = levels_.back()->board();
  if (!board.in_mills(levels_.back()->major().representative(block))) return;  // never read
  const std::uint8_t* outcomes = successors_.block(block);
  const SubsetRank* ranks = &successors_.geometry().minor();
  for (const auto& level : levels_) {
    fold_level(*level, block, outcomes, *ranks, scratch);
    scratch.row = scratch.fold;
    outcomes = scratch.row.data();
    ranks = &level->minor();
  }
  std::copy_n(scratch.row.data(), levels_.back()->stride(), folded.block(block));
}

/// For every set of minor stones the largest of `outcomes` over the stones that may be removed,
/// into scratch.fold.
void FoldedCaptures::fold_level(const BlockGeometry& level, std::uint32_t block,
                                const std::uint8_t* outcomes, const SubsetRank& ranks,
                                Scratch& scratch) const {
  const PackedIndex free(level.free_points(block));
  const MinorLines lines(level, free);
  scratch.fold.assign(level.stride(), OutcomeByte{0});
  std::vector<std::uint64_t>& all_in_lines = scratch.words;
  all_in_lines.resize(level.groups());
  const bool from_mills = context_.variant.rules.remove_from_mills;
  for (std::uint32_t group = 0; group < level.groups(); ++group)
    all_in_lines[group] = from_mills ? ~std::uint64_t{0} : lines.all_in_lines(group);
  for (int index = 0; index < free.count; ++index) {
    scratch.source.clear();
    for (std::uint32_t group = 0; group < level.groups(); ++group) {
      const std::uint64_t loose = ~lines.completed_at(index, group) | all_in_lines[group];
      const std::uint64_t bits = level.has(index)[group] & loose;
      if (bits) scratch.source.push_back({group, bits});
    }
    context_.kernels.toggle_max(subset_groups(level, scratch.source), bit(index),
                                {rank_tables(ranks), outcomes}, scratch.fold.data());
  }
}

}  // namespace mill
