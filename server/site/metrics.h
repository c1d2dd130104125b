#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace mill {

class Databases;

/// What a server counts, as Prometheus reads it. Any thread.
class Metrics {
 public:
  Metrics();
  ~Metrics();

  /// A request that has been answered.
  /// @param route    its pattern, such as "/{variant}/mainline"
  /// @param seconds  from the last byte of the request to the answer
  void count_request(std::string_view route, int status, double seconds);

  void connection_opened();
  void connection_closed();
  void search_started();
  void search_ended();

  /// All figures in the text format, with those of the caches.
  std::string text(const Databases& databases) const;

 private:
  struct Families;
  std::unique_ptr<Families> families_;
};

}  // namespace mill
