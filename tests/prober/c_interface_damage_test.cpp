#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>

#include "formats/database_directory.h"
#include "game/moves.h"
#include "game/numbering.h"
#include "prober/include/millstone/millstone.hpp"
#include "tests/support/temporary_directory.h"

namespace mill {
namespace {

namespace fs = std::filesystem;
namespace api = millstone;

/// What asking the C interface came to.
struct Answer {
  millstone_status status = MILLSTONE_OK;
  std::string message;  ///< of an error
  int32_t number = 0;   ///< the value or the distance
};

/// A copy of the small database that comes with the sources, to be spoiled and asked in each way of
/// reading files.
class SpoiledDatabase : public ::testing::TestWithParam<std::int32_t> {
 protected:
  void SetUp() override {
    const fs::path shipped = fs::path(MILLSTONE_SOURCE_DIR) / "data/databases/three-mens-morris";
    fs::copy(shipped, directory_.path(), fs::copy_options::recursive);
    entries_ = list_database(directory_.path(), variant_).value();
    ASSERT_EQ(entries_.size(), 14u);
  }

  api::Prober open() const {
    api::Options options{{directory_.path().string()}, api::Variant::find(variant_.name)};
    options.access = GetParam();
    options.cache_bytes = 0;
    return api::Prober(options);
  }

  /// A position whose answer stands in the file.
  millstone_position position_in(const DatabaseEntry& entry) const {
    const Numbering numbering = Numbering::make(variant_, entry.subspace);
    std::uint64_t slot = numbering.slots() / 2;
    Position position;
    do position = numbering.position(entry.subspace, slot++);
    while (status(variant_, position) != Status::kOpen);
    millstone_position result{};
    result.own = position.own;
    result.opponent = position.opponent;
    result.own_hand = position.own_hand;
    result.opponent_hand = position.opponent_hand;
    return result;
  }

  static Answer ask(const api::Prober& prober, Metric metric, const millstone_position& position) {
    Answer answer;
    millstone_value value{};
    answer.status = metric == Metric::kValue
                        ? millstone_probe_value(prober.get(), &position, &value)
                        : millstone_probe_distance(prober.get(), &position, &answer.number);
    if (metric == Metric::kValue) answer.number = value;
    if (answer.status != MILLSTONE_OK) answer.message = millstone_last_error();
    return answer;
  }

  const DatabaseEntry& file_of_three_each(Metric metric) const {
    return *std::find_if(entries_.begin(), entries_.end(), [&](const DatabaseEntry& entry) {
      return entry.subspace == Subspace{3, 3} && entry.metric == metric;
    });
  }

  // Expect errors from the file with each byte changed, or cut at each length, and the answer again
  // from the whole file.
  void change_every_byte(const DatabaseEntry& entry) const;
  void cut_at_every_length(const DatabaseEntry& entry) const;

  /// Asks a handle opened for this.
  Answer ask(const DatabaseEntry& entry, const millstone_position& position) const {
    return ask(open(), entry.metric, position);
  }

  /// The file is refused by name, and as what it is.
  static void expect_damage(const Answer& answer, const DatabaseEntry& entry, std::size_t byte) {
    const bool refused = answer.status == MILLSTONE_ERROR_DAMAGED ||
                         answer.status == MILLSTONE_ERROR_UNSUPPORTED_VERSION;
    EXPECT_TRUE(refused) << entry.path << ", byte " << byte << ": status " << answer.status;
    EXPECT_NE(answer.message.find(entry.path.string()), std::string::npos) << answer.message;
  }

