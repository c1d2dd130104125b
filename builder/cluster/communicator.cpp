#include "builder/cluster/communicator.h"

#include <mpi.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <thread>
#include <utility>

namespace mill {
namespace {

constexpr int kFirst = 0;

// Bytes are sent in pieces, since MPI counts in ints; one that is shorter, or empty, is the last.
constexpr std::size_t kPiece = std::size_t{64} << 20;

// Between two looks at whether all ranks have come to their end.
constexpr std::chrono::microseconds kLeavingPause{50};

// Memory that is kept for bytes to come.
constexpr std::size_t kMostSpare = 4;
constexpr std::size_t kLeastSpareBytes = std::size_t{64} << 10;
constexpr std::size_t kMostSpareBytes = std::size_t{16} << 20;

std::vector<std::string> gathered(const std::string& own, int size) {
  std::array<char, MPI_MAX_PROCESSOR_NAME + 32> text{};
  std::copy_n(own.begin(), std::min(own.size(), text.size() - 1), text.begin());
  std::vector<char> all(text.size() * static_cast<std::size_t>(size));
  const auto length = static_cast<int>(text.size());
  MPI_Allgather(text.data(), length, MPI_CHAR, all.data(), length, MPI_CHAR, MPI_COMM_WORLD);
  std::vector<std::string> names;
  for (std::size_t at = 0; at < all.size(); at += text.size()) names.emplace_back(all.data() + at);
  return names;
}

std::vector<std::uint8_t> taken_from(std::vector<std::vector<std::uint8_t>>& spare) {
  if (spare.empty()) return {};
  std::vector<std::uint8_t> bytes = std::move(spare.back());
  spare.pop_back();
  return bytes;
}

int count_ranks_here() {
  MPI_Comm here;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &here);
  int count = 1;
  MPI_Comm_size(here, &count);
  MPI_Comm_free(&here);
  return count;
}

}  // namespace

/// A message on its way, whose bytes MPI reads until it is through.
struct Communicator::Sending {
  std::vector<std::uint8_t> bytes;
  std::vector<MPI_Request> requests;

  void start(int to, Channel channel) {
    for (std::size_t at = 0;; at += kPiece) {
      const std::size_t length = std::min(bytes.size() - at, kPiece);
      MPI_Isend(bytes.data() + at, static_cast<int>(length), MPI_BYTE, to,
                static_cast<int>(channel), MPI_COMM_WORLD, &requests.emplace_back());
      if (length < kPiece) return;
    }
  }
  bool is_through() {
    int through = 0;
    MPI_Testall(static_cast<int>(requests.size()), requests.data(), &through, MPI_STATUSES_IGNORE);
    return through != 0;
  }
};

/// The bytes of one rank that are arriving, piece by piece.
struct Communicator::Receiving {
  std::vector<std::uint8_t> bytes;
  std::size_t piece = 0;  ///< length of the last one
  MPI_Request request = MPI_REQUEST_NULL;

  bool is_under_way() const { return request != MPI_REQUEST_NULL; }

  /// Begins with the next piece; false as long as there is none.
  bool start(int from, std::vector<std::vector<std::uint8_t>>& spare) {
    int arrived = 0;
    MPI_Status status;
    MPI_Iprobe(from, static_cast<int>(Channel::kTeam), MPI_COMM_WORLD, &arrived, &status);
    if (arrived == 0) return false;
    if (is_whole()) bytes = taken_from(spare);
    int length = 0;
    MPI_Get_count(&status, MPI_BYTE, &length);
    piece = static_cast<std::size_t>(length);
    const std::size_t at = bytes.size();
    bytes.resize(at + piece);
    MPI_Irecv(bytes.data() + at, length, MPI_BYTE, from, static_cast<int>(Channel::kTeam),
              MPI_COMM_WORLD, &request);
    return true;
  }
  bool is_through() {
    int through = 0;
    MPI_Test(&request, &through, MPI_STATUS_IGNORE);
    return through != 0;
  }
  bool is_whole() const { return piece < kPiece; }
};

Result<std::unique_ptr<Communicator>> Communicator::start(int& argc, char**& argv) {
  int provided = MPI_THREAD_SINGLE;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
  if (provided < MPI_THREAD_SERIALIZED) {
    MPI_Finalize();
    return fail(ErrorCode::kInputOutput, "this MPI was built without support for threads");
  }
  return std::unique_ptr<Communicator>(new Communicator);
}

Communicator::Communicator() {
  MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
  MPI_Comm_size(MPI_COMM_WORLD, &size_);
  ranks_here_ = count_ranks_here();
  names_ = gathered(name_here(), size_);
  receiving_.resize(static_cast<std::size_t>(size_));
}

Communicator::~Communicator() {
  if (given_up_) MPI_Abort(MPI_COMM_WORLD, 1);
  leave_together();
  for (Receiving& each : receiving_) MPI_Wait(&each.request, MPI_STATUS_IGNORE);
  MPI_Finalize();
}

