#pragma once

#include <exception>
#include <new>
#include <string>

#include "game/error.h"
#include "prober/include/millstone/millstone.h"

namespace millstone {

// How errors leave the C interface: as a status, with a sentence that millstone_last_error() tells.
// The sentence belongs to the calling thread.

millstone_status status_of(ErrorCode code);

/// Keeps what went wrong for millstone_last_error() and returns the status. Without memory for the
/// sentence it stays empty.
millstone_status keep_error(const millstone_prober* prober, millstone_status status,
                            const std::string& message) noexcept;
millstone_status keep_error(const millstone_prober* prober, const Error& error) noexcept;

/// The error for an argument of that name.
millstone_status null_argument(const millstone_prober* prober, const char* name);

/// For a handle that was just opened: one that was closed may have had the same address.
void forget_error(const millstone_prober* prober);

/// Runs `work` so that nothing but a status leaves it.
template <typename Work>
millstone_status guarded(const millstone_prober* prober, Work&& work) noexcept {
  if (!prober) return MILLSTONE_ERROR_INVALID_ARGUMENT;
  try {
    return work();
  } catch (const std::bad_alloc&) {
    return keep_error(prober, MILLSTONE_ERROR_OUT_OF_MEMORY, "");
  } catch (const std::exception& failure) {
    return keep_error(prober, MILLSTONE_ERROR_INTERNAL, failure.what());
  } catch (...) {
    return keep_error(prober, MILLSTONE_ERROR_INTERNAL, "an unexpected exception");
  }
}

}  // namespace millstone
