#pragma once

#include <optional>

#include "base/error.h"

namespace mill {

/// Keeps the graver of two errors: that a file is missing must not hide that another is damaged. Of
/// equals the one that is kept already.
inline void keep_graver(std::optional<Error>& kept, Error error) {
  const auto is_missing = [](const Error& one) { return one.code == ErrorCode::kMissingFile; };
  if (!kept || (is_missing(*kept) && !is_missing(error))) kept = std::move(error);
}

}  // namespace mill
