#include "engine/proof/certificate.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "game/notation.h"
#include "game/position_text.h"

namespace millstone {
namespace {

using Answer = ProofKnowledge::Answer;
using Reason = CertificateLine::Reason;

SearchPosition placed(const Position& position) { return SearchPosition::of(position, 0, 0); }

/// A position and what is claimed of it.
struct Goal {
  SearchPosition at;
  Claim claim;
};

/// What remains to be shown after an action.
Goal after(const MoveMaker& moves, const Goal& goal, const Action& action) {
  const SearchPosition next = moves.play(goal.at, action);
  return {next, next.side == goal.at.side ? goal.claim : turned(goal.claim)};
}

ActionList actions_of(const MoveMaker& moves, const SearchPosition& at) {
  ActionList actions;
  if (!moves.has_too_few(at)) moves.generate(at, actions);
  return actions;
}

Answer ask(const ProofKnowledge& knowledge, const Goal& goal) {
  return knowledge.ask(goal.at, goal.claim, actions_of(knowledge.moves(), goal.at));
}

/// The same for all images of a position, and another for another claim.
std::uint64_t goal_key(const ProofKnowledge& knowledge, const Goal& goal) {
  const unsigned about = goal.claim.by_mover * 2U + (goal.claim.at_least == Value::kWin);
  return symmetric_key(*knowledge.moves().variant().board, goal.at.position) * 4 + about;
}

/// Walks through a proof from its root.
class CertificateMaker {
 public:
  CertificateMaker(const ProofKnowledge& knowledge, ProofTable& table,
                   const std::atomic<bool>& stop)
      : knowledge_(knowledge), search_(knowledge, table, stop), stop_(stop) {}

  Result<void> add(const Goal& goal, int actions_left) {
    if (stop_) return fail(ErrorCode::kInterrupted, "stopped before the certificate was written");
    if (!seen_.insert(goal_key(knowledge_, goal)).second) return {};
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
    for (const Action& action : actions_of(knowledge_.moves(), goal.at)) {
      const Goal next = after(knowledge_.moves(), goal, action);
      if (ask(knowledge_, next) == Answer::kHolds) continue;
      if (auto added = add(next, actions_left - 1); !added) return added;
    }
    return {};
  }

  Result<void> add_one(const Goal& goal, std::size_t index, int actions_left) {
    const auto action = proving_action(goal);
    if (!action)
      return fail(ErrorCode::kVerificationFailed, "the claim was not proved for this position: {}",
                  position_text(knowledge_.moves().variant(), {.position = goal.at.position}));
    lines_[index].reason = Reason::kAction;
    lines_[index].action = *action;
    const Goal next = after(knowledge_.moves(), goal, *action);
    if (ask(knowledge_, next) == Answer::kHolds) return {};
    return add(next, actions_left - 1);
  }

  /// First what needs no search, then what the table remembers, then any.
  std::optional<Action> proving_action(const Goal& goal) {
    const ActionList actions = actions_of(knowledge_.moves(), goal.at);
    const auto find = [&](const auto& proves) -> std::optional<Action> {
      const auto found = std::find_if(actions.begin(), actions.end(), [&](const Action& action) {
        return proves(after(knowledge_.moves(), goal, action));
      });
      if (found == actions.end()) return std::nullopt;
      return *found;
    };
    if (auto known =
            find([&](const Goal& next) { return ask(knowledge_, next) == Answer::kHolds; }))
      return known;
    if (auto remembered = find([&](const Goal& next) {
          return search_.remembers(next.at, next.claim).value_or(false);
        }))
      return remembered;
    return find(
        [&](const Goal& next) { return search_.prove(next.at, next.claim).value_or(false); });
  }

  const ProofKnowledge& knowledge_;
  ProofSearch search_;
  const std::atomic<bool>& stop_;
  std::unordered_set<std::uint64_t> seen_;
  std::vector<CertificateLine> lines_;
};

/// Where to find the line about a position and a claim.
std::unordered_map<std::uint64_t, std::size_t> places_of_lines(const ProofKnowledge& knowledge,
                                                               const Certificate& certificate) {
  std::unordered_map<std::uint64_t, std::size_t> places;
  for (std::size_t i = 0; i < certificate.lines.size(); ++i) {
    const CertificateLine& line = certificate.lines[i];
    places.emplace(goal_key(knowledge, {placed(line.position), line.claim}), i);
  }
  return places;
}

/// Derives lines from lines.
class CertificateChecker {
 public:
  CertificateChecker(const ProofKnowledge& knowledge, ProofTable& table,
                     const std::atomic<bool>& stop)
      : knowledge_(knowledge), search_(knowledge, table, stop), stop_(stop) {}

  Result<CertificateCheck> run(const Certificate& certificate) {
    places_ = places_of_lines(knowledge_, certificate);
    for (std::size_t i = 0; i < certificate.lines.size(); ++i)
      if (auto derived = derive(certificate.lines[i], i); !derived)
        return tl::unexpected(derived.error());
    return found_;
  }

