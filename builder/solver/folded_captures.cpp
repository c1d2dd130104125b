#include "builder/solver/folded_captures.h"

#include <algorithm>

#include "builder/solver/minor_lines.h"
#include "builder/solver/team_stream.h"

namespace mill {
namespace {

// The rows of a share are sent in so many steps per member, for messages to stay small beside the
// share, but no less than this at a time.
constexpr std::uint32_t kStepsPerMember = 8;
constexpr std::uint32_t kLeastBytesPerStep = 1 << 16;

/// Rows of a table on their way to the members of a team that want them.
class RowExchange {
 public:
  /// @param wanted  by block of the table: whether this member wants its row; must outlive this
  static Result<RowExchange> make(SolverTeam& team, ByteTable& table,
                                  const std::vector<std::uint8_t>& wanted);

  std::uint32_t blocks_per_step() const { return step_; }
  BlockRange own() const { return shares_.own(); }
  std::size_t most_under_way() const { return most_bytes_under_way(shares_, table_->geometry()); }

  /// The rows of own blocks that a member wants, one after the other.
  SolverTeam::Message rows_for(int member, BlockRange blocks) const;

  /// Puts the next rows of a member into the table.
  void put(int member, std::span<const std::uint8_t> rows);

 private:
  RowExchange(SolverTeam& team, ByteTable& table, const std::vector<std::uint8_t>& wanted)
      : team_(&team), table_(&table), wanted_(&wanted), shares_(table.held(), &team) {
    const std::uint32_t steps = kStepsPerMember * static_cast<std::uint32_t>(team.size());
    step_ = std::max((shares_.largest() + steps - 1) / steps,
                     (kLeastBytesPerStep + row_bytes() - 1) / row_bytes());
    for (int member = 0; member < team.size(); ++member) next_.push_back(shares_.of(member).begin);
  }
  std::uint32_t row_bytes() const { return table_->geometry().stride(); }

  SolverTeam* team_;
  ByteTable* table_;
  const std::vector<std::uint8_t>* wanted_;
  BlockShares shares_;
  SolverTeam::Messages asked_;       ///< by member: whether it wants each row of the own share
  std::vector<std::uint32_t> next_;  ///< by member: the block up to which its rows have come
  std::uint32_t step_;               ///< blocks of a share
};

Result<RowExchange> RowExchange::make(SolverTeam& team, ByteTable& table,
                                      const std::vector<std::uint8_t>& wanted) {
  RowExchange exchange(team, table, wanted);
  exchange.asked_ = MILLSTONE_TRY(ask_for_blocks(team, exchange.shares_, wanted));
  return exchange;
}

SolverTeam::Message RowExchange::rows_for(int member, BlockRange blocks) const {
  const std::vector<std::uint8_t>& asked = asked_[static_cast<std::size_t>(member)];
  SolverTeam::Message rows;
  for (std::uint32_t block = blocks.begin; block < blocks.end; ++block) {
    if (!asked[block - own().begin]) continue;
    if (rows.empty()) rows = team_->spare();
    rows.insert(rows.end(), table_->block(block), table_->block(block) + row_bytes());
  }
  return rows;
}

void RowExchange::put(int member, std::span<const std::uint8_t> rows) {
  std::uint32_t& block = next_[static_cast<std::size_t>(member)];
  for (; !rows.empty(); rows = rows.subspan(row_bytes())) {
    while (!(*wanted_)[block - shares_.first()]) ++block;
    std::copy_n(rows.data(), row_bytes(), table_->block(block++));
  }
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
  SolverTeam& team = *context_.team;
  RowExchange exchange = MILLSTONE_TRY(RowExchange::make(team, folded, wanted));
  TeamStream stream(team, exchange.most_under_way(),
                    [&](int from, auto rows) { exchange.put(from, rows); });
  const auto fold_and_send = [&](BlockRange step) -> Result<void> {
    fold_blocks(step, folded);
    for (int member = 0; member < team.size(); ++member)
      if (auto rows = exchange.rows_for(member, step); !rows.empty())
        MILLSTONE_TRY(stream.send(member, std::move(rows)));
    MILLSTONE_TRY(stream.take_arrived());
    return {};
  };
  MILLSTONE_TRY(for_each_step(exchange.own(), exchange.blocks_per_step(), fold_and_send));
  return stream.finish();
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
