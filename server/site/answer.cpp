#include "server/site/answer.h"

namespace mill {

Answer json_answer(const Json& json, Keeping keeping) {
  return {json_text(json), "application/json", keeping};
}

Answer refusal_answer(const Refusal& refusal) {
  return json_answer({{"error", refusal.message},
                      {"field", refusal.field.empty() ? Json() : Json(refusal.field)}});
}

}  // namespace mill
