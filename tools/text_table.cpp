#include "tools/text_table.h"

#include <fmt/format.h>

#include <algorithm>

#include "game/error.h"

namespace millstone {
namespace {

std::string format_row(const std::vector<std::string>& cells,
                       const std::vector<std::size_t>& widths, const std::set<std::size_t>& left) {
  std::string line;
  for (std::size_t column = 0; column < cells.size(); ++column) {
    if (column > 0) line += "  ";
    line += left.contains(column) ? fmt::format("{:<{}}", cells[column], widths[column])
                                  : fmt::format("{:>{}}", cells[column], widths[column]);
  }
  line.erase(line.find_last_not_of(' ') + 1);
  return line + '\n';
}

}  // namespace

void TextTable::add_row(std::vector<std::string> cells) {
  MILLSTONE_CHECK(cells.size() == rows_[0].size());
  rows_.push_back(std::move(cells));
}

std::string TextTable::text() const {
  std::vector<std::size_t> widths(rows_[0].size());
  for (const auto& row : rows_)
    for (std::size_t column = 0; column < row.size(); ++column)
      widths[column] = std::max(widths[column], row[column].size());
  std::vector<std::string> dashes;
  dashes.reserve(widths.size());
  for (std::size_t width : widths) dashes.emplace_back(width, '-');

  std::string text;
  for (std::size_t row = 0; row < rows_.size(); ++row) {
    if (row == 1 || (row > 1 && row == rule_before_)) text += format_row(dashes, widths, left_);
    text += format_row(rows_[row], widths, left_);
  }
  return text;
}

}  // namespace millstone
