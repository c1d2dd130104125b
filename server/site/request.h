#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "base/error.h"

namespace mill {

/// Why a request gets no answer. Can be made of an Error, so that MILLSTONE_TRY passes both on.
struct Refusal {
  int status = 400;                       ///< of HTTP
  std::string message;                    ///< one sentence for people
  std::string field = {};                 ///< the parameter or member that is wrong; may be empty
  std::optional<int> retry_after = {};    ///< seconds after which to come again
  std::vector<std::string> methods = {};  ///< those there are, where another one was used

  Refusal(int status_code, std::string sentence, std::string wrong_field = {})
      : status(status_code), message(std::move(sentence)), field(std::move(wrong_field)) {}
  /// The status follows from the code. Nobody is told the names of directories.
  Refusal(const Error& error);  // NOLINT: what it converts is a refusal
};

/// 503: something is taken just now.
Refusal come_again(std::string_view what_is_taken, int seconds = 1);

template <typename T>
using Reply = tl::expected<T, Refusal>;

/// The same with the field that an error is about.
template <typename T>
Reply<T> about(std::string field, Result<T> result) {
  if (result) {
    if constexpr (std::is_void_v<T>)
      return {};
    else
      return *std::move(result);
  }
  Refusal refusal(std::move(result).error());
  refusal.field = std::move(field);
  return tl::unexpected(std::move(refusal));
}

template <typename... Args>
tl::unexpected<Refusal> refuse(int status, std::string field, fmt::format_string<Args...> format,
                               Args&&... args) {
  return tl::unexpected(Refusal(
      status, shown_message(fmt::format(format, std::forward<Args>(args)...)), std::move(field)));
}

enum class Method : std::uint8_t { kGet, kPost };

/// What a client asks for, without what is HTTP about it. No text need be UTF-8.
struct Request {
  Method method = Method::kGet;
  std::vector<std::string> path;  ///< decoded: "/nine-mens-morris/mainline" has two parts, "/" none
  std::vector<std::pair<std::string, std::string>> parameters;  ///< of the query, decoded
  std::string body = {};
  std::string content_type = {};  ///< without what follows a semicolon; in small letters

  /// The parameter of that name, if it is given.
  const std::string* find_parameter(std::string_view name) const;
};

/// Takes the target of a request apart, as a client writes it in percent-encoding:
/// "/nine-mens-morris?fen=startpos". 400 for one that is no path.
Reply<Request> parse_target(Method method, std::string_view target);

}  // namespace mill
