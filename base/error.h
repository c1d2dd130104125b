#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <type_traits>
#include <utility>

#include "base/shown_text.h"

namespace mill {

/// What went wrong, for programs. The message of an `Error` tells it to people.
enum class ErrorCode {
  kInvalidArgument,     ///< text, number or option that makes no sense
  kUnsupportedRule,     ///< a rule field this version cannot express
  kMissingFile,         ///< a database file that is not there
  kDamagedFile,         ///< a file whose bytes are not what was written
  kUnsupportedVersion,  ///< a file of a newer or unknown format
  kWrongRules,          ///< a file made for other rules
  kInputOutput,         ///< the operating system refused a read or a write
  kNoSpace,             ///< the disk is full
  kNotEnoughMemory,     ///< the memory budget does not suffice
  kInterrupted,         ///< asked to stop
  kBusy,                ///< another process is writing the file
  kVerificationFailed,  ///< a stored value is not what the rules say
};

/// An error that came from outside: one sentence that names the file or field, what was found
/// and what was expected.
struct Error {
  ErrorCode code;
  std::string message;
};

template <typename T>
using Result = tl::expected<T, Error>;

/// What a result that is known to have a value holds; for MILLSTONE_TRY.
template <typename T, typename Failure>
T taken_from(tl::expected<T, Failure>&& result) {
  if constexpr (!std::is_void_v<T>) return *std::move(result);
}

/// An error with the shown_message() of what is formatted: names and texts in it come from
/// anywhere.
template <typename... Args>
tl::unexpected<Error> fail(ErrorCode code, fmt::format_string<Args...> format, Args&&... args) {
  return tl::unexpected<Error>(
      Error{code, shown_message(fmt::format(format, std::forward<Args>(args)...))});
}

/// Stops the program with a message; for our own mistakes, never for input.
[[noreturn]] void check_failed(const char* condition, const char* file, int line);

}  // namespace mill

/// Holds in release builds too; keep it out of inner loops.
#define MILLSTONE_CHECK(condition) \
  ((condition) ? (void)0 : ::mill::check_failed(#condition, __FILE__, __LINE__))

/// The value of a Result; an error leaves the function and goes to its caller. Stands alone, or as
/// the whole of what a variable or a return begins with:
///
///     const auto variant = MILLSTONE_TRY(find_preset(name));
///     MILLSTONE_TRY(check_options(options));
///
/// The function returns a Result, of any type, or another tl::expected whose errors can be made of
/// this one.
#define MILLSTONE_TRY(...)                                                             \
  ({                                                                                   \
    auto millstone_result = (__VA_ARGS__);                                             \
    if (!millstone_result) return tl::unexpected(std::move(millstone_result).error()); \
    ::mill::taken_from(std::move(millstone_result));                                   \
  })
