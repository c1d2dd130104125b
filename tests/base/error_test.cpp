#include "base/error.h"

#include <gtest/gtest.h>

#include "base/graver_error.h"
#include "game/variant.h"
#include "tests/support/test_results.h"

namespace mill {
namespace {

/// Whether a terminal only shows the text, whatever it holds.
bool is_harmless(std::string_view text) {
  for (const char byte : text)
    if (static_cast<unsigned char>(byte) < 0x20 || byte == 0x7f) return false;
  return shown_text(text) == text;
}

TEST(ShownText, LeavesTextAsItIs) {
  for (const std::string_view text :
       {"", "a1-a4 100 %", "M\xc3\xbchle", "\xe4\xb8\x89\xe5\xad\x90\xe6\xa3\x8b",
        "\xf0\x9f\x8e\xb2", "C:\\x1b"})
    EXPECT_EQ(shown_text(text), text);
}

TEST(ShownText, WritesControlCharactersAsEscapes) {
  EXPECT_EQ(shown_text("\x1b[31mred\x07"), "\\x1b[31mred\\x07");
  EXPECT_EQ(shown_text("a\nb\rc\td\x7f"), "a\\x0ab\\x0dc\\x09d\\x7f");
  EXPECT_EQ(shown_text(std::string_view("a\0b", 3)), "a\\x00b");
  EXPECT_EQ(shown_text("\xc2\x9b"
                       "31m"),
            "\\xc2\\x9b31m");  // a CSI of two bytes
  EXPECT_EQ(shown_text("\xe2\x80\xae"
                       "txt"),
            "\\xe2\\x80\\xaetxt");  // the line runs backwards
}

TEST(ShownText, WritesWhatIsNoUtf8AsEscapes) {
  EXPECT_EQ(shown_text("\x9b"
                       "31m"),
            "\\x9b31m");
  EXPECT_EQ(shown_text("\xc3"), "\\xc3");
  EXPECT_EQ(shown_text("\xc0\x9b"), "\\xc0\\x9b");           // longer than need be
  EXPECT_EQ(shown_text("\xed\xa0\x80"), "\\xed\\xa0\\x80");  // half of a pair
  EXPECT_EQ(shown_text("\xf5\x80\x80\x80"), "\\xf5\\x80\\x80\\x80");
}

TEST(ErrorMessages, AreHarmlessAndShortWhateverTheyTellOf) {
  const std::string long_name(5000, 'x');
  for (const std::string& name :
       {std::string("\x1b]0;title\x07"), long_name, std::string(400, '\x1b'),
        std::string(200, 'a') + std::string(300, '\xc3'), std::string(300, '\n')}) {
    const auto error = fail(ErrorCode::kInvalidArgument, "there is no '{}'; say another", name);
    EXPECT_TRUE(is_harmless(error.value().message));
    EXPECT_LE(error.value().message.size(), kLongestMessage);
  }
  const auto error = fail(ErrorCode::kInvalidArgument, "begin {} end", long_name);
  EXPECT_TRUE(error.value().message.starts_with("begin x"));
  EXPECT_TRUE(error.value().message.ends_with("x end"));
}

TEST(ShownText, EndsWithDotsWhereItIsTooLong) {
  EXPECT_EQ(shown_text("0123456789", 10), "0123456789");
  EXPECT_EQ(shown_text("0123456789a", 10), "0123456...");
  EXPECT_EQ(shown_text("12345\xe2\x82\xac"
                       "789",
                       10),
            "12345...")
      << "no character is cut";
  EXPECT_EQ(shown_text("abc", 2), "..");
  EXPECT_EQ(shown_text(std::string(100'000, '\n'), 300).size(), 300u);
}

TEST(ErrorMessages, AreNotCutWithinACharacter) {
  for (int shift = 0; shift < 3; ++shift) {
    std::string text(static_cast<std::size_t>(shift), 'a');
    for (int i = 0; i < 300; ++i) text += "\xe4\xb8\x89";
    const std::string message = shown_message(text);
    EXPECT_EQ(shown_text(message), message) << shift;
    EXPECT_LE(message.size(), kLongestMessage);
  }
}

TEST(RulesText, WithTablesDeeperThanTheStackIsRefusedInASentence) {
  std::string dotted = "a";
  for (int i = 0; i < 50'000; ++i) dotted += ".a";
  EXPECT_TRUE(fails_with(parse_variant(dotted + "=1\n", "deep.toml"), ErrorCode::kInvalidArgument,
                         "has 100004 bytes"));
  EXPECT_TRUE(fails_with(parse_variant(dotted.substr(0, 40'001) + "=1\n", "deep.toml"),
                         ErrorCode::kInvalidArgument, "line 1 has more than 16 dots"));
  EXPECT_TRUE(fails_with(parse_board("[" + dotted.substr(0, 40'001) + "]\n", "deep.toml"),
                         ErrorCode::kInvalidArgument, "dots"));
}

TEST(RulesText, AsDeepAsItsBoundsAllowDoesNoHarm) {
  // The most dots per line, and brackets on each: toml++ itself bounds those.
  std::string text = "x=";
  for (int i = 0; i < 250; ++i) text += "[\n{a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a=";
  EXPECT_TRUE(
      fails_with(parse_variant(text, "deep.toml"), ErrorCode::kInvalidArgument, "deep.toml"));
  std::string closed = "x=";
  for (int i = 0; i < 120; ++i) closed += "[\n{a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a=";
  closed += "1";
  for (int i = 0; i < 120; ++i) closed += "}]";
  EXPECT_TRUE(fails_with(parse_variant(closed, "deep.toml"), ErrorCode::kInvalidArgument,
                         "field 'x' is unknown"));
}

TEST(RulesText, WithControlCharactersInItsNamesIsRefusedHarmlessly) {
  for (const std::string_view text :
       {"name = \"a\\u001b[31m\"\nboard = \"24\"\n", "board = \"\\u001b[2J\"\n",
        "\"\\u001b[2J\" = 1\nboard = \"24\"\n", "board = \"24\"\n[rules]\n\"\\u001b\" = 1\n",
        "board = \"24\"\n[rules]\nmayFly = \"\\u001b\"\n", "\x1b[2J\n",
        "[board]\nrings = [[\"\\u001b1\"]]\nedges = []\nlines = []\n",
        "[board]\nrings = [[\"a1\", \"b1\"]]\nedges = [\"a1-\\u001b\"]\nlines = []\n"}) {
    const auto read = parse_variant(text, "own\x1b.toml");
    ASSERT_FALSE(read) << text;
    EXPECT_TRUE(is_harmless(read.error().message)) << shown_text(read.error().message);
  }
}

TEST(KeepGraver, HasDamageBeforeWhatIsMissingAndElseTheFirst) {
  const auto kept_of = [](std::initializer_list<Error> errors) {
    std::optional<Error> kept;
    for (const Error& error : errors) keep_graver(kept, error);
    return kept->message;
  };
  const Error missing{ErrorCode::kMissingFile, "missing"}, gone{ErrorCode::kMissingFile, "gone"};
  const Error damaged{ErrorCode::kDamagedFile, "damaged"},
      unread{ErrorCode::kInputOutput, "unread"};
  EXPECT_EQ(kept_of({missing, gone}), "missing");
  EXPECT_EQ(kept_of({missing, damaged, gone}), "damaged");
  EXPECT_EQ(kept_of({damaged, missing, unread}), "damaged");
}

TEST(Error, IsToldWithDirectoriesAndWithout) {
  const PlaceText file{"a/5-4.value", "5-4.value"};
  const Error error =
      fail(ErrorCode::kDamagedFile, "{}: a {} of {:.1f}", file, "size", 2.5).value();
  EXPECT_EQ(error.message, "a/5-4.value: a size of 2.5");
  EXPECT_EQ(without_directories(error), "5-4.value: a size of 2.5");
  const Error around = fail(ErrorCode::kDamagedFile, "{}; build it anew", error).value();
  EXPECT_EQ(around.message, "a/5-4.value: a size of 2.5; build it anew");
  EXPECT_EQ(without_directories(around), "5-4.value: a size of 2.5; build it anew");
  const Error plain = fail(ErrorCode::kBusy, "a file {}", "a/5-4.value").value();
  EXPECT_EQ(without_directories(plain), plain.message);
}

TEST(Error, IsShortWithoutALongDirectory) {
  const PlaceText file{std::string(500, 'x') + "/5-4.value", "5-4.value"};
  const Error error = fail(ErrorCode::kDamagedFile, "{}: is damaged", file).value();
  EXPECT_EQ(error.message.size(), kLongestMessage);
  EXPECT_EQ(without_directories(error), "5-4.value: is damaged");
}

}  // namespace
}  // namespace mill
