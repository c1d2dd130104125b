#pragma once

#include <atomic>
#include <mutex>
#include <optional>
#include <utility>

#include "base/error.h"

namespace mill {

/// Something that is made when it is first asked for. What it is, is settled then: later calls get
/// the same object, or the same error if what is wrong stays wrong. An error that may pass (the
/// system refused a read, or memory) is forgotten, and the next caller tries again. Safe to use
/// from many threads.
template <typename T>
class Lazy {
 public:
  /// The object if it has been made, otherwise null. One load, for hot paths.
  const T* ready() const { return ready_.load(std::memory_order_acquire); }

  /// The object, made by the first caller with `make()`, which returns a Result<T>.
  template <typename Make>
  Result<const T*> get(Make&& make) const {
    if (const T* made = ready()) return made;
    const std::lock_guard lock(making_);
    if (const T* made = ready()) return made;
    if (lasting_error_) return tl::unexpected(*lasting_error_);
    Result<T> result = std::forward<Make>(make)();
    if (!result) {
      if (!may_pass(result.error().code)) lasting_error_ = result.error();
      return tl::unexpected(std::move(result.error()));
    }
    const T& made = object_.emplace(std::move(*result));
    ready_.store(&made, std::memory_order_release);
    return &made;
  }

 private:
  static bool may_pass(ErrorCode code) {
    return code == ErrorCode::kInputOutput || code == ErrorCode::kNotEnoughMemory;
  }

  mutable std::mutex making_;
  mutable std::optional<T> object_;
  mutable std::optional<Error> lasting_error_;
  mutable std::atomic<const T*> ready_ = nullptr;
};

}  // namespace mill
