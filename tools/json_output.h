#pragma once

#include <nlohmann/json.hpp>

#include "formats/file_header.h"
#include "game/variant.h"

namespace millstone {

/// JSON whose members keep the order they were written in.
using Json = nlohmann::ordered_json;

/// Name, digest, board graph and rule fields under the names players know.
Json variant_json(const Variant& variant);

/// A value of a rule field: a number or a boolean where it is one.
Json rule_value_json(const std::string& value);

/// The four counts that make a subspace.
Json subspace_json(const Subspace& subspace);

/// A subspace with its statistics; the sizes are of its files in bytes, 0 for one that is not
/// there.
Json subspace_json(const Subspace& subspace, const Counts& counts, std::uint64_t value_bytes,
                   std::uint64_t distance_bytes);

/// Prints it, indented, on the standard output.
void print_json(const Json& json);

}  // namespace millstone
