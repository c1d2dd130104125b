#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/error.h"
#include "builder/blocks/block_shares.h"
#include "game/class_counts.h"

namespace mill {

/// The processes that solve a pair of subspaces together (or a single one). Each holds the blocks
/// of a share of its own, and what crosses between them are messages: those from one member to
/// another arrive in the order they were sent in. One thread at a time.
class SolverTeam {
 public:
  using Message = std::vector<std::uint8_t>;
  using Messages = std::vector<Message>;  ///< one for each member, by number

  virtual ~SolverTeam() = default;

  virtual int size() const = 0;
  virtual int member() const = 0;  ///< the number of this one, from 0 on

  /// Sends to another member, and returns at once.
  virtual void send(int to, Message message) = 0;

  /// The next message of another member, if it has arrived. kInterrupted when a member is gone.
  virtual Result<std::optional<Message>> take(int from) = 0;

  /// Bytes of messages that this member has sent and that others have still to take, as far as it
  /// can tell.
  virtual std::size_t bytes_under_way() = 0;

  /// Leaves the processor to others for a moment, when there is nothing to do before a message
  /// arrives. kInterrupted when a member is gone.
  virtual Result<void> pause() = 0;

  /// An empty message to be filled, in the memory of one that has gone if there is any: fresh
  /// pages cost more than what is written into them.
  virtual Message spare() = 0;

  /// Gives back the memory of a message that has been read.
  virtual void reuse(Message message) = 0;

  /// The next message of another member, when it has arrived.
  Result<Message> wait_for(int from);

  /// Sends every member what is for it, and returns at once. All members call the functions that
  /// take part in an exchange, and use streams, in the same order.
  void start_exchange(Messages messages);

  /// What the members have sent to this one in the same exchange.
  Result<Messages> finish_exchange();

 private:
  Message own_;  ///< what this member has sent to itself in an exchange
};

/// Members of a team; 1 without one.
inline int size_of(const SolverTeam* team) { return team ? team->size() : 1; }

/// Sends the same to all members; what they have sent, by number.
Result<SolverTeam::Messages> tell_all(SolverTeam& team, const std::vector<std::uint8_t>& message);

/// The largest of the values that the members give; without a team the one that is given.
Result<std::uint64_t> largest_of(SolverTeam* team, std::uint64_t value);

/// The smallest of them.
Result<std::uint64_t> smallest_of(SolverTeam* team, std::uint64_t value);

/// Tells the other members whose blocks this one wants to hear of.
/// @param wanted  by block, from the first that is shared out on: 1 or 0; own blocks do not count
/// @return by member: which blocks of the own share it wants, 1 or 0
Result<SolverTeam::Messages> ask_for_blocks(SolverTeam& team, const BlockShares& shares,
                                            const std::vector<std::uint8_t>& wanted);

/// The counts of all shares together; without a team those that are given.
Result<ClassCounts> joined_counts(SolverTeam* team, const ClassCounts& own);

}  // namespace mill
