#include "builder/verifier/free_points.h"

namespace mill::verifier {
namespace {

IndexMap indices_of(Mask points) {
  IndexMap indices;
  indices.fill(-1);
  int next = 0;
  for_each_bit(points, [&](int point) { indices[point] = next++; });
  return indices;
}

}  // namespace

FreePoints::FreePoints(const Board& board, Mask stones)
    : mask(board.all() & ~stones), indices(indices_of(mask)) {
  points.fill(-1);
  for_each_bit(mask, [&](int point) { points[count++] = point; });
  for (Mask line : board.lines)
    if ((line & stones) == 0) lines.push_back(pack(line));
}

Mask FreePoints::pack(Mask board_points) const {
  Mask packed = 0;
  for_each_bit(board_points & mask, [&](int point) { packed |= bit(indices[point]); });
  return packed;
}

IndexMap FreePoints::image(const Symmetry& symmetry, Mask target) const {
  const IndexMap target_indices = indices_of(target);
  IndexMap image;
  image.fill(-1);
  for (int index = 0; index < count; ++index)
    image[index] = target_indices[symmetry(points[index])];
  return image;
}

}  // namespace mill::verifier
