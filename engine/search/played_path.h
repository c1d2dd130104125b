#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "engine/games/game.h"
#include "engine/positions/search_position.h"

namespace mill {

/// Keys of the positions of a game and of the line of play behind it that is looked at now, to tell
/// repetitions.
class PlayedPath {
 public:
  /// The past of a game, up to the position before the one now. Positions in which a turn began
  /// count; a pending removal is none.
  /// @param longest  actions of a line
  void begin(const Game& game, int longest) {
    keys_.clear();
    for (const TextPosition& before : game.positions())
      if (before.position.removals == 0)
        keys_.push_back(SearchPosition::of(before.position, 0, 0).key);
    if (game.position().removals == 0) keys_.pop_back();
    past_ = static_cast<int>(keys_.size());
    entered_.fill(0);
    for (const std::uint64_t key : keys_) ++entered_[key % kKeyClasses];
    keys_.resize(keys_.size() + static_cast<std::size_t>(longest));
  }

  /// A line comes to a position, so many actions behind the game.
  void enter(std::uint64_t key, int actions) {
    keys_[static_cast<std::size_t>(past_) + static_cast<std::size_t>(actions)] = key;
    ++entered_[key % kKeyClasses];
  }
  void leave(std::uint64_t key) { --entered_[key % kKeyClasses]; }

  /// Whether a position that a line has come to occurred before, in the game or on the line.
  bool repeats(const SearchPosition& at, int actions) const {
    if (entered_[at.key % kKeyClasses] == 0) return false;
    const int now = past_ + actions;
    const int earliest = std::max(now - at.quiet, 0);
    for (int i = now - 2; i >= earliest; i -= 2)
      if (keys_[static_cast<std::size_t>(i)] == at.key) return true;
    return false;
  }

 private:
  std::vector<std::uint64_t> keys_;
  int past_ = 0;  // positions before the root
  // How many of them end in these bits. Mostly none does, and no keys need be compared.
  static constexpr std::uint64_t kKeyClasses = 4096;
  std::array<std::uint16_t, kKeyClasses> entered_{};
};

}  // namespace mill
