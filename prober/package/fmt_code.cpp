// The functions of {fmt} that the objects of the library call, compiled into it so that programs
// need no libfmt. A test of the package finds one that is missing.
#include <fmt/format.h>

namespace {

// What has its address taken is compiled, inline or not.
[[gnu::used]] std::string (*const kFormat)(fmt::string_view, fmt::format_args) = fmt::vformat;
[[gnu::used]] void (*const kThrow)(const char*) = fmt::detail::throw_format_error;
[[gnu::used]] bool (*const kIsPrintable)(std::uint32_t) = fmt::detail::is_printable;
[[gnu::used]] auto(*const kSeparator)(fmt::detail::locale_ref) =
    fmt::detail::thousands_sep_impl<char>;
[[gnu::used]] auto(*const kPoint)(fmt::detail::locale_ref) = fmt::detail::decimal_point_impl<char>;

}  // namespace
