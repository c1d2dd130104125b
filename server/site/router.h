#pragma once

#include "server/site/call.h"

namespace mill {

/// What an answer costs, so that who serves it knows where to make it.
enum class Effort : std::uint8_t {
  kQuick,   ///< well below a millisecond, but for blocks that are not decoded yet
  kSlow,    ///< may take seconds: a search, a game, a pass over a file
  kStream,  ///< an Analysis
};

/// An address that is answered.
struct Route {
  Method method;
  std::string_view pattern;  ///< as in HTTP.md: "/{variant}/mainline"
  Effort effort;
  Reply<Answer> (*answer)(const Call&);  ///< none for a stream
};

/// A request with the route that answers it.
struct RoutedCall {
  const Route* route;
  Call call;
};

/// Finds the route of a request. 404 if there is none or no such database, 405 with the methods
/// there are if only the method is another one.
Reply<RoutedCall> find_route(const Site& site, Request request);

/// Methods of HTTP that a path answers to, for OPTIONS and 405. 404 as find_route().
Reply<std::vector<std::string>> methods_of(const Site& site, const Request& request);

/// First parts of paths that are routes, which no variant can be addressed by.
std::vector<std::string_view> reserved_names();

}  // namespace mill
