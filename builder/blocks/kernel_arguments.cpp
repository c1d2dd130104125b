#include "builder/blocks/kernel_arguments.h"

namespace mill {

MinorSteps::MinorSteps(const Board& board, const PackedIndex& free, bool anywhere) {
  for (std::uint8_t from = 0; from < free.count; ++from) {
    const int point = free.point[from];
    const Mask reached = (anywhere ? ~bit(point) : board.neighbours[point]) & free.points();
    for_each_bit(reached, [&](int to) {
      steps_[count_++] = {from, static_cast<std::uint8_t>(free.of[to])};
    });
  }
}

}  // namespace mill
