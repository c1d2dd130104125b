#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "reports/terminal.h"

namespace mill {

/// A table for people: columns as wide as their widest cell, the first to the left, the others to
/// the right if nothing else is said, two spaces between. Where that is too wide, headings and
/// columns of words go on in the next line; if it still is, the columns that do not fit follow
/// below as a second table with the same first column; where one does not fit even so, words go on
/// behind a hyphen.
class TextTable {
 public:
  explicit TextTable(std::vector<std::string> header) : rows_{std::move(header)} {}

  /// Columns of words read better so. The first is 0.
  void align_left(std::size_t column) { left_.insert(column); }

  /// The cells of this column are about wins, draws or losses, and have that colour.
  void colour(std::size_t column, Value value) { colours_[column] = value; }

  /// The cells of this column begin with names of values: each has the colour of its own.
  void colour_by_name(std::size_t column) { coloured_by_name_.insert(column); }

  /// One cell for each column of the header.
  void add_row(std::vector<std::string> cells);

  /// The next row is set off by a line: it holds totals.
  void add_rule() { rule_before_ = rows_.size(); }

  /// All lines, each ended by a newline.
  std::string text(const TextLayout& layout = TextLayout::of_output()) const;

 private:
  using Columns = std::vector<std::size_t>;

  /// Characters of the widest cell, and of the widest part that cannot be broken.
  std::size_t widest(std::size_t column) const;
  std::size_t least_width(std::size_t column) const;
  /// The same if words of columns of words may be broken behind hyphens.
  std::size_t least_broken_width(std::size_t column) const;
  /// The columns of each table below one another.
  std::vector<Columns> parts(const TextLayout& layout) const;
  std::vector<std::size_t> widths_of(const Columns& columns, const TextLayout& layout) const;
  std::string part_text(const Columns& columns, const TextLayout& layout) const;
  std::string row_text(std::size_t row, const Columns& columns,
                       const std::vector<std::size_t>& widths, bool colours) const;
  std::string cell_text(std::size_t column, const std::string& shown, std::size_t width,
                        bool colours) const;

  std::vector<std::vector<std::string>> rows_;
  std::set<std::size_t> left_ = {0};
  std::map<std::size_t, Value> colours_;
  std::set<std::size_t> coloured_by_name_;
  std::size_t rule_before_ = 0;  // row 0 is the header, so 0 is none
};

}  // namespace mill
