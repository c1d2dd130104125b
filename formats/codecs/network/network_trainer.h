#pragma once

#include <cstdint>
#include <vector>

#include "formats/codecs/codec.h"
#include "formats/codecs/network/value_network.h"
#include "formats/codecs/prediction/sample.h"

namespace mill {

/// What a network is learned from.
inline constexpr SampleSize kNetworkSample = {
    .slots = 3'000'000, .blocks = 1024, .portion = 16, .thins_out = true};

/// Learns a ValueNetwork from slots whose values are known: stochastic gradient descent in a few
/// rounds over all examples. Rows too rare to pay for their place in the header stay 0. The result
/// is a pure function of the examples and their order, on every machine: floating point without a
/// library function, and compiled without fused operations.
/// @param slots  in the file that the examples are from
ValueNetwork learn_value_network(const std::vector<ValueNetwork::Example>& examples,
                                 std::uint64_t slots, const ForEachIndex& for_each_index);

}  // namespace mill
