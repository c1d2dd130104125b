#include "engine/suite/drawing.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <random>
#include <set>

#include "base/random_below.h"
#include "engine/games/position_class.h"
#include "engine/match/review.h"
#include "game/notation.h"
#include "prober/position_samples.h"

namespace mill {
namespace {

constexpr std::size_t kLeastChoice = 4;  // legal turns for each that keeps the value
constexpr int kLongestGame = 150;        // turns
constexpr int kLongestPlay = 1000;       // turns of perfect play to an end
constexpr int kMostBarrenGames = 500;    // in a row, for a theme
constexpr int kQuickShare = 20;          // of the limits: a first look
constexpr std::uint64_t kQuickHash = std::uint64_t{1} << 20;  // bytes: emptied for each search
constexpr int kGlanceShare = 400;                             // of the limits: a turn in the games

/// A part of the limits, at least what finds some turn.
SearchLimits part_of(const SearchLimits& limits, int share) {
  SearchLimits part = limits;
  if (limits.nodes)
    part.nodes = std::max<std::uint64_t>(*limits.nodes / static_cast<std::uint64_t>(share), 1);
  if (limits.time) part.time = std::max(*limits.time / share, std::chrono::milliseconds(1));
  if (limits.depth) part.depth = std::max(*limits.depth / 2, 1);
  return part;
}

/// Draws the positions of one suite.
class Drawing {
 public:
  Drawing(const Prober& prober, Engine& engine, Engine& quick_engine, const DrawingOptions& options,
          const TaskControl& control)
      : prober_(prober),
        engine_(engine),
        quick_engine_(quick_engine),
        variant_(prober.variant()),
        options_(options),
        control_(control),
        random_(options.seed) {}

  Result<std::vector<DrawnPosition>> run() {
    for (const TextPosition& position : options_.given) MILLSTONE_TRY(take_given(position));
    for (const Theme theme : options_.themes) {
      int barren = 0;
      while (is_open(theme) && barren < kMostBarrenGames) {
        if (control_.stop.is_set())
          return fail(ErrorCode::kInterrupted, "stopped after {} test positions", drawn_.size());
        const auto found = MILLSTONE_TRY(play_game(theme));
        barren = found ? 0 : barren + 1;
        report(theme);
      }
    }
    return std::move(drawn_);
  }

 private:
  /// How many of a theme, missed or solved, are wanted.
  std::size_t wanted(bool missed) const {
    const std::size_t of_theme = options_.count / options_.themes.size();
    const auto to_miss =
        static_cast<std::size_t>(std::lround(options_.missed * static_cast<double>(of_theme)));
    return missed ? to_miss : of_theme - to_miss;
  }

  bool wants(Theme theme, bool missed) const {
    const auto have = counts_.find({theme, missed});
    return (have == counts_.end() ? 0 : have->second) < wanted(missed);
  }

  bool is_open(Theme theme) const { return wants(theme, true) || wants(theme, false); }

  void report(Theme theme) const {
    if (!control_.progress) return;
    const double share = static_cast<double>(drawn_.size()) /
                         static_cast<double>(std::max<std::size_t>(options_.count, 1));
    control_.progress({share, std::string(theme_name(theme))});
  }

  /// A position for a game to begin with: the empty board, or for flying stones at random.
  TextPosition beginning(Theme theme) {
    if (theme != Theme::kFlying) {
      TextPosition start;
      start.position = start_position(variant_);
      return start;
    }
    const int few = variant_.rules.pieces_at_least_count;
    const int more = few + static_cast<int>(random_below(random_, 3));
    const bool own_flies = random_below(random_, 2) == 0;
    const Subspace subspace{own_flies ? few : more, own_flies ? more : few, 0, 0};
    return with_colours(variant_, random_position(*variant_.board, subspace, random_));
  }

  /// One game in search of one position.
  Result<bool> play_game(Theme wanted) {
    Game game(variant_, beginning(wanted));
    for (int turn = 0; turn < kLongestGame; ++turn) {
      if (control_.stop.is_set() || game.result().ending != Ending::kOpen) return false;
      const auto report = prober_.probe(game.position());
      if (!report && report.error().code == ErrorCode::kMissingFile) return false;
      if (!report) return tl::unexpected(report.error());
      const auto found = MILLSTONE_TRY(consider(game.now(), *report, wanted));
      if (found) return true;
      play_on(game, *report);
    }
    return false;
  }

