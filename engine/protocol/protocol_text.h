#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/words.h"
#include "engine/search/action_values.h"
#include "engine/search/engine.h"

namespace mill {

// The text of the protocol (see engine/protocol/README.md): what a front end writes and what it
// reads. All errors are kInvalidArgument.

/// `setoption name N value V`. A value may hold blanks; without one it is empty.
struct OptionRequest {
  std::string name;
  std::string value;
};
Result<OptionRequest> parse_setoption(const Words& arguments);

/// `startpos` or `fen F`, then `moves ...`.
struct PositionRequest {
  std::optional<std::string> fen;  ///< none: the start of the game
  std::vector<std::string> moves;
};
Result<PositionRequest> parse_position(const Words& arguments);

/// What `go` was told. Nothing at all is a request of its own: the options say how long to think.
struct GoRequest {
  bool infinite = false;
  bool ponder = false;  ///< on the other side's time, until `ponderhit`; only then limits count
  std::optional<int> depth;
  std::optional<std::uint64_t> nodes;
  std::optional<std::chrono::milliseconds> move_time;
  std::array<std::optional<std::chrono::milliseconds>, 2> time;  ///< on the clock, by Side
  std::array<std::chrono::milliseconds, 2> increment{};          ///< by Side
  std::optional<int> moves_to_go;
};
Result<GoRequest> parse_go(const Words& arguments);

/// `cp N` or `mate N`; the latter in full moves, negative for the side that loses.
std::string score_text(Score score);

/// The `info` line of one of the lines of a report, 0 the best.
std::string info_line(const Board& board, const SearchReport& report, std::size_t line);

/// `info analysis` with one `token=word(score)` or `token=word(score in N steps)` for each action,
/// as an existing engine writes it; a step is a ply.
std::string analysis_line(const Board& board, const std::vector<ActionValue>& values);

}  // namespace mill
