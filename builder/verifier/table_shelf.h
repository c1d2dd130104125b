#pragma once

#include <deque>
#include <map>
#include <memory>
#include <vector>

#include "builder/verifier/recompute.h"

namespace mill::verifier {

/// What the check of one subspace reads.
struct CheckNeeds {
  Subspace checked;
  std::vector<Subspace> successors;  ///< where its turns lead; `checked` may be among them

  /// All of them, each once.
  std::vector<Subspace> subspaces() const;
};
CheckNeeds needs_of(const Variant& variant, const Subspace& subspace);

/// Whether its turns lead from a subspace to itself.
bool leads_to_itself(const Variant& variant, const Subspace& subspace);

/// Tables that the check of a subspace makes, beside those that it reads.
struct MadeTables {
  std::size_t count = 0;
  std::uint64_t slots = 0;  ///< of each

  std::uint64_t all_slots() const { return count * slots; }
};
MadeTables made_tables(const Variant& variant, const Subspace& subspace);

/// Bytes of memory the check of a subspace takes at its peak.
std::uint64_t peak_bytes(const Variant& variant, const CheckNeeds& needs);

/// The tables in memory: each is loaded when first asked for, stays while later checks will ask for
/// it again, and is thrown out earlier only when the budget demands it: first those that will not
/// be asked for until last. One thread.
class TableShelf {
 public:
  /// @param checks  all checks to come, in order
  /// @param budget  bytes, 0 for no limit
  TableShelf(const LoadContext& context, const std::vector<CheckNeeds>& checks,
             std::uint64_t budget);

  struct Tables {
    const LoadedSubspace* checked;
    std::vector<const LoadedSubspace*> successors;
  };

  /// The tables of the next check; valid until the next call.
  Result<Tables> take(const CheckNeeds& needs);

  /// To be called when that check is over.
  void give_back(const CheckNeeds& needs);

 private:
  Result<const LoadedSubspace*> find_or_load(const CheckNeeds& needs, const Subspace& subspace);
  std::shared_ptr<const MajorIndex> major_index(int stones);
  void make_room(const CheckNeeds& needs);

  LoadContext context_;
  std::uint64_t budget_;
  std::map<Subspace, std::deque<std::size_t>> uses_;  // numbers of the checks to come
  std::map<Subspace, std::unique_ptr<LoadedSubspace>> tables_;
  std::map<int, std::shared_ptr<const MajorIndex>> majors_;
};

}  // namespace mill::verifier
