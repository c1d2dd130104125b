#include "reports/database_pack.h"

#include <algorithm>
#include <memory>
#include <set>
#include <string>

#include "base/checksum.h"
#include "base/file_bytes.h"
#include "base/output_file.h"
#include "base/places.h"
#include "base/work_progress.h"
#include "formats/build_hint.h"
#include "formats/database_directory.h"
#include "formats/database_file.h"
#include "formats/pack_index.h"
#include "formats/score_table.h"
#include "formats/stored_files.h"
#include "reports/target_directory.h"

namespace mill {
namespace {

/// Writes a pack.
class Packer {
 public:
  Packer(const Variant& variant, const PackOptions& options)
      : variant_(variant), options_(options), progress_(options.control) {}

  Result<PackReport> run();

 private:
  Result<void> list_files();
  bool is_wanted(const DatabaseEntry& entry) const;
  Result<void> add(const std::filesystem::path& path);
  Result<void> check(const DatabaseEntry& entry);
  Result<void> write(OutputFile& output, std::size_t index);
  std::uint64_t pack_size() const { return files_.back().part.offset + files_.back().part.size; }

  const Variant& variant_;
  const PackOptions& options_;
  std::vector<DatabaseEntry> entries_;
  std::vector<std::filesystem::path> paths_;  // of what is packed, the table of scores included
  std::vector<PackedFile> files_;             // likewise
  WorkProgress progress_;                     // in bytes, each counted for checking and for writing
};

/// Takes a file into the index, behind those before.
Result<void> Packer::add(const std::filesystem::path& path) {
  const auto bytes = MILLSTONE_TRY(open_stored(path, FileAccess::kPositioned));
  paths_.push_back(path);
  files_.push_back({path.filename().string(), {0, bytes->size()}, 0});
  progress_.expect(2 * bytes->size());
  return {};
}

bool Packer::is_wanted(const DatabaseEntry& entry) const {
  if (entry.metric != Metric::kValue && !options_.distances) return false;
  const auto& subspaces = options_.subspaces;
  return subspaces.empty() || std::ranges::find(subspaces, entry.subspace) != subspaces.end();
}

Result<void> Packer::list_files() {
  std::set<Subspace> missing(options_.subspaces.begin(), options_.subspaces.end());
  bool grades = false;
  auto entries = MILLSTONE_TRY(list_database(options_.from, variant_));
  for (DatabaseEntry& entry : entries) {
    if (!is_wanted(entry)) continue;
    missing.erase(entry.subspace);
    grades |= entry.metric == Metric::kGrade;
    MILLSTONE_TRY(add(entry.path));
    entries_.push_back(std::move(entry));
  }
  if (!missing.empty())
    return fail(ErrorCode::kMissingFile, "{}: has no files of {}", directory_place(options_.from),
                missing.begin()->text());
  if (entries_.empty()) return no_database(options_.from, variant_);
  if (grades) MILLSTONE_TRY(add(options_.from / kScoreTableName));
  if (files_.size() > kMostPackedFiles)
    return fail(ErrorCode::kInvalidArgument, "{}: has {} files, a pack holds at most {}",
                directory_place(options_.from), files_.size(), kMostPackedFiles);
  std::uint64_t at = pack_index_size(files_.size());
  for (PackedFile& file : files_) {
    file.part.offset = at;
    at = next_pack_unit(at + file.part.size);
  }
  return {};
}

/// Whether a file is whole, and goes with its values.
Result<void> Packer::check(const DatabaseEntry& entry) {
  const auto file = MILLSTONE_TRY(DatabaseFile::open(entry.path, variant_));
  const std::string name = file_name(entry.subspace, entry.metric);
  MILLSTONE_TRY(progress_.go_on("checking " + name, 0));
  if (entry.metric != Metric::kValue) {
    const auto values = MILLSTONE_TRY(
        DatabaseFile::open(options_.from / file_name(entry.subspace, Metric::kValue), variant_));
    MILLSTONE_TRY(check_pair(values, file));
  }
  MILLSTONE_TRY(file.check_whole_file());
  return progress_.go_on("checking " + name, file.header().file_size);
}

/// Appends a file, and what is left of the unit before it.
Result<void> Packer::write(OutputFile& output, std::size_t index) {
  PackedFile& file = files_[index];
  const std::vector<std::uint8_t> zeros(file.part.offset - output.size());
  MILLSTONE_TRY(output.append(zeros));
  const auto bytes = MILLSTONE_TRY(open_stored(paths_[index], FileAccess::kMapped));
  if (bytes->size() != file.part.size)
    return fail(ErrorCode::kInputOutput, "{}: has changed while it was packed",
                file_place(paths_[index]));
  RunningChecksum sum;
  const auto take = [&](auto piece) -> Result<void> {
    sum.add(piece);
    MILLSTONE_TRY(output.append(piece));
    return progress_.go_on("packing " + file.name, piece.size());
  };
  MILLSTONE_TRY(read_in_pieces(*bytes, {0, bytes->size()}, take));
  file.checksum = sum.value();
  return {};
}

Result<PackReport> Packer::run() {
  if (std::filesystem::exists(std::filesystem::symlink_status(options_.to)))
    return fail(ErrorCode::kInvalidArgument,
                "{}: is there already, give the pack another name or remove it",
                options_.to.string());
  MILLSTONE_TRY(list_files());
  const auto parent = options_.to.parent_path();
  MILLSTONE_TRY(check_room(parent.empty() ? "." : parent, pack_size()));
  for (const DatabaseEntry& entry : entries_) MILLSTONE_TRY(check(entry));
  auto output = MILLSTONE_TRY(OutputFile::create(options_.to));
  output.reserve(pack_index_size(files_.size()));
  for (std::size_t index = 0; index < files_.size(); ++index) MILLSTONE_TRY(write(output, index));
  MILLSTONE_TRY(output.write_at(0, encode_pack_index(files_)));
  MILLSTONE_TRY(output.publish());
  return PackReport{entries_.size(), 0, pack_size()};
}

/// Reads a pack whole.
class Unpacker {
 public:
  static Result<Unpacker> open(const std::filesystem::path& pack, const TaskControl& control);

