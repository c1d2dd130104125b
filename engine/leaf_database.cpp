#include "engine/leaf_database.h"

#include <algorithm>

namespace millstone {

LeafDatabase::LeafDatabase(std::shared_ptr<const Prober> prober, int probe_depth)
    : prober_(std::move(prober)),
      probe_depth_(probe_depth),
      stride_(prober_->variant().rules.piece_count + 1),
      present_(static_cast<std::size_t>(stride_ * stride_ * stride_ * stride_)) {
  for (const Subspace& s : prober_->subspaces()) {
    const int index = ((s.own * stride_ + s.opponent) * stride_ + s.own_hand) * stride_;
    present_[index + s.opponent_hand] = 1;
  }
}

bool LeafDatabase::covers(const SearchPosition& at) const {
  if (at.own_total() >= stride_ || at.opponent_total() >= stride_) return false;
  const int index =
      ((at.own_count * stride_ + at.opponent_count) * stride_ + at.position.own_hand) * stride_;
  return present_[index + at.position.opponent_hand] != 0;
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
    const auto outcome = prober_->outcome(position);
    if (outcome) {
      if (outcome->value == Value::kDraw) return KnownValue{};
      return KnownValue{outcome->value, outcome->distance};
    }
    // Asked in vain for each position would cost more than it tells.
    if (outcome.error().code == ErrorCode::kMissingFile) has_distances_ = false;
    note(outcome.error().message);
  }
  const auto value = prober_->value(position);
  if (value) return KnownValue{*value, std::nullopt};
  note(value.error().message);
  return std::nullopt;
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

}  // namespace millstone
