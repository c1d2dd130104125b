#include "engine/games/position_argument.h"

#include <algorithm>
#include <span>

#include "base/words.h"

namespace mill {
namespace {

Result<Game> game_from(const Variant& variant, std::string_view start) {
  if (start == "startpos") return Game(variant);
  const auto position = MILLSTONE_TRY(parse_position_text(variant, start));
  return Game(variant, position);
}

}  // namespace

Result<Game> parse_position_argument(const Variant& variant, std::string_view text) {
  const Words words = split_words(text);
  if (words.empty()) return fail(ErrorCode::kInvalidArgument, "found no position");
  const std::size_t first = words[0] == "fen" ? 1 : 0;
  std::size_t end = static_cast<std::size_t>(
      std::find(words.begin(), words.end(), std::string_view("moves")) - words.begin());
  std::size_t turns = std::min(end + 1, words.size());
  if (words[0] == "startpos" && end == words.size()) turns = end = 1;
  auto game =
      MILLSTONE_TRY(game_from(variant, text_of(std::span(words).subspan(first, end - first))));
  for (std::size_t index = turns; index < words.size(); ++index)
    if (auto played = game.play(words[index]); !played)
      return fail(played.error().code, "turn {} of {}: {}", index - turns + 1, words.size() - turns,
                  played.error().message);
  return game;
}

}  // namespace mill
