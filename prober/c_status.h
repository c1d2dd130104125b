#pragma once

#include <exception>
#include <initializer_list>
#include <new>
#include <string>

#include "base/error.h"
#include "prober/include/millstone/millstone.h"

namespace mill {

// How errors leave the C interface: as a status, with a sentence that millstone_last_error() tells.
// The sentence belongs to the calling thread.

inline constexpr millstone_status kOk = MILLSTONE_OK;

/// The status for an error about a position, move or file.
millstone_status status_of(ErrorCode code);

/// Keeps what went wrong for millstone_last_error() and returns the status. Without memory for the
/// sentence it stays empty.
millstone_status keep_error(millstone_status status, const std::string& message) noexcept;
millstone_status keep_error(const Error& error) noexcept;

/// The same for an error about a name, text or option that is no position.
millstone_status keep_argument_error(const Error& error) noexcept;

/// One argument of a function and its name, to be looked at.
struct Argument {
  const void* pointer;
  const char* name;
};

/// The name of the first argument that is NULL, or nullptr.
const char* find_null(std::initializer_list<Argument> arguments);

/// Runs `work` if none of the arguments is NULL, so that nothing but a status leaves it.
template <typename Work>
millstone_status guarded(std::initializer_list<Argument> arguments, Work&& work) noexcept {
  try {
    if (const char* name = find_null(arguments))
      return keep_error(MILLSTONE_ERROR_INVALID_ARGUMENT, std::string(name) + " is NULL");
    return work();
  } catch (const std::bad_alloc&) {
    return keep_error(MILLSTONE_ERROR_OUT_OF_MEMORY, "");
  } catch (const std::exception& failure) {
    return keep_error(MILLSTONE_ERROR_INTERNAL, failure.what());
  } catch (...) {
    return keep_error(MILLSTONE_ERROR_INTERNAL, "an unexpected exception");
  }
}

/// What `work` returns, or, without the memory that it needs, the fallback.
template <typename Value, typename Work>
Value value_or(Value fallback, Work&& work) noexcept {
  try {
    return work();
  } catch (...) {
    return fallback;
  }
}

}  // namespace mill
