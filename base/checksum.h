#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace mill {

/// XXH3-64 of these bytes, seed 0.
std::uint64_t checksum(std::span<const std::uint8_t> bytes);

/// XXH3-128 of these bytes, seed 0, most significant byte first.
std::array<std::uint8_t, 16> digest_bytes(std::span<const std::uint8_t> bytes);

/// Bytes as hexadecimal digits, two for each.
std::string as_hex(std::span<const std::uint8_t> bytes);

/// The bytes of a text, for sums over it.
inline std::span<const std::uint8_t> as_bytes(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

/// XXH3-64 of bytes that come in pieces.
class RunningChecksum {
 public:
  RunningChecksum();
  ~RunningChecksum();
  RunningChecksum(RunningChecksum&&) noexcept;
  RunningChecksum& operator=(RunningChecksum&&) noexcept;

  void add(std::span<const std::uint8_t> bytes);
  std::uint64_t value() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace mill
