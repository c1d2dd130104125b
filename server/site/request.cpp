#include "server/site/request.h"

#include <charconv>
#include <utility>

#include "base/words.h"

namespace mill {
namespace {

/// Names every code, so that the compiler asks about a new one.
int status_of(ErrorCode code) {
  switch (code) {
    case ErrorCode::kInvalidArgument:
    case ErrorCode::kUnsupportedRule:
    case ErrorCode::kWrongRules:  // of a game; about a file see refusal_of()
      return 400;
    case ErrorCode::kMissingFile:
      return 404;
    case ErrorCode::kNotEnoughMemory:
    case ErrorCode::kInterrupted:
    case ErrorCode::kBusy:
      return 503;
    case ErrorCode::kDamagedFile:
    case ErrorCode::kUnsupportedVersion:
    case ErrorCode::kInputOutput:
    case ErrorCode::kNoSpace:
    case ErrorCode::kVerificationFailed:
      return 500;
  }
  return 500;
}

/// Percent-encoded text (RFC 3986, 2.1) as it was meant.
/// @param plus_is_blank  as forms write blanks in a query
Reply<std::string> decoded(std::string_view text, bool plus_is_blank) {
  std::string plain;
  while (!text.empty()) {
    char next = text.front();
    std::size_t used = 1;
    if (next == '+' && plus_is_blank) next = ' ';
    if (next == '%') {
      std::uint8_t byte = 0;
      used = 3;
      const char* digits = text.data() + 1;
      if (text.size() < used || std::from_chars(digits, digits + 2, byte, 16).ptr != digits + 2)
        return refuse(400, "", "a % in the target of the request has no two digits behind it");
      next = static_cast<char>(byte);
    }
    plain += next;
    text.remove_prefix(used);
  }
  return plain;
}

}  // namespace

Refusal::Refusal(const Error& error)
    : status(status_of(error.code)), message(without_directories(error)) {
  if (status == 503) retry_after = 1;
}

Refusal come_again(std::string_view what_is_taken, int seconds) {
  Refusal refusal(503, fmt::format("{}, come again in a moment", what_is_taken));
  refusal.retry_after = seconds;
  return refusal;
}

const std::string* Request::find_parameter(std::string_view name) const {
  for (const auto& [key, value] : parameters)
    if (key == name) return &value;
  return nullptr;
}

Reply<Request> parse_target(Method method, std::string_view target) {
  if (!target.starts_with('/')) return refuse(400, "", "the target of the request is no path");
  target = target.substr(0, target.find('#'));
  Request request{method, {}, {}};
  std::string_view path = take_part(target, '?');
  path.remove_prefix(1);
  while (!path.empty())  // "/a/" is "/a"
    request.path.push_back(MILLSTONE_TRY(decoded(take_part(path, '/'), false)));
  while (!target.empty()) {
    std::string_view value = take_part(target, '&');
    const std::string_view key = take_part(value, '=');
    auto name = MILLSTONE_TRY(decoded(key, true));
    auto text = MILLSTONE_TRY(decoded(value, true));
    request.parameters.emplace_back(std::move(name), std::move(text));
  }
  return request;
}

}  // namespace mill
