#pragma once

#include <atomic>
#include <mutex>
#include <optional>
#include <utility>

#include "game/error.h"

namespace millstone {

/// Something that is made when it is first asked for. Whether that went well is settled then: later
/// calls get the same object or the same error. Safe to use from many threads.
template <typename T>
class Lazy {
 public:
  /// The object if it has been made, otherwise null. One load, for hot paths.
  const T* ready() const { return ready_.load(std::memory_order_acquire); }

  /// The object, made by the first caller with `make()`, which returns a Result<T>.
  template <typename Make>
  Result<const T*> get(Make&& make) const {
    std::call_once(once_, [&] {
      result_.emplace(std::forward<Make>(make)());
      if (*result_) ready_.store(&**result_, std::memory_order_release);
    });
    if (!*result_) return tl::unexpected(result_->error());
    return &**result_;
  }

 private:
  mutable std::once_flag once_;
  mutable std::optional<Result<T>> result_;
  mutable std::atomic<const T*> ready_ = nullptr;
};

}  // namespace millstone
