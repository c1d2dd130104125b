#include <boost/beast/http/write.hpp>
#include <sstream>

#include "server/http/exchange.h"
#include "server/site/analysis.h"
#include "tests/fuzz/targets.h"

namespace {

using namespace mill;

/// A site of the small database that comes with the sources, and searches that end at once.
Site& small_site() {
  static const auto site = [] {
    SiteOptions options;
    options.directories = {std::string(MILLSTONE_SOURCE_DIR) + "/data/databases/three-mens-morris"};
    options.cache_bytes = 1 << 20;
    options.engine_seconds = 0.001;
    options.longest_game = 50;
    return Site::open(options).value();
  }();
  return *site;
}

HttpResponse answer(HttpRequest request) {
  static const HostNames hosts(true, {"example.org"});
  const Terms terms = terms_of(request);
  const auto checked = check_hosts(hosts, request);
  if (!checked) return respond(terms, checked.error());
  if (is_options(request)) return options_response(small_site(), terms, request);
  const auto method = method_of(small_site(), request);
  if (!method) return respond(terms, method.error());
  auto routed = route_request(small_site(), *method, request);
  if (!routed) return respond(terms, routed.error());
  if (routed->route->effort == Effort::kStream && terms.head) {
    const auto fits = Analysis::check(routed->call);
    return fits ? stream_head(terms) : respond(terms, fits.error());
  }
  if (routed->route->effort == Effort::kStream) {
    const auto analysis = Analysis::create(routed->call);
    return analysis ? HttpResponse(http::status::ok, 11) : respond(terms, analysis.error());
  }
  auto made = routed->route->answer(routed->call);
  return made ? respond(terms, *std::move(made)) : respond(terms, made.error());
}

}  // namespace

/// What a client may send, through the parser to the answer: whatever it is, the answer is HTTP of
/// a known status, and JSON where it is an error.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  HttpParser parser;
  limit(parser);
  parser.eager(true);
  boost::system::error_code error;
  const std::size_t used = parser.put(boost::asio::buffer(data, size), error);
  if (used > size) __builtin_trap();
  if (error && error != http::error::need_more) {
    const HttpResponse refused = parse_error_response(error, parser);
    const unsigned status = refused.result_int();
    if (status < 400 || (status >= 500 && status != 501)) __builtin_trap();
    return 0;
  }
  if (!parser.is_done() || !has_known_coding(parser)) return 0;
  const HttpResponse response = answer(parser.release());
  std::ostringstream text;
  text << response;
  const bool failed = response.result_int() >= 400;
  if (failed && !response.body().empty() && !Json::accept(response.body())) __builtin_trap();
  if (response.result_int() >= 500 && response.result_int() != 503) __builtin_trap();
  return 0;
}
