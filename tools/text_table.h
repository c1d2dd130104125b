#pragma once

#include <set>
#include <string>
#include <vector>

namespace millstone {

/// A table for people: columns as wide as their widest cell, the first to the left, the others to
/// the right if nothing else is said, two spaces between.
class TextTable {
 public:
  explicit TextTable(std::vector<std::string> header) : rows_{std::move(header)} {}

  /// Columns of words read better so. The first is 0.
  void align_left(std::size_t column) { left_.insert(column); }

  /// One cell for each column of the header.
  void add_row(std::vector<std::string> cells);

  /// The next row is set off by a line: it holds totals.
  void add_rule() { rule_before_ = rows_.size(); }

  /// All lines, each ended by a newline.
  std::string text() const;

 private:
  std::vector<std::vector<std::string>> rows_;
  std::set<std::size_t> left_ = {0};
  std::size_t rule_before_ = 0;  // row 0 is the header, so 0 is none
};

}  // namespace millstone
