#include "builder/verifier/rank_list.h"

#include <algorithm>

namespace mill::verifier {
namespace {

template <typename Worth>
void raise_run(const Worth* from, Worth* worths, std::uint32_t length) {
  for (std::uint32_t i = 0; i < length; ++i) worths[i] = std::max(worths[i], from[i]);
}

}  // namespace

RankList::RankList(const RankBits& bits) {
  for_each_rank(bits, [&](std::uint32_t rank) {
    ranks_.push_back(rank);
    if (!runs_.empty() && runs_.back().first + runs_.back().length == rank)
      ++runs_.back().length;
    else
      runs_.push_back({rank, 1});
  });
}

/// Whether it is quicker to go from run to run than from rank to rank.
bool RankList::has_long_runs() const {
  constexpr std::size_t kLong = 6;
  return ranks_.size() >= kLong * runs_.size();
}

template <typename Worth>
void RankList::raise(const RankList& there, const Worth* from, Worth* worths) const {
  if (!has_long_runs() || !there.has_long_runs()) {
    for (std::size_t i = 0; i < ranks_.size(); ++i)
      worths[ranks_[i]] = std::max(worths[ranks_[i]], from[there.ranks_[i]]);
    return;
  }
  auto next = there.runs_.begin();
  std::uint32_t used = 0;  // of the run there
  for (const Run& run : runs_)
    for (std::uint32_t done = 0; done < run.length;) {
      const std::uint32_t length = std::min(run.length - done, next->length - used);
      raise_run(from + next->first + used, worths + run.first + done, length);
      done += length;
      used += length;
      if (used == next->length) ++next, used = 0;
    }
}

template void RankList::raise(const RankList&, const OutcomeByte*, OutcomeByte*) const;
template void RankList::raise(const RankList&, const GradeWorth*, GradeWorth*) const;

}  // namespace mill::verifier
