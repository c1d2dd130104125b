#pragma once

#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>

#include "server/site/router.h"

namespace mill {

// A request of HTTP made into a response. Nothing here knows a socket, so that all of it can be
// tested and fuzzed by bytes.

namespace http = boost::beast::http;
using HttpParser = http::request_parser<http::string_body>;
using HttpRequest = http::request<http::string_body>;
using HttpResponse = http::response<http::string_body>;

inline constexpr std::uint32_t kMostHeaderBytes = 8 * 1024;  ///< request line and headers together
inline constexpr std::uint64_t kMostBodyBytes = 64 * 1024;

/// Sets the limits of a parser that has not begun.
void limit(HttpParser& parser);

/// The length of the empty line before a request, which counts for nothing (RFC 9112, 2.2); 0 where
/// there is none. None if more bytes are needed to tell.
std::optional<std::size_t> empty_line_before(std::string_view bytes);

/// The names that a server goes by. Without any it goes by every name.
class HostNames {
 public:
  /// @param loopback  whether the server can only be reached from its own machine: then it goes by
  ///                  localhost and the loopback addresses, so that a page of another host cannot
  ///                  reach it by giving its name this address
  HostNames(bool loopback, std::vector<std::string> names);

  /// @param host  as a client writes it, with a port or without
  bool contains(std::string_view host) const;

 private:
  std::vector<std::string> names_;
};

/// What of a request decides how its answer is sent.
struct Terms {
  unsigned version = 11;      ///< of HTTP
  bool keep_alive = false;    ///< the connection goes on
  bool head = false;          ///< without the body
  bool get = false;           ///< GET or HEAD: pages of other hosts may read the answer
  std::string if_none_match;  ///< tags of answers that the client has
  std::string accept_encoding;
};
Terms terms_of(const HttpRequest& request);

/// What a request is for, whichever way its target is written (RFC 9112, 3.2).
struct Target {
  std::optional<std::string_view> authority;  ///< of a target that names one, in place of the Host
  std::string path;                           ///< with the query; "*" for the whole server
};
Target target_of(const HttpRequest& request);

/// Refuses a request for a server of another name (421), of no name (400), and one that a page of
/// another host sends (403).
Reply<void> check_hosts(const HostNames& hosts, const HttpRequest& request);

/// 405 for a method that nothing answers to.
Reply<Method> method_of(const Site& site, const HttpRequest& request);

/// Finds out what a whole request is about. Takes its body. 400 for a target that is none;
/// otherwise the refusals of find_route().
Reply<RoutedCall> route_request(const Site& site, Method method, HttpRequest& request);

/// Whether it asks what may be asked.
bool is_options(const HttpRequest& request);
HttpResponse options_response(const Site& site, const Terms& terms, const HttpRequest& request);

/// An answer as it is sent: with its headers, compressed or not, or only that the client has it.
HttpResponse respond(const Terms& terms, Answer answer);
HttpResponse respond(const Terms& terms, const Refusal& refusal);

/// Whether a request, once its head is read, has its body as it is or in chunks: no other coding is
/// known here, and others on its way must see its end at the same place (RFC 9112, 6.1 and 6.3).
bool has_known_coding(const HttpParser& parser);

/// What is said of bytes that are no request; the connection ends with it.
HttpResponse parse_error_response(const boost::system::error_code& error, const HttpParser& parser);

/// What HEAD gets where GET gets a stream of events.
HttpResponse stream_head(const Terms& terms);

/// The head of a stream of events. Its body follows in chunks, or until the end of the connection
/// where the client knows no chunks.
http::response<http::empty_body> stream_response(const Terms& terms);

}  // namespace mill
