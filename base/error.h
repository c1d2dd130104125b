#pragma once

#include <fmt/core.h>

#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <type_traits>
#include <utility>

#include "base/place_text.h"
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
  /// The same for people who are not to learn where files lie; empty if it is the message itself.
  std::string message_without_directories = {};
};

template <typename T>
using Result = tl::expected<T, Error>;

/// What a result that is known to have a value holds; for MILLSTONE_TRY.
template <typename T, typename Failure>
T taken_from(tl::expected<T, Failure>&& result) {
  if constexpr (!std::is_void_v<T>) return *std::move(result);
}

// What stands in a message for an argument of fail(): the argument, or for places and errors a
// text.
template <typename T>
const T& with_directories(const T& part) {
  return part;
}
inline const std::string& with_directories(const PlaceText& place) { return place.whole; }
inline const std::string& with_directories(const Error& error) { return error.message; }

template <typename T>
const T& without_directories(const T& part) {
  return part;
}
inline const std::string& without_directories(const PlaceText& place) {
  return place.without_directory;
}
inline const std::string& without_directories(const Error& error) {
  const bool names_none = error.message_without_directories.empty();
  return names_none ? error.message : error.message_without_directories;
}

template <typename T>
using PartOfMessage =
    std::decay_t<decltype(with_directories(std::declval<const std::remove_reference_t<T>&>()))>;

/// The shown_message() of a format that has been checked.
template <typename... Parts>
std::string message_of(fmt::string_view format, const Parts&... parts) {
  return shown_message(fmt::vformat(format, fmt::make_format_args(parts...)));
}

template <typename T>
inline constexpr bool kNamesDirectories =
    std::is_same_v<std::decay_t<T>, PlaceText> || std::is_same_v<std::decay_t<T>, Error>;

/// An error with the shown_message() of what is formatted: names and texts in it come from
/// anywhere. Files and directories are given as PlaceText, and errors as they are, so that the
/// message can be told without directories too.
template <typename... Args>
tl::unexpected<Error> fail(ErrorCode code, fmt::format_string<PartOfMessage<Args>...> format,
                           Args&&... args) {
  Error error{code, message_of(format, with_directories(args)...)};
  if constexpr ((kNamesDirectories<Args> || ...))
    error.message_without_directories = message_of(format, without_directories(args)...);
  return tl::unexpected<Error>(std::move(error));
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
