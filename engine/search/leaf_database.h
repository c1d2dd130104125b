#pragma once

#include <array>
#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "engine/evaluation/score.h"
#include "engine/positions/search_position.h"
#include "game/subspace_index.h"
#include "prober/prober.h"

namespace mill {

/// What to tell where a prober has no answer, so that a search has to find one; nothing if it is
/// that a file is missing where all files are compiled in, which is as expected.
std::optional<std::string> searching_instead(const Prober& prober, const Error& error);

/// The databases as the search sees them: what is missing or damaged is unknown, not an error, and
/// is told once; that distance files are missing, of the first. Any thread.
class LeafDatabase {
 public:
  /// @param probe_depth  plies left from which on files may be read
  LeafDatabase(std::shared_ptr<const Prober> prober, int probe_depth);

  const Prober& prober() const { return *prober_; }

  /// Whether anything can be known of the position.
  bool covers(const SearchPosition& at) const;

  /// Value, and the distance where files may be read and have it. Nothing may be pending.
  /// @param depth  plies left to search
  std::optional<KnownValue> look_up(const SearchPosition& at, int depth) const;

  /// Keeps a sentence to be told, once for each text.
  void note(const std::string& message) const;

  /// The sentences not yet taken.
  std::vector<std::string> take_notes() const;

 private:
  std::size_t index_of(const SearchPosition& at) const;
  std::optional<KnownValue> read(const SearchPosition& at) const;
  void note_missing_distance(const Position& position) const;

  std::shared_ptr<const Prober> prober_;
  int probe_depth_;
  SubspaceIndex index_;
  int most_stones_ = 0;              // of a position with a file, those in hand among them
  std::vector<char> present_;        // by index_: whether there is a value file
  std::vector<char> has_distances_;  // by index_: whether there is a distance file beside it
  mutable std::atomic<bool> missing_told_{false};
  mutable std::mutex notes_lock_;
  mutable std::vector<std::string> notes_;
  mutable std::size_t notes_taken_ = 0;
};

}  // namespace mill
