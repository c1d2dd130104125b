#include "formats/codecs/mirror/mirror_network.h"

#include <algorithm>

#include "base/little_endian.h"

namespace mill {
namespace {

// In the place of the last of a slot's facts.
constexpr std::size_t kOutlookFact = kFacts - 1;
static_assert(3 * 3 * 4 <= kFactSizes[kOutlookFact]);

}  // namespace

std::vector<std::uint8_t> MirrorNetwork::serialize() const {
  std::vector<std::uint8_t> bytes = network_.serialize();
  append_little_endian(bytes, mirror_checksum_);
  return bytes;
}

std::optional<MirrorNetwork> MirrorNetwork::parse(std::span<const std::uint8_t> bytes) {
  if (bytes.size() != kStoredSize) return std::nullopt;
  auto network = ValueNetwork::parse(bytes.first(ValueNetwork::kStoredSize));
  if (!network) return std::nullopt;
  return MirrorNetwork(*std::move(network),
                       load_little_endian<std::uint64_t>(bytes.data() + ValueNetwork::kStoredSize));
}

const MirrorSteps& MirrorNetwork::steps(const CodingOrder& order) const {
  std::call_once(steps_->once, [&] { steps_->steps.emplace(order); });
  return *steps_->steps;
}

void MirrorNetwork::Predictor::begin(Mask major, std::span<const NumberingBlock> earlier,
                                     std::uint8_t* values, const std::uint8_t* mirror) {
  ValueNetwork::Predictor::begin(major, earlier, values);
  steps_.find(surroundings(), major, mirror, outlooks_);
  for (std::uint32_t slot = 0; slot < outlooks_.size(); ++slot) {
    const Outlook& outlook = outlooks_[slot];
    if (outlook.is_known())
      set(slot, outlook.value());
    else  // best is 2 at most
      set_fact(slot, kOutlookFact,
               static_cast<std::uint8_t>(outlook.best() + 3 * mirror[slot] + 9 * near(slot)));
  }
}

bool MirrorNetwork::Predictor::allow(const std::uint8_t* values) const {
  return std::ranges::all_of(outlooks_,
                             [&](const Outlook& each) { return each.allows(*values++); });
}

}  // namespace mill
