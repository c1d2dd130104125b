#pragma once

#include <string_view>
#include <vector>

namespace mill {

/// The inner loops of work on blocks, for some of the instructions that processors have.
struct Kernels;

/// Kernels this processor can run, the plain one first and the fastest last.
std::vector<const Kernels*> available_kernels();

std::string_view name_of(const Kernels& kernels);

/// The fastest of them.
const Kernels& best_kernels();

/// By name: "plain", "avx2", "avx512"; null if this processor cannot run it.
const Kernels* find_kernels(std::string_view name);

}  // namespace mill
