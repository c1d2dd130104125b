#include "engine/search/engine.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <new>
#include <thread>

#include "base/random_below.h"
#include "engine/evaluation/network_evaluation.h"
#include "engine/evaluation/shipped_networks.h"
#include "engine/search/book_answer.h"
#include "engine/search/drivers.h"
#include "engine/search/hash_file.h"
#include "engine/search/root_answer.h"
#include "engine/search/search_worker.h"
#include "engine/search/tree_search.h"

namespace mill {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kDeepestIteration = 100;

// A player of some style wants to know more lines, keeps some of the time to look at what they lead
// to, and looks so many plies ahead there.
constexpr int kLinesForStyle = 6;
constexpr double kTimeForStyle = 0.2;
constexpr int kPliesForStyle = 2;

/// What is asked of a search.
struct Question {
  const Game& game;
  const std::vector<Action>& actions;  // what may be played, not empty
  std::optional<int> most_depth;       // plies
  int lines;
  std::optional<Strength> strength;
  Clock::time_point start;
  const Engine::OnReport& on_report;
};

/// Databases and books put the turn first that sets the opponent most traps, which is what a tricky
/// player wants anyhow.
bool sets_no_traps(Style style) { return style == Style::kSolid || style == Style::kBold; }

/// Whether a book may answer: not where somebody wants to know what a search finds, nor a player
/// that errs.
bool may_ask_book(const EngineOptions& options, const SearchLimits& limits) {
  const bool only_time = limits.time && !limits.depth && !limits.nodes;
  return options.book && only_time && options.lines == 1 && !options.strength &&
         !limits.full_strength;
}

/// Leaves the first lines of a report.
void keep_lines(SearchReport& report, int lines) {
  report.lines.resize(std::min(report.lines.size(), static_cast<std::size_t>(lines)));
}

/// Puts the line that was chosen before the others.
void bring_to_front(std::vector<SearchLine>& lines, std::size_t chosen) {
  const auto line = lines.begin() + static_cast<std::ptrdiff_t>(chosen);
  std::rotate(lines.begin(), line, line + 1);
}

tl::unexpected<Error> no_table() {
  return fail(ErrorCode::kInvalidArgument,
              "this search has no transposition table whose results a hash file could keep");
}

/// What the databases say of a game that they decide.
SearchReport root_report(const RootAnswer& answer, int lines, Clock::time_point start) {
  SearchReport report;
  report.lines = answer.lines;
  keep_lines(report, lines);
  report.table_hits = answer.lines.size();
  report.time = Clock::now() - start;
  return report;
}

}  // namespace

class Engine::Searcher {
 public:
  Searcher(const Variant& variant, const EngineOptions& options);

  SearchReport think(const Game& game, const SearchLimits& limits, const OnReport& on_report,
                     const OnMessage& on_message);
  void stop() {
    stop_ = true;
    halt_ = true;
  }
  void clear_stop() { stop_ = false; }
  void new_game() {
    if (table_) table_->clear();
  }
  void set_seed(std::uint64_t seed) { random_.seed(seed); }
  Result<std::size_t> load_results(const std::filesystem::path& path);
  Result<std::size_t> save_results(const std::filesystem::path& path);
  bool has_new_results() const { return has_new_results_; }

  const Variant& variant() const { return moves_.variant(); }
  const EngineOptions& options() const { return options_; }

 private:
  using Workers = std::vector<std::unique_ptr<SearchWorker>>;

  const Evaluation& evaluation() const {
    if (network_) return *network_;
    return features_;
  }
  /// The workers go on from here, unless somebody has said stop.
  void begin_search(const StopFlag& stop_of_all) {
    halt_ = false;
    if (stop_ || stop_of_all.is_set()) halt_ = true;
  }
  SearchContext context(const Game& game, const SearchLimits& limits, Clock::time_point start);
  SearchReport answer(const Question& question, const SearchContext& context);
  SearchReport answer_plainly(const Question& question, const SearchContext& context);
  void prefer_by_style(const Game& game, const SearchContext& context,
                       std::vector<SearchLine>& lines);
  SearchReport search(const Question& question, const SearchContext& context);
  SearchReport search_as(const Strength& strength, const Question& question,
                         const SearchContext& context);
  std::optional<SearchReport> ask_own_book(const Game& game, const SearchContext& context,
                                           Clock::time_point start);
  void deepen(Workers& workers, int most_depth, const Question& question, SearchReport& report);
  bool search_lines(SearchWorker& worker, int depth, const Question& question,
                    std::vector<SearchLine>& lines);
  SearchReport grow_tree(const Question& question, const SearchContext& context);
  SearchReport report_of(const TreeSearch& search, const Question& question) const;
  void count(const Workers& workers, Clock::time_point start, SearchReport& report) const;
  SearchLine line_of(const Game& game, const RootAction& root) const;

