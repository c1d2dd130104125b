#include "engine/search/shipped_endings.h"

#include "base/embedded_file.h"

// The list of files, MILLSTONE_ENDING(number, name) for each, is made by CMake of what is in
// data/endings/nine-mens-morris.
extern "C" {
#define MILLSTONE_ENDING(number, name) \
  MILLSTONE_EMBED(millstone_ending_##number, MILLSTONE_ENDINGS, name);
#include <embedded_endings.inc>
#undef MILLSTONE_ENDING
}

namespace mill {
namespace {

struct EmbeddedFile {
  const char* name;
  const std::uint8_t *begin, *end;
};

constexpr EmbeddedFile kFiles[] = {
#define MILLSTONE_ENDING(number, name) \
  {name, millstone_ending_##number, millstone_ending_##number##_end},
#include <embedded_endings.inc>
#undef MILLSTONE_ENDING
};

}  // namespace

std::vector<DatabaseEntry> shipped_endings(const Variant& variant) {
  static const Variant standard = find_variant(kDefaultVariant).value();
  if (variant.digest() != standard.digest()) return {};
  std::vector<DatabaseEntry> entries;
  for (const EmbeddedFile& file : kFiles) {
    auto entry = entry_by_name(standard, file.name);
    MILLSTONE_CHECK(entry.has_value());
    entry->contents = {file.begin, file.end};
    entries.push_back(*std::move(entry));
  }
  return entries;
}

}  // namespace mill
