#include "engine/search/leaf_database.h"

#include <algorithm>

namespace mill {

LeafDatabase::LeafDatabase(std::shared_ptr<const Prober> prober, int probe_depth)
    : prober_(std::move(prober)),
      probe_depth_(probe_depth),
      index_(prober_->variant()),
      present_(index_.size()) {
  for (const Subspace& subspace : prober_->subspaces()) present_[index_.at(subspace)] = 1;
}

bool LeafDatabase::covers(const SearchPosition& at) const {
  if (!index_.allows(at.own_total(), at.opponent_total())) return false;
  return present_[index_.at(at.own_count, at.opponent_count, at.position.own_hand,
                            at.position.opponent_hand)] != 0;
}

std::optional<KnownValue> LeafDatabase::look_up(const SearchPosition& at, int depth) const {
  if (!covers(at)) return std::nullopt;
  if (depth >= probe_depth_) return read(at.position);
  const auto value = prober_->cached_value(at.position);
  if (!value) return std::nullopt;
  return KnownValue{*value, std::nullopt};
}

std::optional<KnownValue> LeafDatabase::read(const Position& position) const {
  if (has_distances_.load(std::memory_order_relaxed)) {
    const auto known = prober_->known_value(position);
    if (!known) return note(known.error().message), std::nullopt;
    if (known->distance || known->value == Value::kDraw) return *known;
    // Asked in vain for each position would cost more than it tells.
    has_distances_ = false;
    if (const auto missing = prober_->outcome(position); !missing) note(missing.error().message);
    return *known;
  }
  const auto value = prober_->value(position);
  if (!value) return note(value.error().message), std::nullopt;
  return KnownValue{*value, std::nullopt};
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