  EngineOptions options_;
  MoveMaker moves_;
  FeatureEvaluation features_;
  std::unique_ptr<NetworkEvaluation> network_;
  std::unique_ptr<TranspositionTable> table_;
  std::unique_ptr<SearchTree> tree_;
  std::unique_ptr<LeafDatabase> database_;
  bool has_new_results_ = false;   // since they were saved
  std::mt19937_64 random_;         // of strength and shuffling
  std::atomic<bool> stop_{false};  // by the user, until clear_stop()
  std::atomic<bool> halt_{false};  // what the workers look at
};

Engine::Searcher::Searcher(const Variant& variant, const EngineOptions& options)
    : options_(options), moves_(variant), features_(moves_, kDefaultWeights) {
  if (const Network* network = options.network ? shipped_network(variant) : nullptr)
    network_ = std::make_unique<NetworkEvaluation>(*network, features_);
  if (options.strength && options.algorithm == Algorithm::kTreeSearch)
    options_.algorithm = Algorithm::kPvs;
  if (options_.algorithm == Algorithm::kTreeSearch)
    tree_ = std::make_unique<SearchTree>(options.hash_bytes);
  else if (options.hash_bytes > 0)
    table_ = std::make_unique<TranspositionTable>(options.hash_bytes);
  if (options.prober)
    database_ = std::make_unique<LeafDatabase>(options.prober, options.probe_depth);
}

SearchContext Engine::Searcher::context(const Game& game, const SearchLimits& limits,
                                        Clock::time_point start) {
  SearchContext context{moves_, evaluation()};
  context.table = table_.get();
  context.database = database_.get();
  context.history = game.history_rules();
  context.ideas = options_.ideas;
  context.order = options_.order;
  context.stop = &halt_;
  context.stop_of_all = limits.stop;
  if (limits.time) context.deadline = start + *limits.time;
  if (limits.nodes)
    context.most_nodes = std::max<std::uint64_t>(tree_ ? *limits.nodes  // by all threads together
                                                       : *limits.nodes / options_.threads,
                                                 1);
  return context;
}

SearchReport Engine::Searcher::think(const Game& game, const SearchLimits& limits,
                                     const OnReport& on_report, const OnMessage& on_message) {
  const Clock::time_point start = Clock::now();
  begin_search(limits.stop);
  const auto tell = [&] {
    if (!database_ || !on_message) return;
    for (const std::string& note : database_->take_notes()) on_message(note);
  };
  SearchContext shared = context(game, limits, start);
  std::vector<Action> actions = generate_actions(variant(), game.position());
  MILLSTONE_CHECK(!actions.empty());
  if (database_) {
    auto answer = ask_at_root(*database_, game, halt_);
    tell();
    if (answer && answer->is_final) {
      if (options_.shuffling)
        std::swap(answer->lines.front(),
                  answer->lines[random_below(random_, answer->equally_good)]);
      if (sets_no_traps(options_.style)) prefer_by_style(game, shared, answer->lines);
      SearchReport report = root_report(*answer, options_.lines, start);
      if (on_report) on_report(report);
      return report;
    }
    if (answer) actions = std::move(answer->keep);
    shared.probe_leaves_only = answer.has_value();
  }
  if (may_ask_book(options_, limits)) {
    if (const auto report = ask_own_book(game, shared, start)) {
      if (on_report) on_report(*report);
      return *report;
    }
  }
  if (limits.depth == 0 && on_message)
    on_message("depth 0 asks databases alone, and they do not answer: searching one ply");
  // Of actions that are worth the same the first is played.
  if (options_.shuffling) shuffle(actions, random_);
  if (table_) table_->age();
  has_new_results_ = true;
  std::optional<int> most_depth;
  if (limits.depth) most_depth = std::clamp(*limits.depth, 1, kDeepestIteration);
  SearchReport report =
      answer({game, actions, most_depth, options_.lines,
              limits.full_strength ? std::nullopt : options_.strength, start, on_report},
             shared);
  tell();
  return report;
}

