#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/error.h"
#include "server/site/site.h"

namespace mill {

struct HttpOptions {
  std::string address = "127.0.0.1";  ///< to listen on: IPv4 or IPv6
  std::uint16_t port = 8080;          ///< 0: any that is free
  int threads = 1;                    ///< that read, answer and write
  std::vector<std::string> hosts;     ///< further names that the server goes by
  std::size_t most_connections = 10'000;
  std::size_t most_waiting = 64;          ///< requests that a thread has no time for yet
  std::chrono::seconds idle_time{60};     ///< that a connection may be without a request
  std::chrono::seconds request_time{10};  ///< from the first byte of a request to its last
  std::chrono::seconds answer_time{30};   ///< for a client to take an answer
  std::chrono::seconds closing_time{10};  ///< for what is under way when the server ends
};

/// Told once requests are taken: the address as a URL, and a sentence for each thing that is not as
/// it was asked for.
using OnListening =
    std::function<void(const std::string& url, const std::vector<std::string>& remarks)>;

/// Serves a site until SIGTERM or SIGINT, then ends what is under way. kInvalidArgument for an
/// address that is none, kInputOutput if it cannot be listened on.
Result<void> serve(Site& site, const HttpOptions& options, const OnListening& on_listening);

}  // namespace mill
