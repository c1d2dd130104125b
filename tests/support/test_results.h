#pragma once

#include <gtest/gtest.h>

#include <string_view>

#include "base/error.h"

namespace mill {

/// Whether `error` has that code and a message that contains `part`.
::testing::AssertionResult is_error(const Error& error, ErrorCode code, std::string_view part);

/// Use: EXPECT_TRUE(fails_with(parse_board(text, "test"), ErrorCode::kInvalidArgument, "edges"));
template <typename T>
::testing::AssertionResult fails_with(const Result<T>& result, ErrorCode code,
                                      std::string_view part) {
  if (result) return ::testing::AssertionFailure() << "no error; expected '" << part << "'";
  return is_error(result.error(), code, part);
}

/// Whether there is a result; a failing test shows the message.
template <typename T>
::testing::AssertionResult succeeds(const Result<T>& result) {
  if (result) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << result.error().message;
}

}  // namespace mill
