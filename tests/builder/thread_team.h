#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <vector>

#include "builder/solver/solver_team.h"

namespace mill {

/// What the members of a team in one process share: the messages of the exchange that is under way.
class ThreadTeamHub {
 public:
  explicit ThreadTeamHub(int size) : size_(size), boxes_(static_cast<std::size_t>(size)) {}

  int size() const { return size_; }
  std::uint64_t bytes_sent() const { return bytes_sent_; }  ///< between different members

  /// Ends the waiting of all, as the death of a member does.
  void give_up() {
    const std::lock_guard lock(mutex_);
    given_up_ = true;
    changed_.notify_all();
  }

 private:
  friend class ThreadTeam;

  /// What one member has sent in its exchanges, those first that are still to be taken.
  struct Box {
    std::size_t first = 0;  ///< number of the exchange at the front
    std::vector<SolverTeam::Messages> sent;
    std::vector<int> taken;  ///< by how many members
  };

  const int size_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Box> boxes_;
  std::uint64_t bytes_sent_ = 0;
  bool given_up_ = false;
};

/// A member of a team whose members are threads of this process: knows no MPI.
class ThreadTeam final : public SolverTeam {
 public:
  ThreadTeam(ThreadTeamHub& hub, int member) : hub_(hub), member_(member) {}

  int size() const override { return hub_.size_; }
  int member() const override { return member_; }
  void start_exchange(Messages messages) override;
  Result<Messages> finish_exchange() override;

 private:
  ThreadTeamHub& hub_;
  int member_;
  std::size_t exchanges_ = 0;  // finished
};

}  // namespace mill
