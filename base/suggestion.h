#pragma once

#include <span>
#include <string>
#include <string_view>

namespace mill {

/// For messages about a name that is none: " (did you mean 'build'?)" with the name most like it,
/// and nothing if none is like it. Alike are names that a few slips of the fingers tell apart
/// (letters more, fewer, others or swapped; at most a third of the word, whatever the case of
/// letters), and names that go on behind three or more letters of it. Of two that are equally like
/// it the first.
std::string did_you_mean(std::string_view word, std::span<const std::string> names);

}  // namespace mill
