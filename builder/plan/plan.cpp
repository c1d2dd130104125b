#include "builder/plan/plan.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "builder/solver/solver.h"
#include "game/transitions.h"

namespace mill {
namespace {

// Sizes were fitted to all subspaces of Nine Men's Morris and of Morabaraba (builder/README.md);
// other games differ.
constexpr std::uint64_t kFixedBytes = 150;  // of the header, beside the rules and their name
constexpr std::uint64_t kIndexBytes = 16;   // an entry for each file block
constexpr std::uint64_t kBlockSlots = 65536;

// Times beside the rates, fitted to the builds of builder/README.md.
constexpr double kSecondsToStart = 0.006;
constexpr double kSecondsPerPoint = 0.00012;  // and subspace: tables of numbers, files synced
constexpr double kPointsOfRates = 24;         // of the board on which the rates were measured

/// The lead of the side to move: its stones, on the board and in hand, less those of the other.
double lead_of(const Subspace& subspace) {
  return subspace.own + subspace.own_hand - subspace.opponent - subspace.opponent_hand;
}

/// What estimates depend on where few stones are left.
struct FewStones {
  int fewer = 0, more = 0;  ///< stones of the weaker side and of the stronger; 3 can fly
  bool may_fly = false;     ///< else the rest does not count
  bool placing = false;     ///< some of the games are decided before the hands are empty
  bool roomy = false;       ///< so few stones leave most of the board empty
  bool spare = false;       ///< who begins to fly can lose a stone more
  double place = 0;         ///< of the board, from few lines per point (0) to many (1)

