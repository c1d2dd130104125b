#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace mill {

/// Text of a file below `data/` that was compiled into the program, by its path there
/// ("boards/24.toml"); nothing if there is no such file.
std::optional<std::string_view> embedded_text(std::string_view path);

/// Paths of all embedded files.
std::vector<std::string_view> embedded_paths();

}  // namespace mill
