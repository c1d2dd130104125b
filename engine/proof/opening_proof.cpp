#include "engine/proof/opening_proof.h"

#include <fmt/format.h>

#include <algorithm>
#include <condition_variable>
#include <thread>

namespace mill {
namespace {

using Clock = std::chrono::steady_clock;

/// How large a proof gets is not known before.
std::string progress_text(const Claim& claim, std::uint64_t nodes, std::chrono::nanoseconds time) {
  return fmt::format("{}? {:.1f} million nodes in {:.0f} s", claim_text(claim),
                     1e-6 * static_cast<double>(nodes),
                     std::chrono::duration<double>(time).count());
}

/// One claim, searched by several threads over the same table until one has the answer.
class ClaimRun {
 public:
  ClaimRun(const ProofKnowledge& knowledge, ProofTable& table, const ProofOptions& options)
      : options_(options) {
    for (int i = 0; i < options.threads; ++i)
      searches_.push_back(std::make_unique<ProofSearch>(knowledge, table, stop_, i % 2 == 1));
  }

  /// Nothing after a stop.
  std::optional<ClaimResult> run(const Position& position, const Claim& claim) {
    const Clock::time_point start = Clock::now();
    ClaimResult result{claim, false, 0, {}};
    const SearchPosition at = SearchPosition::of(position, 0, 0);
    std::vector<std::jthread> threads;
    for (auto& search : searches_)
      threads.emplace_back([&, this] { finish(search->prove(at, claim)); });
    while (!wait_one_second()) {
      if (options_.control.stop.is_set()) stop_ = true;
      if (options_.control.progress)
        options_.control.progress({-1, progress_text(claim, nodes(), Clock::now() - start)});
    }
    threads.clear();
    result.nodes = nodes();
    result.time = Clock::now() - start;
    if (!answer_) return std::nullopt;
    result.proved = *answer_;
    return result;
  }

 private:
  void finish(std::optional<bool> proved) {
    const std::scoped_lock lock(lock_);
    ++finished_;
    if (proved && !answer_) answer_ = proved;
    stop_ = true;
    changed_.notify_all();
  }

  /// @return whether all threads have finished
  bool wait_one_second() {
    std::unique_lock lock(lock_);
    return changed_.wait_for(lock, std::chrono::seconds(1),
                             [this] { return finished_ == searches_.size(); });
  }

  std::uint64_t nodes() const {
    std::uint64_t sum = 0;
    for (const auto& search : searches_) sum += search->nodes();
    return sum;
  }

  const ProofOptions& options_;
  std::atomic<bool> stop_{false};
  std::vector<std::unique_ptr<ProofSearch>> searches_;
  std::mutex lock_;
  std::condition_variable changed_;
  std::size_t finished_ = 0;
  std::optional<bool> answer_;
};

/// Draws what follows from a claim that was proved.
void conclude(OpeningProof& proof, const Claim& claim) {
  if (claim.by_mover)
    proof.at_least = std::max(proof.at_least, claim.at_least);
  else
    proof.at_most = std::min(proof.at_most, opposite(claim.at_least));
}

/// The claim to try next, if any could still tell more.
std::optional<Claim> next_claim(const OpeningProof& proof) {
  const auto tried = [&](const Claim& claim) {
    return std::any_of(proof.claims.begin(), proof.claims.end(),
                       [&](const ClaimResult& result) { return result.claim == claim; });
  };
  for (const bool by_mover : {true, false}) {
    const Claim draw{by_mover, Value::kDraw};
    if (!tried(draw)) return draw;
  }
  for (const bool by_mover : {true, false}) {
    const Claim win{by_mover, Value::kWin};
    const bool draws = by_mover ? proof.at_least == Value::kDraw : proof.at_most == Value::kDraw;
    if (draws && !proof.value() && !tried(win)) return win;
  }
  return std::nullopt;
}

}  // namespace

Result<OpeningProof> prove_value(const ProofKnowledge& knowledge, ProofTable& table,
                                 const Position& position, const ProofOptions& options) {
  OpeningProof proof;
  while (const auto claim = next_claim(proof)) {
    const auto result = ClaimRun(knowledge, table, options).run(position, *claim);
    if (const auto error = knowledge.error()) return tl::unexpected(*error);
    if (!result) return fail(ErrorCode::kInterrupted, "stopped before the proof was found");
    proof.claims.push_back(*result);
    if (result->proved) conclude(proof, *claim);
  }
  return proof;
}

}  // namespace mill