/// Returns when all ranks have come here. After a failure members of a team have left messages of
/// others unread, and those cannot end before somebody takes them.
void Communicator::leave_together() {
  MPI_Request meeting = MPI_REQUEST_NULL;
  for (bool comes = false;;) {
    drop_what_arrives();
    forget_what_is_sent();
    if (!comes && sending_.empty()) {
      MPI_Ibarrier(MPI_COMM_WORLD, &meeting);
      comes = true;
    }
    int all_are_here = 0;
    if (comes) MPI_Test(&meeting, &all_are_here, MPI_STATUS_IGNORE);
    if (all_are_here != 0) return;
    std::this_thread::sleep_for(kLeavingPause);
  }
}

void Communicator::drop_what_arrives() {
  for (Receiving& each : receiving_)
    if (each.is_under_way()) (void)each.is_through();
  for (;;) {
    int arrived = 0;
    MPI_Status status;
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &arrived, &status);
    if (arrived == 0) return;
    int length = 0;
    MPI_Get_count(&status, MPI_BYTE, &length);
    std::vector<std::uint8_t> dropped(static_cast<std::size_t>(length));
    MPI_Recv(dropped.data(), length, MPI_BYTE, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
  }
}

std::string Communicator::name_here() const {
  std::array<char, MPI_MAX_PROCESSOR_NAME> machine{};
  int length = 0;
  MPI_Get_processor_name(machine.data(), &length);
  return fmt::format("rank {} on {}", rank_, machine.data());
}

void Communicator::send(int to, Channel channel, const nlohmann::json& message) {
  const std::string text = message.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  MILLSTONE_CHECK(text.size() < kPiece);
  const std::lock_guard lock(mutex_);
  Sending& sending = sending_.emplace_back();
  sending.bytes.assign(text.begin(), text.end());
  sending.start(to, channel);
}

void Communicator::send_bytes(int to, std::vector<std::uint8_t> bytes) {
  const std::lock_guard lock(mutex_);
  Sending& sending = sending_.emplace_back();
  sending.bytes = std::move(bytes);
  sending.start(to, Channel::kTeam);
}

std::optional<std::vector<std::uint8_t>> Communicator::take_bytes(int from) {
  const std::lock_guard lock(mutex_);
  forget_what_is_sent();
  Receiving& receiving = receiving_[static_cast<std::size_t>(from)];
  while (receiving.is_under_way() || receiving.start(from, spare_)) {
    if (!receiving.is_through()) return std::nullopt;
    if (receiving.is_whole()) return std::exchange(receiving.bytes, {});
  }
  return std::nullopt;
}

std::size_t Communicator::bytes_under_way() {
  const std::lock_guard lock(mutex_);
  forget_what_is_sent();
  std::size_t bytes = 0;
  for (const Sending& each : sending_) bytes += each.bytes.size();
  return bytes;
}

/// Lets go of what MPI has taken over.
void Communicator::forget_what_is_sent() {
  std::erase_if(sending_, [&](Sending& each) {
    if (!each.is_through()) return false;
    keep_spare(std::move(each.bytes));
    return true;
  });
}

std::vector<std::uint8_t> Communicator::spare() {
  const std::lock_guard lock(mutex_);
  return taken_from(spare_);
}

void Communicator::reuse(std::vector<std::uint8_t> bytes) {
  const std::lock_guard lock(mutex_);
  keep_spare(std::move(bytes));
}

void Communicator::keep_spare(std::vector<std::uint8_t> bytes) {
  if (spare_.size() == kMostSpare || bytes.capacity() < kLeastSpareBytes ||
      bytes.capacity() > kMostSpareBytes)
    return;
  bytes.clear();
  spare_.push_back(std::move(bytes));
}

std::optional<Communicator::Arrival> Communicator::receive(Channel channel) {
  const std::lock_guard lock(mutex_);
  forget_what_is_sent();
  int arrived = 0;
  MPI_Status status;
  MPI_Iprobe(MPI_ANY_SOURCE, static_cast<int>(channel), MPI_COMM_WORLD, &arrived, &status);
  if (arrived == 0) return std::nullopt;
  int length = 0;
  MPI_Get_count(&status, MPI_CHAR, &length);
  std::string text(static_cast<std::size_t>(length), '\0');
  MPI_Recv(text.data(), length, MPI_CHAR, status.MPI_SOURCE, static_cast<int>(channel),
           MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  return Arrival{status.MPI_SOURCE, nlohmann::json::parse(text)};
}

void Communicator::wait_for_all() {
  const std::lock_guard lock(mutex_);
  MPI_Barrier(MPI_COMM_WORLD);
}

nlohmann::json Communicator::from_first(const nlohmann::json& message) {
  const std::lock_guard lock(mutex_);
  std::string text = is_first() ? message.dump() : std::string();
  auto length = static_cast<int>(text.size());
  MPI_Bcast(&length, 1, MPI_INT, kFirst, MPI_COMM_WORLD);
  text.resize(static_cast<std::size_t>(length));
  MPI_Bcast(text.data(), length, MPI_CHAR, kFirst, MPI_COMM_WORLD);
  return nlohmann::json::parse(text);
}

}  // namespace mill
