#include "builder/blocks/solver_team.h"

#include "base/little_endian.h"

namespace mill {

Result<SolverTeam::Message> SolverTeam::wait_for(int from) {
  for (;;) {
    auto message = MILLSTONE_TRY(take(from));
    if (message) return *std::move(message);
    MILLSTONE_TRY(pause());
  }
}

void SolverTeam::start_exchange(Messages messages) {
  for (int to = 0; to < size(); ++to) {
    Message& message = messages[static_cast<std::size_t>(to)];
    if (to == member())
      own_ = std::move(message);
    else
      send(to, std::move(message));
  }
}

Result<SolverTeam::Messages> SolverTeam::finish_exchange() {
  Messages found;
  for (int from = 0; from < size(); ++from)
    found.push_back(from == member() ? std::move(own_) : MILLSTONE_TRY(wait_for(from)));
  return found;
}

Result<SolverTeam::Messages> tell_all(SolverTeam& team, const std::vector<std::uint8_t>& message) {
  team.start_exchange(SolverTeam::Messages(static_cast<std::size_t>(team.size()), message));
  return team.finish_exchange();
}

Result<std::uint64_t> largest_of(SolverTeam* team, std::uint64_t value) {
  if (!team) return value;
  FieldWriter own;
  own.put(value);
  for (const auto& message : MILLSTONE_TRY(tell_all(*team, own.bytes())))
    value = std::max(value, FieldReader(message).take<std::uint64_t>());
  return value;
}

Result<std::uint64_t> smallest_of(SolverTeam* team, std::uint64_t value) {
  return ~MILLSTONE_TRY(largest_of(team, ~value));
}

Result<SolverTeam::Messages> ask_for_blocks(SolverTeam& team, const BlockShares& shares,
                                            const std::vector<std::uint8_t>& wanted) {
  SolverTeam::Messages wishes;
  for (int member = 0; member < team.size(); ++member) {
    const BlockRange theirs = shares.of(member);
    const auto first = wanted.begin() + (theirs.begin - shares.first());
    wishes.emplace_back(first, first + theirs.count());
  }
  const BlockRange own = shares.own();
  wishes[static_cast<std::size_t>(team.member())].assign(own.count(), 0);
  team.start_exchange(std::move(wishes));
  return team.finish_exchange();
}

Result<ClassCounts> joined_counts(SolverTeam* team, const ClassCounts& own) {
  if (!team) return own;
  FieldWriter told;
  for (const std::uint64_t number : {own.slots, own.classes, own.wins, own.draws, own.losses})
    told.put(number);
  for (const int plies : {own.longest_win, own.longest_loss})
    told.put(static_cast<std::uint32_t>(plies));
  ClassCounts all;
  for (const auto& message : MILLSTONE_TRY(tell_all(*team, told.bytes()))) {
    FieldReader in(message);
    ClassCounts share;
    for (std::uint64_t* const number :
         {&share.slots, &share.classes, &share.wins, &share.draws, &share.losses})
      *number = in.take<std::uint64_t>();
    for (int* const plies : {&share.longest_win, &share.longest_loss})
      *plies = static_cast<int>(in.take<std::uint32_t>());
    all += share;
  }
  return all;
}

}  // namespace mill
