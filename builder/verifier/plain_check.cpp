#include "builder/verifier/plain_check.h"

#include "builder/verifier/plain_turns.h"
#include "game/placing_end.h"

namespace mill::verifier {
namespace {

/// Outcomes, for PlainTurns.
class PlainOutcomes {
 public:
  using Worth = Outcome;

  explicit PlainOutcomes(const SuccessorTables& successors) : successors_(successors) {}

  const Variant& variant() const { return successors_.variant; }
  Outcome lost() const { return {Value::kLoss, 0}; }
  Outcome drawn() const { return {}; }
  Outcome won_in_one() const { return {Value::kWin, 1}; }

  Outcome in_table(const Position& position) const {
    const LoadedSubspace& table = successors_.at(subspace_of(variant(), position));
    return table.outcome(table.numbering().slot(position));
  }

  Outcome before(const Position&, const Played& played, const Outcome& after) const {
    return played.same_side ? after : outcome_before(after);
  }

  bool is_better(const Outcome& left, const Outcome& right) const {
    if (left.value != right.value) return left.value > right.value;
    return left.value == Value::kWin ? left.distance < right.distance
                                     : left.distance > right.distance;
  }

 private:
  const SuccessorTables& successors_;
};

}  // namespace

Outcome recompute_plainly(const SuccessorTables& successors, const Position& position) {
  const bool is_vain =
      successors.subspace.due != 0 && !may_have_counted(successors.variant, position);
  return is_vain ? Outcome{} : PlainTurns(PlainOutcomes(successors)).best(position);
}

Outcome recompute_plainly(const SuccessorTables& successors, const Numbering& numbering,
                          std::uint64_t slot) {
  return recompute_plainly(successors, numbering.position(successors.subspace, slot));
}

Successors<OutcomeByte> outcomes_of(const SuccessorTables& successors) {
  Successors<OutcomeByte> outcomes{
      successors.variant,
      successors.subspace,
      successors.memory,
      {},
      [&](const Position& position) { return to_byte(recompute_plainly(successors, position)); }};
  for (const LoadedSubspace* table : successors.tables)
    outcomes.tables.push_back({table->subspace(), &table->numbering(), table->outcomes()});
  return outcomes;
}

}  // namespace mill::verifier
