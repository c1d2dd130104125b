#include "builder/verifier/table_shelf.h"

#include <algorithm>

namespace mill::verifier {

std::vector<Subspace> CheckNeeds::subspaces() const {
  std::vector<Subspace> result = successors;
  if (std::find(result.begin(), result.end(), checked) == result.end()) result.push_back(checked);
  return result;
}

CheckNeeds needs_of(const Variant& variant, const Subspace& subspace) {
  return {subspace, looked_up(variant, subspace)};
}

bool leads_to_itself(const Variant& variant, const Subspace& subspace) {
  const std::vector<Subspace> successors = needs_of(variant, subspace).successors;
  return std::ranges::find(successors, subspace) != successors.end();
}

/// With the major side to act what positions are worth after a stone is taken is a table, too.
MadeTables made_tables(const Variant& variant, const Subspace& subspace) {
  const Method method = method_for(variant, subspace);
  if (method == Method::kMajorPlaces)
    return {1, slot_count(*variant.board, after_placing(subspace))};
  if (method != Method::kMajorMoves) return {};
  const bool transposed = subspace.own == subspace.opponent;
  return {transposed ? std::size_t{2} : std::size_t{1}, slot_count(*variant.board, subspace)};
}

std::uint64_t peak_bytes(const Variant& variant, const CheckNeeds& needs) {
  std::uint64_t slots = made_tables(variant, needs.checked).all_slots();
  for (const Subspace& subspace : needs.subspaces()) slots += slot_count(*variant.board, subspace);
  return slots * sizeof(OutcomeByte);
}

TableShelf::TableShelf(const LoadContext& context, const std::vector<CheckNeeds>& checks,
                       std::uint64_t budget)
    : context_(context), budget_(budget) {
  for (std::size_t check = 0; check < checks.size(); ++check)
    for (const Subspace& subspace : checks[check].subspaces()) uses_[subspace].push_back(check);
}

Result<TableShelf::Tables> TableShelf::take(const CheckNeeds& needs) {
  make_room(needs);
  const auto checked = MILLSTONE_TRY(find_or_load(needs, needs.checked));
  Tables tables{checked, {}};
  for (const Subspace& subspace : needs.successors) {
    const auto table = MILLSTONE_TRY(find_or_load(needs, subspace));
    tables.successors.push_back(table);
  }
  return tables;
}

void TableShelf::give_back(const CheckNeeds& needs) {
  for (const Subspace& subspace : needs.subspaces()) {
    uses_[subspace].pop_front();
    if (uses_[subspace].empty()) tables_.erase(subspace);
  }
}

Result<const LoadedSubspace*> TableShelf::find_or_load(const CheckNeeds& needs,
                                                       const Subspace& subspace) {
  std::unique_ptr<LoadedSubspace>& table = tables_[subspace];
  if (!table) {
    auto loaded = LoadedSubspace::load(context_, subspace,
                                       major_index(std::max(subspace.own, subspace.opponent)));
    if (!loaded) {
      tables_.erase(subspace);
      Error error = std::move(loaded.error());
      if (subspace != needs.checked)
        return fail(error.code, "{}; {} cannot be verified without it", error.message,
                    needs.checked.text());
      return tl::unexpected(std::move(error));
    }
    table = std::make_unique<LoadedSubspace>(std::move(*loaded));
  }
  return table.get();
}

std::shared_ptr<const MajorIndex> TableShelf::major_index(int stones) {
  std::shared_ptr<const MajorIndex>& index = majors_[stones];
  if (!index) index = std::make_shared<const MajorIndex>(context_.variant.board, stones);
  return index;
}

void TableShelf::make_room(const CheckNeeds& needs) {
  if (budget_ == 0) return;
  const std::vector<Subspace> needed = needs.subspaces();
  std::uint64_t total = peak_bytes(context_.variant, needs);
  std::vector<Subspace> others;
  for (const auto& [subspace, table] : tables_) {
    if (std::find(needed.begin(), needed.end(), subspace) != needed.end()) continue;
    others.push_back(subspace);
    total += table->bytes();
  }
  std::sort(others.begin(), others.end(), [this](const Subspace& left, const Subspace& right) {
    return uses_[left].front() > uses_[right].front();
  });
  for (const Subspace& subspace : others) {
    if (total <= budget_) break;
    total -= tables_[subspace]->bytes();
    tables_.erase(subspace);
  }
}

}  // namespace mill::verifier
