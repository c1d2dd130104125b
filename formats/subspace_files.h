#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <vector>

#include "formats/database_file.h"

namespace mill {

/// The files of a subspace, open for reading.
struct SubspaceFiles {
  DatabaseFile values;
  std::optional<DatabaseFile> distances;  ///< none where they are missing, or nobody asks for them

  const Subspace& subspace() const { return values.header().subspace; }
  const ClassCounts& counts() const { return values.header().counts; }

  /// Decodes a block. Without distances an outcome tells nothing but a value: it is a draw, a win
  /// in one ply, or a loss in none. Many threads may call it.
  /// @param outcomes  as many as the block has slots
  /// @param longs     the distances of those that are long are added, by slot of the subspace
  Result<void> decode(std::uint32_t block, std::span<OutcomeByte> outcomes,
                      std::vector<LongDistance>& longs) const;

  /// The same for slots from one on, whatever blocks they lie in.
  Result<void> decode_slots(std::uint64_t first_slot, std::span<OutcomeByte> outcomes,
                            std::vector<LongDistance>& longs) const;
};

/// Opens both files and checks that they go together. Errors as DatabaseFile; that the distance
/// file is not there is none.
Result<SubspaceFiles> open_subspace_files(const std::filesystem::path& directory,
                                          const Variant& variant, const Subspace& subspace,
                                          FileAccess access = FileAccess::kMapped);

}  // namespace mill
