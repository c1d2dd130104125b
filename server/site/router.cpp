#include "server/site/router.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "server/site/embedded_site.h"
#include "server/site/site.h"

namespace mill {
namespace {

constexpr std::string_view kVariantPart = "{variant}";
constexpr std::string_view kAssetPattern = "/{file}";

std::string address_of(const Request& request) {
  return fmt::format("{}", fmt::join(request.path, "/"));
}

Reply<Answer> answer_asset(const Call& call) {
  const Asset* asset = call.site.assets().find(address_of(call.request));
  MILLSTONE_CHECK(asset);  // find_route() has looked
  return Answer{asset->body, asset->type, Keeping::kAsked};
}

Reply<Answer> answer_openapi(const Call&) {
  return Answer{std::string(embedded_openapi()), "application/json", Keeping::kAsked};
}

Reply<Answer> answer_health(const Call&) { return json_answer({{"status", "ok"}}); }

Reply<Answer> answer_metrics(const Call& call) {
  return Answer{call.site.metrics().text(call.site.databases()), "text/plain; version=0.0.4"};
}

constexpr Route kRoutes[] = {
    {Method::kGet, "/variants", Effort::kQuick, answer_variants},
    {Method::kGet, "/openapi.json", Effort::kQuick, answer_openapi},
    {Method::kGet, "/healthz", Effort::kQuick, answer_health},
    {Method::kGet, "/metrics", Effort::kQuick, answer_metrics},
    {Method::kGet, "/{variant}", Effort::kQuick, answer_position},
    {Method::kGet, "/{variant}/mainline", Effort::kSlow, answer_mainline},
    {Method::kGet, "/{variant}/position", Effort::kQuick, answer_parts},
    {Method::kGet, "/{variant}/stats", Effort::kSlow, answer_stats},
    {Method::kGet, "/{variant}/analysis", Effort::kStream, nullptr},
    {Method::kPost, "/{variant}/review", Effort::kSlow, answer_review},
    {Method::kPost, "/{variant}/play", Effort::kSlow, answer_play},
};
constexpr Route kAssetRoute = {Method::kGet, kAssetPattern, Effort::kQuick, answer_asset};

/// The part of a pattern at some place; empty behind its end.
std::string_view part_of(std::string_view pattern, std::size_t index) {
  for (pattern.remove_prefix(1); index > 0; --index)
    pattern.remove_prefix(std::min(pattern.find('/') + 1, pattern.size()));
  return pattern.substr(0, pattern.find('/'));
}

bool has_variant(const Route& route) { return part_of(route.pattern, 0) == kVariantPart; }

std::size_t parts_of(std::string_view pattern) {
  return static_cast<std::size_t>(std::count(pattern.begin(), pattern.end(), '/'));
}

bool matches(const Route& route, const std::vector<std::string>& path) {
  if (path.size() != parts_of(route.pattern)) return false;
  for (std::size_t index = 0; index < path.size(); ++index) {
    const std::string_view part = part_of(route.pattern, index);
    if (part != kVariantPart && part != path[index]) return false;
  }
  return true;
}

/// The routes of a path, whatever the method; at least one. Those without a variant come before it.
/// 404 if there is none or no such database.
Reply<std::vector<const Route*>> routes_of(const Site& site, const Request& request) {
  std::vector<const Route*> found;
  if (site.assets().find(address_of(request))) found.push_back(&kAssetRoute);
  for (const Route& route : kRoutes)
    if (matches(route, request.path) && (found.empty() || !has_variant(route)))
      found.push_back(&route);
  if (found.empty())
    return refuse(404, "", "there is nothing at /{}; /openapi.json lists what there is",
                  address_of(request));
  if (has_variant(*found.front())) MILLSTONE_TRY(site.databases().find(request.path.front()));
  return found;
}

std::string_view method_name(Method method) { return method == Method::kGet ? "GET" : "POST"; }

std::vector<std::string> methods_of(const std::vector<const Route*>& routes) {
  std::vector<std::string> methods;
  for (const Route* route : routes) {
    methods.emplace_back(method_name(route->method));
    if (route->method == Method::kGet) methods.emplace_back("HEAD");
  }
  methods.emplace_back("OPTIONS");
  return methods;
}

}  // namespace

Reply<RoutedCall> find_route(const Site& site, Request request) {
  const auto routes = MILLSTONE_TRY(routes_of(site, request));
  for (const Route* route : routes) {
    if (route->method != request.method) continue;
    if (!has_variant(*route))
      return RoutedCall{route, {site, nullptr, Keeping::kNever, std::move(request)}};
    const auto found = MILLSTONE_TRY(site.databases().find(request.path.front()));
    const Keeping keeping = found.by_digest ? Keeping::kForever : Keeping::kAnHour;
    return RoutedCall{route, {site, found.database, keeping, std::move(request)}};
  }
  Refusal refusal(405, shown_message(fmt::format("/{} does not answer to {}", address_of(request),
                                                 method_name(request.method))));
  refusal.methods = methods_of(routes);
  return tl::unexpected(std::move(refusal));
}

Reply<std::vector<std::string>> methods_of(const Site& site, const Request& request) {
  return methods_of(MILLSTONE_TRY(routes_of(site, request)));
}

std::vector<std::string_view> reserved_names() {
  std::vector<std::string_view> names;
  for (const Route& route : kRoutes)
    if (!has_variant(route)) names.push_back(part_of(route.pattern, 0));
  return names;
}

}  // namespace mill
