#include "formats/malom/sector_scores.h"

#include <fmt/format.h>

#include <cstdlib>
#include <iterator>
#include <set>

#include "base/numbers.h"
#include "base/words.h"

namespace mill {
namespace {

constexpr std::string_view kLossName = "virt_loss_val:", kWinName = "virt_win_val:";

/// Goes through the lines of a table.
class ScoresParser {
 public:
  ScoresParser(const MalomGame& game, const Variant& variant, std::string_view text,
               const PlaceText& place)
      : game_(game), rest_(text), place_(place) {
    for (const Subspace& sector : sectors_of(variant)) known_.insert(sector);
  }

  Result<SectorScores> parse() {
    SectorScores table;
    const int loss = MILLSTONE_TRY(named_number(kLossName));
    table.virtual_win = MILLSTONE_TRY(named_number(kWinName));
    if (loss != -table.virtual_win) return wrong("'{}' is not {} less", kLossName, kWinName);
    if (!has_room(game_, table.virtual_win))
      return wrong("{} leaves no room in {} bits", table.virtual_win, game_.first_bits);
    const Words counted = next_words();
    const auto count = number_in<std::size_t>(counted.empty() ? "" : counted.front());
    if (counted.size() != 1 || !count || *count > known_.size())
      return wrong("a number of sectors up to {} is expected", known_.size());
    while (table.scores.size() < *count) MILLSTONE_TRY(add_score(table));
    return table;
  }

 private:
  template <typename... Parts>
  tl::unexpected<Error> wrong(fmt::format_string<Parts...> format, const Parts&... parts) const {
    return fail(ErrorCode::kDamagedFile, "{}: line {}: {}", place_, line_,
                message_of(format, parts...));
  }

  /// Those of the next line that has some.
  Words next_words() {
    Words words;
    while (words.empty() && !rest_.empty()) {
      words = split_words(take_line(rest_));
      ++line_;
    }
    return words;
  }

  Result<int> named_number(std::string_view name) {
    const Words words = next_words();
    const auto number = number_in<int>(words.size() == 2 ? words[1] : "");
    if (!number || words[0] != name) return wrong("'{} NUMBER' is expected", name);
    return *number;
  }

  Result<void> add_score(SectorScores& table) {
    const Words words = next_words();
    std::vector<int> numbers;
    for (const std::string_view word : words)
      if (const auto number = number_in<int>(word)) numbers.push_back(*number);
    if (numbers.size() != 5 || words.size() != 5)
      return wrong("four counts and a score are expected");
    const Subspace sector{numbers[0], numbers[1], numbers[2], numbers[3]};
    if (!known_.contains(sector)) return wrong("the game has no such sector");
    if (std::abs(std::int64_t{numbers[4]}) >= table.virtual_win)
      return wrong("the score is not between those of a loss and a win");
    if (!table.scores.emplace(sector, numbers[4]).second) return wrong("the sector stands twice");
    return {};
  }

  const MalomGame& game_;
  std::string_view rest_;
  const PlaceText& place_;
  std::set<Subspace> known_;
  int line_ = 0;
};

}  // namespace

bool has_room(const MalomGame& game, std::int64_t virtual_win) {
  return virtual_win >= 1 && 2 * virtual_win + 5 < std::int64_t{1} << (game.first_bits - 1);
}

SectorScores zero_scores(const MalomGame& game, const Variant& variant) {
  SectorScores table{game.virtual_win, {}};
  for (const Subspace& sector : sectors_of(variant)) table.scores[sector] = 0;
  return table;
}

std::string scores_text(const SectorScores& scores) {
  std::string text = fmt::format("{} {}\n{} {}\n{}\n", kLossName, -scores.virtual_win, kWinName,
                                 scores.virtual_win, scores.scores.size());
  for (const auto& [sector, score] : scores.scores)
    fmt::format_to(std::back_inserter(text), "{} {} {} {}  {}\n", sector.own, sector.opponent,
                   sector.own_hand, sector.opponent_hand, score);
  return text;
}

bool is_scores_text(std::string_view text) {
  return without_leading_blanks(text).starts_with(kLossName);
}

Result<SectorScores> parse_scores(const MalomGame& game, const Variant& variant,
                                  std::string_view text, const PlaceText& place) {
  return ScoresParser(game, variant, text, place).parse();
}

}  // namespace mill
