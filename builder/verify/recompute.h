#pragma once

#include <functional>

#include "builder/verify/loaded_subspace.h"

namespace millstone::verifier {

/// The tables that the outcomes of a subspace follow from.
struct Successors {
  const Variant& variant;
  const LoadedSubspace& mirror;   ///< after moves that take no stone
  const LoadedSubspace* reduced;  ///< after moves that take one; null if that ends the game
};

/// Whether it pays to prepare tables of all blocks, or only a few of them will be looked at.
enum class Preparation { kWholeTables, kOnDemand };

/// The points a stone on `from` reaches on an empty board: all others if it flies.
inline Mask reach(const Variant& variant, int stones, int from) {
  const Board& board = *variant.board;
  if (flies(variant.rules, stones, 0)) return board.all() & ~bit(from);
  return board.neighbours[from];
}

}  // namespace millstone::verifier
