#include "tools/benchmarks/measured_sizes.h"

#include "base/scratch_directory.h"
#include "builder/database_builder.h"
#include "game/numbering.h"
#include "game/transitions.h"

namespace mill {
namespace {

constexpr std::uint64_t kMostSlots = 2'000'000;
constexpr std::uint64_t kAsManyByTurns = 100;  // slots that take as long as one turn by turn

/// Of a closure in build order, so that what a subspace leads to is there too.
std::vector<Subspace> first_of(const Variant& variant, const std::vector<Subspace>& closure) {
  std::vector<Subspace> first;
  std::uint64_t slots = 0;
  for (const Subspace& subspace : closure) {
    slots += slot_count(*variant.board, subspace) *
             (has_usual_turns(variant, subspace) ? 1 : kAsManyByTurns);
    if (slots > kMostSlots) break;
    first.push_back(subspace);
  }
  return first;
}

Result<KnownSizes> sizes_built_in(Result<ScratchDirectory> folder, const Variant& variant,
                                  BuildOptions options) {
  if (!folder) return tl::unexpected(folder.error());
  options.directory = folder->path() / "database";
  const BuildReport report = MILLSTONE_TRY(build_database(variant, options));
  KnownSizes sizes;
  for (const BuiltSubspace& built : report.subspaces)
    sizes[built.subspace] = {built.value_bytes, built.distance_bytes};
  return sizes;
}

}  // namespace

Result<KnownSizes> measure_sizes(const Variant& variant, const std::vector<Subspace>& roots,
                                 int threads, StopFlag stop) {
  BuildOptions options;
  options.roots = first_of(variant, closure(variant, roots));
  if (options.roots.empty()) return KnownSizes{};
  options.threads = threads;
  options.control.stop = stop;
  auto sizes = sizes_built_in(ScratchDirectory::create(), variant, options);
  if (sizes || sizes.error().code == ErrorCode::kInterrupted) return sizes;
  return sizes_built_in(ScratchDirectory::create_in("/dev/shm"), variant, options);
}

}  // namespace mill
