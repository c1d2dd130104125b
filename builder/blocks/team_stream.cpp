#include "builder/blocks/team_stream.h"

#include <algorithm>

namespace mill {

// An empty message is the last of its sender.

TeamStream::TeamStream(SolverTeam& team, std::size_t most_under_way, Take take)
    : team_(&team),
      most_under_way_(most_under_way),
      take_(std::move(take)),
      ended_(static_cast<std::size_t>(team.size())) {
  ended_[static_cast<std::size_t>(team.member())] = 1;
}

Result<void> TeamStream::send(int to, SolverTeam::Message message) {
  MILLSTONE_CHECK(!message.empty());
  team_->send(to, std::move(message));
  while (team_->bytes_under_way() > most_under_way_)
    if (!MILLSTONE_TRY(take_arrived())) MILLSTONE_TRY(team_->pause());
  return {};
}

Result<bool> TeamStream::take_arrived() {
  bool any = false;
  for (int member = 0; member < team_->size(); ++member)
    if (MILLSTONE_TRY(take_from(member))) any = true;
  return any;
}

/// Takes all messages of a member that have arrived; whether there were any.
Result<bool> TeamStream::take_from(int member) {
  std::uint8_t& ended = ended_[static_cast<std::size_t>(member)];
  bool any = false;
  while (!ended) {
    auto message = MILLSTONE_TRY(team_->take(member));
    if (!message) break;
    any = true;
    if (message->empty()) {
      ended = 1;
    } else {
      take_(member, *message);
      team_->reuse(*std::move(message));
    }
  }
  return any;
}

Result<void> TeamStream::finish() {
  for (int member = 0; member < team_->size(); ++member)
    if (member != team_->member()) team_->send(member, {});
  // From all, not one after the other: some may have too much under way to go on before it is
  // taken.
  while (std::ranges::count(ended_, 0) > 0)
    if (!MILLSTONE_TRY(take_arrived())) MILLSTONE_TRY(team_->pause());
  return {};
}

}  // namespace mill
