#include "server/http/event_stream.h"

#include <boost/asio/write.hpp>
#include <boost/beast/http/write.hpp>

namespace mill {

namespace asio = boost::asio;

EventStream::EventStream(boost::beast::tcp_stream& stream, const Terms& terms,
                         std::chrono::seconds write_time, std::function<void()> on_closed)
    : stream_(stream),
      head_(stream_response(terms)),
      write_time_(write_time),
      on_closed_(std::move(on_closed)) {
  serializer_.emplace(head_);
}

void EventStream::start() {
  watch();
  stream_.expires_never();
  http::async_write_header(stream_, *serializer_,
                           [self = shared_from_this()](const auto& error, std::size_t) {
                             self->busy_ = false;
                             error ? self->end() : self->write_next();
                           });
}

void EventStream::watch() {
  // On the socket itself: the time limit of the stream is about what is written.
  stream_.socket().async_read_some(
      asio::buffer(&incoming_, 1),
      [self = shared_from_this()](const boost::system::error_code&, std::size_t) { self->end(); });
}

void EventStream::push(std::string data) {
  next_ = std::move(data);
  write_next();
}

void EventStream::finish() {
  finishing_ = true;
  write_next();
}

void EventStream::write_next() {
  if (busy_ || !on_closed_) return;
  if (next_) {
    std::string text = "data: " + *next_ + "\n\n";
    next_.reset();
    return write(chunk(text));
  }
  if (!finishing_) return;
  last_ = true;
  write(chunk("event: end\ndata: {}\n\n") + (head_.chunked() ? "0\r\n\r\n" : ""));
}

void EventStream::write(std::string text) {
  busy_ = true;
  writing_ = std::move(text);
  stream_.expires_after(write_time_);
  asio::async_write(stream_, asio::buffer(writing_),
                    [self = shared_from_this()](const auto& error, std::size_t) {
                      self->busy_ = false;
                      self->stream_.expires_never();
                      error || self->last_ ? self->end() : self->write_next();
                    });
}

void EventStream::end() {
  if (!on_closed_) return;
  boost::system::error_code ignored;
  stream_.socket().shutdown(asio::ip::tcp::socket::shutdown_both, ignored);
  std::exchange(on_closed_, nullptr)();
}

std::string EventStream::chunk(const std::string& text) const {
  return head_.chunked() ? fmt::format("{:x}\r\n{}\r\n", text.size(), text) : text;
}

}  // namespace mill
