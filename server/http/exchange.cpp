#include "server/http/exchange.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <boost/beast/http/error.hpp>
#include <boost/beast/http/field.hpp>
#include <boost/beast/http/rfc7230.hpp>
#include <ctime>

#include "base/checksum.h"
#include "base/words.h"
#include "server/http/content_coding.h"
#include "server/http/host_port.h"

namespace mill {
namespace {

constexpr std::size_t kLeastPacked = 1024;  // bytes: shorter bodies fit a packet as they are

// Boost has a string_view of its own until its version 1.80.
std::string_view view(boost::beast::string_view text) { return {text.data(), text.size()}; }
boost::beast::string_view header_text(std::string_view text) { return {text.data(), text.size()}; }

/// Of the Origin "http://localhost:8080" the part behind the scheme.
std::string_view host_of_origin(std::string_view origin) {
  const std::size_t slashes = origin.find("//");
  return slashes == std::string_view::npos ? origin : origin.substr(slashes + 2);
}

/// The length of "http://" or "https://" at the beginning of a target.
std::size_t scheme_length(std::string_view target) {
  if (target.starts_with('/')) return 0;  // as nearly all do
  for (const std::string_view scheme : {"http://", "https://"})
    if (lower_case(target.substr(0, scheme.size())) == scheme) return scheme.size();
  return 0;
}

/// What some route or other answers to.
const std::vector<std::string> kMethods = {"GET", "HEAD", "POST", "OPTIONS"};

bool is_read(http::verb method) { return method == http::verb::get || method == http::verb::head; }

/// Whether a page of another host may be told that it may read what it asks about.
bool may_read(const std::vector<std::string>& methods, const HttpRequest& request) {
  const std::string_view wanted = view(request[http::field::access_control_request_method]);
  return methods.front() == "GET" && (wanted.empty() || wanted == "GET" || wanted == "HEAD");
}

/// As RFC 9110, 5.6.7 has it, whatever the locale: "Sun, 06 Nov 1994 08:49:37 GMT".
std::string http_date(std::time_t time) {
  return fmt::format("{:%a, %d %b %Y %H:%M:%S} GMT", fmt::gmtime(time));
}

/// The date of answers that are made now; written once per second.
const std::string& date_now() {
  thread_local std::time_t written = 0;
  thread_local std::string text;
  const std::time_t now = std::time(nullptr);
  if (now != written) text = http_date(written = now);
  return text;
}

/// What every response says.
template <typename Response>
void put_common(Response& response, const Terms& terms) {
  response.version(terms.version);
  response.keep_alive(terms.keep_alive);
  response.set(http::field::date, date_now());
  response.set(http::field::server, "millstone");
  response.set("Content-Security-Policy", "default-src 'self'");
  response.set("X-Content-Type-Options", "nosniff");
  response.set("Referrer-Policy", "no-referrer");
  if (terms.get) response.set(http::field::access_control_allow_origin, "*");
}

std::string_view cache_control(Keeping keeping) {
  switch (keeping) {
    case Keeping::kNever:
      return "no-store";
    case Keeping::kAsked:
      return "no-cache";
    case Keeping::kAMinute:
      return "public, max-age=60";
    case Keeping::kAnHour:
      return "public, max-age=3600";
    case Keeping::kForever:
      return "public, max-age=31536000, immutable";
  }
  return "no-store";
}

/// The same for the same bytes; each coding has bytes of its own.
std::string tag_of(const std::string& body, Coding coding) {
  const std::uint64_t sum = checksum(as_bytes(body));
  return fmt::format("\"{:016x}{}{}\"", sum, coding == Coding::kIdentity ? "" : "-",
                     coding == Coding::kIdentity ? "" : coding_name(coding));
}

bool has_tag(std::string_view tags, std::string_view tag) {
  while (!tags.empty()) {
    std::string_view one = trimmed(take_part(tags, ','));
    if (one.starts_with("W/")) one.remove_prefix(2);
    if (one == tag || one == "*") return true;
  }
  return false;
}

/// With HEAD the length of the body is told, and the body is not sent.
void set_body(HttpResponse& response, const Terms& terms, std::string body) {
  response.content_length(body.size());
  if (!terms.head) response.body() = std::move(body);
}

/// The methods that the target of a request answers to.
Reply<std::vector<std::string>> methods_at(const Site& site, const HttpRequest& request) {
  const std::string path = target_of(request).path;
  if (path == "*") return kMethods;
  const Request asked = MILLSTONE_TRY(parse_target(Method::kGet, path));
  return methods_of(site, asked);
}

/// Before HTTP/1.1 there were none, so that a proxy may see the end of the request elsewhere (RFC
/// 9112, 6.1).
bool has_codings(const HttpParser& parser) { return parser.get().version() >= 11; }

}  // namespace

void limit(HttpParser& parser) {
  parser.header_limit(kMostHeaderBytes);
  parser.body_limit(kMostBodyBytes);
}

std::optional<std::size_t> empty_line_before(std::string_view bytes) {
  constexpr std::string_view kLineEnd = "\r\n";
  if (bytes.starts_with(kLineEnd)) return kLineEnd.size();
  if (kLineEnd.starts_with(bytes)) return std::nullopt;
  return 0;
}

HostNames::HostNames(bool loopback, std::vector<std::string> names) : names_(std::move(names)) {
  if (loopback) names_.insert(names_.end(), {"localhost", "127.0.0.1", "[::1]"});
  for (std::string& name : names_) name = lower_case(name);
}

bool HostNames::contains(std::string_view host) const {
  if (names_.empty()) return true;
  return std::find(names_.begin(), names_.end(), lower_case(split_host(host).name)) != names_.end();
}

Terms terms_of(const HttpRequest& request) {
  return {request.version(),
          request.keep_alive(),
          request.method() == http::verb::head,
          is_read(request.method()),
          std::string(view(request[http::field::if_none_match])),
          std::string(view(request[http::field::accept_encoding]))};
}

Target target_of(const HttpRequest& request) {
  const std::string_view text = view(request.target());
  const std::size_t scheme = scheme_length(text);
  if (scheme == 0) return {std::nullopt, std::string(text)};
  const std::size_t end = std::min(text.find_first_of("/?#", scheme), text.size());
  std::string path(text.substr(end));
  if (!path.starts_with('/')) path.insert(0, 1, '/');
  return {text.substr(scheme, end - scheme), std::move(path)};
}

Reply<void> check_hosts(const HostNames& hosts, const HttpRequest& request) {
  const std::size_t count = request.count(http::field::host);
  if (count != 1 && request.version() >= 11)
    return refuse(400, "Host", "expected the header Host once, found it {} times", count);
  const auto authority = target_of(request).authority;
  const std::string_view host = authority.value_or(view(request[http::field::host]));
  if ((count > 0 || authority) && !hosts.contains(host))
    return refuse(421, "Host", "this server does not go by the name '{}'; --host NAME gives it one",
                  host);
  const std::string_view origin = view(request[http::field::origin]);
  const bool sends = request.method() == http::verb::post;
  if (sends && !origin.empty() && host_of_origin(origin) != host)
    return refuse(403, "Origin",
                  "a page of {} may not send anything to {}; a proxy has to hand on the Host with "
                  "its port",
                  origin, host);
  return {};
}

Reply<Method> method_of(const Site& site, const HttpRequest& request) {
  if (is_read(request.method())) return Method::kGet;
  if (request.method() == http::verb::post) return Method::kPost;
  Refusal refusal(405, "this server answers to GET, HEAD, POST and OPTIONS");
  refusal.methods = methods_at(site, request).value_or(kMethods);
  return tl::unexpected(std::move(refusal));
}

Reply<RoutedCall> route_request(const Site& site, Method method, HttpRequest& request) {
  Request wanted = MILLSTONE_TRY(parse_target(method, target_of(request).path));
  wanted.body = std::move(request.body());
  std::string_view type = view(request[http::field::content_type]);
  wanted.content_type = lower_case(trimmed(take_part(type, ';')));
  return find_route(site, std::move(wanted));
}

bool is_options(const HttpRequest& request) { return request.method() == http::verb::options; }

HttpResponse options_response(const Site& site, const Terms& terms, const HttpRequest& request) {
  const auto methods = methods_at(site, request);
  if (!methods) return respond(terms, methods.error());
  Terms told = terms;
  told.get = may_read(*methods, request);
  HttpResponse response(http::status::no_content, terms.version);
  put_common(response, told);
  response.set(http::field::allow, fmt::format("{}", fmt::join(*methods, ", ")));
  if (!told.get) return response;
  response.set(http::field::access_control_allow_methods, "GET, HEAD");
  response.set(http::field::access_control_max_age, "86400");
  return response;
}

HttpResponse respond(const Terms& terms, Answer answer) {
  const Coding coding = answer.body.size() < kLeastPacked ? Coding::kIdentity
                                                          : accepted_coding(terms.accept_encoding);
  const std::string tag = tag_of(answer.body, coding);
  const bool known = has_tag(terms.if_none_match, tag) && answer.keeping != Keeping::kNever;
  HttpResponse response(known ? http::status::not_modified : http::status::ok, terms.version);
  put_common(response, terms);
  response.set(http::field::cache_control, header_text(cache_control(answer.keeping)));
  if (answer.keeping != Keeping::kNever) response.set(http::field::etag, tag);
  if (answer.body.size() >= kLeastPacked) response.set(http::field::vary, "Accept-Encoding");
  if (known) return response;
  response.set(http::field::content_type, header_text(answer.type));
  if (coding != Coding::kIdentity)
    response.set(http::field::content_encoding, header_text(coding_name(coding)));
  set_body(response, terms, packed(coding, std::move(answer.body)));
  return response;
}

HttpResponse respond(const Terms& terms, const Refusal& refusal) {
  HttpResponse response(static_cast<http::status>(refusal.status), terms.version);
  put_common(response, terms);
  response.set(http::field::cache_control, "no-store");
  response.set(http::field::content_type, "application/json");
  if (refusal.retry_after)
    response.set(http::field::retry_after, std::to_string(*refusal.retry_after));
  if (!refusal.methods.empty())
    response.set(http::field::allow, fmt::format("{}", fmt::join(refusal.methods, ", ")));
  set_body(response, terms, refusal_answer(refusal).body);
  return response;
}

bool has_known_coding(const HttpParser& parser) {
  const std::size_t count = parser.get().count(http::field::transfer_encoding);
  const std::string_view codings = view(parser.get()[http::field::transfer_encoding]);
  if (count == 0) return true;
  return has_codings(parser) && count == 1 && lower_case(trimmed(codings)) == "chunked";
}

HttpResponse parse_error_response(const boost::system::error_code& error,
                                  const HttpParser& parser) {
  Refusal refusal(400, fmt::format("this is no request of HTTP/1.1: {}", error.message()));
  if (error == http::error::body_limit)
    refusal = Refusal(413, fmt::format("the body is longer than {} bytes", kMostBodyBytes));
  if (error == http::error::header_limit || error == http::error::buffer_overflow) {
    const bool line_ended = !parser.get().target().empty();
    refusal =
        Refusal(line_ended ? 431 : 414,
                fmt::format("{} longer than {} bytes",
                            line_ended ? "the headers are" : "the target is", kMostHeaderBytes));
  }
  if (parser.chunked() && !has_known_coding(parser))
    refusal = has_codings(parser)
                  ? Refusal(501, "of transfer codings this server knows chunked alone")
                  : Refusal(400, "a request of HTTP/1.0 has no transfer codings");
  Terms terms;
  terms.get = is_read(parser.get().method());
  return respond(terms, refusal);
}

HttpResponse stream_head(const Terms& terms) {
  HttpResponse response(stream_response(terms).base());
  response.erase(http::field::transfer_encoding);
  return response;
}

http::response<http::empty_body> stream_response(const Terms& terms) {
  http::response<http::empty_body> response(http::status::ok, terms.version);
  Terms once = terms;
  once.keep_alive = false;
  put_common(response, once);
  response.set(http::field::content_type, "text/event-stream");
  response.set(http::field::cache_control, "no-store");
  response.set("X-Accel-Buffering", "no");  // nginx passes events on at once
  if (terms.version >= 11) response.chunked(true);
  return response;
}

}  // namespace mill
