#include "formats/build_hint.h"

#include <gtest/gtest.h>

#include "formats/database_directory.h"
#include "formats/database_file.h"
#include "formats/stored_rules.h"
#include "tests/support/temporary_directory.h"
#include "tests/support/test_positions.h"
#include "tests/support/test_results.h"

namespace mill {
namespace {

TEST(BuildHint, NamesTheVariantAsTheProgramTakesIt) {
  EXPECT_EQ(variant_options(find_variant("nine-mens-morris").value()),
            "--variant nine-mens-morris");
  EXPECT_EQ(
      variant_options(find_variant("dooz", {{"pieceCount", "5"}, {"mayFly", "false"}}).value()),
      "--variant dooz --set mayFly=false --set pieceCount=5");
  EXPECT_EQ(variant_options(find_variant("nine-mens-morris", {{"board", "25"}}).value()),
            "--variant nine-mens-morris --set board=25");
}

TEST(BuildHint, AsksForTheFileOfRulesOfOnesOwn) {
  Variant other = find_variant("nine-mens-morris").value();
  other.rules.may_fly = false;  // under the name of the preset
  EXPECT_EQ(variant_options(other), "--rules FILE");
  EXPECT_EQ(variant_options(three_mens_morris()), "--rules FILE");
}

TEST(BuildHint, QuotesDirectoriesForTheShell) {
  EXPECT_EQ(build_command("--variant dooz", "a/b-c", "5-4").whole,
            "`millstone build --db a/b-c --variant dooz 5-4`");
  EXPECT_EQ(build_command("", "it's here", "5-4").whole,
            "`millstone build --db 'it'\\''s here' 5-4`");
  EXPECT_EQ(build_command("", "", "5-4").whole, "`millstone build --db . 5-4`");
}

TEST(BuildHint, HasAPlaceholderForWhoIsNotToLearnTheDirectory) {
  for (const char* directory : {"nine", "a", ".", "5", "D", "DIR", "DIR/", "/home/ann/it's here"})
    EXPECT_EQ(build_command("--variant nine-mens-morris", directory, "5-4").without_directory,
              "`millstone build --db DIR --variant nine-mens-morris 5-4`");
}

TEST(BuildHint, StandsInTheErrorOfEveryFileThatIsMissing) {
  const TemporaryDirectory directory;
  const std::string path = directory.path().string();
  const Variant variant = find_variant("dooz").value();
  for (const char* name : {"3-3.value", "3-3.distance"})
    EXPECT_TRUE(fails_with(
        DatabaseFile::open(directory.path() / name, variant), ErrorCode::kMissingFile,
        fmt::format("there is no such file; `millstone build --db {} --variant dooz 3-3` makes it",
                    path)));
  EXPECT_TRUE(fails_with(list_database(directory.path() / "none", variant), ErrorCode::kMissingFile,
                         fmt::format("`millstone build --db {}/none --variant dooz", path)));
  EXPECT_TRUE(fails_with(stored_rules(directory.path()), ErrorCode::kMissingFile,
                         fmt::format("`millstone build --db {} ", path)));
}

}  // namespace
}  // namespace mill