  void play_on(Game& game, const ProbeReport& report) {
    const std::vector<Turn> keeping = best_of(report);
    const Turn turn =
        random_below(random_, 2) == 0
            ? keeping[random_below(random_, keeping.size())]
            : turn_of_engine(quick_engine_, game.now(), part_of(options_.limits, kGlanceShare));
    const auto played = game.play(turn_text(*variant_.board, turn));
    MILLSTONE_CHECK(played.has_value());
  }

  static std::vector<Turn> best_of(const ProbeReport& report) {
    std::vector<Turn> best;
    for (const RankedTurn& each : report.turns)
      if (each.value == report.value) best.push_back(each.turn);
    return best;
  }

  /// Takes a position if it fits and is wanted.
  Result<bool> consider(const TextPosition& at, const ProbeReport& report, Theme wanted) {
    TestPosition test{at, Theme::kMoving, report.value, best_of(report)};
    test.position.rule50 = 0;
    test.position.fullmove = 1;
    if (report.value == Value::kLoss || kLeastChoice * test.best.size() > report.turns.size())
      return false;
    const Turn quick =
        turn_of_engine(quick_engine_, test.position, part_of(options_.limits, kQuickShare));
    if (solves(test, quick)) return false;
    test.theme = theme_of(test, report, quick);
    if (test.theme != wanted || !is_new(test.position)) return false;
    const bool missed = !solves(test, turn_of_engine(engine_, test.position, options_.limits));
    if (!wants(wanted, missed)) return false;
    add(std::move(test), missed);
    return true;
  }

  Result<void> take_given(const TextPosition& at) {
    const auto report = MILLSTONE_TRY(prober_.probe(at.position));
    TestPosition test{at, Theme::kMoving, report.value, best_of(report)};
    if (report.value == Value::kLoss || test.best.size() == report.turns.size())
      return fail(ErrorCode::kInvalidArgument, "{}: {}", position_text(variant_, at),
                  report.value == Value::kLoss ? "is lost" : "all turns are as good");
    const Turn played = turn_of_engine(engine_, at, options_.limits);
    test.theme = theme_of(test, report, played);
    (void)is_new(test.position);
    const bool missed = !solves(test, played);
    add(std::move(test), missed);
    return {};
  }

  void add(TestPosition test, bool missed) {
    ++counts_[{test.theme, missed}];
    drawn_.push_back({std::move(test), missed});
  }

  /// Whether no symmetry makes it one that was drawn before; from now on it does.
  bool is_new(const TextPosition& at) { return seen_.insert(class_of(*variant_.board, at)).second; }

  Theme theme_of(const TestPosition& test, const ProbeReport& report, const Turn& mistake) const {
    const Turn& decisive =
        test.value == Value::kWin || solves(test, mistake) ? report.turns.front().turn : mistake;
    if (ends_in_blockade(test.position.position, decisive)) return Theme::kBlockade;
    switch (turn_phase_of(variant_.rules, test.position.position)) {
      case TurnPhase::kPlacing:
        return Theme::kPlacing;
      case TurnPhase::kMoving:
        return Theme::kMoving;
      case TurnPhase::kFlying:
        return Theme::kFlying;
    }
    return Theme::kMoving;
  }

  /// Whether perfect play after a turn comes to a side that cannot move.
  bool ends_in_blockade(Position position, const Turn& first) const {
    Turn turn = first;
    for (int played = 0; played < kLongestPlay; ++played) {
      position = apply(variant_, position, turn);
      const Status stands = status(variant_, position);
      if (stands != Status::kOpen) return stands == Status::kBlocked;
      const auto turns = prober_.rank_turns(position);
      if (!turns || turns->empty() || turns->front().value == Value::kDraw) return false;
      turn = turns->front().turn;
    }
    return false;
  }

  const Prober& prober_;
  Engine& engine_;
  Engine& quick_engine_;  // the same with a smaller table
  const Variant& variant_;
  const DrawingOptions& options_;
  const TaskControl& control_;
  std::mt19937_64 random_;
  std::vector<DrawnPosition> drawn_;
  std::map<std::pair<Theme, bool>, std::size_t> counts_;
  std::set<PositionClass> seen_;
};

}  // namespace

Result<std::vector<DrawnPosition>> draw_test_positions(const Prober& prober,
                                                       const DrawingOptions& options,
                                                       const TaskControl& control) {
  auto engine = MILLSTONE_TRY(Engine::create(prober.variant()));
  auto quick = MILLSTONE_TRY(Engine::create(prober.variant(), {.hash_bytes = kQuickHash}));
  return Drawing(prober, engine, quick, options, control).run();
}

}  // namespace mill
