#pragma once

#include "builder/verifier/recompute.h"
#include "builder/verifier/subspace_check.h"
#include "builder/verifier/verifier.h"

namespace mill::verifier {

/// Whether there is a grade file of the subspace.
bool has_grades(const LoadContext& context, const Subspace& subspace);

/// Compares the grades of a subspace with those that its turns give: of all draws, or of those in
/// one numbering block of `options.sample`. Whole blocks at a time where
/// grades_compare_as_worths(), with slots spread over the subspace action by action beside that;
/// otherwise all of it action by action. The grade files and the table of scores are read for that,
/// and what they claim of scores is compared. What differs goes into `report`.
/// @return errors of the files; kInterrupted, kNotEnoughMemory
Result<void> check_grades(const LoadContext& context, const LoadedSubspace& checked,
                          const SuccessorTables& successors, const CheckOptions& options,
                          SubspaceReport& report);

/// Bytes of memory that it takes.
std::uint64_t grade_check_memory(const Variant& variant, const Subspace& subspace);

}  // namespace mill::verifier
