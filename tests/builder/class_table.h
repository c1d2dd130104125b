#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "game/value.h"

namespace mill {

/// What the plain solver knows of a class.
struct PlainClass {
  static constexpr int kNever = 1 << 20;
  static constexpr std::uint64_t kNoName = UINT64_MAX;

  std::uint64_t name = kNoName;  ///< its least position, own stones in the upper half
  Outcome outcome;               ///< a draw until something else is proved
  int scheduled = kNever;        ///< least distance at which it waits to be decided
  int looked_at = kNever;        ///< last level at which it was a candidate
};

/// Classes by name: a hash table without chains, because almost all of the plain solver's time goes
/// into waiting for memory here.
class ClassTable {
 public:
  /// Adds classes that are not in the table yet. Pointers from find() are void afterwards.
  void add(const std::vector<std::uint64_t>& names) {
    size_ += names.size();
    std::vector<PlainClass> old(std::bit_ceil(2 * size_ + 1));
    old.swap(places_);
    for (const PlainClass& known : old)
      if (known.name != PlainClass::kNoName) *place_of(known.name) = known;
    for (std::uint64_t name : names) place_of(name)->name = name;
  }

  /// The class of that name, or null.
  PlainClass* find(std::uint64_t name) {
    if (places_.empty()) return nullptr;
    PlainClass* place = place_of(name);
    return place->name == name ? place : nullptr;
  }
  const PlainClass* find(std::uint64_t name) const {
    return const_cast<ClassTable*>(this)->find(name);
  }

  template <typename Visit>
  void for_each(Visit&& visit) const {
    for (const PlainClass& known : places_)
      if (known.name != PlainClass::kNoName) visit(known);
  }

 private:
  /// Where the name is, or the free place where it would be.
  PlainClass* place_of(std::uint64_t name) {
    const std::size_t last = places_.size() - 1;
    std::size_t place = name * 0x9e3779b97f4a7c15u >> 32 & last;
    while (places_[place].name != name && places_[place].name != PlainClass::kNoName)
      place = (place + 1) & last;
    return &places_[place];
  }

  std::size_t size_ = 0;
  std::vector<PlainClass> places_;  // a power of two, at most half of them taken
};

}  // namespace mill
