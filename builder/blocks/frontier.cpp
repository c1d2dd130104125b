#include "builder/blocks/frontier.h"

#include <algorithm>
#include <atomic>

namespace mill {
namespace {

void set_bit(std::uint64_t* words, std::size_t index) {
  const std::uint64_t mask = std::uint64_t{1} << index % 64;
  std::atomic_ref<std::uint64_t> word(words[index / 64]);
  if (!(word.load(std::memory_order_relaxed) & mask))
    word.fetch_or(mask, std::memory_order_relaxed);
}

}  // namespace

Frontier::Frontier(std::shared_ptr<const BlockGeometry> geometry,
                   const std::shared_ptr<ByteArrayPool>& pool)
    : geometry_(std::move(geometry)),
      words_((geometry_->groups() + 63) / 64),
      counts_(pool, std::size_t{geometry_->blocks()} * sizeof(std::uint32_t)),
      lists_(pool, std::size_t{geometry_->blocks()} * kListed * sizeof(Mask)),
      bits_(pool, std::size_t{geometry_->blocks()} * geometry_->groups() * 8),
      marks_(pool, std::size_t{geometry_->blocks()} * words_ * 8) {
  if (!valid()) return;
  std::fill_n(counts_.data(), std::size_t{geometry_->blocks()} * sizeof(std::uint32_t), 0);
  std::fill_n(words_of(bits_), std::size_t{geometry_->blocks()} * geometry_->groups(), 0);
  std::fill_n(words_of(marks_), std::size_t{geometry_->blocks()} * words_, 0);
}

void Frontier::append(std::uint32_t block, std::uint32_t group, std::uint64_t bits) {
  Mask* list = reinterpret_cast<Mask*>(lists_.data()) + std::size_t{block} * kListed;
  const Mask* masks = geometry_->masks() + std::size_t{group} * kGroupSize;
  std::uint32_t& filled = count_of(block);
  for (; bits; bits &= bits - 1) list[filled++] = masks[std::countr_zero(bits)];
}

void Frontier::collect(std::uint32_t block, std::vector<GroupBits>& entries) const {
  entries.clear();
  if (count(block) > kListed) {
    for_each_group(marks(block), words_, [&](std::uint32_t group) {
      entries.push_back({group, bits(block)[group]});
    });
    return;
  }
  for (std::uint32_t i = 0; i < count(block); ++i)
    append_rank(entries, geometry_->minor().rank(list(block)[i]));
}

void Frontier::publish(std::uint32_t block, std::span<const GroupBits> entries) {
  std::uint32_t total = 0;
  for (const GroupBits& entry : entries)
    total += static_cast<std::uint32_t>(std::popcount(entry.bits));
  if (total <= kListed) {
    count_of(block) = 0;
    for (const GroupBits& entry : entries) append(block, entry.group, entry.bits);
    return;
  }
  count_of(block) = total;
  std::uint64_t* marks = words_of(marks_) + std::size_t{block} * words_;
  std::fill_n(marks, words_, 0);
  for (const GroupBits& entry : entries) {
    words_of(bits_)[std::size_t{block} * geometry_->groups() + entry.group] = entry.bits;
    marks[entry.group / 64] |= std::uint64_t{1} << entry.group % 64;
  }
}

void Frontier::publish_ranks(std::uint32_t block, std::span<const std::uint32_t> ranks) {
  if (ranks.size() > kListed) {
    std::vector<GroupBits> entries;
    for (const std::uint32_t rank : ranks) append_rank(entries, rank);
    return publish(block, entries);
  }
  Mask* list = reinterpret_cast<Mask*>(lists_.data()) + std::size_t{block} * kListed;
  for (const std::uint32_t rank : ranks) *list++ = geometry_->masks()[rank];
  count_of(block) = static_cast<std::uint32_t>(ranks.size());
}

void Frontier::add(std::uint32_t block, std::uint32_t rank) {
  set_bit(words_of(bits_), std::size_t{block} * geometry_->groups() * kGroupSize + rank);
  set_bit(words_of(marks_), std::size_t{block} * words_ * kGroupSize + rank / kGroupSize);
}

void Frontier::publish_added(std::uint32_t block) {
  std::uint32_t total = 0;
  const std::uint64_t* added = bits(block);
  for_each_group(marks(block), words_, [&](std::uint32_t group) {
    total += static_cast<std::uint32_t>(std::popcount(added[group]));
  });
  count_of(block) = total;
  if (total == 0 || total > kListed) return;
  count_of(block) = 0;
  for_each_group(marks(block), words_,
                 [&](std::uint32_t group) { append(block, group, added[group]); });
}

void Frontier::withdraw(std::uint32_t block) {
  std::uint64_t* shown = words_of(bits_) + std::size_t{block} * geometry_->groups();
  std::uint64_t* marks = words_of(marks_) + std::size_t{block} * words_;
  for_each_group(marks, words_, [&](std::uint32_t group) { shown[group] = 0; });
  std::fill_n(marks, words_, 0);
  count_of(block) = 0;
}

}  // namespace mill
