#include "builder/blocks/kernels.h"

#include "builder/blocks/kernel_choice.h"

namespace mill {

extern const Kernels kPlainKernels;
#ifdef MILLSTONE_X86_KERNELS
extern const Kernels kAvx2Kernels;
extern const Kernels kAvx512Kernels;
#endif

std::vector<const Kernels*> available_kernels() {
  std::vector<const Kernels*> list{&kPlainKernels};
#ifdef MILLSTONE_X86_KERNELS
  __builtin_cpu_init();
  const bool bits = __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
  if (bits && __builtin_cpu_supports("avx2")) list.push_back(&kAvx2Kernels);
  if (bits && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
      __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512vbmi2"))
    list.push_back(&kAvx512Kernels);
#endif
  return list;
}

std::string_view name_of(const Kernels& kernels) { return kernels.name; }

const Kernels& best_kernels() { return *available_kernels().back(); }

const Kernels* find_kernels(std::string_view name) {
  for (const Kernels* kernels : available_kernels())
    if (kernels->name == name) return kernels;
  return nullptr;
}

}  // namespace mill