std::optional<SearchReport> Engine::Searcher::ask_own_book(const Game& game,
                                                           const SearchContext& context,
                                                           Clock::time_point start) {
  std::vector<SearchLine> lines = ask_book(*options_.book, game);
  if (lines.empty()) return std::nullopt;
  if (options_.shuffling && !options_.best_book_turn)
    std::swap(lines.front(), lines[random_below(random_, lines.size())]);
  if (sets_no_traps(options_.style)) prefer_by_style(game, context, lines);
  lines.resize(1);
  SearchReport report;
  report.lines = std::move(lines);
  report.time = Clock::now() - start;
  return report;
}

SearchReport Engine::Searcher::answer(const Question& question, const SearchContext& context) {
  if (options_.style == Style::kPlain) return answer_plainly(question, context);
  const OnReport on_report = [&](SearchReport report) {
    keep_lines(report, question.lines);
    if (question.on_report) question.on_report(report);
  };
  const Question several = {question.game,
                            question.actions,
                            question.most_depth,
                            std::max(question.lines, kLinesForStyle),
                            question.strength,
                            question.start,
                            on_report};
  SearchContext sooner = context;
  if (context.deadline != Clock::time_point::max())
    sooner.deadline -= std::chrono::duration_cast<Clock::duration>(
        kTimeForStyle * (context.deadline - question.start));
  SearchReport report = answer_plainly(several, sooner);
  prefer_by_style(question.game, context, report.lines);
  keep_lines(report, question.lines);
  return report;
}

SearchReport Engine::Searcher::answer_plainly(const Question& question,
                                              const SearchContext& context) {
  if (question.strength) return search_as(*question.strength, question, context);
  return tree_ ? grow_tree(question, context) : search(question, context);
}

/// Puts the line first that the style chooses among those that are worth as much as the first.
void Engine::Searcher::prefer_by_style(const Game& game, const SearchContext& context,
                                       std::vector<SearchLine>& lines) {
  const LookAhead look_ahead = [&](const Game& next) -> std::vector<SearchLine> {
    if (next.result().ending != Ending::kOpen) return {};
    begin_search(context.stop_of_all);
    const std::vector<Action> actions = generate_actions(variant(), next.position());
    SearchReport report = search({next,
                                  actions,
                                  kPliesForStyle,
                                  static_cast<int>(actions.size()),
                                  std::nullopt,
                                  Clock::now(),
                                  {}},
                                 context);
    if (report.depth < kPliesForStyle) return {};
    return std::move(report.lines);
  };
  bring_to_front(lines, choose_in_style(options_.style, game, lines, 0, look_ahead));
}

/// Searches every action as deeply as a player of that strength, and errs as such a player does.
SearchReport Engine::Searcher::search_as(const Strength& strength, const Question& question,
                                         const SearchContext& context) {
  std::vector<SearchLine> first_sight;
  const OnReport on_report = [&](SearchReport report) {
    if (report.depth == 1) first_sight = report.lines;
    keep_lines(report, question.lines);
    if (question.on_report) question.on_report(report);
  };
  const int most_depth = std::min(strength.depth, question.most_depth.value_or(kDeepestIteration));
  SearchReport report =
      search({question.game, question.actions, most_depth,
              static_cast<int>(question.actions.size()), std::nullopt, question.start, on_report},
             context);
  bring_to_front(report.lines, choose_fallibly(first_sight, report.lines, strength, random_));
  keep_lines(report, question.lines);
  return report;
}

