#include "builder/cluster/finished_news.h"

namespace mill {

bool FinishedNews::add(const Subspace& subspace) {
  if (!there_.insert(subspace).second) return false;
  order_.push_back(subspace);
  return true;
}

std::vector<Subspace> FinishedNews::tell(int rank) {
  std::size_t& told = told_[rank];
  std::vector<Subspace> news(order_.begin() + static_cast<std::ptrdiff_t>(told), order_.end());
  told = order_.size();
  return news;
}

}  // namespace mill
