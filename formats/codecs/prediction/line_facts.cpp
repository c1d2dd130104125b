#include "formats/codecs/prediction/line_facts.h"

namespace mill {

BlockLines::BlockLines(const Board& board, Mask major, Reach reach) {
  const Mask free = board.all() & ~major;
  for (const Mask line : board.lines) {
    const Mask gaps = line & free;
    if (gaps == 0) ++major_mills;
    if (gaps == line) {
      minor_lines.push_back(compress(line, free));
      for_each_bit(line, [&](int gap) {
        const Mask stones = line & ~bit(gap);
        // Where no helper is needed, any minor stone is one: those of the line itself.
        const Mask helpers = reach.minor_anywhere ? stones : board.neighbours[gap] & ~line & free;
        minor_gaps.push_back(
            {compress(bit(gap), free), compress(stones, free), compress(helpers, free)});
      });
    }
    if (count(gaps) != 1) continue;
    const bool is_helped =
        reach.major_anywhere || (board.neighbours[lowest(gaps)] & ~line & major) != 0;
    (is_helped ? major_closings : major_gaps).push_back(compress(gaps, free));
  }
}

LineFacts::LineFacts(const BlockLines& lines, PointSlices minor) {
  for (const BlockLines::MinorGap& each : lines.minor_gaps) {
    const Slice lacking = on_all(minor, each.stones) & ~on_any(minor, each.gap);
    const Slice helped = on_any(minor, each.helpers);
    minor_closings.add(lacking & helped);
    minor_gaps.add(lacking & ~helped);
  }
  for (const Mask line : lines.minor_lines) minor_mills.add(on_all(minor, line));
  for (const Mask gap : lines.major_closings) major_closings.add(~on_any(minor, gap));
  for (const Mask gap : lines.major_gaps) major_gaps.add(~on_any(minor, gap));
}

}  // namespace mill
