#include "builder/blocks/kernel_arguments.h"

namespace mill {

std::vector<MinorStep> minor_steps(const BlockGeometry& geometry, const PackedIndex& free,
                                   bool anywhere) {
  std::vector<MinorStep> steps;
  for (std::uint8_t from = 0; from < free.count; ++from)
    for (std::uint8_t to = 0; to < free.count; ++to) {
      const bool joined = geometry.board().neighbours[free.point[from]] & bit(free.point[to]);
      if (from != to && (anywhere || joined)) steps.push_back({from, to});
    }
  return steps;
}

}  // namespace mill
