#include "formats/codecs/mirror/guided_network.h"

#include <algorithm>

#include "base/little_endian.h"

namespace mill {
namespace {

// In the place of the last of a slot's facts.
constexpr std::size_t kOutlookFact = kFacts - 1;
static_assert(3 * 4 * 4 <= kFactSizes[kOutlookFact]);

static_assert(Outlook::kUnknown == kNotCoded);  // set() is told nothing by it

}  // namespace

std::vector<std::uint8_t> GuidedNetwork::serialize() const {
  std::vector<std::uint8_t> bytes = network_.serialize();
  append_little_endian(bytes, guide_checksum_);
  return bytes;
}

std::optional<GuidedNetwork> GuidedNetwork::parse(std::span<const std::uint8_t> bytes) {
  if (bytes.size() != kStoredSize) return std::nullopt;
  auto network = ValueNetwork::parse(bytes.first(ValueNetwork::kStoredSize));
  if (!network) return std::nullopt;
  return GuidedNetwork(*std::move(network),
                       load_little_endian<std::uint64_t>(bytes.data() + ValueNetwork::kStoredSize));
}

const GuideSteps& GuidedNetwork::steps(const Surroundings& file, const Guide& guide) const {
  std::call_once(steps_->once, [&] { steps_->steps.emplace(file, guide); });
  return *steps_->steps;
}

void GuidedNetwork::Predictor::begin(Mask major, std::span<const NumberingBlock> earlier,
                                     std::uint8_t* values, const std::uint8_t* guide) {
  ValueNetwork::Predictor::begin(major, earlier, values);
  steps_.find(surroundings(), major, guide, outlooks_);
  for (std::uint32_t slot = 0; slot < outlooks_.size(); ++slot) set(slot, outlooks_[slot].value());
  for (std::uint32_t slot = 0; slot < outlooks_.size(); ++slot)
    set_fact(slot, kOutlookFact, outlook_fact(slot, guide));
}

std::uint8_t GuidedNetwork::Predictor::outlook_fact(std::uint32_t slot,
                                                    const std::uint8_t* guide) const {
  const Outlook& outlook = outlooks_[slot];
  const std::uint32_t best = outlook.best();  // 2 at most in what is read of this
  return static_cast<std::uint8_t>(by_placing_
                                       ? best + 3U * outlook.best_closing() + 12U * near(slot)
                                       : best + 3U * guide[slot] + 9U * near(slot));
}

bool GuidedNetwork::Predictor::allow(const std::uint8_t* values) const {
  return std::ranges::all_of(outlooks_,
                             [&](const Outlook& each) { return each.allows(*values++); });
}

}  // namespace mill
