#pragma once

#include <string_view>
#include <vector>

namespace mill {

/// A file that is compiled in.
struct EmbeddedFile {
  std::string_view path;  ///< from server/web on
  std::string_view text;
};

/// The files of server/web. Generated from server/embedded_site.cpp.in by server/CMakeLists.txt.
std::vector<EmbeddedFile> embedded_site();

/// The description of the interface for programs, openapi.json.
std::string_view embedded_openapi();

}  // namespace mill
