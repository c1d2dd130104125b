#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "engine/games/game.h"
#include "engine/protocol/protocol_text.h"
#include "engine/search/engine.h"
#include "game/variant.h"

namespace mill {

/// Everything that `setoption` sets, as it was asked for: rule fields may be set one by one, so it
/// is not known before they are used whether they go together.
struct ProtocolSettings {
  Variant preset;                  ///< the rules that the fields below change
  std::vector<RuleField> changes;  ///< rule fields set since, each once; `board` among them
  HistoryRules history;

  std::vector<std::filesystem::path> directories;  ///< of databases; none: search alone
  bool use_databases = true;
  int cache_mebibytes = 256;  ///< of the databases

  bool own_endings = true;      ///< the endings that are compiled in are asked, at full strength
  bool own_book = true;         ///< the opening book is asked
  bool best_book_turn = false;  ///< always the first of those it has
  std::filesystem::path book_file;  ///< empty: the one that is compiled in

  int hash_mebibytes = 64;
  std::filesystem::path hash_file;  ///< keeps what searches find; empty: none
  int threads = 1;
  Algorithm algorithm = Algorithm::kPvs;
  int probe_depth = 2;
  int lines = 1;

  int skill_level = kFullLevel;  ///< strength_of_level(); the databases are used at any
  bool limit_strength = false;   ///< `elo` counts instead, and no database is used
  int elo = kHighestElo;
  bool shuffling = false;
  Style style = Style::kPlain;
  bool ponder = false;             ///< the answer that is expected stands beside the move
  int move_seconds = 1;            ///< for a `go` that says nothing; 0: no limit
  int overhead_milliseconds = 10;  ///< between a move being found and the clock being stopped

  bool pass_token = true;    ///< a pass has a token; else it is played without one
  bool one_line = false;     ///< the score stands in the line of the move, and in no other
  int quiescence_plies = 0;  ///< only kept: nothing is searched beyond the last ply
};

/// Nine Men's Morris without a database.
ProtocolSettings default_settings();

/// How well the engine is to play: by Elo where that is limited, else by level.
std::optional<Strength> chosen_strength(const ProtocolSettings& settings);

/// Whether a move may take any time, having no limit but the user's patience.
bool thinks_without_end(const ProtocolSettings& settings);

/// The largest table that can be asked for: the memory of this machine, in MiB.
int most_hash_mebibytes();

/// What has to be made anew once an option has changed.
enum class OptionEffect : std::uint8_t {
  kNone,      ///< nothing: it is asked for when it is needed
  kForget,    ///< what searches have found is forgotten
  kEngine,    ///< the search
  kDatabase,  ///< the open databases, the book and the search
  kHistory,   ///< the rules of the game that end endless play
  kRules,     ///< the variant, and so everything
};

/// Sets an option. Names of options are not case-sensitive. An error leaves the settings alone:
/// kInvalidArgument for an option that is not there or a value that makes no sense for it,
/// kUnsupportedRule for one that this version cannot do.
Result<OptionEffect> set_option(ProtocolSettings& settings, const OptionRequest& request);

/// The lines that tell a front end which options there are, `option name N type T default V ...`,
/// with the values they have now for defaults.
std::vector<std::string> option_lines(ProtocolSettings settings);

/// The variant that preset and changes make. kInvalidArgument where they do not go together.
Result<Variant> chosen_variant(const ProtocolSettings& settings);

}  // namespace mill
