#pragma once

#include <filesystem>
#include <random>

#include "game/subspace.h"
#include "game/value.h"
#include "game/variant.h"

namespace millstone {

// Database files that nothing was solved for: they run the whole path from writing to probing in
// any size, and what a probe must give is known.

/// A directory of its own that goes away with the object.
class TemporaryDirectory {
 public:
  TemporaryDirectory();
  ~TemporaryDirectory();
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// The key at a slot: runs of equal values and near distances, about as easy to compress as a real
/// database.
Key made_up_key(const Subspace& subspace, std::uint64_t slot);

/// Writes value and distance file of the subspace with these keys. Stops the program if it cannot.
/// @param block_slots  slots a file block; 0 for the default
void write_made_up_files(const std::filesystem::path& directory, const Variant& variant,
                         const Subspace& subspace, std::uint32_t block_slots = 0);

/// A position of the subspace, each equally likely.
Position random_position(const Board& board, const Subspace& subspace, std::mt19937_64& random);

}  // namespace millstone
