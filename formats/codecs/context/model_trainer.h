#pragma once

#include <cstdint>
#include <vector>

#include "formats/codecs/codec.h"
#include "formats/codecs/context/value_model.h"

namespace mill {

/// Learns a ValueModel from slots whose values are known: logistic regression by stochastic
/// gradient descent in a few rounds over all examples. Contexts too rare for their weights to pay
/// get none. The result is a pure function of the examples and their order, on every machine:
/// floating point without a library function, and compiled without fused operations.
/// @param slots  in the file that the examples are from
ValueModel learn_value_model(const std::vector<ValueModel::Example>& examples, std::uint64_t slots,
                             const ForEachIndex& for_each_index);

}  // namespace mill
