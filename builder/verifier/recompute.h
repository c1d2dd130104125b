#pragma once

#include <algorithm>
#include <functional>
#include <vector>

#include "builder/verifier/loaded_subspace.h"
#include "builder/verifier/position_worth.h"
#include "builder/verifier/table_memory.h"
#include "game/transitions.h"

namespace mill::verifier {

/// The subspace after a placement that takes no stone, seen by the other side.
inline Subspace after_placing(const Subspace& subspace) {
  return {subspace.opponent, subspace.own + 1, subspace.opponent_hand, subspace.own_hand - 1};
}

/// The subspace after a move that takes a stone, seen by the other side.
inline Subspace after_taking(const Subspace& subspace) {
  return {subspace.opponent - 1, subspace.own, subspace.opponent_hand, subspace.own_hand};
}

/// The tables that the outcomes of a subspace follow from.
struct SuccessorTables {
  const Variant& variant;
  Subspace subspace;                          ///< whose outcomes are recomputed
  std::vector<const LoadedSubspace*> tables;  ///< those that successors() lists
  TableMemory& memory;                        ///< for tables that are made of them

  /// A table that must be there.
  const LoadedSubspace& at(const Subspace& wanted) const {
    const auto table = std::ranges::find(tables, wanted, &LoadedSubspace::subspace);
    MILLSTONE_CHECK(table != tables.end());
    return **table;
  }
};

/// What the positions of a subspace are worth, by slot. Refers to what is elsewhere.
template <typename Worth>
struct WorthTable {
  Subspace subspace;
  const Numbering* numbering;
  const Worth* worths;
};

/// What follows from a subspace, for who recomputes what its positions are worth.
template <typename Worth>
struct Successors {
  const Variant& variant;
  Subspace subspace;                      ///< that is recomputed
  TableMemory& memory;                    ///< for tables that are made meanwhile
  std::vector<WorthTable<Worth>> tables;  ///< of the subspaces that successors() lists
  /// What a position of `subspace` is worth, action by action. Any thread.
  std::function<Worth(const Position&)> plainly;

  /// The table of a subspace; null if it is not among them, its counts deciding the game.
  const WorthTable<Worth>* find(const Subspace& wanted) const {
    const auto table = std::ranges::find(tables, wanted, &WorthTable<Worth>::subspace);
    return table == tables.end() ? nullptr : &*table;
  }

  /// Where turns lead that neither place nor take a stone; must be among the tables.
  const WorthTable<Worth>& mirror() const { return at(subspace.mirror()); }

  /// Where placements lead that take no stone; must be among the tables.
  const WorthTable<Worth>& placed() const { return at(after_placing(subspace)); }

 private:
  const WorthTable<Worth>& at(const Subspace& wanted) const {
    const WorthTable<Worth>* table = find(wanted);
    MILLSTONE_CHECK(table);
    return *table;
  }
};

/// How the outcomes of a subspace are recomputed.
enum class Method {
  kMajorMoves,          ///< whole blocks: the major side slides or flies
  kMinorMoves,          ///< whole blocks: the minor side does
  kMajorPlaces,         ///< whole blocks: the major side places
  kMinorPlaces,         ///< whole blocks: the minor side places
  kPositionByPosition,  ///< usual turns (has_usual_turns()) of any subspace
  kActionByAction,      ///< any subspace under any rules
};

/// The quickest method that is right for the subspace. Work on whole blocks knows plain moves or
/// plain placements of one side that take one stone at most, and leaves blocked positions to the
/// rules of the game.
Method method_for(const Variant& variant, const Subspace& subspace);

/// Whether it pays to prepare tables of all blocks, or only a few of them will be looked at.
enum class Preparation { kWholeTables, kOnDemand };

/// The points a stone on `from` reaches on an empty board: all others if it flies.
inline Mask reach(const Variant& variant, int stones, int from) {
  const Board& board = *variant.board;
  if (flies(variant.rules, stones, 0)) return board.all() & ~bit(from);
  return board.neighbours[from];
}

}  // namespace mill::verifier
