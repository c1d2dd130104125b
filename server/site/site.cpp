#include "server/site/site.h"

#include "server/site/router.h"

namespace mill {

Result<std::unique_ptr<Site>> Site::open(const SiteOptions& options) {
  auto assets =
      MILLSTONE_TRY(options.assets.empty() ? Assets::embedded() : Assets::read(options.assets));
  std::vector<std::string_view> reserved = reserved_names();
  for (const std::string_view name : assets.first_parts()) reserved.push_back(name);
  ProberOptions prober;
  prober.cache_bytes = options.cache_bytes;
  auto databases =
      MILLSTONE_TRY(Databases::open(options.directories, options.presets, prober, reserved));
  return std::unique_ptr<Site>(new Site(options, std::move(databases), std::move(assets)));
}

Reply<std::unique_ptr<SearchSlot>> Site::take_search_slot() const {
  if (searches_.taken.fetch_add(1) < options_.searches)
    return std::make_unique<SearchSlot>(searches_, metrics_);
  --searches_.taken;
  return tl::unexpected(
      come_again("all searches are taken", 1 + static_cast<int>(options_.engine_seconds)));
}

}  // namespace mill
