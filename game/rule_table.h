#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "game/variant.h"

namespace mill {

/// How one rule field is read and written. Of use to what reads or lists variants; the game itself
/// asks `Rules`.
struct FieldSpec {
  std::string name;
  int lowest, highest;      ///< range that the rules model knows
  std::vector<int> solved;  ///< values of which databases can be built; empty: all of the range
  std::function<int(const Rules&)> get;
  std::function<void(Rules&, int)> set;
  /// The capture whose field it is. Says nothing, and stands in no canonical text, while that is
  /// off.
  CaptureRule Rules::*part = nullptr;

  bool is_idle(const Rules& rules) const { return part && !(rules.*part).enabled; }

  /// Its name among the options of programs that speak the protocol of these games.
  std::string option() const;

  /// Whether its values are false and true.
  bool is_flag() const { return lowest == 0 && highest == 1; }

  bool is_solved(int value) const;

  /// A value for people: "true", "12".
  std::string value_text(int value) const;
};

/// All rule fields, sorted by name.
const std::vector<FieldSpec>& field_specs();

/// Fields that change nothing under these rules, since others leave them no room: how few stones
/// fly, where no side does.
std::vector<std::string_view> idle_fields(const Rules& rules);

}  // namespace mill
