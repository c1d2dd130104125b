#include "server/site/metrics.h"

#include <prometheus/counter.h>
#include <prometheus/gauge.h>
#include <prometheus/histogram.h>
#include <prometheus/registry.h>
#include <prometheus/text_serializer.h>

#include <map>
#include <mutex>

#include "server/site/databases.h"

namespace mill {
namespace {

namespace prom = prometheus;

/// Upper ends of the classes of latency, in seconds.
const prom::Histogram::BucketBoundaries kLatencies = {
    0.00001, 0.00003, 0.0001, 0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10};

/// Counts that a prober keeps by itself, one figure for each database.
prom::MetricFamily counts_of(const std::string& name, const std::string& help,
                             const Databases& databases, std::uint64_t ProbeCounters::*count) {
  prom::MetricFamily family{name, help, prom::MetricType::Counter, {}};
  for (const auto& database : databases.all()) {
    prom::ClientMetric metric;
    metric.label = {{"variant", database->variant().name}, {"digest", database->digest}};
    metric.counter.value = static_cast<double>(database->prober->counters().*count);
    family.metric.push_back(std::move(metric));
  }
  return family;
}

}  // namespace

struct Metrics::Families {
  /// Counted often, so that they are not looked for in the family each time.
  struct OfRoute {
    std::map<int, prom::Counter*> requests;  // by status
    prom::Histogram* latency = nullptr;
  };

  prom::Registry registry;
  prom::Family<prom::Counter>& requests = prom::BuildCounter()
                                              .Name("millstone_http_requests_total")
                                              .Help("Requests that were answered")
                                              .Register(registry);
  prom::Family<prom::Histogram>& latencies = prom::BuildHistogram()
                                                 .Name("millstone_http_request_seconds")
                                                 .Help("From the end of a request to its answer")
                                                 .Register(registry);
  prom::Gauge& connections = prom::BuildGauge()
                                 .Name("millstone_http_open_connections")
                                 .Help("Connections that are open now")
                                 .Register(registry)
                                 .Add({});
  prom::Gauge& running = prom::BuildGauge()
                             .Name("millstone_running_searches")
                             .Help("Searches that are running now")
                             .Register(registry)
                             .Add({});
  prom::Counter& searches = prom::BuildCounter()
                                .Name("millstone_searches_total")
                                .Help("Searches that were started")
                                .Register(registry)
                                .Add({});
  std::mutex mutex;
  std::map<std::string, OfRoute, std::less<>> by_route;

  /// With the mutex held.
  OfRoute& of(std::string_view route) {
    const auto found = by_route.find(route);
    if (found != by_route.end()) return found->second;
    OfRoute& made = by_route[std::string(route)];
    made.latency = &latencies.Add({{"route", std::string(route)}}, kLatencies);
    return made;
  }
};

Metrics::Metrics() : families_(std::make_unique<Families>()) {}
Metrics::~Metrics() = default;

void Metrics::count_request(std::string_view route, int status, double seconds) {
  const std::lock_guard lock(families_->mutex);
  Families::OfRoute& counts = families_->of(route);
  prom::Counter*& counter = counts.requests[status];
  if (!counter)
    counter = &families_->requests.Add(
        {{"route", std::string(route)}, {"status", std::to_string(status)}});
  counter->Increment();
  counts.latency->Observe(seconds);
}

void Metrics::connection_opened() { families_->connections.Increment(); }
void Metrics::connection_closed() { families_->connections.Decrement(); }

void Metrics::search_started() {
  families_->searches.Increment();
  families_->running.Increment();
}
void Metrics::search_ended() { families_->running.Decrement(); }

std::string Metrics::text(const Databases& databases) const {
  std::vector<prom::MetricFamily> all = families_->registry.Collect();
  all.push_back(counts_of("millstone_probes_total", "Positions that were looked up", databases,
                          &ProbeCounters::probes));
  all.push_back(counts_of("millstone_cache_hits_total", "... in a block that was decoded already",
                          databases, &ProbeCounters::cache_hits));
  all.push_back(counts_of("millstone_cache_misses_total", "... after decoding a block", databases,
                          &ProbeCounters::cache_misses));
  return prom::TextSerializer().Serialize(all);
}

}  // namespace mill
