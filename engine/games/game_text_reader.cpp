#include "engine/games/game_text_reader.h"

#include <algorithm>

#include "base/numbers.h"
#include "base/words.h"
#include "engine/games/played_turns.h"

namespace mill {
namespace {

bool is_scoring(std::string_view word) {
  return word == "1-0" || word == "0-1" || word == "1/2-1/2" || word == "*";
}

Scoring scoring_from(std::string_view word) {
  if (word == "*") return {};
  if (word == "1/2-1/2") return {true, std::nullopt, ""};
  return {true, word == "1-0" ? Side::kWhite : Side::kBlack, ""};
}

Result<int> parse_count(std::string_view name, std::string_view text) {
  const auto count = number_in<int>(text);
  if (count && *count >= 0) return *count;
  return fail(ErrorCode::kInvalidArgument, "tag '{}': found '{}', expected a number from 0", name,
              text);
}

/// The tags of one game, and what follows from them.
class TagReader {
 public:
  explicit TagReader(const Variant& variant) : variant_(&variant) {}

  bool has_tags() const { return any_; }

  /// Takes over `[Name "value"]`.
  Result<void> read_line(std::string_view line) {
    any_ = true;
    const std::size_t space = line.find(' ');
    if (!line.ends_with("\"]") || space == std::string_view::npos ||
        line.substr(space, 2) != " \"" || line.size() < space + 4)
      return fail(ErrorCode::kInvalidArgument, "found '{}', expected [Name \"value\"]", line);
    // Names and reasons are printed, and a file may come from anywhere.
    const std::string name = shown_text(line.substr(1, space - 1));
    const std::string value = shown_text(unquoted(line.substr(space + 2, line.size() - space - 4)));
    return take(name, value);
  }

  /// A record without turns, as the tags say.
  GameRecord record() const {
    return {start_ ? Game(*variant_, *start_, history_) : Game(*variant_, history_),
            white_,
            black_,
            scoring_,
            tags_,
            opening_};
  }

  /// The scoring that a tag tells, none if there is no such tag.
  const std::string& scoring_word() const { return scoring_word_; }

 private:
  static std::string unquoted(std::string_view text) {
    std::string value;
    for (std::size_t index = 0; index < text.size(); ++index) {
      if (text[index] == '\\' && index + 1 < text.size()) ++index;
      value += text[index];
    }
    return value;
  }

  Result<void> take(std::string_view name, const std::string& value) {
    if (name == "Rules") return check_digest(value);
    if (name == "Start") return take_start(value);
    if (name == "Result") return take_scoring(value);
    if (name == "nMoveRule") return take_count(name, value, history_.n_move);
    if (name == "endgameNMoveRule") return take_count(name, value, history_.endgame_n_move);
    if (name == "threefoldRepetitionRule") return take_flag(name, value, history_.threefold);
    if (name == "OpeningTurns") return take_opening_turns(name, value);
    if (name == "White")
      white_ = value;
    else if (name == "Black")
      black_ = value;
    else if (name == "Reason")
      scoring_.reason = value;
    else if (name == "OpeningChoice")
      opening_.choice = value;
    else if (name != "Variant")  // the digest identifies it
      tags_.emplace_back(name, value);
    return {};
  }

  Result<void> check_digest(const std::string& digest) const {
    if (digest == variant_->digest()) return {};
    return fail(ErrorCode::kWrongRules, "the game is by rules {}, expected {} ({})", digest,
                variant_->digest(), variant_->name);
  }

  Result<void> take_start(const std::string& text) {
    start_ = MILLSTONE_TRY(parse_position_text(*variant_, text));
    return {};
  }

  Result<void> take_scoring(const std::string& word) {
    if (!is_scoring(word))
      return fail(ErrorCode::kInvalidArgument,
                  "tag 'Result': found '{}', expected 1-0, 0-1, 1/2-1/2 or *", word);
    scoring_word_ = word;
    return {};
  }

  Result<void> take_opening_turns(std::string_view name, std::string_view text) {
    const int number = MILLSTONE_TRY(parse_count(name, text));
    opening_.turns = static_cast<std::size_t>(number);
    return {};
  }

  static Result<void> take_count(std::string_view name, std::string_view text, int& count) {
    const int number = MILLSTONE_TRY(parse_count(name, text));
    count = number;
    return {};
  }

  static Result<void> take_flag(std::string_view name, std::string_view text, bool& flag) {
    if (text != "true" && text != "false")
      return fail(ErrorCode::kInvalidArgument, "tag '{}': found '{}', expected true or false", name,
                  text);
    flag = text == "true";
    return {};
  }

