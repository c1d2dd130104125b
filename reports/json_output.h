#pragma once

#include <nlohmann/json.hpp>
#include <optional>

#include "formats/file_header.h"
#include "game/variant.h"
#include "prober/prober.h"

namespace mill {

/// JSON whose members keep the order they were written in.
using Json = nlohmann::ordered_json;

/// Name, digest, board graph and rule fields under the names players know.
Json variant_json(const Variant& variant);

/// A value of a rule field: a number or a boolean where it is one.
Json rule_value_json(const std::string& value);

/// Classes, slots, wins, draws, losses, longest win and loss.
Json counts_json(const ClassCounts& counts);

/// The four counts that make a subspace.
Json subspace_json(const Subspace& subspace);

/// A subspace with its statistics; the sizes are of its files in bytes, 0 for one that is not
/// there.
Json subspace_json(const Subspace& subspace, const ClassCounts& counts, std::uint64_t value_bytes,
                   std::uint64_t distance_bytes);

/// What there is, or null.
template <typename Value>
Json json_or_null(const std::optional<Value>& value) {
  return value ? Json(*value) : Json();
}

/// {"value", "distance", "moves": [{"move", "value", "distance"}]}, best move first. Value and
/// distance of a move are those of the player who makes it, counted from the position before it; a
/// draw has no distance: null.
/// Null where there is none.
Json grade_json(const std::optional<Grade>& grade);

Json answer_json(const Board& board, const ProbeReport& report);

/// The text of it, on one line or indented. What is not UTF-8, as texts of files and requests may
/// be, is replaced: JSON is UTF-8.
std::string json_text(const Json& json, int indent = -1);

/// Prints it, indented, on the standard output.
void print_json(const Json& json);

}  // namespace mill
