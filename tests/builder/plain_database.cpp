#include "tests/builder/plain_database.h"

#include "formats/subspace_file.h"
#include "tests/builder/brute_force.h"
#include "tests/builder/plain_solver.h"

namespace mill {
namespace {

OutcomeByte right_outcome(std::uint64_t, OutcomeByte right) { return right; }

void count_class(ClassCounts& counts, const Outcome& outcome) {
  const bool win = outcome.value == Value::kWin;
  ++counts.classes;
  ++(win ? counts.wins : outcome.value == Value::kLoss ? counts.losses : counts.draws);
  int& longest = win ? counts.longest_win : counts.longest_loss;
  longest = std::max(longest, outcome.distance);  // the distance of a draw is 0
}

}  // namespace

PlainDatabase::PlainDatabase(const Variant& variant, const Subspace& root)
    : variant_(variant), subspaces_(closure(variant, {root})) {
  const auto add_all = [this](const auto& solved) {
    for (const Subspace& subspace : subspaces_)
      add(subspace, [&](const Position& position) { return solved.outcome(position); });
  };
  if (root.own_hand + root.opponent_hand > 0)
    add_all(BruteForce(variant, root));
  else
    add_all(solve_plainly(variant, root));
}

void PlainDatabase::add(const Subspace& subspace, const Solution& solution) {
  Table table{Numbering::make(variant_, subspace), {}, {}};
  table.counts.slots = table.numbering.slots();
  for (std::uint64_t slot = 0; slot < table.counts.slots; ++slot) {
    const Outcome outcome = solution(table.numbering.position(subspace, slot));
    table.outcomes.push_back(to_byte(outcome));
    if (table.numbering.is_canonical(slot)) count_class(table.counts, outcome);
  }
  tables_.emplace(subspace, std::move(table));
}

const Numbering& PlainDatabase::numbering(const Subspace& subspace) const {
  return tables_.at(subspace).numbering;
}

OutcomeByte PlainDatabase::byte(const Subspace& subspace, std::uint64_t slot) const {
  return tables_.at(subspace).outcomes.at(slot);
}

const ClassCounts& PlainDatabase::counts(const Subspace& subspace) const {
  return tables_.at(subspace).counts;
}

void PlainDatabase::write(const std::filesystem::path& directory) const {
  for (const Subspace& subspace : subspaces_) forge(directory, subspace, right_outcome);
}

void PlainDatabase::forge(const std::filesystem::path& directory, const Subspace& subspace,
                          Metric metric, const Forgery& forgery, const ClassCounts& counts) const {
  const auto fill = [&](std::uint64_t first_slot, std::span<OutcomeByte> out) {
    for (std::size_t i = 0; i < out.size(); ++i)
      out[i] = forgery(first_slot + i, byte(subspace, first_slot + i));
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

}  // namespace mill
