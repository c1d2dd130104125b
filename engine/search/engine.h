#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "base/task.h"
#include "engine/games/game.h"
#include "engine/search/algorithm.h"
#include "engine/search/move_order.h"
#include "engine/search/opening_book.h"
#include "engine/search/search_ideas.h"
#include "engine/search/search_line.h"
#include "engine/search/strength.h"
#include "engine/search/style.h"
#include "prober/prober.h"

namespace mill {

// What users may ask of a search.
inline constexpr int kMostSearchThreads = 512;
inline constexpr int kMostSearchPlies = 1000;

struct EngineOptions {
  std::uint64_t hash_bytes = std::uint64_t{64} << 20;  ///< transposition table, or tree
  int threads = 1;
  Algorithm algorithm = Algorithm::kPvs;
  int probe_depth = 2;  ///< plies left from which on a node may read files; below it asks the cache
  bool network = true;  ///< evaluate by the network that is compiled in, where there is one
  // Fewer only to measure what each is worth.
  unsigned ideas = kAllSearchIdeas;  ///< SearchIdea
  unsigned order = kAllOrderIdeas;   ///< OrderIdea
  int lines = 1;                     ///< best turns to report, each with its score (MultiPV)
  /// Plays so well and no better where the databases do not decide; none: does its best. By
  /// alpha-beta, whatever the algorithm.
  std::optional<Strength> strength = std::nullopt;
  Style style = Style::kPlain;  ///< which of nearly equal turns is played
  bool shuffling = false;       ///< of turns that are as good any, else always the same
  bool best_book_turn = false;  ///< of those of the book always the first, also when shuffling
  /// Of the same variant, or none. Asked behind the databases, where nothing but time limits a
  /// search that does its best and reports one line.
  std::shared_ptr<const OpeningBook> book = nullptr;
  std::shared_ptr<const Prober> prober = nullptr;  ///< of the same variant, or none
};

/// When to stop thinking, the first that is reached, and how well to think. None: until stop() is
/// called.
struct SearchLimits {
  /// Plies; 0 is 1 where the databases do not decide, with a message.
  std::optional<int> depth = {};
  std::optional<std::uint64_t> nodes = {};
  std::optional<std::chrono::milliseconds> time = {};
  StopFlag stop = {};  ///< once it is set; for many searches at a time, where stop() is for one
  bool full_strength = false;  ///< whatever the strength of the engine: for advice
};

/// What a search has found so far.
struct SearchReport {
  int depth = 0;            ///< plies searched in full; 0: answered from database or book alone
  int selective_depth = 0;  ///< longest line looked at, in plies
  /// Best first, but what a strength chose before them; as many as asked for and legal.
  std::vector<SearchLine> lines;
  std::uint64_t nodes = 0;       ///< actions made
  std::uint64_t table_hits = 0;  ///< answers of the database (tbhits)
  int hash_permille = 0;         ///< of the table, or the tree, in use
  std::chrono::nanoseconds time{};
};

/// Plays one variant: searches, and asks the databases at the root and at the leaves.
///
/// One thread calls all functions but stop(), which any thread may call.
class Engine {
 public:
  /// kNotEnoughMemory for a table that cannot be had, kWrongRules for a prober or book of other
  /// rules.
  static Result<Engine> create(const Variant& variant, const EngineOptions& options = {});
  ~Engine();
  Engine(Engine&&) noexcept;
  Engine& operator=(Engine&&) noexcept;

  /// Called with each finished depth, from the thread that called think().
  using OnReport = std::function<void(const SearchReport&)>;
  /// Called with sentences worth telling once, such as a database file that is missing.
  using OnMessage = std::function<void(std::string_view)>;

  /// What think() would report if the databases decide, without an engine and what that takes; none
  /// where it would search. Of the options the prober and the number of lines count.
  static std::optional<SearchReport> look_up(const Game& game, const EngineOptions& options);

  /// The best action now and what led to it. The game must not be over by the rules of its
  /// position. Always has a line, also when stopped at once. Where the databases know every turn
  /// they decide: shortest win, longest loss, among draws the turn after which the opponent has
  /// most ways to go wrong; otherwise the book does where it may.
  SearchReport think(const Game& game, const SearchLimits& limits, const OnReport& on_report = {},
                     const OnMessage& on_message = {});

  /// Ends think() within milliseconds. Remembered if no search is running: the next one ends at
  /// once; see clear_stop().
  void stop();
  void clear_stop();

  /// Forgets what earlier searches found.
  void new_game();

  /// Has later searches know what a hash file (hash_file.h) holds, and has a file hold the deepest
  /// of what searches know, besides what it holds. None may be running. Errors as of these
  /// functions of hash_file.h; kInvalidArgument for tree search, and an engine without a table.
  /// @return how many results were loaded, or the file holds now
  Result<std::size_t> load_results(const std::filesystem::path& path);
  Result<std::size_t> save_results(const std::filesystem::path& path);

  /// Whether it has searched since its results were saved last.
  bool has_new_results() const;

  /// Sets what strength and shuffling leave to chance.
  void set_seed(std::uint64_t seed);

  const Variant& variant() const;
  const EngineOptions& options() const;

 private:
  class Searcher;
  explicit Engine(std::unique_ptr<Searcher> searcher);
  std::unique_ptr<Searcher> searcher_;
};

}  // namespace mill
