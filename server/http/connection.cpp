#include "server/http/connection.h"

#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/write.hpp>

#include "base/timing.h"
#include "server/http/event_stream.h"
#include "server/site/analysis.h"

namespace mill {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;

constexpr std::size_t kFirstBytes = 512;             // that an idle connection has room for
constexpr std::size_t kMostDiscarded = 1024 * 1024;  // of a request that was refused
constexpr std::string_view kNoRoute = "none";        // in the metrics

// A head, or what follows the last chunk, is read as a whole; bodies are taken out piece by piece.
// Nothing else bounds the fields behind the chunks, and Beast throws where one is beyond 64 KiB.
constexpr std::size_t kMostBuffered = kMostHeaderBytes;

// Who asks for a search while another one is given up waits for its end: milliseconds, or seconds
// where the machine is busy. While all searches go on, a client may have closed that nobody has
// noticed yet, so that some looks are taken all the same.
constexpr int kLooks = 25;
constexpr std::chrono::milliseconds kBetweenLooks{20};
constexpr std::chrono::seconds kLongestEnd{10};

std::string_view view_of(const beast::flat_buffer& buffer) {
  return {static_cast<const char*>(buffer.data().data()), buffer.size()};
}

/// The answer of a route. What is thrown, for want of memory, is an answer too.
Reply<Answer> answer_of(const RoutedCall& routed) {
  try {
    return routed.route->answer(routed.call);
  } catch (const std::exception& error) {
    return refuse(500, "", "the answer could not be made: {}", error.what());
  }
}

}  // namespace

bool Workers::post(std::function<void()> task) {
  if (waiting_.fetch_add(1) >= most_waiting_) {
    --waiting_;
    return false;
  }
  asio::post(pool_, [this, task = std::move(task)] {
    --waiting_;
    task();
  });
  return true;
}

Connection::Connection(asio::ip::tcp::socket socket, ConnectionContext& context)
    : stream_(std::move(socket)),
      context_(context),
      buffer_(kMostBuffered),
      moment_(stream_.get_executor()) {
  context_.connections.insert(this);
  context_.site.metrics().connection_opened();
}

Connection::~Connection() {
  context_.connections.erase(this);
  context_.site.metrics().connection_closed();
  --context_.open_connections;
}

template <typename Task>
void Connection::hand_back(Holder self, Task task) {
  const auto thread = self->stream_.get_executor();
  asio::post(thread, [self = std::move(self), task = std::move(task)]() mutable { task(*self); });
}

void Connection::finish() {
  terms_.keep_alive = false;
  if (events_) events_->finish();
  if (waiting_) abort();
}

void Connection::abort() {
  boost::system::error_code ignored;
  stream_.socket().close(ignored);
}

void Connection::wait_for_request() {
  parser_.reset();
  response_.reset();
  if (context_.closing) return abort();
  if (buffer_.size() > 0) return read_start();
  buffer_.shrink_to_fit();
  waiting_ = true;
  stream_.expires_after(context_.options.idle_time);
  stream_.async_read_some(buffer_.prepare(kFirstBytes),
                          [self = shared_from_this()](const auto& error, std::size_t bytes) {
                            self->waiting_ = false;
                            if (error) return self->abort();
                            self->buffer_.commit(bytes);
                            self->read_start();
                          });
}

void Connection::read_start() {
  stream_.expires_after(context_.options.request_time);
  const auto empty_line = empty_line_before(view_of(buffer_));
  if (empty_line) {
    buffer_.consume(*empty_line);
    return read_head();
  }
  stream_.async_read_some(buffer_.prepare(kFirstBytes),
                          [self = shared_from_this()](const auto& error, std::size_t bytes) {
                            if (error) return self->abort();
                            self->buffer_.commit(bytes);
                            self->read_start();
                          });
}

void Connection::read_head() {
  limit(parser_.emplace());
  http::async_read_header(
      stream_, buffer_, *parser_,
      [self = shared_from_this()](const auto& error, std::size_t) { self->on_head(error); });
}

void Connection::on_head(const SystemError& error) {
  if (error) return on_request(error);
  if (!has_known_coding(*parser_))
    return on_request(http::make_error_code(http::error::bad_transfer_encoding));
  if (parser_->is_done()) return on_request({});
  if (beast::iequals(parser_->get()[http::field::expect], "100-continue")) return send_continue();
  read_body();
}

void Connection::send_continue() {
  static constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";
  asio::async_write(stream_, asio::buffer(kContinue),
                    [self = shared_from_this()](const auto& error, std::size_t) {
                      error ? self->abort() : self->read_body();
                    });
}

void Connection::read_body() {
  http::async_read(
      stream_, buffer_, *parser_,
      [self = shared_from_this()](const auto& error, std::size_t) { self->on_request(error); });
}

void Connection::on_request(const SystemError& error) {
  asked_ = std::chrono::steady_clock::now();
  route_ = kNoRoute;
  if (!error) return answer();
  const bool is_refused =
      error.category() == http::make_error_code(http::error::bad_target).category();
  if (!is_refused || error == http::error::end_of_stream || error == http::error::partial_message)
    return abort();  // nobody is there any more, or nobody was in time
  terms_ = Terms{};
  send(parse_error_response(error, *parser_));
}

