#pragma once

#include <chrono>
#include <optional>
#include <vector>

#include "base/task.h"
#include "engine/proof/proof_search.h"

namespace mill {

/// One claim that was tried.
struct ClaimResult {
  Claim claim;  ///< about the start position
  bool proved = false;
  std::uint64_t nodes = 0;
  std::chrono::nanoseconds time{};
};

/// What is known of a position's value after a proof. It is proved when the bounds meet.
struct OpeningProof {
  Value at_least = Value::kLoss;  ///< for the side to move
  Value at_most = Value::kWin;
  std::vector<ClaimResult> claims;

  std::optional<Value> value() const {
    return at_least == at_most ? std::optional(at_least) : std::nullopt;
  }
};

struct ProofOptions {
  int threads = 1;
  TaskControl control;  ///< told the claim at work and the nodes so far, about once per second
};

/// Proves the value of a position as far as the knowledge reaches: first that each side gets a
/// draw, then a win for the side whose opponent could not be shown to hold one. The table then
/// remembers what was found. kInterrupted after a stop; the first error of a file that was met, as
/// it could have hidden an answer.
Result<OpeningProof> prove_value(const ProofKnowledge& knowledge, ProofTable& table,
                                 const Position& position, const ProofOptions& options);

}  // namespace mill
