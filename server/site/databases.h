#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "prober/prober.h"
#include "reports/database_summary.h"
#include "server/site/counted_subspaces.h"
#include "server/site/request.h"

namespace mill {

/// An open database with what every answer about it needs.
struct ServedDatabase {
  std::shared_ptr<const Prober> prober;
  std::vector<std::filesystem::path> directories;  ///< the earlier one counts
  std::string digest;
  std::vector<SubspaceSummary> summaries;  ///< of the files that can be opened
  std::map<Subspace, Error> faults;        ///< of those that cannot, by their subspaces
  std::unique_ptr<CountedSubspaces> counted = std::make_unique<CountedSubspaces>();

  const Variant& variant() const { return prober->variant(); }
};

/// A directory, and what its files call their rules.
struct NamedDirectory {
  std::filesystem::path path;
  std::string name;
};

/// The databases of a server, by the names of their variants and by the digests of their rules.
/// Immutable once open; any thread.
class Databases {
 public:
  /// Opens directories; those with the same rules are one database, which goes by all their names
  /// for them. Errors as stored_rules() and Prober::open(); kInvalidArgument if there is nothing to
  /// serve.
  /// @param presets   whether each preset without a database is one without files
  /// @param reserved  names that are addresses of something else
  static Result<Databases> open(const std::vector<std::filesystem::path>& directories, bool presets,
                                const ProberOptions& options,
                                std::span<const std::string_view> reserved);

  /// A sentence for each directory whose name for its rules is another address, and for each file
  /// that cannot be opened.
  const std::vector<std::string>& remarks() const { return remarks_; }

  const std::vector<std::unique_ptr<const ServedDatabase>>& all() const { return all_; }

  /// A database by name or digest, with how long answers hold that were addressed so; 404 if there
  /// is none.
  struct Found {
    const ServedDatabase* database;
    bool by_digest;
  };
  Reply<Found> find(std::string_view address) const;

  /// The names and digests that find() knows.
  std::vector<std::string> addresses() const;

  /// Those of one database: its own name first where that is an address, its digest last.
  std::vector<std::string> addresses_of(const ServedDatabase& database) const;

 private:
  Result<void> open(const Variant& variant, std::vector<std::filesystem::path> directories,
                    const ProberOptions& options);
  void add(Prober prober, std::vector<std::filesystem::path> directories);
  void add_presets(std::span<const std::string_view> reserved);
  void summarize(ServedDatabase& database);
  void name(const ServedDatabase& database, const NamedDirectory& directory,
            std::span<const std::string_view> reserved);

  std::vector<std::unique_ptr<const ServedDatabase>> all_;
  std::map<std::string, Found, std::less<>> by_address_;
  std::vector<std::string> remarks_;
};

}  // namespace mill
