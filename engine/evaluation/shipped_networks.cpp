#include "engine/evaluation/shipped_networks.h"

// The bytes of a file as they are, between two symbols.
#define MILLSTONE_EMBED(symbol, file)                                       \
  asm(".section .rodata\n"                                                  \
      ".balign 64\n" #symbol                                                \
      ":\n"                                                                 \
      ".incbin \"" MILLSTONE_NETWORKS "/" file "\"\n" #symbol               \
      "_end:\n"                                                             \
      ".byte 0\n"                                                           \
      ".previous\n");                                                       \
  extern const std::uint8_t symbol[] __attribute__((visibility("hidden"))); \
  extern const std::uint8_t symbol##_end[] __attribute__((visibility("hidden")))

extern "C" {
MILLSTONE_EMBED(millstone_network_nine_mens_morris, "nine-mens-morris.network");
}

namespace mill {
namespace {

Network read_shipped(const Variant& variant, const std::uint8_t* begin, const std::uint8_t* end) {
  auto network = Network::parse(variant, {begin, static_cast<std::size_t>(end - begin)},
                                "the network that is compiled in");
  MILLSTONE_CHECK(network.has_value());
  return *std::move(network);
}

}  // namespace

const Network* shipped_network(const Variant& variant) {
  static const Variant standard = find_variant("nine-mens-morris").value();
  if (variant.digest() != standard.digest()) return nullptr;
  static const Network network = read_shipped(standard, millstone_network_nine_mens_morris,
                                              millstone_network_nine_mens_morris_end);
  return &network;
}

}  // namespace mill
