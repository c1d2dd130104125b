#include "builder/solver/solve_memory.h"

#include <algorithm>
#include <thread>

#include "base/machine.h"
#include "builder/blocks/conversions.h"
#include "builder/blocks/frontier.h"
#include "builder/blocks/major_moves.h"
#include "builder/solver/solver.h"
#include "builder/solver/turn_solver.h"
#include "game/numbering.h"
#include "game/subset_rank.h"

namespace mill {
namespace {

constexpr std::uint32_t kMostParts = 16;                         // of an input
constexpr std::uint64_t kThreadMemory = std::uint64_t{2} << 20;  // buffers of a thread

/// Bytes of the input of a group, and of what is made of it, while it is gathered whole.
std::uint64_t whole_input(const Variant& variant, const Subspace& subspace,
                          const ConversionGroup& group, int members) {
  if (!group.input) return 0;
  const bool own_outcomes = conversion_keeps_turn(variant, subspace);
  std::uint64_t folded = 0;
  for (const Transition& transition : group.transitions) {
    if (transition.taken == 0 || !subspace.own_is_major()) continue;
    Subspace before_removal = subspace;
    before_removal.own += transition.kind == Transition::Kind::kPlace;
    folded = std::max(folded, table_memory(variant, before_removal));
  }
  const std::uint64_t input = table_memory(variant, *group.input) * (own_outcomes ? 2 : 1);
  return (is_folded(subspace, group) ? most_of_share(input, members) : input) + folded;
}

/// What a blocked side does may ask for the best of the turns that follow it, which a part does not
/// know.
bool may_be_split(const ConversionGroup& group) { return !acts_when_blocked(group); }

/// Memory while the conversions of one side are gathered, beside the table they are gathered in.
SolveMemory conversions_memory(const Variant& variant, const Subspace& subspace, int members) {
  SolveMemory most;
  for (const ConversionGroup& group : conversion_groups(variant, subspace)) {
    const std::uint64_t whole = whole_input(variant, subspace, group, members);
    most.usual = std::max(most.usual, whole);
    if (!group.input) continue;
    const std::uint64_t blocks = block_count(variant, *group.input);
    const std::uint64_t part = part_size(variant, subspace, group, 0, members);
    most.least = std::max(most.least, whole / blocks * part);
  }
  return most;
}

/// Bytes of the moves of the major side, if it can move.
std::uint64_t moves_memory(const Variant& variant, const Subspace& subspace) {
  const Subspace major = subspace.own_is_major() ? subspace : subspace.mirror();
  if (!has_movable(variant, major)) return 0;
  const bool anywhere = flies(variant.rules, major.own, major.own_hand);
  return sizeof(MajorMove) * MajorMoves::expected_moves(*variant.board, major.own, anywhere);
}

/// What a member of a team holds beside its share: lists of the frontier, and messages on their
/// way.
std::uint64_t team_memory(const Variant& variant, const Subspace& subspace, int members) {
  if (members == 1) return 0;
  return block_count(variant, subspace) * Frontier::kListed * sizeof(Mask) +
         most_of_share(table_memory(variant, subspace), members) / 4;
}

/// Memory that does not depend on what is gathered: the program, what its threads solve and write
/// with, the indexes of the pair, of an input and of what is made of it, and a share that grows
/// with the tables for what the system rounds up.
std::uint64_t fixed_memory(const Variant& variant, const Subspace& subspace, int members) {
  constexpr std::uint64_t kMebibyte = std::uint64_t{1} << 20;
  static const auto threads = static_cast<std::uint64_t>(available_processors());
  const int major = std::max(subspace.own, subspace.opponent);
  const std::uint64_t share = most_of_share(table_memory(variant, subspace), members);
  const std::uint64_t rounded = std::min(share / 2, 296 * kMebibyte);
  return kProgramMemory + threads * kThreadMemory + 3 * index_memory(*variant.board, major) +
         rounded + most_of_share(moves_memory(variant, subspace), members) +
         team_memory(variant, subspace, members);
}

/// Sides to move of a pair: two, or one of a subspace that is its own mirror.
std::uint64_t solved_sides(const Subspace& subspace) {
  return subspace == subspace.mirror() ? 1 : 2;
}

/// A bit per slot of the whole for the frontier, and a bit per group and level of the share: room
/// for all 256 levels of a side.
std::uint64_t marks_memory(std::uint64_t table, int members) {
  return table / 8 + most_of_share(table, members) / 2;
}

SolveMemory pair_memory(const Variant& variant, const Subspace& subspace, int members) {
  const Subspace major = subspace.own_is_major() ? subspace : subspace.mirror();
  const std::uint64_t whole = table_memory(variant, major);
  const std::uint64_t table = most_of_share(whole, members);
  const bool two_sides = major != major.mirror();
  const SolveMemory starting_major = conversions_memory(variant, major, members);
  const SolveMemory starting_minor =
      two_sides ? conversions_memory(variant, major.mirror(), members) : SolveMemory{};
  const std::uint64_t levels = (two_sides ? 4 : 2) * table + marks_memory(whole, members);
  const auto most = [&](std::uint64_t major_conversions, std::uint64_t minor_conversions) {
    return std::max(
        {table + major_conversions, two_sides ? 3 * table + minor_conversions : 0, levels});
  };
  return {most(starting_major.usual, starting_minor.usual),
          most(starting_major.least, starting_minor.least)};
}

}  // namespace

std::uint64_t table_memory(const Variant& variant, const Subspace& subspace) {
  const std::uint64_t size = numbering_block_size(*variant.board, subspace);
  return block_count(variant, subspace) * ((size + kGroupSize - 1) / kGroupSize * kGroupSize);
}

std::uint64_t index_memory(const Board& board, int major_stones) {
  constexpr std::uint64_t kBytesPerEntry = 5;  // a number, and what the representatives add
  return kBytesPerEntry * binomial(board.points(), major_stones);
}

std::uint32_t block_count(const Variant& variant, const Subspace& subspace) {
  return static_cast<std::uint32_t>(slot_count(*variant.board, subspace) /
                                    numbering_block_size(*variant.board, subspace));
}

SolveMemory solve_memory(const Variant& variant, const Subspace& subspace, int members) {
  const std::uint64_t fixed = fixed_memory(variant, subspace, members);
  if (!has_usual_turns(variant, subspace)) {
    const std::uint64_t all = fixed + turn_solver_memory(variant, subspace);
    return {all, all};
  }
  if (is_cyclic(variant, subspace)) {
    const SolveMemory pair = pair_memory(variant, subspace, members);
    return {fixed + pair.usual, fixed + pair.least};
  }
  const std::uint64_t held = fixed + most_of_share(table_memory(variant, subspace), members);
  const SolveMemory conversions = conversions_memory(variant, subspace, members);
  return {held + conversions.usual, held + conversions.least};
}

std::uint64_t window_memory(const Variant& variant, const Subspace& subspace, std::uint64_t done,
                            int members) {
  const std::uint64_t fixed = fixed_memory(variant, subspace, members);
  const std::uint64_t whole = table_memory(variant, subspace);
  const std::uint64_t table = most_of_share(whole, members);
  // An input is held as it is and as it is seen from the window.
  std::uint64_t inputs = 2 * conversions_memory(variant, subspace, members).least;
  if (!is_cyclic(variant, subspace)) return fixed + (done + 1) * table + inputs;
  const std::uint64_t sides = solved_sides(subspace);
  if (sides > 1)
    inputs = std::max(inputs, 2 * conversions_memory(variant, subspace.mirror(), members).least);
  // The marks of the levels of the last window are there while the conversions of the next are
  // gathered.
  return fixed + sides * (done + 2) * table + marks_memory(whole, members) + inputs;
}

std::uint64_t window_input_memory(const Variant& variant, const Subspace& subspace,
                                  std::uint64_t limit, std::uint64_t tables, int members) {
  const std::uint64_t marks = marks_memory(table_memory(variant, subspace), members);
  const std::uint64_t left = input_memory(variant, subspace, limit, tables, members);
  return left > marks ? (left - marks) / 2 : 0;
}

std::uint64_t input_memory(const Variant& variant, const Subspace& subspace, std::uint64_t limit,
                           std::uint64_t tables, int members) {
  const std::uint64_t held = fixed_memory(variant, subspace, members) +
                             tables * most_of_share(table_memory(variant, subspace), members);
  return limit > held ? limit - held : 0;
}

std::uint32_t part_size(const Variant& variant, const Subspace& subspace,
                        const ConversionGroup& group, std::uint64_t input_memory, int members) {
  const std::uint32_t blocks = block_count(variant, *group.input);
  const std::uint64_t whole = whole_input(variant, subspace, group, members);
  if (whole <= input_memory || !may_be_split(group)) return blocks;
  const std::uint64_t fitting = input_memory / (whole / blocks);
  return static_cast<std::uint32_t>(
      std::max<std::uint64_t>(fitting, (blocks + kMostParts - 1) / kMostParts));
}

}  // namespace mill