  Result<PackReport> unpack(const std::filesystem::path& to);
  Result<PackReport> check();

 private:
  Unpacker(std::filesystem::path path, const TaskControl& control)
      : path_(std::move(path)), progress_(std::make_unique<WorkProgress>(control)) {}

  PackReport report() const;
  tl::unexpected<Error> damaged(const PackedFile& file) const;
  template <typename Take>
  Result<void> read(const PackedFile& file, const std::string& what, Take take) const;
  Result<void> check_gaps() const;
  static Result<bool> is_there(const PackedFile& file, const std::filesystem::path& path);
  Result<void> write(const PackedFile& file, const std::filesystem::path& path) const;

  std::filesystem::path path_;
  std::unique_ptr<WorkProgress> progress_;  // in bytes
  std::unique_ptr<const FileBytes> bytes_;
  std::vector<PackedFile> files_;
};

Result<Unpacker> Unpacker::open(const std::filesystem::path& pack, const TaskControl& control) {
  Unpacker unpacker(pack, control);
  unpacker.bytes_ = MILLSTONE_TRY(FileBytes::open(pack, FileAccess::kMapped));
  unpacker.files_ = MILLSTONE_TRY(read_pack_index(*unpacker.bytes_, file_place(pack)));
  for (const PackedFile& file : unpacker.files_) unpacker.progress_->expect(file.part.size);
  return unpacker;
}

PackReport Unpacker::report() const {
  const std::size_t tables = std::ranges::count(files_, kScoreTableName, &PackedFile::name);
  return {files_.size() - tables, 0, bytes_->size()};
}

tl::unexpected<Error> Unpacker::damaged(const PackedFile& file) const {
  return fail(ErrorCode::kDamagedFile, "{}: is damaged: {} at bytes {}..{} fails its checksum",
              file_place(path_), file.name, file.part.offset,
              file.part.offset + file.part.size - 1);
}

/// Hands over the bytes of a file, which are those that were packed if it succeeds.
template <typename Take>
Result<void> Unpacker::read(const PackedFile& file, const std::string& what, Take take) const {
  RunningChecksum sum;
  const auto take_and_sum = [&](auto piece) -> Result<void> {
    sum.add(piece);
    MILLSTONE_TRY(take(piece));
    return progress_->go_on(what + file.name, piece.size());
  };
  MILLSTONE_TRY(read_in_pieces(*bytes_, file.part, take_and_sum));
  if (sum.value() != file.checksum) return damaged(file);
  return {};
}

/// Between the files there are zeros.
Result<void> Unpacker::check_gaps() const {
  for (std::size_t index = 0; index + 1 < files_.size(); ++index) {
    const FilePart& part = files_[index].part;
    const std::uint64_t end = part.offset + part.size;
    std::vector<std::uint8_t> scratch;
    const auto gap = MILLSTONE_TRY(bytes_->read(end, next_pack_unit(end) - end, scratch));
    if (std::ranges::any_of(gap, [](std::uint8_t byte) { return byte != 0; }))
      return fail(ErrorCode::kDamagedFile, "{}: is damaged: the bytes behind {} are not zero",
                  file_place(path_), files_[index].name);
  }
  return {};
}

Result<PackReport> Unpacker::check() {
  for (const PackedFile& file : files_)
    MILLSTONE_TRY(read(file, "checking ", [](auto) -> Result<void> { return {}; }));
  MILLSTONE_TRY(check_gaps());
  return report();
}

/// Whether an earlier run has left this file. kInvalidArgument if the name belongs to another.
Result<bool> Unpacker::is_there(const PackedFile& file, const std::filesystem::path& path) {
  const auto found = FileBytes::open(path, FileAccess::kMapped);
  if (!found && found.error().code == ErrorCode::kMissingFile) return false;
  if (!found) return tl::unexpected(found.error());
  RunningChecksum sum;
  MILLSTONE_TRY(read_in_pieces(**found, {0, (*found)->size()}, [&](auto piece) -> Result<void> {
    sum.add(piece);
    return {};
  }));
  if ((*found)->size() == file.part.size && sum.value() == file.checksum) return true;
  return fail(ErrorCode::kInvalidArgument,
              "{}: is another file than that of the pack, unpack into an empty directory",
              path.string());
}

Result<void> Unpacker::write(const PackedFile& file, const std::filesystem::path& path) const {
  auto output = MILLSTONE_TRY(OutputFile::create(path));
  MILLSTONE_TRY(read(file, "unpacking ", [&](auto piece) { return output.append(piece); }));
  return output.publish();
}

Result<PackReport> Unpacker::unpack(const std::filesystem::path& to) {
  MILLSTONE_TRY(make_target_directory(to));
  std::vector<const PackedFile*> wanted;
  std::uint64_t needed = 0;
  PackReport done = report();
  for (const PackedFile& file : files_) {
    if (MILLSTONE_TRY(is_there(file, to / file.name))) {
      done.kept += file.name != kScoreTableName;
      MILLSTONE_TRY(progress_->go_on("unpacking " + file.name, file.part.size));
    } else {
      wanted.push_back(&file);
      needed += file.part.size;
    }
  }
  MILLSTONE_TRY(check_room(to, needed));
  for (const PackedFile* file : wanted) MILLSTONE_TRY(write(*file, to / file->name));
  return done;
}

}  // namespace

Result<PackReport> pack_database(const Variant& variant, const PackOptions& options) {
  return Packer(variant, options).run();
}

Result<PackReport> unpack_database(const std::filesystem::path& pack,
                                   const std::filesystem::path& to, const TaskControl& control) {
  auto unpacker = MILLSTONE_TRY(Unpacker::open(pack, control));
  return unpacker.unpack(to);
}

Result<PackReport> check_pack(const std::filesystem::path& pack, const TaskControl& control) {
  auto unpacker = MILLSTONE_TRY(Unpacker::open(pack, control));
  return unpacker.check();
}

}  // namespace mill
