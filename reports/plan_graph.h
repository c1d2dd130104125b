#pragma once

#include <string>

#include "builder/plan/plan.h"

namespace mill {

/// What depends on what, for Graphviz: a node for each subspace, or pair solved together, named
/// after its first subspace in build order, with its classes; an arrow to each node it reads; a
/// cluster for each pair of hands.
std::string plan_graph(const Variant& variant, const Plan& plan);

}  // namespace mill
