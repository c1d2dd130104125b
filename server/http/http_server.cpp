#include "server/http/http_server.h"

#include <sys/resource.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/http/write.hpp>
#include <csignal>
#include <list>
#include <sstream>
#include <thread>

#include "server/http/connection.h"

namespace mill {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;

constexpr rlim_t kOtherFiles = 1024;  // databases, logs, the server's own

/// Raises the limit of open files to what the system allows.
/// @return how many connections there may be then
std::size_t allow_connections(std::size_t wanted) {
  rlimit limit = {};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return wanted;
  limit.rlim_cur =
      std::min<rlim_t>(limit.rlim_max, std::max<rlim_t>(limit.rlim_cur, wanted + kOtherFiles));
  setrlimit(RLIMIT_NOFILE, &limit);
  getrlimit(RLIMIT_NOFILE, &limit);
  if (limit.rlim_cur >= wanted + kOtherFiles) return wanted;
  return limit.rlim_cur > 2 * kOtherFiles ? limit.rlim_cur - kOtherFiles : limit.rlim_cur / 2;
}

/// A thread with the connections it serves.
struct Lane {
  Lane(Site& site, const HostNames& hosts, const HttpOptions& options, Workers& workers,
       std::atomic<std::size_t>& open)
      : context{site, hosts, options, workers, open} {}

  ConnectionContext context;
  asio::io_context io{1};
  asio::executor_work_guard<asio::io_context::executor_type> stays = asio::make_work_guard(io);
};

/// Runs the events of a lane until there are no more. What one of them throws, for want of memory,
/// ends its connection alone.
void run(asio::io_context& io) {
  for (;;) {
    try {
      io.run();
      return;
    } catch (const std::exception&) {
    }
  }
}

/// All lanes, and the door.
class Server {
 public:
  Server(Site& site, const HttpOptions& options, const HostNames& hosts)
      : site_(site),
        options_(options),
        most_connections_(allow_connections(options.most_connections)),
        workers_(options.threads + site.options().searches, options.most_waiting),
        lanes_(make_lanes(hosts)) {}

  Result<void> listen(const tcp::endpoint& endpoint) {
    boost::system::error_code error;
    door_.open(endpoint.protocol(), error);
    if (!error) door_.set_option(tcp::acceptor::reuse_address(true), error);
    if (!error) door_.bind(endpoint, error);
    if (!error) door_.listen(asio::socket_base::max_listen_connections, error);
    if (!error) return {};
    return fail(ErrorCode::kInputOutput, "{}:{} cannot be listened on: {}",
                endpoint.address().to_string(), endpoint.port(), error.message());
  }

  std::string url() const {
    const tcp::endpoint at = door_.local_endpoint();
    const std::string address = at.address().to_string();
    return at.address().is_v6() ? fmt::format("http://[{}]:{}/", address, at.port())
                                : fmt::format("http://{}:{}/", address, at.port());
  }

  std::size_t most_connections() const { return most_connections_; }

  /// Until a signal has come and all is ended.
  void run() {
    signals_.async_wait([this](const auto&, int) { close(); });
    accept();
    std::vector<std::thread> threads;
    for (auto lane = std::next(lanes_.begin()); lane != lanes_.end(); ++lane)
      threads.emplace_back([lane] { mill::run(lane->io); });
    mill::run(lanes_.front().io);
    for (std::thread& thread : threads) thread.join();
    workers_.join();
  }

 private:
  using Clock = std::chrono::steady_clock;

  std::list<Lane> make_lanes(const HostNames& hosts) {
    std::list<Lane> lanes;
    for (int lane = 0; lane < options_.threads; ++lane)
      lanes.emplace_back(site_, hosts, options_, workers_, open_);
    return lanes;
  }

  Lane& next_lane() {
    if (++next_ == lanes_.end()) next_ = lanes_.begin();
    return *next_;
  }

  void accept() {
    Lane& lane = next_lane();
    door_.async_accept(lane.io, [this, &lane](const auto& error, tcp::socket socket) {
      if (error == asio::error::operation_aborted || !door_.is_open()) return;
      if (error) return accept_later();
      admit(lane, std::move(socket));
      accept();
    });
  }

  /// The system has nothing left for a connection; it will have when others have gone.
  void accept_later() {
    pause_.expires_after(std::chrono::milliseconds(100));
    pause_.async_wait([this](const auto& error) {
      if (!error) accept();
    });
  }

  void admit(Lane& lane, tcp::socket socket) {
    if (open_.fetch_add(1) >= most_connections_) {
      --open_;
      turn_away(std::move(socket));
      return;
    }
    asio::post(lane.io, [&lane, socket = std::move(socket)]() mutable {
      boost::system::error_code ignored;
      socket.set_option(tcp::no_delay(true), ignored);
      std::make_shared<Connection>(std::move(socket), lane.context)->start();
    });
  }

  /// Says why, as far as that can be said at once.
  void turn_away(tcp::socket socket) {
    std::ostringstream text;
    text << respond(Terms{}, come_again("all connections are taken"));
    boost::system::error_code ignored;
    socket.non_blocking(true, ignored);
    socket.send(asio::buffer(text.str()), 0, ignored);
  }

  /// Searches are stopped last, so that what they have found is answered by lanes that know that
  /// they are closing.
  void close() {
    boost::system::error_code ignored;
    door_.close(ignored);
    pause_.cancel();
    for (Lane& lane : lanes_) asio::post(lane.io, [&lane, this] { close_lane(lane); });
    site_.stop();
  }

  void close_lane(Lane& lane) {
    lane.context.closing = true;
    for (Connection* connection : lane.context.connections) connection->finish();
    end_when_empty(lane, Clock::now() + options_.closing_time);
  }

  /// Looks now and then whether the last connection has gone; at the deadline the others go too.
  void end_when_empty(Lane& lane, Clock::time_point deadline) {
    if (lane.context.connections.empty()) return lane.stays.reset();
    if (deadline <= Clock::now())
      for (Connection* connection : lane.context.connections) connection->abort();
    auto look = std::make_shared<asio::steady_timer>(lane.io, std::chrono::milliseconds(20));
    look->async_wait(
        [this, &lane, deadline, look](const auto&) { end_when_empty(lane, deadline); });
  }

  Site& site_;
  const HttpOptions& options_;
  std::size_t most_connections_;
  Workers workers_;
  std::atomic<std::size_t> open_ = 0;
  std::list<Lane> lanes_;
  std::list<Lane>::iterator next_ = lanes_.begin();
  tcp::acceptor door_{lanes_.front().io};
  asio::steady_timer pause_{lanes_.front().io};
  asio::signal_set signals_{lanes_.front().io, SIGINT, SIGTERM};
};

}  // namespace

Result<void> serve(Site& site, const HttpOptions& options, const OnListening& on_listening) {
  boost::system::error_code error;
  const auto address = asio::ip::make_address(options.address, error);
  if (error)
    return fail(ErrorCode::kInvalidArgument, "'{}' is no address of IPv4 or IPv6 to listen on",
                options.address);
  const HostNames hosts(address.is_loopback(), options.hosts);
  Server server(site, options, hosts);
  MILLSTONE_TRY(server.listen({address, options.port}));
  std::vector<std::string> remarks = site.databases().remarks();
  if (server.most_connections() < options.most_connections)
    remarks.push_back(fmt::format("the limit of open files leaves room for {} connections, not {}",
                                  server.most_connections(), options.most_connections));
  on_listening(server.url(), remarks);
  server.run();
  return {};
}

}  // namespace mill
