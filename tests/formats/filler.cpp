#include "tests/formats/filler.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <algorithm>

#include "game/numbering.h"

namespace mill {
namespace {

/// Scrambles a number (the finisher of MurmurHash3).
std::uint64_t scramble(std::uint64_t x) {
  x = (x ^ x >> 33) * 0xff51afd7ed558ccd;
  x = (x ^ x >> 33) * 0xc4ceb9fe1a85ec53;
  return x ^ x >> 33;
}

OutcomeByte skewed_outcome(std::uint64_t slot) {
  const std::uint64_t noise = scramble(slot);
  if (scramble(slot / 40) % 4 != 0 && noise % 64 != 0) return kDrawByte;
  const int reach = noise % 509 == 0 ? 125 : 9;
  const int half = static_cast<int>(noise >> 32) % reach;
  return noise >> 60 < 9 ? win_byte(2 * std::abs(half) + 1) : loss_byte(2 * std::abs(half));
}

}  // namespace

OutcomeByte filler_outcome(Filler filler, std::uint64_t slot) {
  switch (filler) {
    case Filler::kRandom:
      return is_long(static_cast<OutcomeByte>(scramble(slot)))
                 ? kDrawByte
                 : static_cast<OutcomeByte>(scramble(slot));
    case Filler::kSkewed:
      return skewed_outcome(slot);
    case Filler::kDraws:
      return kDrawByte;
    case Filler::kLongest:
      return win_byte(kLongestExactWin);
  }
  return kDrawByte;
}

std::vector<OutcomeByte> filler_outcomes(Filler filler, std::uint64_t slots) {
  std::vector<OutcomeByte> outcomes(slots);
  fill_from(filler)(0, outcomes);
  return outcomes;
}

FillOutcomes fill_from(Filler filler) {
  return [filler](std::uint64_t first_slot, std::span<OutcomeByte> out) {
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = filler_outcome(filler, first_slot + i);
  };
}

ClassCounts filler_counts(const Variant& variant, const Subspace& subspace, Filler filler) {
  const Numbering numbering = Numbering::make(variant, subspace);
  ClassCounts counts;
  counts.slots = numbering.slots();
  for (std::uint64_t slot = 0; slot < counts.slots; ++slot) {
    if (!numbering.is_canonical(slot)) continue;
    const Outcome outcome = to_outcome(filler_outcome(filler, slot));
    ++counts.classes;
    if (outcome.value == Value::kDraw) ++counts.draws;
    if (outcome.value == Value::kWin) {
      ++counts.wins;
      counts.longest_win = std::max(counts.longest_win, outcome.distance);
    }
    if (outcome.value == Value::kLoss) {
      ++counts.losses;
      counts.longest_loss = std::max(counts.longest_loss, outcome.distance);
    }
  }
  return counts;
}

void write_filler_files(const std::filesystem::path& directory, const Variant& variant,
                        const Subspace& subspace, Filler filler, const WriteOptions& options) {
  const ClassCounts counts = filler_counts(variant, subspace, filler);
  for (Metric metric : {Metric::kValue, Metric::kDistance}) {
    const auto size = write_subspace_file(directory, variant, subspace, metric, counts, options,
                                          fill_from(filler));
    ASSERT_TRUE(size) << size.error().message;
    ASSERT_EQ(*size, std::filesystem::file_size(directory / file_name(subspace, metric)));
  }
}

LongDistances write_long_files(const std::filesystem::path& directory, const Variant& variant,
                               const Subspace& subspace, const WriteOptions& options) {
  const auto byte = [](std::uint64_t slot) {
    if (slot % 97 == 5) return kLongWinByte;
    return slot % 89 == 7 ? kLongLossByte : filler_outcome(Filler::kSkewed, slot);
  };
  const FillOutcomes fill = [&](std::uint64_t first_slot, std::span<OutcomeByte> out) {
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = byte(first_slot + i);
  };
  ClassCounts counts = filler_counts(variant, subspace, Filler::kSkewed);
  std::vector<LongDistance> longs;
  for (std::uint64_t slot = 0; slot < counts.slots; ++slot) {
    const int beyond = 2 * static_cast<int>(scramble(slot) % 600);
    if (byte(slot) == kLongWinByte) longs.push_back({slot, kLongestExactWin + 2 + beyond});
    if (byte(slot) == kLongLossByte) longs.push_back({slot, kLongestExactLoss + 2 + beyond});
  }
  LongDistances all(std::move(longs));
  for (Metric metric : {Metric::kValue, Metric::kDistance}) {
    const auto size =
        write_subspace_file(directory, variant, subspace, metric, counts, options, fill, all);
    MILLSTONE_CHECK(size.has_value());
  }
  return all;
}

Variant without_flying() {
  Variant variant = nine_mens_morris();
  variant.rules.may_fly = false;
  return variant;
}

}  // namespace mill
