#include "tests/support/test_results.h"

namespace mill {

::testing::AssertionResult is_error(const Error& error, ErrorCode code, std::string_view part) {
  if (error.code == code && error.message.find(part) != std::string::npos)
    return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure()
         << "error " << static_cast<int>(error.code) << " '" << error.message << "', expected "
         << static_cast<int>(code) << " with '" << part << "'";
}

}  // namespace mill
