#include "reports/quantity.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <limits>

namespace mill {
namespace {

/// Power of 1024 that a unit stands for, -1 for what is no unit.
int unit_power(std::string_view unit) {
  constexpr std::string_view kLetters = "KMGT";
  if (unit.empty() || unit == "B") return 0;
  const std::size_t power = kLetters.find(unit[0] & ~0x20);  // upper case
  const std::string_view rest = unit.substr(1);
  if (power == std::string_view::npos || !(rest.empty() || rest == "B" || rest == "iB")) return -1;
  return static_cast<int>(power) + 1;
}

}  // namespace

Result<std::uint64_t> parse_byte_size(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const int power = unit_power(text.substr(end - text.data()));
  if (error == std::errc::invalid_argument || power < 0)
    return fail(ErrorCode::kInvalidArgument, "'{}' is no size, write 512M or 4G", text);
  const std::uint64_t unit = std::uint64_t{1} << (10 * power);
  if (error == std::errc::result_out_of_range ||
      number > std::numeric_limits<std::uint64_t>::max() / unit)
    return fail(ErrorCode::kInvalidArgument, "'{}' is more than any machine has", text);
  if (number == 0) return fail(ErrorCode::kInvalidArgument, "'{}' is nothing, write 4G", text);
  return number * unit;
}

std::string byte_size_text(std::uint64_t bytes) {
  constexpr std::array kUnits = {"KiB", "MiB", "GiB", "TiB"};
  if (bytes < 1024) return fmt::format("{} B", bytes);
  double size = static_cast<double>(bytes) / 1024;
  std::size_t unit = 0;
  for (; size >= 1023.95 && unit + 1 < kUnits.size(); ++unit) size /= 1024;
  return fmt::format("{:.1f} {}", size, kUnits[unit]);
}

std::string number_text(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t place = text.size(); place > 3;) text.insert(place -= 3, 1, ',');
  return text;
}

std::string duration_text(double seconds) {
  if (seconds < 1) return fmt::format("{:.2f} s", seconds);
  if (seconds < 99.95) return fmt::format("{:.1f} s", seconds);
  const auto whole = static_cast<std::uint64_t>(std::llround(seconds));
  if (whole < 3600) return fmt::format("{}:{:02} min", whole / 60, whole % 60);
  return fmt::format("{}:{:02}:{:02} h", whole / 3600, whole / 60 % 60, whole % 60);
}

double bits_per_class(std::uint64_t bytes, std::uint64_t classes) {
  return classes == 0 ? 0 : 8 * static_cast<double>(bytes) / static_cast<double>(classes);
}

std::string rate_text(double per_second) {
  if (per_second >= 1e6) return fmt::format("{:.2f} M/s", per_second / 1e6);
  if (per_second >= 1e3) return fmt::format("{:.1f} k/s", per_second / 1e3);
  return fmt::format("{:.1f} /s", per_second);
}

}  // namespace mill
