#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

namespace mill {

std::vector<std::uint8_t> read_bytes(const std::filesystem::path& path);
void write_bytes(const std::filesystem::path& path, std::span<const std::uint8_t> bytes);

}  // namespace mill
