#include "server/site/databases.h"

#include <algorithm>

#include "base/suggestion.h"
#include "formats/stored_rules.h"

namespace mill {
namespace {

/// Directories with the same rules.
struct Group {
  Variant variant;  ///< as the first of them calls it
  std::vector<NamedDirectory> directories;
};

Result<std::vector<Group>> group_by_rules(const std::vector<std::filesystem::path>& directories) {
  std::vector<Group> groups;
  for (const std::filesystem::path& directory : directories) {
    auto variant = MILLSTONE_TRY(stored_rules(directory));
    const auto same = std::find_if(groups.begin(), groups.end(), [&](const Group& group) {
      return group.variant.digest() == variant.digest();
    });
    if (same != groups.end())
      same->directories.push_back({directory, variant.name});
    else
      groups.push_back({variant, {{directory, variant.name}}});
  }
  return groups;
}

std::vector<std::filesystem::path> paths_of(const std::vector<NamedDirectory>& directories) {
  std::vector<std::filesystem::path> paths;
  paths.reserve(directories.size());
  for (const NamedDirectory& directory : directories) paths.push_back(directory.path);
  return paths;
}

}  // namespace

Result<Databases> Databases::open(const std::vector<std::filesystem::path>& directories,
                                  bool presets, const ProberOptions& options,
                                  std::span<const std::string_view> reserved) {
  if (directories.empty() && !presets)
    return fail(ErrorCode::kInvalidArgument,
                "found no database to serve, expected at least one, or --presets");
  Databases databases;
  const auto groups = MILLSTONE_TRY(group_by_rules(directories));
  for (const Group& group : groups)
    MILLSTONE_TRY(databases.open(group.variant, paths_of(group.directories), options));
  // Names come after all digests, so that none takes the place of one.
  for (std::size_t index = 0; index < groups.size(); ++index)
    for (const NamedDirectory& directory : groups[index].directories)
      databases.name(*databases.all_[index], directory, reserved);
  if (presets) databases.add_presets(reserved);
  return databases;
}

Result<void> Databases::open(const Variant& variant, std::vector<std::filesystem::path> directories,
                             const ProberOptions& options) {
  auto prober = MILLSTONE_TRY(Prober::open(directories, variant, options));
  add(std::move(prober), std::move(directories));
  return {};
}

void Databases::add(Prober prober, std::vector<std::filesystem::path> directories) {
  auto database = std::make_unique<ServedDatabase>();
  database->prober = std::make_shared<const Prober>(std::move(prober));
  database->directories = std::move(directories);
  database->digest = database->variant().digest();
  summarize(*database);
  by_address_.emplace(database->digest, Found{database.get(), true});
  all_.push_back(std::move(database));
}

/// A database of the rules, or one that goes by the name, takes the place of a preset.
void Databases::add_presets(std::span<const std::string_view> reserved) {
  for (const Preset& preset : list_presets()) {
    if (by_address_.contains(preset.variant.digest()) || by_address_.contains(preset.name))
      continue;
    add(Prober::without_files(preset.variant), {});
    name(*all_.back(), {{}, preset.name}, reserved);
  }
}

void Databases::summarize(ServedDatabase& database) {
  std::map<Subspace, SubspaceSummary> found;
  for (const std::filesystem::path& directory : database.directories) {
    std::vector<FileFault> faults;
    const auto rows = summarize_database(directory, database.variant(), faults);
    if (!rows) remarks_.push_back(rows.error().message);
    if (rows)
      for (const SubspaceSummary& row : *rows)
        if (!database.faults.contains(row.subspace)) found.emplace(row.subspace, row);
    for (const FileFault& fault : faults) {
      remarks_.push_back(fault.error.message);
      if (!found.contains(fault.subspace)) database.faults.emplace(fault.subspace, fault.error);
    }
  }
  database.summaries.reserve(found.size());
  for (const auto& [subspace, summary] : found) database.summaries.push_back(summary);
}

void Databases::name(const ServedDatabase& database, const NamedDirectory& directory,
                     std::span<const std::string_view> reserved) {
  const bool is_route =
      std::find(reserved.begin(), reserved.end(), directory.name) != reserved.end();
  if (!is_route) {
    const auto place = by_address_.try_emplace(directory.name, Found{&database, false}).first;
    if (place->second.database == &database) return;
  }
  remarks_.push_back(shown_message(
      fmt::format("{}: /{} is {}, so that its rules are addressed as /{}", directory.path.string(),
                  directory.name, is_route ? "an address of the server itself" : "another database",
                  database.digest)));
}

Reply<Databases::Found> Databases::find(std::string_view address) const {
  const auto found = by_address_.find(address);
  if (found != by_address_.end()) return found->second;
  return refuse(404, "", "there is no database '{}' here{}; /variants lists those there are",
                address, did_you_mean(address, addresses()));
}

std::vector<std::string> Databases::addresses() const {
  std::vector<std::string> names;
  for (const auto& [address, found] : by_address_) names.push_back(address);
  return names;
}

std::vector<std::string> Databases::addresses_of(const ServedDatabase& database) const {
  std::vector<std::string> addresses;
  for (const auto& [address, found] : by_address_)
    if (found.database == &database) addresses.push_back(address);
  const auto rank = [&](const std::string& address) {
    if (address == database.digest) return 2;
    return address == database.variant().name ? 0 : 1;
  };
  std::ranges::stable_sort(addresses, {}, rank);
  return addresses;
}

}  // namespace mill
