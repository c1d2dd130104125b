#include "formats/codecs/context/block_clues.h"

#include <algorithm>
#include <array>

#include "formats/codecs/prediction/line_facts.h"
#include "formats/codecs/prediction/similar_blocks.h"

namespace mill {
namespace {

/// For two numbers up to 3, the second above the first: 3 * the second + the first, each up to 2.
constexpr std::array<std::uint8_t, 16> kDigits = [] {
  std::array<std::uint8_t, 16> digits{};
  for (std::size_t pair = 0; pair < digits.size(); ++pair)
    digits[pair] = static_cast<std::uint8_t>(3 * std::min<std::size_t>(pair / 4, 2) +
                                             std::min<std::size_t>(pair % 4, 2));
  return digits;
}();

}  // namespace

void ClueFinder::find(Mask major, std::span<const NumberingBlock> earlier,
                      std::span<Clues> clues) const {
  count_lines(major, clues);
  const auto [nearest, second] = most_similar(major, earlier);
  const auto take = [&](std::size_t index, std::uint8_t Clues::*field) {
    if (index >= earlier.size())
      for (Clues& each : clues) each.*field = kNoEarlier;
    else
      for_each_similar_value(
          file_, major, earlier[index],
          [&](std::size_t slot, std::uint8_t value) { clues[slot].*field = value; });
  };
  take(nearest, &Clues::nearest);
  take(second, &Clues::second);
}

void ClueFinder::count_lines(Mask major, std::span<Clues> clues) const {
  const BlockLines lines(*file_.board, major, file_.reach);
  const SlicedCounts<2> major_mills = same_in_all<2>(lines.major_mills);
  for (std::size_t begin = 0; begin < clues.size(); begin += kSliceSlots) {
    const LineFacts facts(lines, file_.order->slices(begin / kSliceSlots));
    const SliceBytes closings = bytes_of(facts.major_closings, facts.minor_closings);
    const SliceBytes mills = bytes_of(major_mills, facts.minor_mills);
    for (std::size_t i = 0; i < std::min(kSliceSlots, clues.size() - begin); ++i) {
      clues[begin + i].closings = kDigits[closings[i]];
      clues[begin + i].mills = kDigits[mills[i]];
    }
  }
}

}  // namespace mill