SearchReport Engine::Searcher::search(const Question& question, const SearchContext& context) {
  const int most_depth = question.most_depth.value_or(kDeepestIteration);
  Workers workers;
  for (int i = 0; i < options_.threads; ++i) {
    workers.push_back(std::make_unique<SearchWorker>(context));
    workers.back()->set_root(question.game, question.actions);
  }
  // The other threads search the same tree, half of them a ply deeper, and help by what they leave
  // in the table (lazy SMP).
  std::vector<std::jthread> threads;
  for (int i = 1; i < options_.threads; ++i)
    threads.emplace_back([&worker = *workers[i], i, most_depth] {
      for (int depth = 1 + i % 2; depth <= most_depth + 1 && !worker.stopped(); ++depth)
        worker.search_root(depth, -kInfinite, kInfinite, 0, true);
    });
  SearchReport report;
  deepen(workers, most_depth, question, report);
  halt_ = true;
  threads.clear();
  count(workers, question.start, report);
  return report;
}

void Engine::Searcher::deepen(Workers& workers, int most_depth, const Question& question,
                              SearchReport& report) {
  SearchWorker& worker = *workers.front();
  report.lines = {line_of(question.game, {worker.root_actions().front().action, 0})};
  for (int depth = 1; depth <= most_depth; ++depth) {
    std::vector<SearchLine> lines = report.lines;
    const bool finished = search_lines(worker, depth, question, lines);
    report.lines = std::move(lines);
    if (!finished) return;
    report.depth = depth;
    count(workers, question.start, report);
    if (question.on_report) question.on_report(report);
    const auto plies = plies_to_end(report.lines.front().score);
    if (plies && *plies <= depth) return;
  }
}

/// Searches as many lines as are asked for; those that were finished replace the earlier ones.
/// @return false after a stop
bool Engine::Searcher::search_lines(SearchWorker& worker, int depth, const Question& question,
                                    std::vector<SearchLine>& lines) {
  const Game& game = question.game;
  const Algorithm algorithm = tree_ ? Algorithm::kPvs : options_.algorithm;
  const int wanted = std::min(question.lines, static_cast<int>(worker.root_actions().size()));
  std::vector<SearchLine> found;
  for (int i = 0; i < wanted; ++i) {
    const Score guess = i < static_cast<int>(lines.size()) ? lines[i].score : 0;
    const Score score = search_to_depth(worker, algorithm, depth, i, guess);
    const RootAction& best = worker.root_actions()[i];
    if (worker.stopped()) {
      // A better first action of an unfinished depth is worth more than the best of the last.
      const bool improved = i == 0 && best.action != lines.front().actions.front();
      if (improved && best.score > -kInfinite) lines.front() = line_of(game, best);
      return false;
    }
    found.push_back(line_of(game, {best.action, score}));
  }
  // Where a line was looked at less deeply beside the first it may prove to be better after all.
  std::ranges::stable_sort(found, std::greater{}, &SearchLine::score);
  worker.sort_root_actions(wanted);
  lines = std::move(found);
  return true;
}

/// The line that the table remembers behind a root action.
SearchLine Engine::Searcher::line_of(const Game& game, const RootAction& root) const {
  SearchLine line{root.score, {root.action}};
  if (!table_) return line;
  SearchPosition at = SearchPosition::of(game.position(), 0, 0);
  std::vector<std::uint64_t> seen = {at.key};
  at = moves_.play(at, root.action);
  while (std::find(seen.begin(), seen.end(), at.key) == seen.end()) {
    seen.push_back(at.key);
    const auto entry = table_->find(at.key);
    if (!entry || !entry->best) break;
    const std::vector<Action> legal = generate_actions(variant(), at.position);
    if (std::find(legal.begin(), legal.end(), *entry->best) == legal.end()) break;
    line.actions.push_back(*entry->best);
    at = moves_.play(at, *entry->best);
  }
  return line;
}

void Engine::Searcher::count(const Workers& workers, Clock::time_point start,
                             SearchReport& report) const {
  report.nodes = report.table_hits = 0;
  for (const auto& worker : workers) {
    report.nodes += worker->nodes();
    report.table_hits += worker->database_hits();
    report.selective_depth = std::max(report.selective_depth, worker->selective_depth());
  }
  report.hash_permille = table_ ? table_->used_permille() : 0;
  report.time = Clock::now() - start;
}

