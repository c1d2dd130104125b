#include "engine/evaluation/shipped_networks.h"

#include "base/embedded_file.h"

extern "C" {
MILLSTONE_EMBED(millstone_network_nine_mens_morris, MILLSTONE_NETWORKS, "nine-mens-morris.network");
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
