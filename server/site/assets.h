#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace mill {

/// A file of the page.
struct Asset {
  std::string body;
  std::string_view type;  ///< a literal: "text/html; charset=utf-8"
};

/// The files of the page by their addresses. All are read before the first request, so that no
/// address reaches anything else.
class Assets {
 public:
  /// Those that are compiled in.
  static Result<Assets> embedded();

  /// The files of a directory and of those in it whose type a browser knows. kMissingFile without
  /// an index.html, kInvalidArgument if they are larger than kMostBytes together.
  static Result<Assets> read(const std::filesystem::path& directory);
  static constexpr std::size_t kMostBytes = std::size_t{16} << 20;

  /// The file of an address without the slash at its beginning; of "" the page.
  const Asset* find(std::string_view address) const;

  /// What addresses begin with: names of files and directories.
  std::vector<std::string_view> first_parts() const;

 private:
  Result<void> add(std::string address, std::string body);

  std::map<std::string, Asset, std::less<>> assets_;
};

}  // namespace mill
