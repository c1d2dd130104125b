#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

#include "engine/search/transposition_table.h"
#include "formats/sealed_bytes.h"

namespace mill {

// What searches have found, kept from one session to the next. The format: engine/README.md, "Hash
// file".

inline constexpr SealedKind kHashFileKind{"MILLHASH", 1, "hash file"};
inline constexpr std::size_t kMostKeptResults = 1'000'000;  ///< in a file: 14 MB
inline constexpr int kLeastKeptDepth = 6;                   ///< plies; less is soon found again

/// What a search has found out about the position of a key.
struct KeptResult {
  std::uint64_t key = 0;
  TableEntry entry;
};

/// What results are good for: by other rules or another evaluation positions have other scores.
struct ResultsGround {
  const Variant& variant;
  std::uint64_t evaluation;  ///< Evaluation::identity()
};

/// The bytes of a file that holds these, each key once, in any order.
std::vector<std::uint8_t> hash_file_bytes(std::span<const KeptResult> results,
                                          const ResultsGround& ground);

/// What a file holds. kDamagedFile where the bytes are not what was written, kUnsupportedVersion of
/// another format, kWrongRules for other rules or another evaluation.
/// @param source  names the file
Result<std::vector<KeptResult>> parse_hash_file(std::span<const std::uint8_t> bytes,
                                                const ResultsGround& ground,
                                                std::string_view source);

/// Puts what a file holds into a table. kMissingFile or kInputOutput besides.
/// @return how many results
Result<std::size_t> load_results(const std::filesystem::path& path, const ResultsGround& ground,
                                 TranspositionTable& table);

/// Keeps the deepest results of a table and of the file that is there; the file is complete or as
/// it was before. A file that is no hash file of this ground is an error as of parse_hash_file(),
/// and stays. No thread may be searching.
/// @return how many results the file holds now
Result<std::size_t> save_results(const std::filesystem::path& path, const ResultsGround& ground,
                                 const TranspositionTable& table);

}  // namespace mill
