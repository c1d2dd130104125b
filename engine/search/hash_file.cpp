#include "engine/search/hash_file.h"

#include <algorithm>
#include <cstdlib>

#include "base/little_endian.h"
#include "engine/positions/packed_action.h"

namespace mill {
namespace {

constexpr std::size_t kHeadBytes = 8 + 4;
constexpr std::size_t kResultBytes = 8 + 2 + 1 + 1 + 2;

bool is_deeper(const KeptResult& one, const KeptResult& other) {
  return one.entry.depth > other.entry.depth;
}

KeptResult take_result(const std::uint8_t* bytes) {
  KeptResult result;
  result.key = load_little_endian<std::uint64_t>(bytes);
  result.entry.score = static_cast<std::int16_t>(load_little_endian<std::uint16_t>(bytes + 8));
  result.entry.depth = bytes[10];
  result.entry.bound = static_cast<Bound>(bytes[11]);
  result.entry.best = unpack_action(load_little_endian<std::uint16_t>(bytes + 12));
  return result;
}

/// A search never believes an action that is not legal, so that one is looked at here only as far
/// as it names points.
bool is_possible(const KeptResult& result, const Variant& variant) {
  const auto& [score, depth, bound, best] = result.entry;
  const auto is_point = [&](int point) { return point >= -1 && point < variant.board->points(); };
  return std::abs(score) <= kMate && depth > 0 && bound > Bound::kNone && bound <= Bound::kExact &&
         (!best || (is_point(best->from) && is_point(best->to)));
}

/// Of several results for one key the deepest, and of all no more than fit.
void keep_deepest(std::vector<KeptResult>& results) {
  std::ranges::sort(results, [](const KeptResult& one, const KeptResult& other) {
    return one.key != other.key ? one.key < other.key : is_deeper(one, other);
  });
  const auto has_same_key = [](const KeptResult& one, const KeptResult& other) {
    return one.key == other.key;
  };
  results.erase(std::unique(results.begin(), results.end(), has_same_key), results.end());
  if (results.size() <= kMostKeptResults) return;
  std::ranges::nth_element(results, results.begin() + kMostKeptResults, is_deeper);
  results.resize(kMostKeptResults);
}

Result<std::vector<KeptResult>> results_of_file(const std::filesystem::path& path,
                                                const ResultsGround& ground) {
  const auto bytes = MILLSTONE_TRY(read_sealed_file(kHashFileKind, path));
  return parse_hash_file(bytes, ground, path.string());
}

}  // namespace

std::vector<std::uint8_t> hash_file_bytes(std::span<const KeptResult> results,
                                          const ResultsGround& ground) {
  std::vector<std::uint8_t> content;
  content.reserve(kHeadBytes + results.size() * kResultBytes);
  append_little_endian(content, ground.evaluation);
  append_little_endian(content, static_cast<std::uint32_t>(results.size()));
  for (const auto& [key, entry] : results) {
    append_little_endian(content, key);
    append_little_endian(content, static_cast<std::uint16_t>(entry.score));
    content.push_back(static_cast<std::uint8_t>(entry.depth));
    content.push_back(static_cast<std::uint8_t>(entry.bound));
    append_little_endian(content, static_cast<std::uint16_t>(pack_action(entry.best)));
  }
  return sealed(kHashFileKind, ground.variant, content);
}

Result<std::vector<KeptResult>> parse_hash_file(std::span<const std::uint8_t> bytes,
                                                const ResultsGround& ground,
                                                std::string_view source) {
  const auto content = MILLSTONE_TRY(unsealed(kHashFileKind, ground.variant, bytes, source));
  const auto damaged = [&](std::string_view what) {
    return fail(ErrorCode::kDamagedFile, "{}: {}", source, what);
  };
  if (content.size() < kHeadBytes) return damaged("is cut off");
  if (load_little_endian<std::uint64_t>(content.data()) != ground.evaluation)
    return fail(ErrorCode::kWrongRules, "{}: was made with another evaluation", source);
  const std::size_t count = load_little_endian<std::uint32_t>(content.data() + 8);
  if (content.size() != kHeadBytes + count * kResultBytes)
    return damaged("does not hold as many results as it says");
  std::vector<KeptResult> results;
  results.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    results.push_back(take_result(content.data() + kHeadBytes + i * kResultBytes));
    if (!is_possible(results.back(), ground.variant)) return damaged("holds an impossible result");
  }
  return results;
}

Result<std::size_t> load_results(const std::filesystem::path& path, const ResultsGround& ground,
                                 TranspositionTable& table) {
  const auto results = MILLSTONE_TRY(results_of_file(path, ground));
  for (const auto& [key, entry] : results) table.store(key, entry);
  return results.size();
}

Result<std::size_t> save_results(const std::filesystem::path& path, const ResultsGround& ground,
                                 const TranspositionTable& table) {
  std::vector<KeptResult> results;
  if (auto earlier = results_of_file(path, ground))
    results = *std::move(earlier);
  else if (earlier.error().code != ErrorCode::kMissingFile)
    return tl::unexpected(earlier.error());
  table.for_each([&](std::uint64_t key, const TableEntry& entry) {
    if (entry.depth >= kLeastKeptDepth) results.push_back({key, entry});
  });
  keep_deepest(results);
  const auto bytes = hash_file_bytes(results, ground);
  MILLSTONE_TRY(write_sealed_file(path, bytes));
  return results.size();
}

}  // namespace mill
