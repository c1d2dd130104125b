#pragma once

#include "engine/evaluation/network.h"

namespace mill {

/// The network that is compiled in for these rules, or null. From any thread.
const Network* shipped_network(const Variant& variant);

}  // namespace mill
