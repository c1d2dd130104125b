#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/bits.h"
#include "formats/codecs/prediction/surroundings.h"

namespace mill {

/// How many numbers there are for lines that either side could complete and mills, for the mobility
/// of both sides, for blocked stones, for lines that lack a stone and can't be completed, and for
/// lines that hold one stone alone.
inline constexpr std::array<std::uint32_t, 5> kFactSizes = {256, 256, 64, 64, 64};

/// What is known of a slot without any value: for each of these a number below its size. FORMAT.md
/// has the terms, and how one number stands for several.
using SlotFacts = std::array<std::uint8_t, kFactSizes.size()>;

/// Finds the facts of all slots of a numbering block.
/// @param facts  one for each slot
void find_slot_facts(const Surroundings& file, Mask major, std::span<SlotFacts> facts);

}  // namespace mill