  const Variant* variant_;
  bool any_ = false;
  std::string white_ = "?", black_ = "?", scoring_word_;
  std::optional<TextPosition> start_;
  HistoryRules history_;
  Scoring scoring_;
  Opening opening_;
  std::vector<std::pair<std::string, std::string>> tags_;
};

/// Reads games line by line.
class GamesReader {
 public:
  GamesReader(const Variant& variant, std::string_view source)
      : variant_(variant), source_(source), tags_(variant) {}

  Result<std::vector<GameRecord>> run(std::string_view text) {
    while (!text.empty()) {
      ++line_;
      if (auto read = read_line(take_line(text)); !read) return at_place(read.error());
    }
    if (in_comment_) return at_place({ErrorCode::kInvalidArgument, "a comment has no end"});
    if (record_ || tags_.has_tags())
      return at_place(
          {ErrorCode::kInvalidArgument, "the game has no result at its end, such as 1-0 or *"});
    return std::move(games_);
  }

 private:
  tl::unexpected<Error> at_place(const Error& error) const {
    return fail(error.code, "{}:{}: game {}: {}", source_, line_, games_.size() + 1, error.message);
  }

  Result<void> read_line(std::string_view line) {
    line = trimmed(line);
    if (!in_comment_ && line.starts_with('[')) {
      if (record_)
        return fail(ErrorCode::kInvalidArgument,
                    "found a tag, expected a turn or a result such as 1-0 or *");
      return tags_.read_line(line);
    }
    return read_words(line);
  }

  Result<void> read_words(std::string_view rest) {
    for (;;) {
      rest = without_leading_blanks(rest);
      if (rest.empty()) return {};
      if (in_comment_ || rest.starts_with('{')) {
        const std::size_t end = rest.find('}');
        in_comment_ = end == std::string_view::npos;
        rest.remove_prefix(in_comment_ ? rest.size() : end + 1);
        continue;
      }
      const std::size_t end = std::min(rest.find_first_of(" \t\r{"), rest.size());
      MILLSTONE_TRY(read_word(rest.substr(0, end)));
      rest.remove_prefix(end);
    }
  }

  Result<void> read_word(std::string_view word) {
    if (!record_) record_ = tags_.record();
    if (is_scoring(word)) return end_game(word);
    if (word.ends_with("...")) return begin_with_black(word);
    if (word.ends_with('.')) return check_number(word.substr(0, word.size() - 1));
    return record_->game.play(word);
  }

  Result<void> begin_with_black(std::string_view word) {
    if (record_->game.side() != Side::kBlack)
      return fail(ErrorCode::kInvalidArgument, "found '{}', expected a turn of White", word);
    if (word.size() == 3) return {};
    return check_number(word.substr(0, word.size() - 3));
  }

  Result<void> check_number(std::string_view text) const {
    const int expected = record_->game.now().fullmove;
    if (text == std::to_string(expected)) return {};
    return fail(ErrorCode::kInvalidArgument, "found '{}.', expected the number {}.", text,
                expected);
  }

  Result<void> end_game(std::string_view word) {
    if (!tags_.scoring_word().empty() && word != tags_.scoring_word())
      return fail(ErrorCode::kInvalidArgument, "found '{}', but the tag 'Result' says {}", word,
                  tags_.scoring_word());
    const std::string reason = record_->scoring.reason;
    record_->scoring = scoring_from(word);
    record_->scoring.reason = reason;
    MILLSTONE_TRY(check_scoring());
    MILLSTONE_TRY(check_opening());
    games_.push_back(std::move(*record_));
    record_.reset();
    tags_ = TagReader(variant_);
    return {};
  }

  /// Where the rules of the position have ended the game there is only one result.
  Result<void> check_scoring() const {
    const GameResult result = record_->game.result();
    if (!generate_actions(variant_, record_->game.position()).empty()) return {};
    const Scoring expected = scoring_of(result);
    if (scoring_text(expected) == scoring_text(record_->scoring)) return {};
    return fail(ErrorCode::kInvalidArgument, "found '{}', expected {}, since the game is over ({})",
                scoring_text(record_->scoring), scoring_text(expected), expected.reason);
  }

  Result<void> check_opening() const {
    const std::size_t turns = played_turns(record_->game).size();
    if (record_->opening.turns <= turns) return {};
    return fail(ErrorCode::kInvalidArgument,
                "tag 'OpeningTurns': found '{}', expected at most {}, the turns of the game",
                record_->opening.turns, turns);
  }

  const Variant& variant_;
  const std::string source_;
  TagReader tags_;
  std::optional<GameRecord> record_;
  std::vector<GameRecord> games_;
  int line_ = 0;
  bool in_comment_ = false;
};

}  // namespace

Result<std::vector<GameRecord>> parse_games(const Variant& variant, std::string_view text,
                                            std::string_view source) {
  return GamesReader(variant, source).run(text);
}

}  // namespace mill
