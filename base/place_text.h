#pragma once

#include <string>

namespace mill {

/// What a message says of a place in the file system: to those whose machine it is, and to others,
/// who are not to learn where files lie.
struct PlaceText {
  std::string whole;              ///< "/home/ann/nine/5-4.value"
  std::string without_directory;  ///< "5-4.value"
};

}  // namespace mill