  Variant variant_ = find_variant("three-mens-morris").value();
  TemporaryDirectory directory_;
  std::vector<DatabaseEntry> entries_;
};

void change_byte(const fs::path& path, std::size_t at, std::uint8_t change) {
  std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
  file.seekg(static_cast<std::streamoff>(at));
  const int before = file.get();
  file.seekp(static_cast<std::streamoff>(at));
  file.put(static_cast<char>(before ^ change));
}

std::string contents(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Writes into the file that is there, so that a handle which has it open sees it.
void write_in_place(const fs::path& path, const std::string& bytes) {
  std::fstream(path, std::ios::in | std::ios::out | std::ios::binary) << bytes;
}

void SpoiledDatabase::change_every_byte(const DatabaseEntry& entry) const {
  const millstone_position position = position_in(entry);
  const Answer whole = ask(entry, position);
  ASSERT_EQ(whole.status, MILLSTONE_OK) << whole.message;
  for (std::size_t byte = 0; byte < fs::file_size(entry.path); ++byte) {
    const auto change = static_cast<std::uint8_t>(1u << byte % 8);
    change_byte(entry.path, byte, change);
    expect_damage(ask(entry, position), entry, byte);
    change_byte(entry.path, byte, change);
  }
  EXPECT_EQ(ask(entry, position).number, whole.number);
}

void SpoiledDatabase::cut_at_every_length(const DatabaseEntry& entry) const {
  const millstone_position position = position_in(entry);
  const std::string whole = contents(entry.path);
  for (std::size_t length = whole.size(); length-- > 0;) {
    fs::resize_file(entry.path, length);
    expect_damage(ask(entry, position), entry, length);
  }
  write_in_place(entry.path, whole);
  EXPECT_EQ(ask(entry, position).status, MILLSTONE_OK);
}

TEST_P(SpoiledDatabase, GivesNoAnswerFromAValueFileWithAnyByteChanged) {
  change_every_byte(file_of_three_each(Metric::kValue));
}

TEST_P(SpoiledDatabase, GivesNoAnswerFromADistanceFileCutAtAnyLength) {
  cut_at_every_length(file_of_three_each(Metric::kDistance));
}

class EveryFileSpoiled : public SpoiledDatabase {};

TEST_P(EveryFileSpoiled, GivesNoAnswerWithAnyByteChangedOrCutAtAnyLength) {
  for (const DatabaseEntry& entry : entries_) {
    change_every_byte(entry);
    cut_at_every_length(entry);
  }
}

TEST_P(SpoiledDatabase, TellsTheFileAndThePlaceInWords) {
  const DatabaseEntry& entry = entries_.back();
  const auto last = static_cast<std::size_t>(fs::file_size(entry.path) - 1);
  change_byte(entry.path, last, 1);
  const Answer answer = ask(entry, position_in(entry));
  EXPECT_EQ(answer.status, MILLSTONE_ERROR_DAMAGED);
  const std::string place = ".." + std::to_string(last) + " fails its checksum";
  EXPECT_NE(answer.message.find(entry.path.string() + ": is damaged: block 0 at bytes "),
            std::string::npos)
      << answer.message;
  EXPECT_NE(answer.message.find(place), std::string::npos) << answer.message;
}

TEST_P(SpoiledDatabase, AnswersOnFromAFileThatVanishesWhileItIsOpen) {
  const api::Prober prober = open();
  for (const DatabaseEntry& entry : entries_) {
    const millstone_position position = position_in(entry);
    const Answer before = ask(prober, entry.metric, position);
    ASSERT_EQ(before.status, MILLSTONE_OK) << before.message;
    fs::remove(entry.path);
    const Answer after = ask(prober, entry.metric, position);
    EXPECT_EQ(after.status, MILLSTONE_OK) << after.message;
    EXPECT_EQ(after.number, before.number);
  }
}

TEST_P(SpoiledDatabase, TellsOfAFileThatVanishedBeforeItWasNeeded) {
  const api::Prober prober = open();
  const DatabaseEntry& entry = entries_.back();
  fs::remove(entry.path);
  const Answer answer = ask(prober, entry.metric, position_in(entry));
  EXPECT_EQ(answer.status, MILLSTONE_ERROR_MISSING);
  EXPECT_NE(answer.message.find(entry.path.string()), std::string::npos) << answer.message;
}

/// Whether the system tells of a mapped page that can't be loaded instead of ending the process.
bool system_tells_of_pages() {
#ifdef MADV_POPULATE_READ
  const TemporaryDirectory directory;
  const fs::path path = directory.path() / "one byte";
  std::ofstream(path) << 'x';
  const std::string name = path.string();
  std::FILE* file = std::fopen(name.c_str(), "r");
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  void* data = ::mmap(nullptr, 2 * page, PROT_READ, MAP_SHARED, ::fileno(file), 0);
  std::fclose(file);
  const bool tells = ::madvise(data, 2 * page, MADV_POPULATE_READ) != 0 && errno == EFAULT;
  ::munmap(data, 2 * page);
  return tells;
#else
  return false;
#endif
}

TEST_P(SpoiledDatabase, AFileThatShrinksWhileItIsOpenIsAnErrorUntilItIsWholeAgain) {
  if (GetParam() == MILLSTONE_MAPPED && !system_tells_of_pages())
    GTEST_SKIP() << "the system has no MADV_POPULATE_READ";
  const api::Prober prober = open();
  const DatabaseEntry& entry = entries_.back();
  const millstone_position position = position_in(entry);
  const Answer before = ask(prober, entry.metric, position);
  ASSERT_EQ(before.status, MILLSTONE_OK) << before.message;
  const std::string whole = contents(entry.path);
  for (const std::size_t length : {std::size_t{0}, whole.size() / 2, whole.size() - 1}) {
    fs::resize_file(entry.path, length);
    expect_damage(ask(prober, entry.metric, position), entry, length);
    write_in_place(entry.path, whole);
    const Answer after = ask(prober, entry.metric, position);
    EXPECT_EQ(after.status, MILLSTONE_OK) << after.message;
    EXPECT_EQ(after.number, before.number);
  }
}

TEST_P(SpoiledDatabase, ARefusedReadDoesNotSpoilTheHandle) {
  const DatabaseEntry& entry = entries_.back();
  const millstone_position position = position_in(entry);
  const Answer before = ask(entry, position);
  const fs::path elsewhere = directory_.path() / "elsewhere";
  const api::Prober prober = open();
  fs::rename(entry.path, elsewhere);
  fs::create_directory(entry.path);  // the system opens it, but reads no bytes
  const Answer refused = ask(prober, entry.metric, position);
  EXPECT_EQ(refused.status, MILLSTONE_ERROR_INPUT_OUTPUT);
  EXPECT_NE(refused.message.find(entry.path.string()), std::string::npos) << refused.message;
  fs::remove(entry.path);
  fs::rename(elsewhere, entry.path);
  const Answer after = ask(prober, entry.metric, position);
  EXPECT_EQ(after.status, MILLSTONE_OK) << after.message;
  EXPECT_EQ(after.number, before.number);
}

std::string access_name(const ::testing::TestParamInfo<std::int32_t>& run) {
  return run.param == MILLSTONE_MAPPED ? "Mapped" : "Positioned";
}
const auto accesses = ::testing::Values(MILLSTONE_MAPPED, MILLSTONE_POSITIONED);
INSTANTIATE_TEST_SUITE_P(ReadingFiles, SpoiledDatabase, accesses, access_name);
INSTANTIATE_TEST_SUITE_P(LongReadingFiles, EveryFileSpoiled, accesses, access_name);

}  // namespace
}  // namespace mill
