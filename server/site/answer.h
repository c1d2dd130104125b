#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "reports/json_output.h"
#include "server/site/request.h"

namespace mill {

/// How long an answer holds.
enum class Keeping : std::uint8_t {
  kNever,    ///< it may be another one the next time
  kAsked,    ///< a client asks each time whether it is still the same
  kAMinute,  ///< until somebody builds more, or the name stands for other rules
  kAnHour,   ///< as long as the variant's name stands for these rules
  kForever,  ///< it was addressed by the digest of the rules
};

/// What a client gets, without what is HTTP about it.
struct Answer {
  std::string body;
  std::string_view type = "application/json";  ///< a literal
  Keeping keeping = Keeping::kNever;
};

/// As text without blanks; what is no UTF-8 in it is replaced.
Answer json_answer(const Json& json, Keeping keeping = Keeping::kNever);

/// {"error": ..., "field": ...}
Answer refusal_answer(const Refusal& refusal);

}  // namespace mill
