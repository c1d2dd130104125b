#include "engine/search/leaf_database.h"

#include <algorithm>

namespace mill {

std::optional<std::string> searching_instead(const Prober& prober, const Error& error) {
  if (error.code == ErrorCode::kMissingFile && prober.directories().empty()) return std::nullopt;
  return error.message + ": searching instead";
}

LeafDatabase::LeafDatabase(std::shared_ptr<const Prober> prober, int probe_depth)
    : prober_(std::move(prober)),
      probe_depth_(probe_depth),
      index_(prober_->variant()),
      present_(index_.size()),
      has_distances_(index_.size()) {
  for (const Subspace& subspace : prober_->subspaces()) {
    if (subspace.due != 0) continue;  // a search plays these stones one by one
    present_[index_.at(subspace)] = 1;
    most_stones_ = std::max(most_stones_, subspace.own + subspace.opponent + subspace.own_hand +
                                              subspace.opponent_hand);
  }
  for (const Subspace& subspace : prober_->subspaces_with_distances())
    if (subspace.due == 0) has_distances_[index_.at(subspace)] = 1;
}

std::size_t LeafDatabase::index_of(const SearchPosition& at) const {
  return index_.at(at.own_count, at.opponent_count, at.position);
}

bool LeafDatabase::covers(const SearchPosition& at) const {
  // Early in a game nothing is known of most positions, and this is asked of each.
  if (at.own_total() + at.opponent_total() > most_stones_) return false;
  if (!index_.allows(at.own_total(), at.opponent_total())) return false;
  return present_[index_of(at)] != 0;
}

std::optional<KnownValue> LeafDatabase::look_up(const SearchPosition& at, int depth) const {
  if (!covers(at)) return std::nullopt;
  if (depth >= probe_depth_) return read(at);
  const auto value = prober_->cached_value(at.position);
  if (!value) return std::nullopt;
  return KnownValue{*value, std::nullopt};
}

std::optional<KnownValue> LeafDatabase::read(const SearchPosition& at) const {
  // Where there is no distance file, to ask for the distance in vain for each position would cost
  // more than it tells.
  if (has_distances_[index_of(at)]) {
    const auto known = prober_->known_value(at.position);
    if (!known) return note(known.error().message), std::nullopt;
    return *known;
  }
  const auto value = prober_->value(at.position);
  if (!value) return note(value.error().message), std::nullopt;
  if (*value != Value::kDraw) note_missing_distance(at.position);
  return KnownValue{*value, std::nullopt};
}

void LeafDatabase::note_missing_distance(const Position& position) const {
  if (missing_told_.load(std::memory_order_relaxed)) return;
  const auto missing = prober_->outcome(position);
  if (!missing && !missing_told_.exchange(true)) note(missing.error().message);
}

void LeafDatabase::note(const std::string& message) const {
  const std::scoped_lock lock(notes_lock_);
  if (std::find(notes_.begin(), notes_.end(), message) == notes_.end()) notes_.push_back(message);
}

std::vector<std::string> LeafDatabase::take_notes() const {
  const std::scoped_lock lock(notes_lock_);
  std::vector<std::string> taken(notes_.begin() + static_cast<std::ptrdiff_t>(notes_taken_),
                                 notes_.end());
  notes_taken_ = notes_.size();
  return taken;
}

}  // namespace mill
