#include "server/site/databases.h"

#include <algorithm>

#include "base/suggestion.h"
#include "formats/stored_rules.h"

namespace mill {
namespace {

/// Directories with the same rules.
struct Group {
  Variant variant;
  std::vector<std::filesystem::path> directories;
};

Result<std::vector<Group>> group_by_rules(const std::vector<std::filesystem::path>& directories) {
  std::vector<Group> groups;
  for (const std::filesystem::path& directory : directories) {
    auto variant = MILLSTONE_TRY(stored_rules(directory));
    const auto same = std::find_if(groups.begin(), groups.end(), [&](const Group& group) {
      return group.variant.digest() == variant.digest();
    });
    if (same == groups.end())
      groups.push_back({std::move(variant), {directory}});
    else
      same->directories.push_back(directory);
  }
  return groups;
}

}  // namespace

Result<Databases> Databases::open(const std::vector<std::filesystem::path>& directories,
                                  const ProberOptions& options,
                                  std::span<const std::string_view> reserved) {
  if (directories.empty())
    return fail(ErrorCode::kInvalidArgument, "found no database to serve, expected at least one");
  Databases databases;
  for (Group& group : MILLSTONE_TRY(group_by_rules(directories))) {
    auto prober = MILLSTONE_TRY(Prober::open(group.directories, group.variant, options));
    auto database = std::make_unique<ServedDatabase>();
    database->prober = std::make_shared<const Prober>(std::move(prober));
    database->directories = std::move(group.directories);
    database->digest = group.variant.digest();
    databases.summarize(*database);
    databases.all_.push_back(std::move(database));
    databases.name(*databases.all_.back(), reserved);
  }
  return databases;
}

void Databases::summarize(ServedDatabase& database) {
  std::vector<Error> faults;
  std::map<Subspace, SubspaceSummary> found;
  for (const std::filesystem::path& directory : database.directories) {
    const auto rows = summarize_database(directory, database.variant(), faults);
    if (!rows) faults.push_back(rows.error());
    if (rows)
      for (const SubspaceSummary& row : *rows) found.emplace(row.subspace, row);
  }
  for (auto& [subspace, summary] : found) database.summaries.push_back(std::move(summary));
  for (const Error& fault : faults) remarks_.push_back(fault.message);
}

void Databases::name(const ServedDatabase& database, std::span<const std::string_view> reserved) {
  by_address_.emplace(database.digest, Found{&database, true});
  const std::string& name = database.variant().name;
  const bool is_route = std::find(reserved.begin(), reserved.end(), name) != reserved.end();
  if (!is_route && by_address_.emplace(name, Found{&database, false}).second) return;
  remarks_.push_back(shown_message(
      fmt::format("{}: its rules are addressed as /{} alone, since /{} is {}",
                  database.directories.front().string(), database.digest, name,
                  is_route ? "an address of the server itself" : "another database's")));
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

}  // namespace mill
