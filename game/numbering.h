#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "game/board.h"
#include "game/subset_rank.h"
#include "game/subspace.h"

namespace mill {

/// The configurations of one colour ("major" stones) up to the symmetries of the board. Each class
/// of configurations is one block; blocks are numbered by the rank of their representative, which
/// is the configuration of lowest rank in its class. Points are counted from the last here and from
/// the first for the minor stones: so blocks that follow on each other differ in points that move
/// few of the slots inside, which makes for the smallest files (formats/README.md).
/// Immutable; safe to read from many threads.
class MajorIndex {
 public:
  MajorIndex(std::shared_ptr<const Board> board, int stones);

  /// Where a configuration belongs: symmetry `symmetry` maps it to the representative of `block`.
  struct Entry {
    std::uint32_t block;
    int symmetry;
  };
  Entry find(Mask stones) const {
    const std::uint32_t packed = entries_[ranks_.rank(stones)];
    return {packed >> symmetry_bits_, static_cast<int>(packed & symmetry_mask_)};
  }

  /// What board() tells of these, in fewer loads.
  const Symmetry& symmetry(int element) const { return symmetries_[element]; }
  Mask all_points() const { return all_points_; }

  /// Asks the memory for what find() will need soon.
  void prefetch(Mask stones) const { __builtin_prefetch(&entries_[ranks_.rank(stones)]); }

  const Board& board() const { return *board_; }
  int stones() const { return ranks_.k(); }
  std::uint32_t blocks() const { return static_cast<std::uint32_t>(representatives_.size()); }
  Mask representative(std::uint32_t block) const { return representatives_[block]; }

  /// Symmetries that map the representative to itself, the identity first. Most blocks have no
  /// other.
  std::vector<int> stabilizer(std::uint32_t block) const;
  bool has_symmetry(std::uint32_t block) const { return symmetric_[block]; }

  /// The tables behind find() and representative(), for loops that cannot afford the calls:
  /// entries()[ranks().rank(stones)] = block << symmetry_bits() | symmetry.
  const SubsetRank& ranks() const { return ranks_; }
  int symmetry_bits() const { return symmetry_bits_; }
  const std::uint32_t* entries() const { return entries_.data(); }
  const Mask* representatives() const { return representatives_.data(); }

 private:
  std::shared_ptr<const Board> board_;
  SubsetRank ranks_;
  const Symmetry* symmetries_;          // the elements of the group
  Mask all_points_;                     // of the board
  int symmetry_bits_;                   // enough of them to number the group
  std::uint32_t symmetry_mask_;         // the bits
  std::vector<std::uint32_t> entries_;  // block << symmetry_bits_ | symmetry, by rank of stones
  std::vector<Mask> representatives_;
  std::vector<bool> symmetric_;
};

/// The map between the positions of a subspace and its mirror and slots 0..slots()-1:
///
///   rank = rank(minor stones among the points left free) * rankings of marked points
///          + rank(marked points among the points left free then)
///   slot = block(major stones) * block_size + rank
///
/// The major side is that of Subspace::own_is_major(): it has more stones on the board, else more
/// in hand, else it is to move. Both subspaces of a pair use the same layout. A class whose major
/// stones have a symmetry of their own may own several slots. Few rules mark points; where none is
/// marked the rank is that of the minor stones. Immutable; safe to read from many threads.
class Numbering {
 public:
  Numbering(std::shared_ptr<const MajorIndex> major, int minor_stones, int marked_points = 0);

  /// Numbering of the subspace, made from scratch.
  static Numbering make(const Variant& variant, const Subspace& subspace);

  const MajorIndex& major() const { return *major_; }
  std::shared_ptr<const MajorIndex> shared_major() const { return major_; }
  const SubsetRank& minor() const { return minor_; }
  const SubsetRank& marked() const { return marked_; }
  std::uint32_t blocks() const { return major_->blocks(); }
  std::uint32_t block_size() const { return block_size_; }
  std::uint64_t slots() const { return std::uint64_t{blocks()} * block_size(); }

  /// A slot of the position with these stones (any of them where a class owns several) and no
  /// marked points, which is so where marked().k() is 0.
  std::uint64_t slot(Mask major_stones, Mask minor_stones) const;

  /// slot() of the same minor stones beside each of many sets of major ones, which none of them
  /// touches: quicker than one by one.
  void slots(std::span<const Mask> major_stones, Mask minor_stones,
             std::span<std::uint64_t> slots) const;

  /// Slot of a position of the subspace this numbering was made for (or its mirror).
  std::uint64_t slot(const Position& position) const {
    const auto [own, opponent] = pair_count(position.own, position.opponent);
    const Subspace counts{own, opponent, position.own_hand, position.opponent_hand};
    const auto [major, minor] = counts.own_is_major() ? std::pair(position.own, position.opponent)
                                                      : std::pair(position.opponent, position.own);
    return marked_.k() == 0 ? slot(major, minor)
                            : slot(Stones{major, minor, position.memory.marked});
  }

  /// The points of a position that are not empty.
  struct Stones {
    Mask major, minor;
    Mask marked = 0;
  };
  std::uint64_t slot(const Stones& stones) const;

  /// The position that a slot stands for, its major stones being a representative.
  Stones stones(std::uint64_t slot) const;

  /// The position of `subspace` (one of the two this numbering serves) at a slot.
  Position position(const Subspace& subspace, std::uint64_t slot) const;

  /// The slot that counts for the class of a slot, or of a position: the lowest of those the class
  /// owns.
  std::uint64_t canonical_slot(std::uint64_t slot) const;
  std::uint64_t canonical_slot(const Position& position) const {
    return canonical_slot(slot(position));
  }
  bool is_canonical(std::uint64_t slot) const { return canonical_slot(slot) == slot; }

 private:
  Mask free_points(std::uint32_t block) const {
    return major_->all_points() & ~major_->representative(block);
  }

  /// The rank within a block, of stones whose major ones are a representative.
  std::uint32_t rank(const Stones& stones) const;

  std::shared_ptr<const MajorIndex> major_;
  SubsetRank minor_;
  std::uint32_t block_size_;
  SubsetRank marked_;  // last, since few numberings ask for it
};

/// Slots that the numbering gives the subspace, without making the numbering.
std::uint64_t slot_count(const Board& board, const Subspace& subspace);

/// Slots in one numbering block of the subspace.
std::uint32_t numbering_block_size(const Board& board, const Subspace& subspace);

}  // namespace mill
