#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace mill {

/// A pack made by hand, from FORMAT.md and nothing else.
class PlainPack {
 public:
  /// That of the named files of a directory, in this order.
  static PlainPack of(const std::filesystem::path& directory,
                      const std::vector<std::string>& names);

  void add(const std::string& name, const std::vector<std::uint8_t>& contents);

  std::vector<std::uint8_t> bytes() const;

  /// A pack whose index has been changed, with the checksum that goes with it.
  /// @param index_size  bytes before the first file
  static std::vector<std::uint8_t> signed_index(std::vector<std::uint8_t> pack,
                                                std::size_t index_size);

  // Where FORMAT.md puts things.
  static constexpr std::size_t kVersionOffset = 8, kCountOffset = 12, kSizeOffset = 16,
                               kSumOffset = 24;
  static constexpr std::size_t kEntriesOffset = 32, kEntrySize = 64, kNameInEntry = 24;

 private:
  std::vector<std::string> names_;
  std::vector<std::vector<std::uint8_t>> contents_;
};

}  // namespace mill
