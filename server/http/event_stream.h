#pragma once

#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/serializer.hpp>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "server/http/exchange.h"

namespace mill {

/// Server-sent events on a connection that has nothing else to do. While one is being sent, later
/// ones replace one another: a slow client gets the newest. One thread.
class EventStream : public std::enable_shared_from_this<EventStream> {
 public:
  /// @param stream    stays open as long as this lives; its owner is kept by `on_closed`
  /// @param on_closed called once, when the client has closed or all is sent
  EventStream(boost::beast::tcp_stream& stream, const Terms& terms, std::chrono::seconds write_time,
              std::function<void()> on_closed);

  /// Sends the head, and looks whether the client closes.
  void start();

  /// Sends a text, which has no line ends, as the data of an event.
  void push(std::string data);

  /// Sends the last event, `end`, and closes.
  void finish();

 private:
  void watch();
  void write_next();
  void write(std::string text);
  void end();
  std::string chunk(const std::string& text) const;

  boost::beast::tcp_stream& stream_;
  http::response<http::empty_body> head_;
  std::optional<http::response_serializer<http::empty_body>> serializer_;
  std::chrono::seconds write_time_;
  std::function<void()> on_closed_;
  std::optional<std::string> next_;  // data of the event that waits
  std::string writing_;
  bool busy_ = true;        // something is being sent
  bool finishing_ = false;  // nothing comes any more
  bool last_ = false;       // the end is being sent
  char incoming_ = 0;       // a client has nothing to say any more; what it says ends the stream
};

}  // namespace mill
