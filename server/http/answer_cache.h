#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "server/site/answer.h"

namespace mill {

/// The last answers that hold for a while, by the targets they were asked with, since many clients
/// look at the same positions. A target has one place; the later one takes it. One thread.
class AnswerCache {
 public:
  struct Entry {
    std::string target;
    std::string_view pattern;  ///< of the route
    Answer answer;
  };

  /// None if it is not there.
  const Entry* find(std::string_view target) const {
    const Entry& entry = entries_[place_of(target)];
    return entry.target == target && !target.empty() ? &entry : nullptr;
  }

  void keep(Entry entry) {
    const std::size_t place = place_of(entry.target);
    entries_[place] = std::move(entry);
  }

 private:
  static constexpr std::size_t kPlaces = 512;  // some 4 KiB each

  static std::size_t place_of(std::string_view target) {
    return std::hash<std::string_view>()(target) % kPlaces;
  }

  std::vector<Entry> entries_ = std::vector<Entry>(kPlaces);
};

}  // namespace mill
