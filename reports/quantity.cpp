#include "reports/quantity.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>

#include "base/numbers.h"

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

/// A number of digits, with or without a point among them, and what stands behind it.
struct Amount {
  double number = 0;
  std::string_view unit;
};

std::optional<Amount> amount_in(std::string_view text) {
  const std::size_t length = std::min(text.find_first_not_of("0123456789."), text.size());
  const auto number = number_in<double>(text.substr(0, length));
  if (!number) return std::nullopt;
  return Amount{*number, text.substr(length)};
}

/// Bits per second that a unit stands for; 0 for what is no unit.
double bandwidth_unit(std::string_view unit) {
  constexpr std::string_view kLetters = "KMGT";
  constexpr std::array kPowers = {1e3, 1e6, 1e9, 1e12};
  if (unit.ends_with("bit/s")) unit.remove_suffix(5);
  if (unit.empty()) return 1;
  const std::size_t power = kLetters.find(unit[0] & ~0x20);  // upper case
  return unit.size() == 1 && power != std::string_view::npos ? kPowers.at(power) : 0;
}

/// Seconds that a unit stands for; 0 for what is no unit.
double latency_unit(std::string_view unit) {
  if (unit == "ns") return 1e-9;
  if (unit == "us") return 1e-6;
  if (unit == "ms") return 1e-3;
  return unit == "s" ? 1 : 0;
}

/// What a network may be said to have, or to take.
struct NetworkQuantity {
  double most;               ///< in the unit that the functions above count in
  std::string_view name;     ///< "bandwidth"
  std::string_view example;  ///< two of them: "10G or 100M"
  std::string_view verb;     ///< what a network does with it: "has"
};

/// A number and a unit.
/// @param value_of  what a unit stands for; 0 for what is no unit
Result<double> parse_amount(std::string_view text, double (*value_of)(std::string_view),
                            const NetworkQuantity& quantity) {
  const auto amount = amount_in(text);
  const double unit = amount ? value_of(amount->unit) : 0;
  if (unit == 0)
    return fail(ErrorCode::kInvalidArgument, "'{}' is no {}, write {}", text, quantity.name,
                quantity.example);
  if (amount->number == 0)
    return fail(ErrorCode::kInvalidArgument, "'{}' is nothing, write {}", text,
                quantity.example.substr(0, quantity.example.find(' ')));
  if (amount->number > quantity.most / unit)
    return fail(ErrorCode::kInvalidArgument, "'{}' is more than any network {}", text,
                quantity.verb);
  return amount->number * unit;
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

Result<double> parse_bandwidth(std::string_view text) {
  return parse_amount(text, bandwidth_unit, {1e15, "bandwidth", "10G or 100M", "has"});
}

Result<double> parse_latency(std::string_view text) {
  return parse_amount(text, latency_unit, {1, "time", "20us or 1.5ms", "takes"});
}

std::string byte_size_text(std::uint64_t bytes) {
  constexpr std::array kUnits = {"KiB", "MiB", "GiB", "TiB"};
  if (bytes < 1024) return fmt::format("{} B", bytes);
  double size = static_cast<double>(bytes) / 1024;
  std::size_t unit = 0;
  for (; size >= 1023.95 && unit + 1 < kUnits.size(); ++unit) size /= 1024;
  return fmt::format("{:.1f} {}", size, kUnits[unit]);
}

std::string plies_text(int plies) {
  return fmt::format("{} {}", plies, plies == 1 ? "ply" : "plies");
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
