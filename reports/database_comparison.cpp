#include "reports/database_comparison.h"

#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <mutex>

#include "base/parallel.h"
#include "base/work_progress.h"
#include "formats/database_writer.h"
#include "game/numbering.h"

namespace mill {
namespace {

std::size_t place_of(Value value) { return static_cast<std::size_t>(value); }

class Comparer {
 public:
  Comparer(const Variant& variant, const ComparedDatabase& left, const ComparedDatabase& right,
           const ComparisonOptions& options)
      : variant_(variant),
        left_(left),
        right_(right),
        options_(options),
        progress_(options.control) {}

  Result<Comparison> run();

 private:
  Result<ComparedSubspace> compare(const Subspace& subspace);

  const Variant& variant_;
  const ComparedDatabase& left_;
  const ComparedDatabase& right_;
  const ComparisonOptions& options_;
  WorkProgress progress_;  // in slots
};

/// What the slots of one part of a subspace are on both sides.
class ComparedPart {
 public:
  ComparedPart(const Numbering& numbering, const ComparedSubspace& row)
      : numbering_(numbering), with_distances_(row.with_distances), with_grades_(row.with_grades) {}

  Result<void> read(const SubspaceOutcomes& left, const SubspaceOutcomes& right,
                    std::uint64_t first, std::uint64_t end) {
    first_ = first;
    left_.resize(end - first);
    right_.resize(end - first);
    std::vector<LongDistance> left_longs, right_longs;
    MILLSTONE_TRY(left.read(first, left_, left_longs));
    MILLSTONE_TRY(right.read(first, right_, right_longs));
    left_longs_ = LongDistances(std::move(left_longs));
    right_longs_ = LongDistances(std::move(right_longs));
    left_grades_.resize(end - first);
    right_grades_.resize(end - first);
    if (!with_grades_) return {};
    MILLSTONE_TRY(left.read_grades(first, left_grades_));
    return right.read_grades(first, right_grades_);
  }

  /// Calls visit(different) for the classes whose lowest slots are in the part.
  template <typename Visit>
  void for_each_difference(const Visit& visit) const {
    for (std::size_t i = 0; i < left_.size(); ++i) {
      const bool same_grades = left_grades_[i] == right_grades_[i];
      const bool may_differ = left_[i] != right_[i] || is_long(left_[i]) || !same_grades;
      if (!may_differ) continue;
      const DifferentOutcome both{first_ + i, left_longs_.outcome(first_ + i, left_[i]),
                                  right_longs_.outcome(first_ + i, right_[i]), left_grades_[i],
                                  right_grades_[i]};
      const bool same_outcomes =
          with_distances_ ? both.left == both.right : both.left.value == both.right.value;
      const bool same = same_outcomes && same_grades;
      if (!same && numbering_.is_canonical(both.slot)) visit(both);
    }
  }

 private:
  const Numbering& numbering_;
  bool with_distances_, with_grades_;
  std::uint64_t first_ = 0;
  std::vector<OutcomeByte> left_, right_;
  std::vector<Grade> left_grades_, right_grades_;  // all alike where they are not compared
  LongDistances left_longs_, right_longs_;
};

Result<ComparedSubspace> Comparer::compare(const Subspace& subspace) {
  const auto left = MILLSTONE_TRY(left_.open(subspace));
  const auto right = MILLSTONE_TRY(right_.open(subspace));
  const auto numbering = Numbering::make(variant_, subspace);
  ComparedSubspace row{subspace,
                       class_count(*variant_.board, subspace),
                       left->has_distances() && right->has_distances(),
                       left->score() && left->score() == right->score(),
                       {},
                       {}};
  const std::uint64_t part_slots = default_block_slots(*variant_.board, subspace);
  const std::uint64_t slots = numbering.slots();
  std::mutex mutex;
  const auto compare_part = [&](std::uint64_t number) -> Result<void> {
    ComparedPart part(numbering, row);
    const std::uint64_t first = number * part_slots;
    const std::uint64_t end = std::min(slots, first + part_slots);
    MILLSTONE_TRY(part.read(*left, *right, first, end));
    MILLSTONE_TRY(progress_.go_on("comparing " + subspace.text(), end - first));
    const std::lock_guard lock(mutex);
    part.for_each_difference([&](const DifferentOutcome& both) {
      ++row.different[place_of(both.left.value)][place_of(both.right.value)];
      const auto at = std::ranges::upper_bound(row.first, both.slot, {}, &DifferentOutcome::slot);
      row.first.insert(at, both);
      if (row.first.size() > options_.top) row.first.pop_back();
    });
    return {};
  };
  MILLSTONE_TRY(try_for_each_index((slots + part_slots - 1) / part_slots, compare_part));
  return row;
}

bool has(const ComparedDatabase& database, const Subspace& subspace) {
  return std::ranges::find(database.subspaces(), subspace) != database.subspaces().end();
}

Result<Comparison> Comparer::run() {
  Comparison comparison;
  std::vector<Subspace> both = options_.subspaces;
  if (both.empty()) {
    for (const Subspace& subspace : left_.subspaces())
      (has(right_, subspace) ? both : comparison.only_left).push_back(subspace);
    for (const Subspace& subspace : right_.subspaces())
      if (!has(left_, subspace)) comparison.only_right.push_back(subspace);
    if (both.empty())
      return fail(ErrorCode::kMissingFile, "the two databases have no subspace in common");
  }
  for (const Subspace& subspace : both) progress_.expect(slot_count(*variant_.board, subspace));
  for (const Subspace& subspace : both) {
    auto row = MILLSTONE_TRY(compare(subspace));
    comparison.rows.push_back(std::move(row));
  }
  return comparison;
}

}  // namespace

std::uint64_t ComparedSubspace::differences() const {
  std::uint64_t sum = 0;
  for (const auto& row : different)
    for (const std::uint64_t number : row) sum += number;
  return sum;
}

std::uint64_t Comparison::differences() const {
  std::uint64_t sum = 0;
  for (const ComparedSubspace& row : rows) sum += row.differences();
  return sum;
}

Result<Comparison> compare_databases(const Variant& variant, const ComparedDatabase& left,
                                     const ComparedDatabase& right,
                                     const ComparisonOptions& options) {
  oneapi::tbb::task_arena arena(options.threads);
  return arena.execute([&] { return Comparer(variant, left, right, options).run(); });
}

}  // namespace mill
