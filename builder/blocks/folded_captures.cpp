#include "builder/blocks/folded_captures.h"

#include <algorithm>

#include "builder/blocks/minor_lines.h"
#include "builder/blocks/ordered_steps.h"
#include "builder/blocks/team_stream.h"

namespace mill {
namespace {

// The rows of a share are sent in so many steps per member, for messages to stay small beside the
// share, but no less than this at a time.
constexpr std::uint32_t kStepsPerMember = 8;
constexpr std::uint32_t kLeastBytesPerStep = 1 << 16;

/// Rows of a table on their way to the members of a team that want them.
template <typename Cell>
class RowExchange {
 public:
  using Table = SlotTable<Cell>;

  /// @param wanted  by block of the table: whether this member wants its row; must outlive this
  static Result<RowExchange> make(SolverTeam& team, Table& table,
                                  const std::vector<std::uint8_t>& wanted);

  std::uint32_t blocks_per_step() const { return step_; }
  BlockRange own() const { return shares_.own(); }
  std::size_t most_under_way() const {
    return most_bytes_under_way(shares_, table_->geometry()) * sizeof(Cell);
  }

  /// The rows of own blocks that a member wants, one after the other.
  SolverTeam::Message rows_for(int member, BlockRange blocks) const;

  /// Puts the next rows of a member into the table.
  void put(int member, std::span<const std::uint8_t> rows);

 private:
  RowExchange(SolverTeam& team, Table& table, const std::vector<std::uint8_t>& wanted)
      : team_(&team), table_(&table), wanted_(&wanted), shares_(table.held(), &team) {
    const std::uint32_t steps = kStepsPerMember * static_cast<std::uint32_t>(team.size());
    step_ = std::max((shares_.largest() + steps - 1) / steps,
                     (kLeastBytesPerStep + row_bytes() - 1) / row_bytes());
    for (int member = 0; member < team.size(); ++member) next_.push_back(shares_.of(member).begin);
  }
  std::uint32_t row_bytes() const {
    return table_->geometry().stride() * static_cast<std::uint32_t>(sizeof(Cell));
  }
  std::uint8_t* row(std::uint32_t block) const {
    return reinterpret_cast<std::uint8_t*>(table_->block(block));
  }

