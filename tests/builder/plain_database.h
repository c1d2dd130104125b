#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "formats/file_header.h"
#include "game/numbering.h"
#include "tests/builder/plain_solver.h"
#include "tests/support/temporary_directory.h"

namespace millstone {

/// The key a file is to hold at a slot, given the right one.
using Forgery = std::function<Key(std::uint64_t slot, Key right)>;

/// A database made of the plain solver's outcomes, and of lies where a test asks for them.
class PlainDatabase {
 public:
  PlainDatabase(const Variant& variant, const Subspace& root);

  const Variant& variant() const { return variant_; }
  Key key(const Subspace& subspace, std::uint64_t slot) const;
  Counts counts(const Subspace& subspace) const;

  /// Writes all files of the closure; stops the test program if that fails.
  void write(const std::filesystem::path& directory) const;

  /// Writes the files of one subspace with other keys or counts; the checksums are right.
  void forge(const std::filesystem::path& directory, const Subspace& subspace, Metric metric,
             const Forgery& forgery, const Counts& counts) const;
  void forge(const std::filesystem::path& directory, const Subspace& subspace,
             const Forgery& forgery) const;

 private:
  Variant variant_;
  Subspace root_;
  PlainSolution solution_;
};

}  // namespace millstone
