#include "builder/blocks/kernel_body.h"

namespace mill {

extern const Kernels kAvx2Kernels;
const Kernels kAvx2Kernels = make_kernels("avx2");

}  // namespace mill
