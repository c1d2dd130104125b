#include "formats/codecs/network/network_distances.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <optional>
#include <utility>

#include "formats/codecs/half_distances.h"
#include "formats/codecs/network/slot_facts.h"
#include "formats/codecs/packed_values.h"
#include "formats/codecs/prediction/learned_encoder.h"
#include "formats/codecs/prediction/learned_model.h"
#include "formats/codecs/prediction/similar_blocks.h"
#include "formats/codecs/prediction/symbol_coder.h"
#include "formats/codecs/prediction/value_ranges.h"
#include "game/numbering.h"

namespace mill {
namespace {

constexpr SampleSize kDistanceSample = {
    .slots = 3'000'000, .blocks = 1024, .portion = 16, .thins_out = true};

/// The range of a number below `size`, a power of 2, that nothing is known of.
SymbolRange even_range(int number, int size) {
  const std::uint32_t share = kRangeTotal / static_cast<std::uint32_t>(size);
  return {static_cast<std::uint16_t>(static_cast<std::uint32_t>(number) * share),
          static_cast<std::uint16_t>(share)};
}

int take_even(SymbolDecoder& decoder, int size) {
  const auto number =
      static_cast<int>(decoder.peek() / (kRangeTotal / static_cast<std::uint32_t>(size)));
  const SymbolRange range = even_range(number, size);
  decoder.skip(range.start, range.size);
  return number;
}

// A number without a bound is told in digits below kDigitBase; the last of these is followed by
// another.
constexpr int kDigitBase = 256;

void put_digits(int number, std::vector<SymbolRange>& symbols) {
  for (; number >= kDigitBase - 1; number -= kDigitBase - 1)
    symbols.push_back(even_range(kDigitBase - 1, kDigitBase));
  symbols.push_back(even_range(number, kDigitBase));
}

int take_digits(SymbolDecoder& decoder) {
  int number = 0;
  for (;;) {
    const int digit = take_even(decoder, kDigitBase);
    number += digit;
    if (digit < kDigitBase - 1 || number > kMostHalf) return number;  // the latter is no half
  }
}

/// A slot whose half distance may have a vote.
struct Voter {
  std::uint8_t value;
  std::uint16_t half;
};

}  // namespace

/// The numbering blocks of one file block, one after the other.
class NetworkDistances::Blocks {
 public:
  Blocks(const NetworkDistances& codec, std::size_t slots)
      : codec_(codec), order_(codec.order_.get()), values_(slots), halves_(slots) {}

  std::size_t count() const { return values_.size() / order_->size(); }

  /// What is known: all values, and of the halves those that are there.
  void take_values(const std::uint8_t* packed) {
    unpack_numbers({packed, packed_size(values_.size())}, values_);
  }
  void take(const BlockContent& content) {
    take_values(content.packed_values.data());
    for_each_half(content.outcomes, content.longs, [&](std::size_t slot, int half) {
      halves_[slot] = static_cast<std::uint16_t>(half);
    });
  }

  Value value(std::size_t slot) const { return static_cast<Value>(values_[slot]); }
  int half(std::size_t slot) const { return halves_[slot]; }

  /// Calls visit(turn in the coding order, clues, half) for every decided slot of those numbering
  /// blocks that `wants(index)`, in the order in which they are coded; it may set the half. False
  /// where visit() is, or if there are fewer classes of major stones than blocks.
  template <typename Visit, typename Wants>
  bool for_each_decided(Mask first, Visit&& visit, Wants&& wants) {
    const auto majors = successive_majors(*codec_.board_, first, count());
    if (!majors) return false;
    for (std::size_t index = 0; index < majors->size(); ++index) {
      if (!wants(index)) continue;
      begin((*majors)[index], std::span(*majors).first(index));
      std::size_t turn = 0;
      for (const CodingOrder::Step& step : order_->steps()) {
        const std::size_t slot = first_slot_ + step.slot;
        if (value(slot) != Value::kDraw && !visit(turn, clues_of(step), halves_[slot]))
          return false;
        ++turn;
      }
    }
    return true;
  }
  template <typename Visit>
  bool for_each_decided(Mask first, Visit&& visit) {
    return for_each_decided(first, visit, [](std::size_t) { return true; });
  }

 private:
  /// An earlier numbering block as seen from a later one.
  struct SimilarBlock {
    std::size_t first_slot;
    Symmetry map;  // of minor stones
  };

