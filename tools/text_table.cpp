#include "tools/text_table.h"

#include <fmt/format.h>

#include <algorithm>

#include "game/error.h"

namespace millstone {
namespace {

std::string format_row(const std::vector<std::string>& cells,
                       const std::vector<std::size_t>& widths) {
  std::string line = fmt::format("{:<{}}", cells[0], widths[0]);
  for (std::size_t column = 1; column < cells.size(); ++column)
    line += fmt::format("  {:>{}}", cells[column], widths[column]);
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
    if (row == 1 || (row > 1 && row == rule_before_)) text += format_row(dashes, widths);
    text += format_row(rows_[row], widths);
  }
  return text;
}

}  // namespace millstone
