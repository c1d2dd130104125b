#include "tests/prober/solved_database.h"

#include "game/numbering.h"

namespace mill {

SolvedDatabase::SolvedDatabase(const Variant& variant, const Subspace& root)
    : variant_(variant),
      solution_(solve_plainly(variant, root)),
      subspaces_(closure(variant, {root})) {
  for (const Subspace& subspace : subspaces_) write(subspace);
}

std::vector<Position> SolvedDatabase::positions() const {
  std::vector<Position> all;
  for (const Subspace& subspace : subspaces_) {
    const std::vector<Position> some = solution_.positions(subspace);
    all.insert(all.end(), some.begin(), some.end());
  }
  return all;
}

void SolvedDatabase::write(const Subspace& subspace) const {
  const Numbering numbering = Numbering::make(variant_, subspace);
  const PlainCounts plain = solution_.counts(subspace);
  const ClassCounts counts{numbering.slots(), plain.classes,     plain.wins,        plain.draws,
                           plain.losses,      plain.longest_win, plain.longest_loss};
  write_files(directory_.path(), variant_, subspace, counts, {}, [&](std::uint64_t slot) {
    return to_byte(solution_.outcome(numbering.position(subspace, slot)));
  });
}

}  // namespace mill
