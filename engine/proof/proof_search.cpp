#include "engine/proof/proof_search.h"

#include <algorithm>

#include "game/transitions.h"

namespace mill {
namespace {

// Where all actions have to be answered, threads that help go through them from the other end and
// meet the first in the table; but a claim that fails shows with the first few.
constexpr int kTriedByAll = 2;

std::uint64_t mix(std::uint64_t word) { return search_detail::next_word(word); }

/// Makes the last of the actions from `first` on the first, and so on.
void turn_around(const ActionList& actions, MoveOrder::Ranks& ranks, int first) {
  for (int i = first; i < actions.size(); ++i) ranks[i] = -ranks[i];
}

}  // namespace

std::uint64_t symmetric_key(const Board& board, const Position& position) {
  const auto key = [&](Mask own, Mask opponent, Mask targets) {
    const std::uint64_t stones = static_cast<std::uint64_t>(own) << 32 | opponent;
    const std::uint64_t rest = static_cast<std::uint64_t>(targets) << 32 |
                               static_cast<std::uint64_t>(position.goes_on) << 24 |
                               static_cast<std::uint64_t>(position.own_hand) << 16 |
                               static_cast<std::uint64_t>(position.opponent_hand) << 8 |
                               position.removals;
    return mix(mix(stones) ^ rest);
  };
  if (position.targets == 0) {
    const auto [own, opponent] = least_image(board.symmetries, {position.own, position.opponent});
    return key(own, opponent, 0);
  }
  const auto [own, opponent, targets] =
      least_image(board.symmetries, std::array{position.own, position.opponent, position.targets});
  return key(own, opponent, targets);
}

std::uint64_t claim_key(const Board& board, const Position& position, const Claim& claim) {
  const std::uint64_t about = claim.by_mover * 2U + (claim.at_least == Value::kWin);
  return symmetric_key(board, position) ^ mix(about);
}

ProofKnowledge::ProofKnowledge(const Variant& variant, std::shared_ptr<const Prober> prober)
    : moves_(variant),
      prober_(std::move(prober)),
      index_(variant),
      kinds_(index_.size(), SubspaceKind::kHopeless) {
  if (prober_)
    for (const Subspace& subspace : prober_->subspaces())
      kinds_[index_.at(subspace)] = SubspaceKind::kFiled;
  const int most = variant.rules.piece_count;
  for (int own = 0; own <= most; ++own)
    for (int opponent = 0; opponent <= most; ++opponent)
      for (int own_hand = 0; own + own_hand <= most; ++own_hand)
        for (int opponent_hand = 0; opponent + opponent_hand <= most; ++opponent_hand) {
          const Subspace subspace{own, opponent, own_hand, opponent_hand};
          SubspaceKind& kind = kinds_[index_.at(subspace)];
          if (kind != SubspaceKind::kFiled && !is_hopeless(subspace)) kind = SubspaceKind::kOpen;
        }
}

/// Whether no play from the subspace comes to an end or to a file without going round in circles.
bool ProofKnowledge::is_hopeless(const Subspace& s) {
  if (kinds_[index_.at(s)] == SubspaceKind::kFiled) return false;
  const auto known = hopeless_.find(s);
  if (known != hopeless_.end()) return known->second;
  const Variant& variant = moves_.variant();
  if (is_cyclic(variant, s)) return hopeless_[s] = true;
  bool hopeless = true;
  for (const Transition& transition : transitions(variant, s))
    hopeless = hopeless && !transition.wins && !is_decided(variant, transition.after) &&
               is_hopeless(transition.after);
  return hopeless_[s] = hopeless;
}

std::optional<Error> ProofKnowledge::error() const {
  const std::scoped_lock lock(error_lock_);
  return error_;
}

ProofKnowledge::Answer ProofKnowledge::ask(const SearchPosition& at, const Claim& claim,
                                           ActionList& actions) const {
  const auto answer = [&](Value value) {
    return holds(claim, value) ? Answer::kHolds : Answer::kFails;
  };
  if (moves_.has_too_few(at)) return answer(Value::kLoss);
  if (at.position.removals) {
    moves_.generate(at, actions);
    return Answer::kSearch;
  }
  const SubspaceKind kind = kinds_[index_.at(at.own_count, at.opponent_count, at.position)];
  if (kind == SubspaceKind::kFiled) return ask_database(at, claim);
  moves_.generate(at, actions);
  if (actions.empty()) {
    const Status stands = status(moves_.variant(), at.position);
    return answer(ends_in_draw(moves_.variant(), stands) ? Value::kDraw : Value::kLoss);
  }
  return kind == SubspaceKind::kOpen ? Answer::kSearch : Answer::kUnknown;
}

ProofKnowledge::Answer ProofKnowledge::ask_database(const SearchPosition& at,
                                                    const Claim& claim) const {
  const auto value = prober_->value(at.position);
  if (value) return holds(claim, *value) ? Answer::kHolds : Answer::kFails;
  const std::scoped_lock lock(error_lock_);
  if (!error_) error_ = value.error();
  return Answer::kUnknown;
}

ProofSearch::ProofSearch(const ProofKnowledge& knowledge, ProofTable& table, StopFlag stop,
                         bool helps)
    : knowledge_(knowledge),
      table_(table),
      stop_(stop),
      order_(knowledge.moves(), kAllOrderIdeas & ~kKillers),
      helps_(helps) {}

std::optional<bool> ProofSearch::prove(const SearchPosition& at, const Claim& claim) {
  const bool proved = search(at, claim, 0);
  if (stop_.is_set()) return std::nullopt;
  return proved;
}

bool ProofSearch::search(const SearchPosition& at, const Claim& claim, int path_length) {
  if (stop_.is_set()) return false;
  ActionList actions;
  switch (knowledge_.ask(at, claim, actions)) {
    case ProofKnowledge::Answer::kHolds:
      return true;
    case ProofKnowledge::Answer::kFails:
    case ProofKnowledge::Answer::kUnknown:
      return false;
    case ProofKnowledge::Answer::kSearch:
      break;
  }
  const std::uint64_t here = claim_key(board(), at.position, claim);
  if (const auto known = table_.find(here)) return *known;
  const bool proved = search_actions(at, claim, path_length, actions);
  if (!stop_.is_set()) table_.store(here, proved);
  return proved;
}

bool ProofSearch::search_actions(const SearchPosition& at, const Claim& claim, int path_length,
                                 ActionList& actions) {
  MoveOrder::Ranks ranks;
  order_.rank(at, actions, std::nullopt, std::min(path_length, MoveOrder::kLongestPath - 1), ranks);
  for (int i = 0; i < actions.size(); ++i) {
    if (i == kTriedByAll && helps_ && !claim.by_mover) turn_around(actions, ranks, i);
    MoveOrder::bring_best(actions, ranks, i);
    nodes_.store(nodes() + 1, std::memory_order_relaxed);
    const SearchPosition next = knowledge_.moves().play(at, actions[i]);
    const Claim seen = next.side == at.side ? claim : turned(claim);
    const bool proved = search(next, seen, path_length + 1);
    if (proved != claim.by_mover) continue;
    // One action proves the mover's claim, one refutes the other side's.
    order_.reward(at, actions[i], 4, std::min(path_length, MoveOrder::kLongestPath - 1));
    return proved;
  }
  return !claim.by_mover;
}

}  // namespace mill
