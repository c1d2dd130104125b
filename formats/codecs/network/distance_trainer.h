#pragma once

#include <cstdint>
#include <vector>

#include "formats/codecs/network/distance_network.h"

namespace mill {

/// A half distance that is known, to learn from.
struct DistanceExample {
  DistanceClues clues;
  int half;
};

/// Learns a network by stochastic gradient descent in a few rounds over all examples. Rows too rare
/// to pay for their place in the header stay 0. The result is a pure function of the examples and
/// their order, on every machine.
/// @param slots  in the file that the examples are from, those that are decided
DistanceNetwork learn_distance_network(const std::vector<DistanceExample>& examples,
                                       std::uint64_t slots);

}  // namespace mill
