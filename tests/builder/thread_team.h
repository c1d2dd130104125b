#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <vector>

#include "builder/blocks/solver_team.h"

namespace mill {

/// What the members of a team in one process share: the messages that are under way.
class ThreadTeamHub {
 public:
  explicit ThreadTeamHub(int size) : boxes_(static_cast<std::size_t>(size)) {
    for (Box& box : boxes_) box.sent_by.resize(boxes_.size());
  }

  int size() const { return static_cast<int>(boxes_.size()); }
  std::uint64_t bytes_sent() const { return bytes_sent_; }  ///< between different members

  /// Ends the waiting of all, as the death of a member does.
  void give_up() { given_up_ = true; }

 private:
  friend class ThreadTeam;

  /// Of one member.
  struct Box {
    std::mutex mutex;
    std::vector<std::deque<SolverTeam::Message>> sent_by;  // by sender: what is still to be taken
    std::atomic<std::size_t> under_way = 0;                // bytes that this member has sent
  };
  Box& box_of(int member) { return boxes_[static_cast<std::size_t>(member)]; }

  std::vector<Box> boxes_;
  std::atomic<std::uint64_t> bytes_sent_ = 0;
  std::atomic<bool> given_up_ = false;
};

/// A member of a team whose members are threads of this process: knows no MPI.
class ThreadTeam final : public SolverTeam {
 public:
  ThreadTeam(ThreadTeamHub& hub, int member) : hub_(hub), member_(member) {}

  int size() const override { return hub_.size(); }
  int member() const override { return member_; }
  void send(int to, Message message) override;
  Result<std::optional<Message>> take(int from) override;
  std::size_t bytes_under_way() override;
  Result<void> pause() override;
  Message spare() override { return {}; }
  void reuse(Message) override {}

 private:
  ThreadTeamHub& hub_;
  int member_;
};

/// Does `work` as every member of a team, each in a thread of its own.
void run_as_team(ThreadTeamHub& hub, const std::function<void(SolverTeam&)>& work);

}  // namespace mill
