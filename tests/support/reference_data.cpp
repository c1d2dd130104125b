#include "tests/support/reference_data.h"

#include <fstream>
#include <sstream>

#include "base/error.h"

namespace mill {
namespace {

std::vector<std::string> split_cells(const std::string& line) {
  std::vector<std::string> cells;
  std::istringstream stream(line);
  for (std::string cell; std::getline(stream, cell, ',');) cells.push_back(cell);
  return cells;
}

}  // namespace

std::vector<ReferenceRow> read_reference(std::string_view file_name) {
  std::ifstream file(fmt::format("{}/data/reference/{}", MILLSTONE_SOURCE_DIR, file_name));
  MILLSTONE_CHECK(file.is_open());
  std::vector<std::string> columns;
  std::vector<ReferenceRow> rows;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    const std::vector<std::string> cells = split_cells(line);
    if (columns.empty()) {
      columns = cells;
      continue;
    }
    MILLSTONE_CHECK(cells.size() == columns.size());
    ReferenceRow& row = rows.emplace_back();
    for (std::size_t i = 0; i < cells.size(); ++i) row[columns[i]] = std::stoll(cells[i]);
  }
  return rows;
}

}  // namespace mill
