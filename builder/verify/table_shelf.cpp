#include "builder/verify/table_shelf.h"

#include <algorithm>

namespace millstone::verifier {

std::vector<Subspace> CheckNeeds::subspaces() const {
  std::vector<Subspace> result{checked};
  if (mirror != checked) result.push_back(mirror);
  if (reduced) result.push_back(*reduced);
  return result;
}

CheckNeeds needs_of(const Variant& variant, const Subspace& subspace) {
  CheckNeeds needs{subspace, subspace.mirror(), std::nullopt};
  if (subspace.opponent - 1 >= variant.rules.pieces_at_least_count)
    needs.reduced = Subspace{subspace.opponent - 1, subspace.own, 0, 0};
  return needs;
}

std::uint64_t peak_bytes(const Variant& variant, const CheckNeeds& needs) {
  std::uint64_t bytes = 0;
  for (const Subspace& subspace : needs.subspaces()) bytes += slot_count(*variant.board, subspace);
  const std::uint64_t slots = slot_count(*variant.board, needs.checked);
  if (needs.checked.own >= needs.checked.opponent) bytes += slots;  // keys after a stone is taken
  if (needs.checked.own == needs.checked.opponent) bytes += slots;  // the table transposed
  return bytes;
}

TableShelf::TableShelf(const LoadContext& context, const std::vector<CheckNeeds>& checks,
                       std::uint64_t budget)
    : context_(context), budget_(budget) {
  for (const CheckNeeds& needs : checks)
    for (const Subspace& subspace : needs.subspaces()) ++uses_left_[subspace];
}

Result<TableShelf::Tables> TableShelf::take(const CheckNeeds& needs) {
  make_room(needs);
  const auto checked = find_or_load(needs, needs.checked);
  if (!checked) return tl::unexpected(checked.error());
  const auto mirror = find_or_load(needs, needs.mirror);
  if (!mirror) return tl::unexpected(mirror.error());
  if (!needs.reduced) return Tables{*checked, *mirror, nullptr};
  const auto reduced = find_or_load(needs, *needs.reduced);
  if (!reduced) return tl::unexpected(reduced.error());
  return Tables{*checked, *mirror, *reduced};
}

void TableShelf::give_back(const CheckNeeds& needs) {
  for (const Subspace& subspace : needs.subspaces())
    if (--uses_left_[subspace] == 0) tables_.erase(subspace);
}

Result<const LoadedSubspace*> TableShelf::find_or_load(const CheckNeeds& needs,
                                                       const Subspace& subspace) {
  std::unique_ptr<LoadedSubspace>& table = tables_[subspace];
  if (!table) {
    auto loaded = LoadedSubspace::load(context_, subspace,
                                       major_index(std::max(subspace.own, subspace.opponent)));
    if (!loaded) {
      Error error = std::move(loaded.error());
      if (error.code == ErrorCode::kMissingFile && subspace != needs.checked)
        error.message += fmt::format("; {} cannot be verified without it", needs.checked.text());
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
  for (const Subspace& subspace : others) {
    if (total <= budget_) break;
    total -= tables_[subspace]->bytes();
    tables_.erase(subspace);
  }
}

}  // namespace millstone::verifier
