#pragma once

#include <atomic>
#include <list>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"

namespace mill {

/// To whom of a rank a message goes.
enum class Channel : int { kCoordinator = 1, kWorker = 2, kTeam = 3 };

/// The processes of a job, which MPI has started: each has a rank, from 0 on. Any thread; one call
/// at a time goes into MPI.
class Communicator {
 public:
  /// Starts MPI; once in a process. kInputOutput if it lets no threads call it.
  static Result<std::unique_ptr<Communicator>> start(int& argc, char**& argv);

  /// Ends MPI, as all ranks must, or the whole job where that cannot be waited for.
  ~Communicator();
  Communicator(const Communicator&) = delete;
  Communicator& operator=(const Communicator&) = delete;

  int rank() const { return rank_; }
  int size() const { return size_; }
  bool is_first() const { return rank_ == 0; }

  /// Ranks on the machine of this one.
  int ranks_here() const { return ranks_here_; }

  /// "rank 2 on node7"
  const std::string& name_of(int rank) const { return names_.at(static_cast<std::size_t>(rank)); }

  /// Returns at once; messages of one rank to another arrive in order.
  void send(int to, Channel channel, const nlohmann::json& message);

  struct Arrival {
    int from;
    nlohmann::json message;
  };
  /// The next message for this rank, if one has arrived.
  std::optional<Arrival> receive(Channel channel);

  /// Sends bytes to the team member at a rank, and returns at once; they arrive in order.
  void send_bytes(int to, std::vector<std::uint8_t> bytes);

  /// The next such message of a rank, if it is here.
  std::optional<std::vector<std::uint8_t>> take_bytes(int from);

  /// Bytes of messages that MPI has not taken over yet.
  std::size_t bytes_under_way();

  /// Memory of bytes that have gone, empty, if there is any.
  std::vector<std::uint8_t> spare();

  /// Keeps the memory of bytes that are done with for those to come, as long as it is not much.
  void reuse(std::vector<std::uint8_t> bytes);

  /// What the first rank says, to all. To be called by every rank.
  nlohmann::json from_first(const nlohmann::json& message);

  /// Returns when all ranks have called it.
  void wait_for_all();

  /// From now on the end of the communicator ends all ranks: some can't be reached any more.
  void give_up() { given_up_ = true; }
  bool has_given_up() const { return given_up_; }

 private:
  struct Sending;
  struct Receiving;

  Communicator();
  std::string name_here() const;
  void forget_what_is_sent();
  void drop_what_arrives();
  void leave_together();
  void keep_spare(std::vector<std::uint8_t> bytes);

  int rank_ = 0, size_ = 1, ranks_here_ = 1;
  std::vector<std::string> names_;
  std::mutex mutex_;
  std::list<Sending> sending_;        // not yet taken over by MPI
  std::vector<Receiving> receiving_;  // by rank: bytes that are arriving
  std::vector<std::vector<std::uint8_t>> spare_;
  std::atomic<bool> given_up_ = false;
};

}  // namespace mill
