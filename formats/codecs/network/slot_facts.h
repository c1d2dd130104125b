#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>

#include "base/bits.h"
#include "formats/codecs/prediction/surroundings.h"

namespace mill {

/// How many numbers there are for lines that either side could complete and mills, for the mobility
/// of both sides, for blocked stones, for lines that lack a stone and can't be completed, and for
/// lines that hold one stone alone.
inline constexpr std::array<std::uint32_t, 5> kFactSizes = {256, 256, 64, 64, 64};

/// What is known of a slot without any value: for each of these a number below its size, then
/// zeros. FORMAT.md has the terms, and how one number stands for several.
using SlotFacts = std::array<std::uint8_t, 8>;
inline constexpr std::size_t kFacts = kFactSizes.size();
static_assert(kFacts <= std::tuple_size_v<SlotFacts>);

/// Finds the facts of all slots of a numbering block.
/// @param facts  one for each slot
void find_slot_facts(const Surroundings& file, Mask major, std::span<SlotFacts> facts);

}  // namespace mill
