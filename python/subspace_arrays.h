#pragma once

#include <pybind11/numpy.h>

#include <array>
#include <filesystem>
#include <utility>
#include <vector>

#include "game/subspace.h"
#include "prober/position_samples.h"

namespace mill {

/// Values (0 loss, 1 draw, 2 win), and distances (-1 in draws) or None if they are not asked for,
/// of all slots of a subspace: of the first of the directories that has its files. Throws
/// PythonError; Ctrl-C ends it between two blocks.
std::pair<pybind11::array, pybind11::object> subspace_arrays(
    const std::vector<std::filesystem::path>& directories, const Variant& variant,
    const Subspace& subspace, bool distances);

/// Positions of a subspace at random: stones of the side to move and of the other as bits, and
/// values (0 loss, 1 draw, 2 win). Throws PythonError; Ctrl-C ends it.
std::array<pybind11::array, 3> sample_arrays(const Prober& prober, const Subspace& subspace,
                                             const SampleOptions& options);

}  // namespace mill
