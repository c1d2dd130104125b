#include "base/suggestion.h"

#include <gtest/gtest.h>

#include <vector>

namespace mill {
namespace {

const std::vector<std::string> kNames = {
    "build", "bench", "probe", "prove", "--db", "--threads", "nine-mens-morris", "mayFly"};

std::string meant(std::string_view word) { return did_you_mean(word, kNames); }

TEST(Suggestion, OneSlipOfTheFingersIsForgiven) {
  for (const char* word : {"buld", "buildd", "biuld", "bui1d"})
    EXPECT_EQ(meant(word), " (did you mean 'build'?)") << word;
  EXPECT_EQ(meant("--thread"), " (did you mean '--threads'?)");
  EXPECT_EQ(meant("nine-men-moris"), " (did you mean 'nine-mens-morris'?)");
}

TEST(Suggestion, TheCaseOfLettersMakesNoDifference) {
  EXPECT_EQ(meant("MAYFLY"), " (did you mean 'mayFly'?)");
  EXPECT_EQ(meant("Build"), " (did you mean 'build'?)");
}

TEST(Suggestion, ABeginningStandsForTheWholeName) {
  EXPECT_EQ(meant("nine"), " (did you mean 'nine-mens-morris'?)");
  EXPECT_EQ(meant("--thr"), " (did you mean '--threads'?)");
}

TEST(Suggestion, OfTwoThatAreEquallyLikeItTheFirst) {
  EXPECT_EQ(meant("proe"), " (did you mean 'probe'?)");
  EXPECT_EQ(meant("provee"), " (did you mean 'prove'?)");
}

TEST(Suggestion, WhatIsLikeNothingHasNone) {
  for (const char* word : {"", "x", "db", "chess", "solve-it-all", "23"})
    EXPECT_EQ(meant(word), "") << word;
  EXPECT_EQ(meant(std::string(1'000'000, 'b')), "");
  EXPECT_EQ(did_you_mean("build", {}), "");
}

}  // namespace
}  // namespace mill
