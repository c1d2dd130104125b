#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/error.h"

namespace mill {

/// Reads a number of bytes: digits, then K, M, G or T (times 1024 each) with or without B or iB
/// behind. kInvalidArgument for anything else, for zero, and for what exceeds 64 bits.
Result<std::uint64_t> parse_byte_size(std::string_view text);

/// Reads bits per second: a number, then K, M, G or T (times 1000 each), with or without bit/s
/// behind. kInvalidArgument for anything else, for zero, and for what is beyond any network.
Result<double> parse_bandwidth(std::string_view text);

/// Reads a time in seconds: a number, then ns, us, ms or s. kInvalidArgument for anything else, for
/// zero, and for more than a second, which no network takes for a message.
Result<double> parse_latency(std::string_view text);

/// For people: "512 B", "1.4 MiB", "13.1 GiB".
std::string byte_size_text(std::uint64_t bytes);

/// With separators: "8,904,593,601".
std::string number_text(std::uint64_t number);

/// "1 ply", "31 plies".
std::string plies_text(int plies);

/// For people: "0.04 s", "12.3 s", "3:24 min", "1:05:00 h".
std::string duration_text(double seconds);

/// Bits of a file for each of the classes it answers for; 0 when there are none.
double bits_per_class(std::uint64_t bytes, std::uint64_t classes);

/// A rate with a prefix: "5.31 M/s", "104 k/s".
std::string rate_text(double per_second);

}  // namespace mill
