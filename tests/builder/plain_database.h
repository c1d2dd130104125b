#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <vector>

#include "formats/file_header.h"
#include "game/numbering.h"
#include "game/value.h"
#include "tests/support/temporary_directory.h"

namespace mill {

/// The outcome byte a file is to hold at a slot, given the right one.
using Forgery = std::function<OutcomeByte(std::uint64_t slot, OutcomeByte right)>;

/// A database made of the outcomes of a plain solver, and of lies where a test asks for them.
class PlainDatabase {
 public:
  /// Solves the closure of `root`. With stones in hand that must be a small game (BruteForce).
  PlainDatabase(const Variant& variant, const Subspace& root);

  const Variant& variant() const { return variant_; }
  const std::vector<Subspace>& subspaces() const { return subspaces_; }
  const Numbering& numbering(const Subspace& subspace) const;
  OutcomeByte byte(const Subspace& subspace, std::uint64_t slot) const;
  const ClassCounts& counts(const Subspace& subspace) const;

  /// Writes all files of the closure; stops the test program if that fails.
  void write(const std::filesystem::path& directory) const;

  /// Writes the files of one subspace with other outcomes or counts; the checksums are right.
  void forge(const std::filesystem::path& directory, const Subspace& subspace, Metric metric,
             const Forgery& forgery, const ClassCounts& counts) const;
  void forge(const std::filesystem::path& directory, const Subspace& subspace,
             const Forgery& forgery) const;

 private:
  struct Table {
    Numbering numbering;
    std::vector<OutcomeByte> outcomes;  // by slot
    ClassCounts counts;
  };
  using Solution = std::function<Outcome(const Position&)>;

  void add(const Subspace& subspace, const Solution& solution);

  Variant variant_;
  std::vector<Subspace> subspaces_;  // in the order of closure()
  std::map<Subspace, Table> tables_;
};

}  // namespace mill