/// Monte-Carlo tree search. Reports whenever the number of playouts has doubled.
SearchReport Engine::Searcher::grow_tree(const Question& question, const SearchContext& context) {
  constexpr std::uint64_t kFirstReport = 64;
  TreeSearch search(context, *tree_);
  search.set_root(question.game, question.actions);
  std::vector<std::jthread> threads;
  for (int i = 1; i < options_.threads; ++i)
    threads.emplace_back([&] { search.run(question.game); });
  const auto tell = [&](const SearchReport& report) {
    if (question.on_report) question.on_report(report);
  };
  search.run(question.game, [&](std::uint64_t playouts) {
    if (playouts < kFirstReport || !std::has_single_bit(playouts)) return;
    const SearchReport report = report_of(search, question);
    tell(report);
    if (question.most_depth && report.depth >= *question.most_depth) search.end();
  });
  threads.clear();
  SearchReport report = report_of(search, question);
  tell(report);
  return report;
}

SearchReport Engine::Searcher::report_of(const TreeSearch& search, const Question& question) const {
  SearchReport report;
  report.lines = search.lines(question.lines);
  report.depth = search.depth();
  report.selective_depth = search.selective_depth();
  report.nodes = search.nodes();
  report.table_hits = search.database_hits();
  report.hash_permille = tree_->used_permille();
  report.time = Clock::now() - question.start;
  return report;
}

Result<std::size_t> Engine::Searcher::load_results(const std::filesystem::path& path) {
  if (!table_) return no_table();
  return mill::load_results(path, {variant(), evaluation().identity()}, *table_);
}

Result<std::size_t> Engine::Searcher::save_results(const std::filesystem::path& path) {
  if (!table_) return no_table();
  const auto kept =
      MILLSTONE_TRY(mill::save_results(path, {variant(), evaluation().identity()}, *table_));
  has_new_results_ = false;
  return kept;
}

Result<Engine> Engine::create(const Variant& variant, const EngineOptions& options) {
  if (options.prober && options.prober->variant().digest() != variant.digest())
    return fail(ErrorCode::kWrongRules,
                "the database was made for '{}', which has other rules than '{}'",
                options.prober->variant().name, variant.name);
  if (options.book && options.book->variant().digest() != variant.digest())
    return fail(ErrorCode::kWrongRules, "the opening book was made for other rules than '{}'",
                variant.name);
  try {
    return Engine(std::make_unique<Searcher>(variant, options));
  } catch (const std::bad_alloc&) {
    return fail(ErrorCode::kNotEnoughMemory, "no memory for a transposition table of {} MiB",
                options.hash_bytes >> 20);
  }
}

Engine::Engine(std::unique_ptr<Searcher> searcher) : searcher_(std::move(searcher)) {}
Engine::~Engine() = default;
Engine::Engine(Engine&&) noexcept = default;
Engine& Engine::operator=(Engine&&) noexcept = default;

std::optional<SearchReport> Engine::look_up(const Game& game, const EngineOptions& options) {
  if (!options.prober) return std::nullopt;
  const Clock::time_point start = Clock::now();
  const auto answer = ask_at_root(LeafDatabase(options.prober, options.probe_depth), game, {});
  if (!answer || !answer->is_final) return std::nullopt;
  return root_report(*answer, options.lines, start);
}

SearchReport Engine::think(const Game& game, const SearchLimits& limits, const OnReport& on_report,
                           const OnMessage& on_message) {
  return searcher_->think(game, limits, on_report, on_message);
}
void Engine::stop() { searcher_->stop(); }
void Engine::clear_stop() { searcher_->clear_stop(); }
void Engine::new_game() { searcher_->new_game(); }
Result<std::size_t> Engine::load_results(const std::filesystem::path& path) {
  return searcher_->load_results(path);
}
Result<std::size_t> Engine::save_results(const std::filesystem::path& path) {
  return searcher_->save_results(path);
}
bool Engine::has_new_results() const { return searcher_->has_new_results(); }
void Engine::set_seed(std::uint64_t seed) { searcher_->set_seed(seed); }
const Variant& Engine::variant() const { return searcher_->variant(); }
const EngineOptions& Engine::options() const { return searcher_->options(); }

}  // namespace mill
