#include "engine/evaluation/network_kernels.h"

#include <algorithm>

namespace mill {
namespace {

/// From steps of 1/4096 to steps of 1/64, cut off at both ends.
std::uint8_t activation(std::int32_t sum) {
  return static_cast<std::uint8_t>(std::clamp(sum >> kActivationShift, 0, 127));
}

NetworkLogits plain_logits(const NetworkRows& rows) {
  std::array<std::int16_t, kNetworkWidth> sums{};
  for (int row = 0; row <= rows.patterns; ++row)
    for (std::size_t i = 0; i < sums.size(); ++i)
      sums[i] = static_cast<std::int16_t>(sums[i] + rows.rows[static_cast<std::size_t>(row)][i]);
  std::array<std::uint8_t, kNetworkWidth> first;
  for (std::size_t i = 0; i < first.size(); ++i)
    first[i] = static_cast<std::uint8_t>(std::clamp<int>(sums[i], 0, 127));
  const NetworkStack& stack = *rows.stack;
  std::array<std::uint8_t, kNetworkSecond> second;
  for (std::size_t o = 0; o < second.size(); ++o) {
    std::int32_t sum = stack.second_bias[o];
    for (std::size_t i = 0; i < first.size(); ++i) sum += first[i] * stack.second[i / 4][o][i % 4];
    second[o] = activation(sum);
  }
  NetworkLogits logits;
  for (std::size_t o = 0; o < logits.size(); ++o) {
    logits[o] = stack.third_bias[o];
    for (std::size_t i = 0; i < second.size(); ++i) logits[o] += second[i] * stack.third[o][i];
  }
  return logits;
}

constexpr NetworkKernel kPlainKernel{"plain", plain_logits};

}  // namespace

#ifdef MILLSTONE_X86_KERNELS
extern const NetworkKernel kAvx2NetworkKernel, kAvx512NetworkKernel;
#endif

std::vector<const NetworkKernel*> available_network_kernels() {
  std::vector<const NetworkKernel*> list{&kPlainKernel};
#ifdef MILLSTONE_X86_KERNELS
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx2")) list.push_back(&kAvx2NetworkKernel);
  if (__builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vnni"))
    list.push_back(&kAvx512NetworkKernel);
#endif
  return list;
}

}  // namespace mill
