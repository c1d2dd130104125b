#include "engine/match/child_process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>
#include <thread>
#include <utility>

extern char** environ;  // NOLINT(readability-redundant-declaration): not every <unistd.h> has it

namespace mill {
namespace {

using std::chrono::milliseconds;

constexpr std::size_t kLongestLine = std::size_t{1} << 20;
constexpr milliseconds kTimeToQuit{200};

tl::unexpected<Error> failed(const char* what, int error_number) {
  return fail(ErrorCode::kInputOutput, "{}: {}", what,
              std::generic_category().message(error_number));
}

/// Milliseconds until the deadline, rounded up, as poll() wants them.
int milliseconds_until(ChildProcess::Clock::time_point deadline) {
  const auto left = std::chrono::ceil<milliseconds>(deadline - ChildProcess::Clock::now()).count();
  constexpr std::int64_t kLongest = 1'000'000'000;
  return static_cast<int>(std::clamp<std::int64_t>(left, 0, kLongest));
}

/// Waits until the descriptor is ready; false when the deadline passes.
Result<bool> wait_until_ready(int descriptor, short events,
                              ChildProcess::Clock::time_point deadline) {
  for (;;) {
    pollfd wanted{descriptor, events, 0};
    const int ready = ::poll(&wanted, 1, milliseconds_until(deadline));
    if (ready > 0) return true;
    if (ready < 0 && errno != EINTR) return failed("waiting for the program", errno);
    if (ready == 0 && ChildProcess::Clock::now() >= deadline) return false;
  }
}

/// The two ends that the child gets and those that stay here.
struct Channels {
  int input = -1, child_input = -1;    // a pair of sockets: a send to a dead program must not raise
  int output = -1, child_output = -1;  // SIGPIPE, and only sockets can be told so one by one

