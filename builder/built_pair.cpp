#include "builder/built_pair.h"

#include <algorithm>

namespace mill {

ShareExtremes extremes_of(const std::vector<RankShare>& ranks) {
  ShareExtremes found;
  found.least_waited = ranks.front().waited;
  for (const RankShare& each : ranks) {
    found.sent += each.sent;
    found.most_sent = std::max(found.most_sent, each.sent);
    found.most_received = std::max(found.most_received, each.received);
    found.least_waited = std::min(found.least_waited, each.waited);
    found.most_waited = std::max(found.most_waited, each.waited);
  }
  return found;
}

}  // namespace mill