 private:
  Result<void> derive(const CertificateLine& line, std::size_t index) {
    if (stop_) return fail(ErrorCode::kInterrupted, "stopped before the certificate was checked");
    const Goal goal{placed(line.position), line.claim};
    const Answer answer = ask(knowledge_, goal);
    if (answer == Answer::kFails) return wrong(goal, index, "a database refutes it");
    if (answer == Answer::kUnknown) return wrong(goal, index, "no proof ends here");
    switch (line.reason) {
      case Reason::kSearch:
        return search(goal, index);
      case Reason::kAction:
        return derive_by_action(goal, line.action, index);
      case Reason::kAllActions:
        break;
    }
    if (goal.claim.by_mover) return wrong(goal, index, "the side that claims is to move");
    const ActionList actions = actions_of(knowledge_.moves(), goal.at);
    if (actions.empty()) return wrong(goal, index, "the game is over");
    for (const Action& action : actions)
      if (auto shown = shown_after(goal, action, index); !shown) return shown;
    ++found_.derived;
    return {};
  }

  Result<void> derive_by_action(const Goal& goal, const Action& action, std::size_t index) {
    if (!goal.claim.by_mover) return wrong(goal, index, "the other side is to move");
    const ActionList actions = actions_of(knowledge_.moves(), goal.at);
    if (std::find(actions.begin(), actions.end(), action) == actions.end())
      return wrong(goal, index, "the action is not legal");
    ++found_.derived;
    return shown_after(goal, action, index);
  }

  /// What an action leads to must be known or a line. No circle can come of it: play that could
  /// come back is left to databases.
  Result<void> shown_after(const Goal& goal, const Action& action, std::size_t index) {
    const Goal next = after(knowledge_.moves(), goal, action);
    if (ask(knowledge_, next) == Answer::kHolds) {
      ++found_.known;
      return {};
    }
    const auto place = places_.find(goal_key(knowledge_, next));
    if (place != places_.end()) return {};
    return wrong(goal, index,
                 fmt::format("nothing shows the claim after {}",
                             action_text(*knowledge_.moves().variant().board, action)));
  }

  Result<void> search(const Goal& goal, std::size_t index) {
    if (ask(knowledge_, goal) == Answer::kHolds) {
      ++found_.known;
      return {};
    }
    const auto proved = search_.prove(goal.at, goal.claim);
    if (!proved) return fail(ErrorCode::kInterrupted, "stopped before the certificate was checked");
    if (!*proved) return wrong(goal, index, "a search does not prove it");
    ++found_.searched;
    return {};
  }

  tl::unexpected<Error> wrong(const Goal& goal, std::size_t index, std::string_view why) const {
    const Variant& variant = knowledge_.moves().variant();
    return fail(ErrorCode::kVerificationFailed, "position {} of the certificate, {}: {}", index + 1,
                position_text(variant, {.position = goal.at.position}), why);
  }

  const ProofKnowledge& knowledge_;
  ProofSearch search_;
  const std::atomic<bool>& stop_;
  std::unordered_map<std::uint64_t, std::size_t> places_;
  CertificateCheck found_;
};

}  // namespace

Result<Certificate> make_certificate(const ProofKnowledge& knowledge, ProofTable& table,
                                     const Position& position, const Claim& claim, int actions,
                                     const std::atomic<bool>& stop) {
  CertificateMaker maker(knowledge, table, stop);
  if (auto added = maker.add({placed(position), claim}, actions); !added)
    return tl::unexpected(added.error());
  return Certificate{maker.take_lines()};
}

std::vector<Action> example_line(const ProofKnowledge& knowledge, const Certificate& certificate) {
  const auto places = places_of_lines(knowledge, certificate);
  std::vector<Action> played;
  Goal goal{placed(certificate.lines.front().position), certificate.lines.front().claim};
  for (auto place = places.find(goal_key(knowledge, goal)); place != places.end();) {
    const CertificateLine& line = certificate.lines[place->second];
    if (line.reason == Reason::kSearch) break;
    const ActionList actions = actions_of(knowledge.moves(), goal.at);
    // The line may be about an image of the position: its action is found again by where it leads.
    const Goal shown = {placed(line.position), line.claim};
    const auto leads_on = [&](const Action& action) {
      const std::uint64_t next = goal_key(knowledge, after(knowledge.moves(), goal, action));
      if (line.reason == Reason::kAllActions) return places.count(next) > 0;
      return next == goal_key(knowledge, after(knowledge.moves(), shown, line.action));
    };
    const auto action = std::find_if(actions.begin(), actions.end(), leads_on);
    if (action == actions.end()) break;
    played.push_back(*action);
    goal = after(knowledge.moves(), goal, *action);
    place = places.find(goal_key(knowledge, goal));
  }
  return played;
}

Result<CertificateCheck> check_certificate(const ProofKnowledge& knowledge, ProofTable& table,
                                           const Certificate& certificate,
                                           const std::atomic<bool>& stop) {
  return CertificateChecker(knowledge, table, stop).run(certificate);
}

}  // namespace millstone
