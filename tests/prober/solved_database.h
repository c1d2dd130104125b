#pragma once

#include "tests/builder/plain_solver.h"
#include "tests/prober/made_up_database.h"

namespace mill {

/// A true database, solved by the plain solver.
class SolvedDatabase {
 public:
  /// Holds the closure of `root`.
  SolvedDatabase(const Variant& variant, const Subspace& root);

  const Variant& variant() const { return variant_; }
  const std::filesystem::path& directory() const { return directory_.path(); }
  const PlainSolution& solution() const { return solution_; }
  const std::vector<Subspace>& subspaces() const { return subspaces_; }

  /// One position of each class of each subspace.
  std::vector<Position> positions() const;

 private:
  void write(const Subspace& subspace) const;

  Variant variant_;
  TemporaryDirectory directory_;
  PlainSolution solution_;
  std::vector<Subspace> subspaces_;
};

}  // namespace mill
