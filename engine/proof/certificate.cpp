#include "engine/proof/certificate.h"

#include <algorithm>
#include <unordered_set>

#include "engine/proof/proof_walk.h"
#include "game/notation.h"
#include "game/position_text.h"

namespace mill {
namespace {

using Answer = ProofKnowledge::Answer;
using Reason = CertificateLine::Reason;

/// Writes down a proof from its root on.
class CertificateMaker {
 public:
  CertificateMaker(const ProofKnowledge& knowledge, ProofTable& table, StopFlag stop)
      : walk_(knowledge, table, stop), stop_(stop) {}

  Result<void> add(const Goal& goal, int actions_left) {
    if (stop_.is_set())
      return fail(ErrorCode::kInterrupted, "stopped before the certificate was written");
    if (!seen_.insert(walk_.key(goal)).second) return {};
    const std::size_t index = lines_.size();
    lines_.push_back({goal.claim, Reason::kSearch, {}, goal.at.position});
    if (actions_left == 0) return {};
    if (!goal.claim.by_mover) return add_all(goal, index, actions_left);
    return add_one(goal, index, actions_left);
  }

  std::vector<CertificateLine> take_lines() { return std::move(lines_); }

 private:
  Result<void> add_all(const Goal& goal, std::size_t index, int actions_left) {
    lines_[index].reason = Reason::kAllActions;
    for (const Action& action : walk_.actions_of(goal)) {
      const Goal next = walk_.after(goal, action);
      if (walk_.is_known(next)) continue;
      MILLSTONE_TRY(add(next, actions_left - 1));
    }
    return {};
  }

  Result<void> add_one(const Goal& goal, std::size_t index, int actions_left) {
    const auto action = walk_.proving_action(goal);
    if (!action && stop_.is_set())
      return fail(ErrorCode::kInterrupted, "stopped before the certificate was written");
    if (!action)
      return fail(ErrorCode::kVerificationFailed, "the claim was not proved for this position: {}",
                  position_text(walk_.variant(), with_colours(walk_.variant(), goal.at.position)));
    lines_[index].reason = Reason::kAction;
    lines_[index].action = *action;
    const Goal next = walk_.after(goal, *action);
    if (walk_.is_known(next)) return {};
    return add(next, actions_left - 1);
  }

  ProofWalk walk_;
  StopFlag stop_;
  std::unordered_set<std::uint64_t> seen_;
  std::vector<CertificateLine> lines_;
};

/// Derives lines from lines.
class CertificateChecker {
 public:
  CertificateChecker(const ProofKnowledge& knowledge, ProofTable& table, StopFlag stop)
      : walk_(knowledge, table, stop), stop_(stop) {}

  Result<CertificateCheck> run(const Certificate& certificate, const TaskControl& control) {
    for (const CertificateLine& line : certificate.lines)
      shown_.insert(walk_.key(Goal::of(line.position, line.claim)));
    for (std::size_t i = 0; i < certificate.lines.size(); ++i) {
      if (control.progress)
        control.progress(
            {static_cast<double>(i) / static_cast<double>(certificate.lines.size()), "checking"});
      MILLSTONE_TRY(derive(certificate.lines[i], i));
    }
    return found_;
  }

 private:
  Result<void> derive(const CertificateLine& line, std::size_t index) {
    if (stop_.is_set())
      return fail(ErrorCode::kInterrupted, "stopped before the certificate was checked");
    const Goal goal = Goal::of(line.position, line.claim);
    const Answer answer = walk_.ask(goal);
    if (answer == Answer::kFails) return wrong(goal, index, "a database refutes it");
    if (answer == Answer::kUnknown) return wrong(goal, index, "no proof ends here");
    switch (line.reason) {
      case Reason::kSearch:
        return search(goal, answer, index);
      case Reason::kAction:
        return derive_by_action(goal, line.action, index);
      case Reason::kAllActions:
        break;
    }
    if (goal.claim.by_mover) return wrong(goal, index, "the side that claims is to move");
    const ActionList actions = walk_.actions_of(goal);
    if (actions.empty()) return wrong(goal, index, "the game is over");
    for (const Action& action : actions) MILLSTONE_TRY(shown_after(goal, action, index));
    ++found_.derived;
    return {};
  }

  Result<void> derive_by_action(const Goal& goal, const Action& action, std::size_t index) {
    if (!goal.claim.by_mover) return wrong(goal, index, "the other side is to move");
    const ActionList actions = walk_.actions_of(goal);
    if (std::find(actions.begin(), actions.end(), action) == actions.end())
      return wrong(goal, index, "the action is not legal");
    ++found_.derived;
    return shown_after(goal, action, index);
  }

  /// What an action leads to must be known or a line. No circle can come of it: play that could
  /// come back is left to databases.
  Result<void> shown_after(const Goal& goal, const Action& action, std::size_t index) {
    const Goal next = walk_.after(goal, action);
    if (walk_.is_known(next)) {
      ++found_.known;
      return {};
    }
    if (shown_.count(walk_.key(next)) > 0) return {};
    return wrong(goal, index,
                 fmt::format("nothing shows the claim after {}",
                             action_text(*walk_.variant().board, action)));
  }

  Result<void> search(const Goal& goal, Answer answer, std::size_t index) {
    if (answer == Answer::kHolds) {
      ++found_.known;
      return {};
    }
    const auto proved = walk_.prove(goal);
    if (!proved) return fail(ErrorCode::kInterrupted, "stopped before the certificate was checked");
    if (!*proved) return wrong(goal, index, "a search does not prove it");
    ++found_.searched;
    return {};
  }

  tl::unexpected<Error> wrong(const Goal& goal, std::size_t index, std::string_view why) const {
    const Variant& variant = walk_.variant();
    return fail(ErrorCode::kVerificationFailed, "position {} of the certificate, {}: {}", index + 1,
                position_text(variant, with_colours(variant, goal.at.position)), why);
  }

  ProofWalk walk_;
  StopFlag stop_;
  std::unordered_set<std::uint64_t> shown_;  // keys of what the lines claim
  CertificateCheck found_;
};

}  // namespace

Result<Certificate> make_certificate(const ProofKnowledge& knowledge, ProofTable& table,
                                     const Position& position, const Claim& claim, int actions,
                                     StopFlag stop) {
  CertificateMaker maker(knowledge, table, stop);
  MILLSTONE_TRY(maker.add(Goal::of(position, claim), actions));
  return Certificate{maker.take_lines()};
}

Result<CertificateCheck> check_certificate(const ProofKnowledge& knowledge, ProofTable& table,
                                           const Certificate& certificate,
                                           const TaskControl& control) {
  return CertificateChecker(knowledge, table, control.stop).run(certificate, control);
}

}  // namespace mill
