#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>

#include "base/error.h"
#include "game/value.h"

namespace millstone::verifier {

/// Keys of a whole subspace, one byte each, in memory that suits random access. Contents are
/// undefined until written.
class KeyArray {
 public:
  KeyArray() = default;

  /// kNotEnoughMemory if the system refuses.
  static Result<KeyArray> make(std::size_t size);

  Key* data() { return bytes_.get(); }
  const Key* data() const { return bytes_.get(); }
  std::size_t size() const { return size_; }

 private:
  struct Free {
    void operator()(Key* bytes) const { std::free(bytes); }
  };
  std::unique_ptr<Key[], Free> bytes_;
  std::size_t size_ = 0;
};

}  // namespace millstone::verifier
