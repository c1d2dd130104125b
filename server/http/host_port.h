#pragma once

#include <optional>
#include <string_view>

namespace mill {

/// The two sides of HOST:PORT.
struct HostPort {
  std::string_view name;  ///< "[::1]" keeps its brackets
  std::optional<std::string_view> port;
};

/// Splits "localhost:8080", "[::1]:8080", or a host alone.
inline HostPort split_host(std::string_view text) {
  const std::size_t colon = text.rfind(':');
  const bool is_port = colon != text.npos && text.find(']', colon) == text.npos;
  if (!is_port) return {text, std::nullopt};
  return {text.substr(0, colon), text.substr(colon + 1)};
}

}  // namespace mill
