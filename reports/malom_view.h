#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "formats/malom/malom_game.h"
#include "prober/prober.h"

namespace mill {

/// A file whose bytes are made when they are read. Immutable; any thread.
class ViewedFile {
 public:
  virtual ~ViewedFile() = default;

  /// In bytes.
  virtual std::uint64_t size() const = 0;

  /// Fills `bytes` with those from `offset` on; all of them are below size(). Errors as Prober.
  virtual Result<void> read(std::uint64_t offset, std::span<std::uint8_t> bytes) const = 0;
};

struct MalomViewOptions {
  bool grades = false;                                 ///< as in MalomExportOptions
  std::uint64_t cache_bytes = std::uint64_t{1} << 30;  ///< for decoded blocks of ours
};

/// A database of ours as the directory of Malom's files that export_to_malom() would make of it,
/// byte for byte, without writing any. Immutable; any thread.
class MalomView {
 public:
  /// Shows all sectors that have distances. kUnsupportedRule for rules that the format does not
  /// know, kMissingFile where there are no distances, or no grades although they are asked for;
  /// errors as Prober.
  static Result<MalomView> open(const std::filesystem::path& directory, const Variant& variant,
                                const MalomViewOptions& options);
  ~MalomView();
  MalomView(MalomView&&) noexcept;
  MalomView& operator=(MalomView&&) noexcept;

  struct File {
    std::string name;
    std::uint64_t size;  ///< bytes
  };
  /// All files, by name.
  const std::vector<File>& files() const;

  /// A file of files(). Takes some milliseconds and up to 12 MB, which it gives back at its end;
  /// the view must outlive it.
  Result<std::unique_ptr<const ViewedFile>> open_file(const std::string& name) const;

 private:
  class Parts;
  explicit MalomView(std::unique_ptr<const Parts> parts);

  std::unique_ptr<const Parts> parts_;
};

}  // namespace mill
