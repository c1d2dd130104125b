#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/evaluation/network.h"

namespace mill {

/// Logits of loss, draw and win, in steps of 1/4096.
using NetworkLogits = std::array<std::int32_t, kNetworkValues>;

/// How the layers are worked out with some of the instructions that processors have. All come to
/// the same logits.
struct NetworkKernel {
  std::string_view name;
  NetworkLogits (*logits)(const NetworkRows& rows);
};

/// Kernels this processor can run, the plain one first and the fastest last.
std::vector<const NetworkKernel*> available_network_kernels();

}  // namespace mill
