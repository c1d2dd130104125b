#pragma once

#include <bit>

#include "engine/evaluation/feature_evaluation.h"
#include "engine/evaluation/network.h"
#include "engine/evaluation/network_kernels.h"

namespace mill {

/// Hundredths of a stone for what a network expects: what is won and lost on the average, and a
/// little for how sure that is, so that play goes on where all is won or lost.
Score score_of_logits(const NetworkLogits& logits);

/// Values positions by a network; those that it was not made for by another evaluation.
class NetworkEvaluation final : public Evaluation {
 public:
  /// Refers to the network and the other evaluation.
  NetworkEvaluation(const Network& network, const Evaluation& others,
                    const NetworkKernel& kernel = *available_network_kernels().back())
      : network_(network), others_(others), kernel_(kernel) {}

  Score score(const SearchPosition& at) const override {
    const auto rows = network_.find(at.position, at.own_count, at.opponent_count);
    return rows ? score_of_logits(kernel_.logits(*rows)) : others_.score(at);
  }

  std::uint64_t identity() const override {
    return network_.checksum() ^ std::rotl(others_.identity(), 1);
  }

 private:
  const Network& network_;
  const Evaluation& others_;
  const NetworkKernel kernel_;
};

}  // namespace mill
