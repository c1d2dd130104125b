// Files as they are mounted, without a mount: byte for byte those of an export.

#include "reports/malom_view.h"

#include <gtest/gtest.h>

#include <random>

#include "builder/database_builder.h"
#include "builder/grader/grader.h"
#include "reports/malom_export.h"
#include "tests/support/file_contents.h"
#include "tests/support/temporary_directory.h"
#include "tests/support/test_results.h"

namespace mill {
namespace {

/// A graded database, and what is exported of it.
class MalomViewTest : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    BuildOptions build;
    build.directory = database_.path();
    build.roots = {{2, 3, 1, 0}};
    ASSERT_TRUE(succeeds(build_database(variant(), build)));
    GradeOptions grade;
    grade.directory = database_.path();
    ASSERT_TRUE(succeeds(grade_database(variant(), grade)));
  }

  Variant variant() const { return find_variant(GetParam()).value(); }

  void expect_exported_bytes(bool grades) {
    const TemporaryDirectory exported;
    MalomExportOptions options;
    options.from = database_.path();
    options.to = exported.path();
    options.grades = grades;
    ASSERT_TRUE(succeeds(export_to_malom(variant(), options)));
    const auto view = MalomView::open(database_.path(), variant(), {.grades = grades});
    ASSERT_TRUE(succeeds(view));
    for (const MalomView::File& file : view->files()) {
      const std::vector<std::uint8_t> expected = read_bytes(exported.path() / file.name);
      ASSERT_EQ(file.size, expected.size()) << file.name;
      const auto opened = view->open_file(file.name);
      ASSERT_TRUE(succeeds(opened));
      EXPECT_EQ((*opened)->size(), expected.size());
      std::vector<std::uint8_t> found(expected.size());
      ASSERT_TRUE(succeeds((*opened)->read(0, found)));
      EXPECT_TRUE(found == expected) << file.name;
      expect_parts(**opened, expected);
    }
  }

 private:
  /// Reads that begin and end anywhere.
  static void expect_parts(const ViewedFile& file, const std::vector<std::uint8_t>& expected) {
    std::mt19937 random(5);
    for (int i = 0; i < 100; ++i) {
      const std::size_t at = random() % expected.size();
      const std::size_t size = 1 + random() % std::min<std::size_t>(expected.size() - at, 100);
      std::vector<std::uint8_t> part(size);
      ASSERT_TRUE(succeeds(file.read(at, part)));
      ASSERT_TRUE(std::equal(part.begin(), part.end(), expected.begin() + at)) << at;
    }
  }

  TemporaryDirectory database_;
};

TEST_P(MalomViewTest, HasTheBytesOfAnExport) { expect_exported_bytes(false); }
TEST_P(MalomViewTest, HasTheBytesOfAnExportWithGrades) { expect_exported_bytes(true); }

INSTANTIATE_TEST_SUITE_P(Games, MalomViewTest,
                         ::testing::Values("nine-mens-morris", "lasker-morris", "morabaraba"));

}  // namespace
}  // namespace mill
