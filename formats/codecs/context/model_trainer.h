#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "formats/codecs/codec.h"
#include "formats/codecs/context/value_model.h"

namespace mill {

/// Learns a ValueModel from slots whose values are known. The result is a pure function of the
/// examples and their order, on every machine: floating point without a library function, and
/// compiled without fused operations.
class ModelTrainer {
 public:
  struct Example {
    ValueModel::Contexts contexts;
    std::uint8_t value;  ///< Value as a number
  };

  void add(const Example& example) { examples_.push_back(example); }
  void add(std::span<const Example> examples) {
    examples_.insert(examples_.end(), examples.begin(), examples.end());
  }

  /// Logistic regression by stochastic gradient descent in a few rounds over all examples. Contexts
  /// too rare for their weights to pay get none.
  /// @param slots  in the file that the examples are from
  ValueModel learn(std::uint64_t slots, const ForEachIndex& for_each_index) const;

 private:
  std::vector<Example> examples_;
};

}  // namespace mill
