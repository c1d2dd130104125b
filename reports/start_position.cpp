#include "reports/start_position.h"

#include <fmt/format.h>

#include <algorithm>

#include "game/notation.h"
#include "reports/quantity.h"
#include "reports/text_table.h"

namespace mill {
namespace {

/// Decoded blocks around the empty board are tiny: the build's budget has no room for more.
constexpr std::uint64_t kCacheBytes = std::uint64_t{1} << 20;

/// First moves that the symmetries of the board map to one another.
struct MoveGroup {
  Mask images;  ///< of the point the stone is placed on
  RankedTurn sample;
  std::string moves;
};

std::vector<MoveGroup> group_moves(const Board& board, const std::vector<RankedTurn>& turns) {
  std::vector<MoveGroup> groups;
  for (const RankedTurn& ranked : turns) {
    const auto same = std::find_if(groups.begin(), groups.end(), [&](const MoveGroup& group) {
      return (group.images & bit(ranked.turn.to)) && group.sample.value == ranked.value &&
             group.sample.distance == ranked.distance;
    });
    const std::string text = turn_text(board, ranked.turn);
    if (same != groups.end()) {
      same->moves += ' ' + text;
      continue;
    }
    MoveGroup group{0, ranked, text};
    for (const Symmetry& symmetry : board.symmetries.elements)
      group.images |= bit(symmetry(ranked.turn.to));
    groups.push_back(std::move(group));
  }
  return groups;
}

std::string verdict(const ProbeReport& start) {
  if (start.value == Value::kDraw) return "The game is a draw";
  const std::string_view verb = start.value == Value::kWin ? "wins" : "loses";
  if (!start.distance) return fmt::format("The first player {}", verb);
  return fmt::format("The first player {} in {}", verb, plies_text(*start.distance));
}

}  // namespace

Result<std::optional<ProbeReport>> probe_start(const std::filesystem::path& directory,
                                               const Variant& variant,
                                               const std::vector<Subspace>& subspaces) {
  const Position start = start_position(variant);
  if (std::find(subspaces.begin(), subspaces.end(), subspace_of(variant, start)) == subspaces.end())
    return std::nullopt;
  const auto prober = MILLSTONE_TRY(Prober::open(directory, variant, {.cache_bytes = kCacheBytes}));
  auto report = MILLSTONE_TRY(prober.probe(start));
  return report;
}

std::string start_text(const Board& board, const ProbeReport& start) {
  TextTable table({"first move", "value", "plies"});
  table.colour_by_name(1);
  for (const MoveGroup& group : group_moves(board, start.turns))
    table.add_row({group.moves, std::string(value_name(group.sample.value)),
                   group.sample.distance ? std::to_string(*group.sample.distance) : "-"});
  return fmt::format("{} from the empty board.\n\n{}", verdict(start), table.text());
}

}  // namespace mill