  void begin(Mask major, std::span<const Mask> earlier) {
    first_slot_ = earlier.size() * order_->size();
    facts_.resize(order_->size());
    find_slot_facts({codec_.board_, order_, codec_.reach_}, major, facts_);
    const auto places = most_similar(major, earlier);
    for (std::size_t i = 0; i < places.size(); ++i) {
      similar_[i].reset();
      if (places[i] < earlier.size())
        similar_[i] = SimilarBlock{places[i] * order_->size(),
                                   free_point_map(codec_.board_->all(), major, earlier[places[i]])};
    }
  }

  Voter voter(std::size_t slot) const { return {values_[slot], halves_[slot]}; }

  DistanceClues clues_of(const CodingOrder::Step& step) const {
    std::array<Voter, kVoters> voters;
    for (std::size_t i = 0; i < CodingOrder::kNeighbours; ++i)
      voters[i] = step.neighbours[i] < order_->size()
                      ? voter(first_slot_ + step.neighbours[i])
                      : Voter{static_cast<std::uint8_t>(Value::kDraw), 0};
    for (std::size_t i = 0; i < similar_.size(); ++i)
      voters[CodingOrder::kNeighbours + i] =
          similar_[i] ? voter(similar_[i]->first_slot +
                              order_->ranks().rank(similar_[i]->map(order_->subsets()[step.slot])))
                      : Voter{kNoEarlier, 0};
    return clues_of(voters, values_[first_slot_ + step.slot], facts_[step.slot]);
  }

  static DistanceClues clues_of(const std::array<Voter, kVoters>& voters, std::uint8_t value,
                                const SlotFacts& facts) {
    std::uint32_t sum = 0, votes = 0;
    for (const Voter& voter : voters) {
      const bool has_vote = voter.value == value;
      sum += has_vote ? voter.half : 0;
      votes += has_vote;
    }
    DistanceClues clues;
    clues.centre = votes == 0 ? 0 : static_cast<int>((sum + votes / 2) / votes);
    auto input = clues.inputs.begin();
    std::uint32_t apart = 0;
    for (const Voter& voter : voters) {
      if (voter.value != value) {
        *input++ = static_cast<std::uint8_t>(kOtherValue + voter.value);
        continue;
      }
      const int difference = voter.half - clues.centre;
      apart += static_cast<std::uint32_t>(std::abs(difference));
      const int level = deviation_level(std::abs(difference));
      *input++ = static_cast<std::uint8_t>(kMostDeviation + (difference < 0 ? -level : level));
    }
    const std::uint32_t spread = votes == 0 ? 0 : (apart + votes / 2) / votes;
    *input++ = static_cast<std::uint8_t>(2 * std::min(clues.centre, kMostCentre) +
                                         (static_cast<Value>(value) == Value::kWin));
    *input++ = static_cast<std::uint8_t>(votes);
    *input++ = static_cast<std::uint8_t>(std::min<std::uint32_t>(spread, kMostSpread));
    std::copy_n(facts.begin(), kFacts, input);
    return clues;
  }

