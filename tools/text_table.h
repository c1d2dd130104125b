#pragma once

#include <string>
#include <vector>

namespace millstone {

/// A table for people: columns as wide as their widest cell, the first to the left, the others to
/// the right, two spaces between.
class TextTable {
 public:
  explicit TextTable(std::vector<std::string> header) : rows_{std::move(header)} {}

  /// One cell for each column of the header.
  void add_row(std::vector<std::string> cells);

  /// The next row is set off by a line: it holds totals.
  void add_rule() { rule_before_ = rows_.size(); }

  /// All lines, each ended by a newline.
  std::string text() const;

 private:
  std::vector<std::vector<std::string>> rows_;
  std::size_t rule_before_ = 0;  // row 0 is the header, so 0 is none
};

}  // namespace millstone
