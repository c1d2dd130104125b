#include "tests/builder/plain_database.h"

#include "formats/subspace_file.h"

namespace millstone {
namespace {

Key right_key(std::uint64_t, Key right) { return right; }

}  // namespace

PlainDatabase::PlainDatabase(const Variant& variant, const Subspace& root)
    : variant_(variant), root_(root), solution_(solve_plainly(variant, root)) {}

Key PlainDatabase::key(const Subspace& subspace, std::uint64_t slot) const {
  const Numbering numbering = Numbering::make(variant_, subspace);
  return to_key(solution_.outcome(numbering.position(subspace, slot)));
}

Counts PlainDatabase::counts(const Subspace& subspace) const {
  const PlainCounts plain = solution_.counts(subspace);
  return {slot_count(*variant_.board, subspace),
          plain.classes,
          plain.wins,
          plain.draws,
          plain.losses,
          plain.longest_win,
          plain.longest_loss};
}

void PlainDatabase::write(const std::filesystem::path& directory) const {
  for (const Subspace& subspace : closure(variant_, {root_})) forge(directory, subspace, right_key);
}

void PlainDatabase::forge(const std::filesystem::path& directory, const Subspace& subspace,
                          Metric metric, const Forgery& forgery, const Counts& counts) const {
  const Numbering numbering = Numbering::make(variant_, subspace);
  const auto fill = [&](std::uint64_t first_slot, std::span<Key> out) {
    for (std::size_t i = 0; i < out.size(); ++i) {
      const std::uint64_t slot = first_slot + i;
      const Position position = numbering.position(subspace, slot);
      out[i] = forgery(slot, to_key(solution_.outcome(position)));
    }
  };
  const auto written =
      write_subspace_file(directory, variant_, subspace, metric, counts, WriteOptions{}, fill);
  if (!written) fmt::print(stderr, "{}\n", written.error().message);
  MILLSTONE_CHECK(written.has_value());
}

void PlainDatabase::forge(const std::filesystem::path& directory, const Subspace& subspace,
                          const Forgery& forgery) const {
  for (Metric metric : {Metric::kValue, Metric::kDistance})
    forge(directory, subspace, metric, forgery, counts(subspace));
}

}  // namespace millstone