void Connection::answer() {
  HttpRequest request = parser_->release();
  terms_ = terms_of(request);
  if (context_.closing) terms_.keep_alive = false;
  if (const auto checked = check_hosts(context_.hosts, request); !checked)
    return send(respond(terms_, checked.error()));
  if (is_options(request)) return send(options_response(context_.site, terms_, request));
  const auto method = method_of(context_.site, request);
  if (!method) return send(respond(terms_, method.error()));
  const std::string target = target_of(request).path;
  if (const auto* known = *method == Method::kGet ? context_.answers.find(target) : nullptr) {
    route_ = known->pattern;
    return reply(known->answer);
  }
  auto routed = route_request(context_.site, *method, request);
  if (!routed) return send(respond(terms_, routed.error()));
  route_ = routed->route->pattern;
  if (routed->route->effort != Effort::kQuick) return answer_later(*std::move(routed));
  auto answer = answer_of(*routed);
  if (answer && answer->keeping != Keeping::kNever)
    context_.answers.keep({target, route_, *answer});
  reply(std::move(answer));
}

void Connection::answer_later(RoutedCall routed) {
  const Effort effort = routed.route->effort;
  if (effort == Effort::kStream && terms_.head) return answer_head_of_stream(routed.call);
  looks_left_ = kLooks;
  last_look_ = std::chrono::steady_clock::now() + kLongestEnd;
  hand_to_worker(std::make_shared<const RoutedCall>(std::move(routed)));
}

void Connection::hand_to_worker(const SharedCall& call) {
  const auto work = call->route->effort == Effort::kStream ? &Connection::follow_search
                                                           : &Connection::answer_slowly;
  const bool taken = context_.workers.post(
      [self = shared_from_this(), call, work]() mutable { work(std::move(self), call); });
  if (!taken) reply(tl::unexpected(come_again("too many requests are waiting")));
}

/// Where all searches are taken, asks again before it says so.
void Connection::reply_or_wait(const SharedCall& call, Reply<Answer> answer) {
  const bool all_taken = !answer && answer.error().status == 503;
  if (all_taken && context_.site.all_searches_go_on()) --looks_left_;
  if (!all_taken || looks_left_ < 0 || last_look_ < std::chrono::steady_clock::now())
    return reply(std::move(answer));
  moment_.expires_after(kBetweenLooks);
  moment_.async_wait(
      [self = shared_from_this(), call](const auto&) { self->hand_to_worker(call); });
}

void Connection::answer_head_of_stream(const Call& call) {
  const auto checked = Analysis::check(call);
  checked ? send(stream_head(terms_)) : send(respond(terms_, checked.error()));
}

void Connection::answer_slowly(Holder self, const SharedCall& call) {
  hand_back(std::move(self), [call, answer = answer_of(*call)](Connection& connection) mutable {
    connection.reply_or_wait(call, std::move(answer));
  });
}

void Connection::follow_search(Holder self, const SharedCall& call) {
  auto made = Analysis::create(call->call);
  if (!made)
    return hand_back(std::move(self), [call, refusal = made.error()](Connection& connection) {
      connection.reply_or_wait(call, tl::unexpected(refusal));
    });
  const std::shared_ptr<Analysis> analysis = std::move(*made);
  hand_back(self, [analysis](Connection& connection) { connection.begin_stream(analysis); });
  analysis->run([&](std::string finding) {
    hand_back(self, [finding = std::move(finding)](Connection& connection) mutable {
      if (connection.events_) connection.events_->push(std::move(finding));
    });
  });
  hand_back(std::move(self), [](Connection& connection) {
    if (connection.events_) connection.events_->finish();
  });
}

void Connection::begin_stream(const std::shared_ptr<Analysis>& analysis) {
  terms_.keep_alive = false;
  const auto on_closed = [self = shared_from_this(), analysis] {
    analysis->stop();
    self->on_sent({});
  };
  events_ = std::make_shared<EventStream>(stream_, terms_, context_.options.answer_time, on_closed);
  events_->start();
  analysis->settle();
  if (context_.closing) events_->finish();
}

void Connection::reply(Reply<Answer> answer) {
  send(answer ? respond(terms_, *std::move(answer)) : respond(terms_, answer.error()));
}

void Connection::send(HttpResponse response) {
  response_.emplace(std::move(response));
  terms_.keep_alive = response_->keep_alive();
  stream_.expires_after(context_.options.answer_time);
  http::async_write(
      stream_, *response_,
      [self = shared_from_this()](const auto& error, std::size_t) { self->on_sent(error); });
}

void Connection::on_sent(const SystemError& error) {
  context_.site.metrics().count_request(route_, response_ ? response_->result_int() : 200,
                                        seconds_since(asked_));
  events_.reset();
  if (error) return abort();
  terms_.keep_alive ? wait_for_request() : linger();
}

void Connection::linger() {
  // What the client still sends is read for a moment: closing on it would destroy the answer on its
  // way.
  boost::system::error_code error;
  stream_.socket().shutdown(asio::ip::tcp::socket::shutdown_send, error);
  if (error) return abort();
  parser_.reset();
  response_.reset();
  buffer_.clear();
  discarded_ = 0;
  stream_.expires_after(std::chrono::seconds(1));
  read_rest();
}

void Connection::read_rest() {
  stream_.async_read_some(buffer_.prepare(kFirstBytes),
                          [self = shared_from_this()](const auto& error, std::size_t bytes) {
                            self->discarded_ += bytes;
                            if (error || self->discarded_ > kMostDiscarded) return self->abort();
                            self->read_rest();
                          });
}

}  // namespace mill
