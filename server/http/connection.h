#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <memory>
#include <optional>
#include <unordered_set>

#include "server/http/answer_cache.h"
#include "server/http/exchange.h"
#include "server/http/http_server.h"

namespace mill {

class Analysis;
class Connection;
class EventStream;

/// Where slow answers are made. Any thread.
class Workers {
 public:
  Workers(int threads, std::size_t most_waiting)
      : pool_(static_cast<std::size_t>(threads)), most_waiting_(most_waiting) {}

  /// Has a thread of the pool do it. False, and nothing, if too much is waiting already.
  bool post(std::function<void()> task);
  void join() { pool_.join(); }

 private:
  boost::asio::thread_pool pool_;
  std::size_t most_waiting_;
  std::atomic<std::size_t> waiting_ = 0;
};

/// What connections share. The connections of one thread have one of these; only that thread uses
/// it, but for what it refers to.
struct ConnectionContext {
  Site& site;
  const HostNames& hosts;
  const HttpOptions& options;
  Workers& workers;
  std::atomic<std::size_t>& open_connections;  ///< of all threads
  std::unordered_set<Connection*> connections = {};
  AnswerCache answers = {};
  bool closing = false;  ///< the server ends
};

/// A client: reads its requests one after the other and answers each before the next. All its
/// functions run in the thread of its context; it lives as long as an operation is under way.
class Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(boost::asio::ip::tcp::socket socket, ConnectionContext& context);
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  /// Waits for the first request.
  void start() { wait_for_request(); }

  // These close the connection, which goes later, with the last operation under way.

  /// Has no further request: ends now if it waits for one, else after the answer.
  void finish();

  /// Ends now.
  void abort();

 private:
  using SystemError = boost::system::error_code;
  using SharedCall = std::shared_ptr<const RoutedCall>;

  void wait_for_request();
  void read_start();
  void read_head();
  void on_head(const SystemError& error);
  void send_continue();
  void read_body();
  void on_request(const SystemError& error);
  void answer();
  void answer_later(RoutedCall routed);
  void hand_to_worker(const SharedCall& call);
  void reply_or_wait(const SharedCall& call, Reply<Answer> answer);
  void answer_head_of_stream(const Call& call);
  void begin_stream(const std::shared_ptr<Analysis>& analysis);
  void reply(Reply<Answer> answer);
  void send(HttpResponse response);
  void on_sent(const SystemError& error);
  void linger();
  void read_rest();

  // These run in a thread of the workers. They hand the connection back to its own thread and keep
  // nothing of it, since it must end there.
  using Holder = std::shared_ptr<Connection>;
  static void answer_slowly(Holder self, const SharedCall& call);
  static void follow_search(Holder self, const SharedCall& call);
  template <typename Task>
  static void hand_back(Holder self, Task task);

  boost::beast::tcp_stream stream_;
  ConnectionContext& context_;
  boost::beast::flat_buffer buffer_;
  std::optional<HttpParser> parser_;
  std::optional<HttpResponse> response_;
  std::shared_ptr<EventStream> events_;
  Terms terms_;
  std::string_view route_;  // of the request that is answered; empty: none was found
  std::chrono::steady_clock::time_point asked_;
  boost::asio::steady_timer moment_;  // between two looks whether a search has ended
  std::chrono::steady_clock::time_point last_look_;
  int looks_left_ = 0;    // while all searches go on
  bool waiting_ = false;  // for the first byte of a request
  std::size_t discarded_ = 0;
};

}  // namespace mill
