#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>

namespace millstone {

/// XXH3-64 of these bytes, seed 0.
std::uint64_t checksum(std::span<const std::uint8_t> bytes);

/// XXH3-128 of these bytes, seed 0, most significant byte first: the order of Variant::digest().
std::array<std::uint8_t, 16> digest_bytes(std::span<const std::uint8_t> bytes);

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

}  // namespace millstone
