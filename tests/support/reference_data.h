#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace mill {

/// Rows of a table in data/reference, each a map from column name to number. Lines that start with
/// # are skipped. A file that cannot be read or parsed stops the test program.
using ReferenceRow = std::map<std::string, std::int64_t>;
std::vector<ReferenceRow> read_reference(std::string_view file_name);

}  // namespace mill
