// What each idea of the search and of its order saves: the nodes that a search of test positions to
// a fixed depth takes without it. Counts, not times, so the figures are the same on every machine.
//
//     node_benchmark tests/data/nine-mens-morris.epd
#include <fmt/format.h>

#include "base/text_file.h"
#include "engine/evaluation/network_evaluation.h"
#include "engine/evaluation/shipped_networks.h"
#include "engine/search/drivers.h"
#include "engine/search/search_worker.h"
#include "engine/suite/test_position.h"

namespace mill {
namespace {

constexpr int kDepth = 8;
constexpr std::uint64_t kTableBytes = std::uint64_t{1} << 24;
constexpr std::size_t kLargestFile = 1 << 20;

/// The ideas that a search uses.
struct Ideas {
  unsigned order = kAllOrderIdeas, search = kAllSearchIdeas;
};

class NodeCounter {
 public:
  NodeCounter(const Variant& variant, const Network& network,
              const std::vector<TestPosition>& positions)
      : moves_(variant),
        features_(moves_, kDefaultWeights),
        evaluation_(network, features_),
        positions_(positions) {}

  /// Nodes of iterative deepening over all positions.
  std::uint64_t nodes(const Ideas& ideas) const {
    std::uint64_t nodes = 0;
    for (const TestPosition& position : positions_) nodes += nodes_of(position, ideas);
    return nodes;
  }

 private:
  std::uint64_t nodes_of(const TestPosition& position, const Ideas& ideas) const {
    TranspositionTable table(kTableBytes);
    std::atomic<bool> stop{false};
    SearchContext context{moves_, evaluation_};
    context.table = &table;
    context.stop = &stop;
    context.order = ideas.order;
    context.ideas = ideas.search;
    SearchWorker worker(context);
    const Game game(moves_.variant(), position.position);
    worker.set_root(game, generate_actions(moves_.variant(), position.position.position));
    Score score = 0;
    for (int depth = 1; depth <= kDepth; ++depth)
      score = search_to_depth(worker, Algorithm::kPvs, depth, 0, score);
    return worker.nodes();
  }

  MoveMaker moves_;
  FeatureEvaluation features_;
  NetworkEvaluation evaluation_;
  const std::vector<TestPosition>& positions_;
};

void print_nodes(std::string_view left_out, std::uint64_t nodes, std::uint64_t of_all_ideas) {
  fmt::print("| {} | {} | {:.2f} |\n", left_out, nodes,
             static_cast<double>(nodes) / static_cast<double>(of_all_ideas));
}

Result<void> print_table(const char* path) {
  const auto variant = MILLSTONE_TRY(find_variant("nine-mens-morris"));
  const auto text = MILLSTONE_TRY(read_text_file(path, kLargestFile));
  const auto positions = MILLSTONE_TRY(parse_test_positions(variant, text, path));
  const Network* const network = shipped_network(variant);
  if (!network) return fail(ErrorCode::kMissingFile, "no network is compiled in");

  const NodeCounter counter(variant, *network, positions);
  const std::uint64_t all = counter.nodes({});
  fmt::print("{} positions, {} plies\n", positions.size(), kDepth);
  print_nodes("nothing", all, all);
  for (const auto& [name, idea] : kOrderIdeaNames)
    print_nodes(name, counter.nodes({.order = kAllOrderIdeas & ~unsigned{idea}}), all);
  print_nodes("all of the order", counter.nodes({.order = 0}), all);
  for (const auto& [name, idea] : kSearchIdeaNames)
    print_nodes(name, counter.nodes({.search = kAllSearchIdeas & ~unsigned{idea}}), all);
  return {};
}

}  // namespace
}  // namespace mill

int main(int count, char** arguments) {
  if (count != 2) {
    fmt::print(stderr, "usage: {} FILE_OF_TEST_POSITIONS\n", arguments[0]);
    return 2;
  }
  if (const auto printed = mill::print_table(arguments[1]); !printed) {
    fmt::print(stderr, "{}: {}\n", arguments[0], printed.error().message);
    return 1;
  }
  return 0;
}
