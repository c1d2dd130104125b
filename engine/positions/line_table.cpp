#include "engine/positions/line_table.h"

namespace mill {

LineTable::LineTable(const std::vector<Mask>& lines) : lines_(lines) {
  for (std::size_t i = 0; i < lines.size(); ++i) all_ |= LineSet{1} << i;
  for (int byte = 0; byte < 4; ++byte)
    for (Mask bits = 0; bits < 256; ++bits)
      for (std::size_t i = 0; i < lines.size(); ++i) {
        const Mask common = lines[i] & bits << 8 * byte;
        if (common) met_[byte][bits].some |= LineSet{1} << i;
        if (common & (common - 1)) met_[byte][bits].several |= LineSet{1} << i;
      }
}

}  // namespace mill
