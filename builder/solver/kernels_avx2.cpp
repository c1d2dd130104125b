#include "builder/solver/kernel_body.h"

namespace millstone {

extern const Kernels kAvx2Kernels;
const Kernels kAvx2Kernels = make_kernels("avx2");

}  // namespace millstone
