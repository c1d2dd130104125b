#include "base/text_file.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "tests/support/temporary_directory.h"
#include "tests/support/test_results.h"

namespace mill {
namespace {

TEST(TextFile, AFileIsReplacedAsAWhole) {
  const TemporaryDirectory directory;
  const auto path = directory.path() / "picture.svg";
  for (const char* text : {"a longer text", "short"}) {
    ASSERT_TRUE(succeeds(write_text_file(path, text)));
    std::ifstream file(path);
    EXPECT_EQ(std::string(std::istreambuf_iterator<char>(file), {}), text);
  }
  EXPECT_TRUE(fails_with(write_text_file(directory.path() / "none" / "picture.svg", "text"),
                         ErrorCode::kInputOutput, "picture.svg"));
}

}  // namespace
}  // namespace mill
