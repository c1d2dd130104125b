#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/large_array.h"

namespace mill::verifier {

/// Memory for the tables that are made for one check after another. Its pages are used again: the
/// system would have to zero fresh ones. One thread; what is taken must be back when it goes.
class TableMemory {
 public:
  /// @param most_bytes  of a table; address space is set aside for as many
  explicit TableMemory(std::size_t most_bytes) : most_bytes_(most_bytes) {}

  /// Memory of a table, with undefined contents. Gives it back at its end.
  class Table {
   public:
    Table() = default;
    Table(TableMemory& memory, LargeArray<std::uint8_t> bytes)
        : memory_(&memory), bytes_(std::move(bytes)) {}
    Table(Table&& other) noexcept
        : memory_(std::exchange(other.memory_, nullptr)), bytes_(std::move(other.bytes_)) {}
    Table& operator=(Table&& other) noexcept {
      std::swap(memory_, other.memory_);
      std::swap(bytes_, other.bytes_);
      return *this;
    }
    ~Table() {
      if (memory_) memory_->idle_.push_back(std::move(bytes_));
    }

    std::uint8_t* data() { return bytes_.data(); }

   private:
    TableMemory* memory_ = nullptr;
    LargeArray<std::uint8_t> bytes_;
  };

  /// kNotEnoughMemory when the system refuses.
  /// @param bytes  at most those of the constructor
  Result<Table> take(std::size_t bytes);

  /// Gives back to the system what more than `tables` tables of `bytes` each have used. None of
  /// them may be taken.
  void keep(std::size_t tables, std::size_t bytes);

 private:
  std::size_t most_bytes_;
  std::vector<LargeArray<std::uint8_t>> idle_;
};

}  // namespace mill::verifier
