#pragma once

#include <fmt/core.h>

#include <string_view>
#include <utility>

namespace mill {

/// Keeps files that are opened later from being taken for a standard stream that is closed, and
/// from what is written or read there; it fails as before. Call it before any file is opened.
void hold_closed_streams();

/// Writes to standard error at once, as far as that can be written: closed or full, it is no reason
/// for a program to end. Any thread.
void write_error_output(std::string_view text);

/// The same of what is formatted.
template <typename... Parts>
void print_error_output(fmt::format_string<Parts...> format, Parts&&... parts) {
  write_error_output(fmt::format(format, std::forward<Parts>(parts)...));
}

}  // namespace mill