  const NetworkDistances& codec_;
  std::shared_ptr<const CodingOrder> order_;
  std::vector<std::uint8_t> values_;   // by slot of the file block
  std::vector<std::uint16_t> halves_;  // likewise, where they are known
  std::size_t first_slot_ = 0;         // of the numbering block under way
  std::vector<SlotFacts> facts_;
  std::array<std::optional<SimilarBlock>, 2> similar_;
};

NetworkDistances::NetworkDistances(const Subspace& subspace, std::shared_ptr<const Board> board,
                                   Reach reach, DistanceNetwork network)
    : board_(std::move(board)),
      order_(*board_, subspace),
      reach_(reach),
      network_(std::move(network)) {}

Result<std::shared_ptr<const BlockDecoder>> NetworkDistances::open(const DecodingTask& task) {
  auto learned = MILLSTONE_TRY(read_learned<DistanceNetwork>(task));
  return std::make_shared<const NetworkDistances>(task.layout.subspace, task.board, learned.reach,
                                                  std::move(learned.model));
}

Result<std::shared_ptr<const FileEncoder>> NetworkDistances::prepare(const EncodingTask& task) {
  const Subspace& subspace = task.layout.subspace;
  const std::shared_ptr<const Board>& board = task.variant.board;
  const Reach reach = reach_of(task.variant.rules, subspace);
  std::vector<Mask> first_majors = first_majors_of(task.layout, task.variant);
  const NetworkDistances untaught(subspace, board, reach, {});
  std::atomic<std::uint64_t> seen = 0, decided = 0;  // slots of sampled blocks
  const auto examples_of = [&](std::uint32_t block,
                               const SampledPart& part) -> Result<std::vector<DistanceExample>> {
    const SampledContent content = MILLSTONE_TRY(read_content(task, block));
    const auto& outcomes = content.outcomes;
    seen += outcomes.size();
    decided += outcomes.size() - static_cast<std::size_t>(std::ranges::count(outcomes, kDrawByte));
    return untaught.examples_of(first_majors[block], content.view(), part);
  };
  const auto examples = MILLSTONE_TRY(sampled_examples<DistanceExample>(
      task, kDistanceSample, numbering_block_size(*board, subspace), examples_of));
  auto codec = std::make_shared<const NetworkDistances>(
      subspace, board, reach, learn_distance_network(examples, task.layout.slots * decided / seen));
  return std::make_shared<const LearnedEncoder<NetworkDistances>>(std::move(codec),
                                                                  std::move(first_majors));
}

std::vector<std::uint8_t> NetworkDistances::codec_data() const {
  return learned_data(reach_, network_);
}

std::vector<DistanceExample> NetworkDistances::examples_of(Mask first, const BlockContent& content,
                                                           const SampledPart& part) const {
  std::vector<DistanceExample> examples;
  Blocks blocks(*this, content.outcomes.size());
  blocks.take(content);
  const auto add = [&](std::size_t turn, const DistanceClues& clues, int half) {
    if (part.has_slot(turn)) examples.push_back({clues, half});
    return true;
  };
  const bool complete = blocks.for_each_decided(
      first, add, [&](std::size_t index) { return part.has_block(index, blocks.count()); });
  MILLSTONE_CHECK(complete);
  return examples;
}

std::vector<std::uint8_t> NetworkDistances::encode(Mask first, const BlockContent& content) const {
  thread_local std::vector<SymbolRange> symbols;
  symbols.clear();
  Blocks blocks(*this, content.outcomes.size());
  blocks.take(content);
  const auto put = [&](std::size_t, const DistanceClues& clues, int half) {
    const DistanceNetwork::Units hidden = network_.hidden(clues);
    const auto ask = [&](std::size_t question, int low, int high) {
      const std::uint32_t end = yes_end(network_.log_odds(hidden, question));
      const bool yes = low <= half && half <= high;
      symbols.push_back(yes ? SymbolRange{0, static_cast<std::uint16_t>(end)}
                            : SymbolRange{static_cast<std::uint16_t>(end),
                                          static_cast<std::uint16_t>(kRangeTotal - end)});
      return yes;
    };
    const auto offset = [&](int nearest, int direction, int size) {
      const int number = direction * (half - nearest);
      if (size == 0)
        put_digits(number, symbols);
      else
        symbols.push_back(even_range(number, size));
      return number;
    };
    return find_half(clues.centre, ask, offset) == half;
  };
  MILLSTONE_CHECK(blocks.for_each_decided(first, put));
  std::vector<std::uint8_t> bytes = first_major_bytes(first);
  encode_symbols(symbols, bytes);
  return bytes;
}

bool NetworkDistances::decode_distances(std::span<const std::uint8_t> bytes,
                                        const std::uint8_t* packed_values,
                                        std::span<OutcomeByte> outcomes,
                                        std::vector<LongDistance>* longs) const {
  const auto major = read_first_major(bytes, *board_, order_.major_stones());
  if (!major) return false;
  Blocks blocks(*this, outcomes.size());
  blocks.take_values(packed_values);
  SymbolDecoder decoder(bytes.subspan(kFirstMajorSize));
  const auto take = [&](std::size_t, const DistanceClues& clues, std::uint16_t& half) {
    const DistanceNetwork::Units hidden = network_.hidden(clues);
    const auto ask = [&](std::size_t question, int, int) {
      const std::uint32_t end = yes_end(network_.log_odds(hidden, question));
      const bool yes = decoder.peek() < end;
      if (yes)
        decoder.skip(0, end);
      else
        decoder.skip(end, kRangeTotal - end);
      return yes;
    };
    const auto offset = [&](int, int, int size) {
      return size == 0 ? take_digits(decoder) : take_even(decoder, size);
    };
    const int found = find_half(clues.centre, ask, offset);
    half = static_cast<std::uint16_t>(found);
    return 0 <= found && found <= kMostHalf;
  };
  if (!blocks.for_each_decided(*major, take) || !decoder.finished()) return false;
  for (std::size_t slot = 0; slot < outcomes.size(); ++slot)
    outcomes[slot] = blocks.value(slot) == Value::kDraw
                         ? kDrawByte
                         : outcome_of_half(blocks.value(slot), blocks.half(slot), slot, longs);
  return true;
}

}  // namespace mill
