#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "base/error.h"
#include "game/variant.h"

namespace mill {

/// The options of the program that choose a variant, such as "--variant dooz --set mayFly=false";
/// "--rules FILE" for rules that follow from no preset. Takes about a millisecond, or some 20
/// microseconds for the variant that was asked for last. Any thread.
std::string variant_options(const Variant& variant);

/// The command that makes a file, to be put into a message: "`millstone build --db DIR OPTIONS
/// 5-4`".
/// @param options   as variant_options() gives them; empty if the variant is not known
/// @param subspace  what to build, as text
PlaceText build_command(std::string_view options, const std::filesystem::path& directory,
                        std::string_view subspace);

/// kMissingFile for a directory without files of the variant.
tl::unexpected<Error> no_database(const std::filesystem::path& directory, const Variant& variant);

}  // namespace mill
