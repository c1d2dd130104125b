#include "builder/blocks/kernel_body.h"

namespace mill {

extern const Kernels kPlainKernels;
const Kernels kPlainKernels = make_kernels("plain");

}  // namespace mill