  SolverTeam* team_;
  Table* table_;
  const std::vector<std::uint8_t>* wanted_;
  BlockShares shares_;
  SolverTeam::Messages asked_;       ///< by member: whether it wants each row of the own share
  std::vector<std::uint32_t> next_;  ///< by member: the block up to which its rows have come
  std::uint32_t step_;               ///< blocks of a share
};

template <typename Cell>
Result<RowExchange<Cell>> RowExchange<Cell>::make(SolverTeam& team, Table& table,
                                                  const std::vector<std::uint8_t>& wanted) {
  RowExchange exchange(team, table, wanted);
  exchange.asked_ = MILLSTONE_TRY(ask_for_blocks(team, exchange.shares_, wanted));
  return exchange;
}

template <typename Cell>
SolverTeam::Message RowExchange<Cell>::rows_for(int member, BlockRange blocks) const {
  const std::vector<std::uint8_t>& asked = asked_[static_cast<std::size_t>(member)];
  SolverTeam::Message rows;
  for (std::uint32_t block = blocks.begin; block < blocks.end; ++block) {
    if (!asked[block - own().begin]) continue;
    if (rows.empty()) rows = team_->spare();
    rows.insert(rows.end(), row(block), row(block) + row_bytes());
  }
  return rows;
}

template <typename Cell>
void RowExchange<Cell>::put(int member, std::span<const std::uint8_t> rows) {
  std::uint32_t& block = next_[static_cast<std::size_t>(member)];
  for (; !rows.empty(); rows = rows.subspan(row_bytes())) {
    while (!(*wanted_)[block - shares_.first()]) ++block;
    std::copy_n(rows.data(), row_bytes(), row(block++));
  }
}

/// Has each member fold the rows of its share, a step at a time, and brings them to who wants them.
/// @param fold  makes the rows of some blocks
template <typename Cell, typename Fold>
Result<void> fold_and_exchange(SolverTeam& team, SlotTable<Cell>& folded,
                               const std::vector<std::uint8_t>& wanted, const Fold& fold) {
  auto exchange = MILLSTONE_TRY(RowExchange<Cell>::make(team, folded, wanted));
  TeamStream stream(team, exchange.most_under_way(),
                    [&](int from, auto rows) { exchange.put(from, rows); });
  const auto fold_and_send = [&](BlockRange step) -> Result<void> {
    fold(step);
    for (int member = 0; member < team.size(); ++member)
      if (auto rows = exchange.rows_for(member, step); !rows.empty())
        MILLSTONE_TRY(stream.send(member, std::move(rows)));
    MILLSTONE_TRY(stream.take_arrived());
    return {};
  };
  MILLSTONE_TRY(for_each_step(exchange.own(), exchange.blocks_per_step(), fold_and_send));
  return stream.finish();
}

}  // namespace

template <typename Cell>
FoldedCaptures<Cell>::FoldedCaptures(const SideContext& context, const Transition& transition,
                                     const Table& successors,
                                     std::shared_ptr<const BlockGeometry> geometry)
    : context_(context), successors_(successors) {
  const int minor_stones = context.geometry->minor().k();
  for (int stones = minor_stones - transition.taken + 1; stones < minor_stones; ++stones)
    levels_.push_back(std::make_shared<const BlockGeometry>(
        Numbering(geometry->numbering().shared_major(), stones)));
  levels_.push_back(std::move(geometry));
}

template <typename Cell>
void FoldedCaptures<Cell>::fold(Table& folded) const {
  fold_blocks(folded.held(), folded);
}

template <typename Cell>
Result<void> FoldedCaptures<Cell>::fold_together(const std::vector<std::uint8_t>& wanted,
                                                 Table& folded) const {
  return fold_and_exchange(*context_.team, folded, wanted,
                           [&](BlockRange step) { fold_blocks(step, folded); });
}

template <typename Cell>
void FoldedCaptures<Cell>::fold_blocks(BlockRange blocks, Table& folded) const {
  for_each_block(blocks, context_.scratch, [&](std::uint32_t block, Scratch& scratch) {
    if (!context_.is_stopped()) fold_block(block, folded, scratch);
  });
}

/// Removing stone after stone: from the input's sets of minor stones up to those after the step.
template <typename Cell>
void FoldedCaptures<Cell>::fold_block(std::uint32_t block, Table& folded, Scratch& scratch) const {
  const Board& board = levels_.back()->board();
  if (!board.in_mills(levels_.back()->major().representative(block))) return;  // never read
  ScratchRows<Cell>& rows = scratch.rows_of<Cell>();
  const Cell* before = successors_.block(block);
  const BlockGeometry* removed = &successors_.geometry();
  for (const auto& level : levels_) {
    fold_level(*level, block, before, *removed, scratch);
    rows.row = rows.fold;
    before = rows.row.data();
    removed = level.get();
  }
  std::copy_n(rows.row.data(), levels_.back()->stride(), folded.block(block));
}

/// For every set of minor stones the largest of `before` over the stones that may be removed,
/// into the fold of the scratch rows.
/// @param removed  of the sets without the stone
template <typename Cell>
void FoldedCaptures<Cell>::fold_level(const BlockGeometry& level, std::uint32_t block,
                                      const Cell* before, const BlockGeometry& removed,
                                      Scratch& scratch) const {
  const PackedIndex free(level.free_points(block));
  const MinorLines lines(level, free);
  std::vector<Cell>& fold = scratch.rows_of<Cell>().fold;
  fold.assign(level.stride(), Cell{0});
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
    raise_by_step(context_.kernels, PackedStep{-1, index}, level, removed, before, scratch,
                  fold.data());
  }
}

template class FoldedCaptures<std::uint8_t>;
template class FoldedCaptures<std::uint16_t>;

}  // namespace mill
