#include "builder/blocks/kernel_body.h"

namespace mill {

extern const Kernels kAvx512Kernels;
const Kernels kAvx512Kernels = make_kernels("avx512");

}  // namespace mill
