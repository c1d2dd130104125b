#include "reports/text_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <numeric>
#include <optional>

#include "base/error.h"
#include "base/words.h"

namespace mill {
namespace {

constexpr std::size_t kGap = 2;  // between columns

std::size_t longest_word(std::string_view text) {
  std::size_t longest = 0;
  for (const std::string_view word : split_at(text, ' '))
    longest = std::max(longest, display_width(word));
  return longest;
}

/// The parts of a word that may stand on lines of their own: they end in hyphens behind letters.
Words parts_of(std::string_view word) {
  Words parts;
  for (std::size_t end = 1; end < word.size(); ++end) {
    if (word[end] != '-' || !std::isalpha(static_cast<unsigned char>(word[end - 1]))) continue;
    parts.push_back(word.substr(0, end + 1));
    word.remove_prefix(end + 1);
    end = 0;
  }
  parts.push_back(word);
  return parts;
}

std::size_t longest_part(std::string_view text) {
  std::size_t longest = 0;
  for (const std::string_view word : split_at(text, ' '))
    for (const std::string_view part : parts_of(word))
      longest = std::max(longest, display_width(part));
  return longest;
}

/// The text with a blank wherever a word has to go on in the next line.
std::string with_breaks(std::string_view text, std::size_t width) {
  std::string broken;
  for (const std::string_view word : split_at(text, ' ')) {
    std::size_t used = 0;
    for (const std::string_view part : parts_of(word)) {
      if (used > 0 && used + display_width(part) > width) {
        broken += ' ';
        used = 0;
      }
      broken += part;
      used += display_width(part);
    }
    broken += ' ';
  }
  return broken;
}

std::vector<std::string> lines_of(const std::string& cell, std::size_t width) {
  if (display_width(cell) <= width) return {cell};
  const std::string text = wrapped(with_breaks(cell, width), width);
  std::vector<std::string> lines;
  for (std::string_view rest = text; !rest.empty();) lines.emplace_back(take_line(rest));
  return lines;
}

std::size_t line_width(const std::vector<std::size_t>& widths) {
  return std::accumulate(widths.begin(), widths.end(), kGap * (widths.size() - 1));
}

/// The value that a cell begins with: "win", "loss in 2".
std::optional<Value> value_named(std::string_view cell) {
  const std::string_view name = cell.substr(0, cell.find(' '));
  for (const Value value : {Value::kLoss, Value::kDraw, Value::kWin})
    if (name == value_name(value)) return value;
  return std::nullopt;
}

}  // namespace

void TextTable::add_row(std::vector<std::string> cells) {
  MILLSTONE_CHECK(cells.size() == rows_[0].size());
  rows_.push_back(std::move(cells));
}

std::size_t TextTable::widest(std::size_t column) const {
  std::size_t width = 0;
  for (const auto& row : rows_) width = std::max(width, display_width(row[column]));
  return width;
}

std::size_t TextTable::least_width(std::size_t column) const {
  std::size_t width = longest_word(rows_[0][column]);
  for (std::size_t row = 1; row < rows_.size(); ++row)
    width = std::max(width, left_.contains(column) ? longest_word(rows_[row][column])
                                                   : display_width(rows_[row][column]));
  return width;
}

std::size_t TextTable::least_broken_width(std::size_t column) const {
  if (!left_.contains(column)) return least_width(column);
  std::size_t width = longest_word(rows_[0][column]);
  for (std::size_t row = 1; row < rows_.size(); ++row)
    width = std::max(width, longest_part(rows_[row][column]));
  return width;
}

std::vector<TextTable::Columns> TextTable::parts(const TextLayout& layout) const {
  std::vector<Columns> parts = {{0}};
  std::size_t used = least_width(0);
  for (std::size_t column = 1; column < rows_[0].size(); ++column) {
    const std::size_t taken = kGap + least_width(column);
    if (layout.width && used + taken > *layout.width && parts.back().size() > 1) {
      parts.push_back({0});
      used = least_width(0);
    }
    parts.back().push_back(column);
    used += taken;
  }
  return parts;
}

std::vector<std::size_t> TextTable::widths_of(const Columns& columns,
                                              const TextLayout& layout) const {
  std::vector<std::size_t> widths;
  for (const std::size_t column : columns) widths.push_back(widest(column));
  const auto broadest_above = [&](std::size_t (TextTable::*least)(std::size_t) const) {
    std::size_t* broadest = nullptr;
    for (std::size_t i = 0; i < columns.size(); ++i)
      if (widths[i] > (this->*least)(columns[i]) && (!broadest || widths[i] > *broadest))
        broadest = &widths[i];
    return broadest;
  };
  while (layout.width && line_width(widths) > *layout.width) {
    std::size_t* broadest = broadest_above(&TextTable::least_width);
    if (!broadest) broadest = broadest_above(&TextTable::least_broken_width);
    if (!broadest) break;
    --*broadest;
  }
  return widths;
}

std::string TextTable::cell_text(std::size_t column, const std::string& shown, std::size_t width,
                                 bool colours) const {
  const std::string space(width - std::min(width, display_width(shown)), ' ');
  std::string text = shown;
  const auto fixed = colours_.find(column);
  const std::optional<Value> value = fixed != colours_.end() ? std::optional(fixed->second)
                                     : coloured_by_name_.contains(column) ? value_named(shown)
                                                                          : std::nullopt;
  if (colours && value && !shown.empty()) text = coloured(shown, *value);
  return left_.contains(column) ? text + space : space + text;
}

std::string TextTable::row_text(std::size_t row, const Columns& columns,
                                const std::vector<std::size_t>& widths, bool colours) const {
  std::vector<std::vector<std::string>> cells;
  std::size_t height = 1;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    cells.push_back(lines_of(rows_[row][columns[i]], widths[i]));
    height = std::max(height, cells.back().size());
  }
  std::string text;
  for (std::size_t line = 0; line < height; ++line) {
    std::string shown;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      // Headings stand on their line, cells hang from theirs.
      const std::size_t above = row == 0 ? height - cells[i].size() : 0;
      const bool is_there = line >= above && line - above < cells[i].size();
      if (i > 0) shown.append(kGap, ' ');
      shown += cell_text(columns[i], is_there ? cells[i][line - above] : "", widths[i],
                         colours && row > 0);
    }
    text += without_trailing_blanks(shown);
    text += '\n';
  }
  return text;
}

std::string TextTable::part_text(const Columns& columns, const TextLayout& layout) const {
  const std::vector<std::size_t> widths = widths_of(columns, layout);
  std::string dashes;
  for (const std::size_t width : widths)
    dashes += std::string(dashes.empty() ? 0 : kGap, ' ') + std::string(width, '-');
  dashes = without_trailing_blanks(dashes);
  std::string text;
  for (std::size_t row = 0; row < rows_.size(); ++row) {
    if (row == 1 || (row > 1 && row == rule_before_)) text += dashes + '\n';
    text += row_text(row, columns, widths, layout.colours);
  }
  return text;
}

std::string TextTable::text(const TextLayout& layout) const {
  std::string text;
  for (const Columns& columns : parts(layout))
    text += (text.empty() ? "" : "\n") + part_text(columns, layout);
  return text;
}

}  // namespace mill
