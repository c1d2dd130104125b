#include "builder/solver/kernel_body.h"

namespace millstone {

extern const Kernels kPlainKernels;
const Kernels kPlainKernels = make_kernels("plain");

}  // namespace millstone
