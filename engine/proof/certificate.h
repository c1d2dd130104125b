#pragma once

#include <vector>

#include "base/task.h"
#include "engine/proof/proof_search.h"

namespace mill {

/// One position of a proof.
struct CertificateLine {
  /// How the claim follows.
  enum class Reason : std::uint8_t {
    kAction,      ///< the side that claims is to move, and plays `action`
    kAllActions,  ///< the other side is to move: the claim holds after all its actions
    kSearch,      ///< not shown here: a checker has to search, or to ask a database
  };
  Claim claim;
  Reason reason = Reason::kSearch;
  Action action;
  Position position;
};

/// A proof written down: positions and what is claimed of them, each following from those after it
/// by looking one action ahead, the first being the position that the proof is about. What an
/// action leads to is another of the lines, up to a symmetry of the board, or known from the rules
/// or a database.
struct Certificate {
  std::vector<CertificateLine> lines;
};

/// Writes a proof down, with the positions of the first `actions` actions; those behind them that
/// nothing is known of get Reason::kSearch. The claim must have been proved with this table; where
/// it has forgotten something that is found again. kInterrupted after a stop.
Result<Certificate> make_certificate(const ProofKnowledge& knowledge, ProofTable& table,
                                     const Position& position, const Claim& claim, int actions,
                                     StopFlag stop);

/// What a check found.
struct CertificateCheck {
  std::uint64_t derived = 0;   ///< lines that follow by one action
  std::uint64_t searched = 0;  ///< lines that a search had to prove again
  std::uint64_t known = 0;     ///< positions that the rules or a database answered
};

/// Derives every line again. kVerificationFailed names the first line that does not follow. What
/// the certificate is about, its first line tells.
Result<CertificateCheck> check_certificate(const ProofKnowledge& knowledge, ProofTable& table,
                                           const Certificate& certificate,
                                           const TaskControl& control = {});

}  // namespace mill