  void close_all() const {
    for (const int descriptor : {input, child_input, output, child_output})
      if (descriptor >= 0) ::close(descriptor);
  }
};

/// All are closed in programs started later, so that each child sees the end of its own input.
Result<Channels> open_channels() {
  std::array<int, 2> sockets{}, pipe{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets.data()) != 0)
    return failed("a channel to the program cannot be opened", errno);
  if (::pipe2(pipe.data(), O_CLOEXEC) != 0) {
    const int error_number = errno;
    ::close(sockets[0]);
    ::close(sockets[1]);
    return failed("a channel from the program cannot be opened", error_number);
  }
  return Channels{sockets[0], sockets[1], pipe[0], pipe[1]};
}

/// Starts the shell in a process group of its own, with default signals.
int spawn(const std::string& command_line, const Channels& channels, pid_t& process) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawnattr_init(&attributes);
  ::posix_spawn_file_actions_adddup2(&actions, channels.child_input, STDIN_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, channels.child_output, STDOUT_FILENO);
  ::posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  sigset_t signals;
  ::sigfillset(&signals);
  ::posix_spawnattr_setsigdefault(&attributes, &signals);
  ::sigemptyset(&signals);
  ::posix_spawnattr_setsigmask(&attributes, &signals);
  ::posix_spawnattr_setpgroup(&attributes, 0);
  ::posix_spawnattr_setflags(
      &attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  std::string shell = "sh", option = "-c", command = command_line;
  const std::array<char*, 4> arguments = {shell.data(), option.data(), command.data(), nullptr};
  const int error_number =
      ::posix_spawn(&process, "/bin/sh", &actions, &attributes, arguments.data(), environ);
  ::posix_spawnattr_destroy(&attributes);
  ::posix_spawn_file_actions_destroy(&actions);
  return error_number;
}

/// Whether the process ends by itself until the deadline. It is left to be reaped, so that nobody
/// else can get its number meanwhile.
bool ends_until(pid_t process, ChildProcess::Clock::time_point deadline) {
  for (;;) {
    siginfo_t information{};
    const int options = WEXITED | WNOHANG | WNOWAIT;
    const int failure = ::waitid(P_PID, static_cast<id_t>(process), &information, options);
    if (failure != 0 || information.si_pid == process) return true;
    if (ChildProcess::Clock::now() >= deadline) return false;
    std::this_thread::sleep_for(milliseconds(2));
  }
}

/// Kills what is left of the group of a process and tells how the process has ended.
int kill_and_reap(pid_t process) {
  int status = 0;
  ::kill(-process, SIGKILL);
  while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

}  // namespace

Result<ChildProcess> ChildProcess::start(const std::string& command_line) {
  const auto channels = MILLSTONE_TRY(open_channels());
  pid_t process = -1;
  const int error_number = spawn(command_line, channels, process);
  if (error_number != 0) {
    channels.close_all();
    return failed("the program cannot be started", error_number);
  }
  ::close(channels.child_input);
  ::close(channels.child_output);
  return ChildProcess(process, channels.input, channels.output);
}

ChildProcess::ChildProcess(pid_t process, int input, int output)
    : process_(process), input_(input), output_(output) {}

ChildProcess::~ChildProcess() { end(); }

ChildProcess::ChildProcess(ChildProcess&& other) noexcept
    : process_(std::exchange(other.process_, -1)),
      input_(std::exchange(other.input_, -1)),
      output_(std::exchange(other.output_, -1)),
      received_(std::move(other.received_)) {}

ChildProcess& ChildProcess::operator=(ChildProcess&& other) noexcept {
  if (this == &other) return *this;
  end();
  process_ = std::exchange(other.process_, -1);
  input_ = std::exchange(other.input_, -1);
  output_ = std::exchange(other.output_, -1);
  received_ = std::move(other.received_);
  return *this;
}

/// Closes its input, which asks it to end, and kills the whole group if it takes too long.
void ChildProcess::end() {
  if (input_ >= 0) ::close(std::exchange(input_, -1));
  if (output_ >= 0) ::close(std::exchange(output_, -1));
  if (process_ < 0) return;
  ends_until(process_, Clock::now() + kTimeToQuit);
  kill_and_reap(std::exchange(process_, -1));
}

tl::unexpected<Error> ChildProcess::has_ended() {
  if (process_ < 0 || !ends_until(process_, Clock::now() + kTimeToQuit))
    return fail(ErrorCode::kInputOutput, "the program has closed its output");
  const int status = kill_and_reap(std::exchange(process_, -1));
  if (WIFSIGNALED(status))
    return fail(ErrorCode::kInputOutput, "the program was ended by signal {}", WTERMSIG(status));
  return fail(ErrorCode::kInputOutput, "the program has ended with exit code {}",
              WEXITSTATUS(status));
}

Result<void> ChildProcess::write_line(std::string_view line, Clock::time_point deadline) {
  const std::string text = std::string(line) + '\n';
  std::string_view rest = text;
  while (!rest.empty()) {
    const auto ready = MILLSTONE_TRY(wait_until_ready(input_, POLLOUT, deadline));
    if (!ready) return fail(ErrorCode::kInputOutput, "the program does not read its input");
    const ssize_t sent = ::send(input_, rest.data(), rest.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent > 0) rest.remove_prefix(static_cast<std::size_t>(sent));
    if (sent < 0 && (errno == EPIPE || errno == ECONNRESET)) return has_ended();
    if (sent < 0 && errno != EINTR && errno != EAGAIN)
      return failed("writing to the program", errno);
  }
  return {};
}

Result<std::string> ChildProcess::read_line(Clock::time_point deadline) {
  for (;;) {
    const std::size_t end = received_.find('\n');
    if (end != std::string::npos) {
      std::string line = received_.substr(0, end);
      received_.erase(0, end + 1);
      if (line.ends_with('\r')) line.pop_back();
      return line;
    }
    if (received_.size() > kLongestLine)
      return fail(ErrorCode::kInputOutput, "the program writes a line without end");
    MILLSTONE_TRY(read_more(deadline));
  }
}

Result<void> ChildProcess::read_more(Clock::time_point deadline) {
  const auto ready = MILLSTONE_TRY(wait_until_ready(output_, POLLIN, deadline));
  if (!ready) return fail(ErrorCode::kInterrupted, "the program does not answer");
  std::array<char, 4096> buffer;
  const ssize_t got = ::read(output_, buffer.data(), buffer.size());
  if (got > 0) received_.append(buffer.data(), static_cast<std::size_t>(got));
  if (got < 0 && errno != EINTR) return failed("reading from the program", errno);
  if (got == 0) return has_ended();
  return {};
}

}  // namespace mill
