// What each idea of the move order saves: nodes that a search to a fixed depth takes without it.
// Counts, not times, so the figures are the same on every machine.
#include <fmt/format.h>

#include "engine/search/drivers.h"
#include "engine/search/search_worker.h"
#include "game/position_text.h"

namespace {

using namespace mill;

constexpr int kDepth = 8;
constexpr std::string_view kPositions[] = {
    "********/********/******** w p p 0 9 0 9 0 0 0 0 0 0 0 0 1", "O@*O@O@*/@OO@*O@*/*@O**@*O w",
    "O*O@*@*O/@*O*@*@O/*O@*@*O*@ w", "**O***O*/@*O*@***/*O*@***@ w",
    "*O@O@*@O/@*O*@*@*/**@*@*O* w"};

/// Nodes of iterative deepening over all positions.
std::uint64_t count_nodes(const Variant& variant, unsigned ideas) {
  const MoveMaker moves(variant);
  const FeatureEvaluation evaluation(moves, kDefaultWeights);
  std::uint64_t nodes = 0;
  for (const std::string_view text : kPositions) {
    const auto position = parse_position_text(variant, text);
    if (!position) continue;
    TranspositionTable table(std::uint64_t{1} << 26);
    std::atomic<bool> stop{false};
    SearchContext context{moves, evaluation};
    context.table = &table;
    context.stop = &stop;
    context.order = ideas;
    SearchWorker worker(context);
    worker.set_root(Game(variant, *position), generate_actions(variant, position->position));
    for (int depth = 1; depth <= kDepth; ++depth) search_to_depth(worker, Algorithm::kPvs, depth);
    nodes += worker.nodes();
  }
  return nodes;
}

}  // namespace

int main() {
  const auto variant = find_variant("nine-mens-morris");
  if (!variant) return 1;
  struct Row {
    const char* without;
    unsigned idea;
  };
  const Row rows[] = {{"nothing left out", 0},
                      {"the table's action", kTableMoveFirst},
                      {"completed lines", kMillsFirst},
                      {"blocked lines", kBlocksFirst},
                      {"sorted removals", kRemovalsSorted},
                      {"history", kHistory},
                      {"killers", kKillers},
                      {"penalties", kPenalties},
                      {"answers", kAnswers},
                      {"all of them", kAllOrderIdeas}};
  const auto all = static_cast<double>(count_nodes(*variant, kAllOrderIdeas));
  for (const Row& row : rows) {
    const auto nodes = count_nodes(*variant, kAllOrderIdeas & ~row.idea);
    fmt::print("| {} | {} | {:.2f} |\n", row.without, nodes, static_cast<double>(nodes) / all);
  }
}
