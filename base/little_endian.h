#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <vector>

namespace mill {

// Every number on disk passes through these: unsigned, least significant byte first, whatever the
// machine. `T` is an unsigned integer type.

template <typename T>
T load_little_endian(const std::uint8_t* bytes) {
  T value = 0;
  if constexpr (std::endian::native == std::endian::little)  // one instruction
    std::memcpy(&value, bytes, sizeof(T));
  else
    for (std::size_t i = 0; i < sizeof(T); ++i) value |= static_cast<T>(T{bytes[i]} << (8 * i));
  return value;
}

template <typename T>
void store_little_endian(std::uint8_t* bytes, T value) {
  if constexpr (std::endian::native == std::endian::little)
    std::memcpy(bytes, &value, sizeof(T));
  else
    for (std::size_t i = 0; i < sizeof(T); ++i)
      bytes[i] = static_cast<std::uint8_t>(value >> (8 * i));
}

template <typename T>
void append_little_endian(std::vector<std::uint8_t>& bytes, T value) {
  bytes.resize(bytes.size() + sizeof(T));
  store_little_endian(bytes.data() + bytes.size() - sizeof(T), value);
}

/// Appends fields to a growing buffer in the order they stand on disk.
class FieldWriter {
 public:
  template <typename T>
  void put(T value) {
    append_little_endian(bytes_, value);
  }
  void put_bytes(std::span<const std::uint8_t> bytes) {
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
  }
  void put_text(std::string_view text) { bytes_.insert(bytes_.end(), text.begin(), text.end()); }
  void pad_to_multiple(std::size_t unit) {
    bytes_.resize((bytes_.size() + unit - 1) / unit * unit);
  }

  std::vector<std::uint8_t>& bytes() { return bytes_; }

 private:
  std::vector<std::uint8_t> bytes_;
};

/// Takes fields from a buffer in the order they stand on disk. Reading past the end gives zeros and
/// makes ok() false, so that a run of reads needs one check.
class FieldReader {
 public:
  explicit FieldReader(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

  template <typename T>
  T take() {
    const std::span<const std::uint8_t> field = take_bytes(sizeof(T));
    return field.empty() ? T{0} : load_little_endian<T>(field.data());
  }
  std::span<const std::uint8_t> take_bytes(std::size_t size) {
    if (size > bytes_.size() - position_) {
      position_ = bytes_.size();
      ok_ = false;
      return {};
    }
    position_ += size;
    return bytes_.subspan(position_ - size, size);
  }

  bool ok() const { return ok_; }
  std::size_t position() const { return position_; }

 private:
  std::span<const std::uint8_t> bytes_;
  std::size_t position_ = 0;
  bool ok_ = true;
};

}  // namespace mill