  /// What is true of few lines, of many, or between.
  double between(double few, double many) const {
    return std::pow(few, 1 - place) * std::pow(many, place);
  }
  double while_placing(double factor) const { return placing ? std::sqrt(factor) : factor; }
};

/// Fitted to Nine Men's Morris and Morabaraba, which has more lines per point and fewer draws.
FewStones few_stones(const Variant& variant, const Subspace& subspace) {
  constexpr int kUsualFlight = 3;
  constexpr double kFewLines = 16.0 / 24, kManyLines = 20.0 / 24;  // per point, of those two games
  const Rules& rules = variant.rules;
  const int above = rules.fly_piece_count - kUsualFlight;
  const int own = subspace.own + subspace.own_hand - above;
  const int opponent = subspace.opponent + subspace.opponent_hand - above;
  constexpr int kRoomyPoints = 20;
  const int points = variant.board->points();
  const double lines = static_cast<double>(variant.board->lines.size()) / points;
  return {std::min(own, opponent),
          std::max(own, opponent),
          rules.may_fly && rules.fly_piece_count >= rules.pieces_at_least_count,
          subspace.own_hand + subspace.opponent_hand > 0,
          points >= kRoomyPoints,
          rules.fly_piece_count > rules.pieces_at_least_count,
          std::clamp((lines - kFewLines) / (kManyLines - kFewLines), 0.0, 1.0)};
}

/// What is left of the bits where a loss of few stones lets a side fly, so that nearly all is
/// drawn, or both fly, so that nearly all is won.
struct BitsLeft {
  double values = 1, distances = 1;
};

BitsLeft bits_left(const FewStones& few) {
  if (!few.may_fly || few.more > 6) return {};
  BitsLeft left;
  if (few.more <= 3)
    left = {0.58, 1.8};
  else if (!few.roomy)
    return {};
  else if (few.more <= 5)
    left = {few.between(0.035, 0.4), few.between(0.006, 0.12)};
  else
    left = {few.between(0.55, 1.1),
            few.fewer <= 3 ? few.between(0.01, 0.5) : few.between(0.38, 1.05)};
  if (few.spare && few.fewer == 3 && few.more > 3) left.distances = 1.2;
  if (few.fewer >= 4) return left;
  return {few.while_placing(left.values), few.while_placing(left.distances)};
}

/// How many times as long as the rates say a slot takes: least where nearly all is drawn, most
/// where a side flies and has many moves.
double effort_of(const FewStones& few) {
  const double usual = few.between(1.05, 1.35);
  if (!few.may_fly) return usual;
  if (few.more <= 3) return few.while_placing(2.9);
  if (few.fewer <= 3) return few.while_placing(few.more <= 6 ? few.between(0.85, 1.4) : 1.6);
  if (few.more <= 5) return few.while_placing(few.between(0.16, 0.4));
  return few.more <= 6 ? few.while_placing(few.between(0.7, 1.25)) : usual;
}

/// Values are hard to tell, and take room, where the sides are equally strong; the move is worth
/// less than a stone, and to fly more than one on boards with few lines.
double value_bits(const Variant& variant, const Subspace& subspace) {
  constexpr double kLeast = 0.004;  // where all values are the same
  const FewStones few = few_stones(variant, subspace);
  double lead = lead_of(subspace);
  if (few.may_fly && few.fewer <= 3 && few.more > 6)
    lead -= std::copysign(few.between(1.4, 0.7), lead);
  lead += 0.75;
  return std::max(bits_left(few).values * std::exp(-lead * lead / 3.6), kLeast);
}

/// The more stones there are, the longer it takes, and the more distances there are to tell apart;
/// a lead decides sooner where no side flies.
double distance_bits(const Variant& variant, const Subspace& subspace) {
  const FewStones few = few_stones(variant, subspace);
  const int stones = subspace.own + subspace.own_hand + subspace.opponent + subspace.opponent_hand;
  const double lead = lead_of(subspace) + 0.5;
  return bits_left(few).distances * std::max(0.185 * stones - 0.2, 0.0) *
         (few.may_fly ? std::exp(-lead * lead / 26) : 1.2 * std::exp(-lead * lead / 12));
}

std::uint64_t file_bytes(const Variant& variant, const PlannedSubspace& row, double bits) {
  const std::uint64_t header = kFixedBytes + variant.name.size() + variant.canonical_text().size();
  const std::uint64_t index = kIndexBytes * ((row.slots + kBlockSlots - 1) / kBlockSlots);
  return header + index +
         static_cast<std::uint64_t>(std::ceil(bits / 8 * static_cast<double>(row.classes)));
}

FileSizes file_sizes(const Variant& variant, const PlannedSubspace& row,
                     const PlanOptions& options) {
  const auto known = options.known_sizes.find(row.subspace);
  if (known != options.known_sizes.end()) return known->second;
  return {file_bytes(variant, row, value_bits(variant, row.subspace)),
          file_bytes(variant, row, distance_bits(variant, row.subspace))};
}

/// Distances are written in any case, for a time if not for good.
void estimate_seconds(const Variant& variant, PlannedSubspace& row, const PlanOptions& options) {
  const int points = variant.board->points();
  const double effort = effort_of(few_stones(variant, row.subspace)) * kPointsOfRates / points;
  const double slots = static_cast<double>(row.slots) * 1e-9 / options.threads;
  const WorkRates& rates = options.rates;
  const double solving = row.by_turns ? (row.cyclic ? rates.by_turns : rates.by_turns_once)
                         : row.cyclic ? rates.cyclic
                                      : rates.one_pass;
  row.start_seconds = kSecondsPerPoint * points;
  row.solve_seconds = row.start_seconds + effort * slots * solving;
  row.write_seconds = effort * slots * options.rates.writing;
}

/// The more stones there are, and the larger the lead of the stronger side, the fewer draws. Fitted
/// to the pairs of Nine Men's Morris and Morabaraba (builder/README.md).
double decided_share(const Variant& variant, const Subspace& subspace) {
  const FewStones few = few_stones(variant, subspace);
  if (few.may_fly && few.more <= 3) return 1;
  const double lead = std::max(std::abs(lead_of(subspace)) - 1, 0.0);
  const double drawn = few.between(0.65, 0.36) * std::exp((12 - few.fewer - few.more) / 5.0) *
                       std::exp(-0.45 * lead * lead);
  const bool few_losses_lead_to_flying = few.may_fly && few.more <= 6;
  const double left = !few_losses_lead_to_flying ? 1
                      : few.more <= 5            ? few.between(0.1, 0.25)
                                                 : few.between(0.4, 1);
  return left * std::max(1 - drawn, 0.0);
}

/// Distances that occur, of wins and losses: those of the same games, rather more than fewer.
int level_count(const Variant& variant, const Subspace& subspace) {
  const FewStones few = few_stones(variant, subspace);
  if (few.may_fly && few.more <= 5) return 40;
  return static_cast<int>(few.between(14, 7.5) * std::min(few.fewer + few.more, 14));
}

/// Most bytes of distance files at a time if each is kept while later subspaces read it.
std::uint64_t most_kept(const Variant& variant, const std::vector<PlannedSubspace>& rows,
                        const PlanOptions& options) {
  std::map<Subspace, std::size_t> last_use;
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (const Subspace& input : rows[i].inputs) last_use[input] = i;
  // What a subspace is made of goes when its own files are there: one later.
  std::vector<std::uint64_t> dropped_after(rows.size() + 1);
  std::uint64_t kept = 0, most = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto used = last_use.find(rows[i].subspace);
    if (used != last_use.end()) {
      const std::uint64_t bytes = file_sizes(variant, rows[i], options).distances;
      kept += bytes;
      dropped_after[used->second + 1] += bytes;
    }
    most = std::max(most, kept);
    kept -= dropped_after[i];
  }
  return most;
}

PlannedSubspace plan_subspace(const Variant& variant, const Subspace& subspace,
                              const PlanOptions& options) {
  PlannedSubspace row;
  row.subspace = subspace;
  row.cyclic = is_cyclic(variant, subspace);
  row.by_turns = !has_usual_turns(variant, subspace);
  if (solved_together(variant, subspace).size() > 1) row.partner = subspace.mirror();
  row.inputs = solver_inputs(variant, subspace);
  row.slots = slot_count(*variant.board, subspace);
  row.classes = class_count(*variant.board, subspace);
  const SolveMemory memory = solve_memory(variant, subspace);
  row.memory = memory.usual;
  row.least_memory = memory.least;
  const FileSizes sizes = file_sizes(variant, row, options);
  row.value_bytes = sizes.values;
  if (options.distances) row.distance_bytes = sizes.distances;
  row.sizes_known = options.known_sizes.contains(subspace);
  row.decided = decided_share(variant, subspace);
  row.levels = level_count(variant, subspace);
  estimate_seconds(variant, row, options);
  return row;
}

}  // namespace

Plan make_plan(const Variant& variant, const std::vector<Subspace>& roots,
               const PlanOptions& options) {
  Plan plan;
  for (const Subspace& subspace : closure(variant, roots)) {
    PlannedSubspace row = plan_subspace(variant, subspace, options);
    plan.memory = std::max(plan.memory, row.memory);
    plan.least_memory = std::max(plan.least_memory, row.least_memory);
    plan.disk += row.value_bytes + row.distance_bytes;
    plan.seconds += row.seconds();
    plan.subspaces.push_back(std::move(row));
  }
  plan.seconds += kSecondsToStart;
  if (!options.distances) plan.kept_disk = most_kept(variant, plan.subspaces, options);
  return plan;
}

}  // namespace mill
