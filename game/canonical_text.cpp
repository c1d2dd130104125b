#include <algorithm>

#include "base/words.h"
#include "game/variant_outline.h"

namespace mill {
namespace {

/// The words of a list, as an outline of a board has them.
std::vector<std::string> list_of(std::string_view text) {
  const Words words = split_words(text);
  return {words.begin(), words.end()};
}

/// The board that is compiled in and has this graph, for its name and the groups of its position
/// text; otherwise the board itself.
std::shared_ptr<const Board> known_by_name(std::shared_ptr<const Board> board) {
  for (const std::string& name : board_names())
    if (const auto known = find_board(name, ""); known && same_graph(**known, *board))
      return *known;
  return board;
}

}  // namespace

Result<Variant> parse_canonical_text(std::string_view text, std::string_view name,
                                     std::string_view source) {
  const std::string who = fmt::format("rules of {}", source);
  VariantOutline outline;
  outline.name = is_printable(name) ? name : "unnamed";
  BoardOutline board{outline.name, {}, {}, {}};
  for (std::string_view rest = text; !rest.empty();) {
    const std::string_view line = take_line(rest);
    const std::string_view field = line.substr(0, line.find('='));
    const std::string_view value = line.substr(std::min(field.size() + 1, line.size()));
    if (field == "board.points") {
      board.rings = {list_of(value)};
    } else if (field == "board.edges") {
      board.edges = list_of(value);
    } else if (field == "board.lines") {
      board.lines = list_of(value);
    } else if (auto set = set_rule(outline, field, stated_value(value), who); !set) {
      return tl::unexpected(Error{ErrorCode::kUnsupportedRule, set.error().message});
    }
  }
  auto made = MILLSTONE_TRY(share(make_board(board, fmt::format("{}: board", who))));
  outline.board = known_by_name(made);
  auto variant = to_variant(outline, who);
  if (variant && variant->canonical_text() != text)
    return fail(ErrorCode::kInvalidArgument, "{}: a field is missing or not in its place", who);
  return variant;
}

}  // namespace mill
