#include "formats/distance_model.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "formats/little_endian.h"

namespace millstone {
namespace {

constexpr std::uint8_t kNoHalf = 255;
constexpr std::uint32_t kPlainSize = kRangeTotal / DistanceModel::kHalves;

/// Contexts seen less often share the table of the wider context.
constexpr std::uint64_t kLeastCount = 400;

/// Half distance of a key if it is a win (or a loss, as `lost` says), else kNoHalf.
std::uint8_t half_if(Key key, bool lost) {
  const auto half = static_cast<std::uint8_t>(lost ? 255 - key : key);
  return half < (lost ? kKeyDraw + 1 : kKeyDraw) ? half : kNoHalf;
}

/// Puts seven numbers into ascending order (the shortest network there is, sixteen exchanges).
void sort7(std::array<std::uint8_t, 7>& n) {
  const auto order = [&](int i, int j) {
    const std::uint8_t low = std::min(n[i], n[j]), high = std::max(n[i], n[j]);
    n[i] = low;
    n[j] = high;
  };
  order(0, 6), order(2, 3), order(4, 5);
  order(0, 2), order(1, 4), order(3, 6);
  order(0, 1), order(2, 5), order(3, 4);
  order(1, 2), order(4, 6);
  order(2, 3), order(4, 5);
  order(1, 2), order(3, 4), order(5, 6);
}

/// Class of a median: exact while small, then in steps of 2, 4 and 8; the last is "none".
constexpr std::array<std::uint8_t, 256> kMedianClass = [] {
  std::array<std::uint8_t, 256> classes{};
  for (int half = 0; half < 256; ++half) {
    const int number = half < 12   ? half
                       : half < 20 ? 12 + (half - 12) / 2
                       : half < 36 ? 16 + (half - 20) / 4
                       : half < 68 ? 20 + (half - 36) / 8
                                   : 24;
    classes[half] = static_cast<std::uint8_t>(half == kNoHalf ? 25 : number);
  }
  return classes;
}();

/// Where a number lies from the median: by four or more below, by two or three, by one, on it, ...
std::uint32_t lean(int number, int median) {
  if (number == kNoHalf) return 7;
  const int off = std::clamp(number - median, -4, 4) + 4;
  constexpr std::array<std::uint8_t, 9> kLeanOf = {0, 1, 1, 2, 3, 4, 5, 5, 6};
  return kLeanOf[off];
}

std::uint32_t context_of(const CodingOrder::Step& step, std::uint8_t hint, bool lost,
                         const Key* keys) {
  std::array<std::uint8_t, CodingOrder::kNeighbours> halves;
  unsigned known = 0;
  for (int i = 0; i < CodingOrder::kNeighbours; ++i) {
    halves[i] = half_if(keys[step.neighbours[i]], lost);
    known += halves[i] != kNoHalf;
  }
  const std::uint8_t first = halves[0];
  sort7(halves);
  const std::uint8_t median = halves[known == 0 ? 0 : (known - 1) / 2];
  const std::uint32_t side = MillHints::kCombinations * lost + hint;
  return (side * DistanceModel::kMedians + kMedianClass[median]) * DistanceModel::kLeans +
         lean(first, median);
}

}  // namespace

void DistanceModel::Trainer::add(const CodingOrder& order, const std::uint8_t* hints,
                                 const Key* keys) {
  for (const CodingOrder::Step& step : order.steps()) {
    const Key key = keys[step.slot];
    if (key == kKeyDraw) continue;
    const bool lost = key > kKeyDraw;
    ++counts_[context_of(step, hints[step.slot], lost, keys)][half_if(key, lost)];
  }
}

DistanceModel::Table DistanceModel::make_table(const Trainer::Counts& counts) {
  std::array<std::uint8_t, kHalves> by_count;
  std::iota(by_count.begin(), by_count.end(), std::uint8_t{0});
  std::stable_sort(by_count.begin(), by_count.end(),
                   [&](int a, int b) { return counts[a] > counts[b]; });
  std::sort(by_count.begin(), by_count.begin() + kListed);

  const std::uint64_t total = std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}) + 1;
  Table table;
  std::uint64_t end = 0;
  for (int i = 0; i < kListed; ++i) {
    table.halves[i] = by_count[i];
    const std::uint64_t seen = counts[by_count[i]];
    end += seen * (kRangeTotal - kListed - 1) / total + (seen != 0);
    table.ends[i] = static_cast<std::int16_t>(end);
  }
  table.halves[kListed] = 0;
  table.ends[kListed] = kRangeTotal;
  return table;
}

DistanceModel DistanceModel::Trainer::finish() const {
  DistanceModel model;
  model.table_of_.resize(kContexts);
  // Each level has contexts of `group` consecutive numbers; the narrowest comes last.
  for (std::uint32_t group :
       {kContexts, kContexts / 2, std::uint32_t{kMedians * kLeans}, std::uint32_t{kLeans}, 1u}) {
    for (std::uint32_t first = 0; first < kContexts; first += group) {
      Counts sum{};
      for (std::uint32_t context = first; context < first + group; ++context)
        for (std::uint32_t half = 0; half < kHalves; ++half) sum[half] += counts_[context][half];
      const std::uint64_t total = std::accumulate(sum.begin(), sum.end(), std::uint64_t{0});
      if (total < kLeastCount && group != kContexts) continue;
      std::fill_n(model.table_of_.begin() + first, group,
                  static_cast<std::uint16_t>(model.tables_.size()));
      model.tables_.push_back(make_table(sum));
    }
  }
  return model;
}

std::vector<std::uint8_t> DistanceModel::serialize() const {
  FieldWriter out;
  out.put(static_cast<std::uint16_t>(tables_.size()));
  for (std::uint16_t table : table_of_) out.put(table);
  for (const Table& table : tables_)
    for (int i = 0; i < kListed; ++i) out.put(table.halves[i]);
  for (const Table& table : tables_)
    for (int i = 0; i < kListed; ++i) out.put(static_cast<std::uint16_t>(table.ends[i]));
  return std::move(out.bytes());
}

bool DistanceModel::is_valid(const Table& table) {
  return table.ends[0] >= 0 && std::is_sorted(table.ends.begin(), table.ends.end()) &&
         table.ends[kListed - 1] < table.ends[kListed] &&
         std::all_of(table.halves.begin(), table.halves.end(),
                     [](std::uint8_t half) { return half < kHalves; });
}

std::optional<DistanceModel> DistanceModel::parse(std::span<const std::uint8_t> bytes) {
  FieldReader in(bytes);
  DistanceModel model;
  model.tables_.resize(in.take<std::uint16_t>());
  model.table_of_.resize(kContexts);
  for (std::uint16_t& table : model.table_of_) {
    table = in.take<std::uint16_t>();
    if (table >= model.tables_.size()) return std::nullopt;
  }
  for (Table& table : model.tables_)
    for (int i = 0; i < kListed; ++i) table.halves[i] = in.take<std::uint8_t>();
  for (Table& table : model.tables_) {
    for (int i = 0; i < kListed; ++i)
      table.ends[i] = static_cast<std::int16_t>(in.take<std::uint16_t>());
    table.halves[kListed] = 0;
    table.ends[kListed] = kRangeTotal;
    if (!is_valid(table)) return std::nullopt;
  }
  if (!in.ok() || in.position() != bytes.size()) return std::nullopt;
  return model;
}

void DistanceModel::encode(const CodingOrder& order, const std::uint8_t* hints, const Key* keys,
                           std::vector<CodedSymbol>& symbols) const {
  for (std::uint32_t turn = 0; turn < order.size(); ++turn) {
    const CodingOrder::Step& step = order.steps()[turn];
    const Key key = keys[step.slot];
    if (key == kKeyDraw) continue;
    const bool lost = key > kKeyDraw;
    const std::uint8_t half = half_if(key, lost);
    const Table& table = tables_[table_of_[context_of(step, hints[step.slot], lost, keys)]];
    int entry = 0;
    while (entry < kListed && table.halves[entry] != half) ++entry;
    std::uint32_t start = entry == 0 ? 0 : table.ends[entry - 1];
    // A half distance that never occurred in training has no range of its own.
    if (table.ends[entry] == static_cast<std::int16_t>(start)) {
      entry = kListed;
      start = table.ends[kListed - 1];
    }
    symbols.emplace_back(start, table.ends[entry] - start, turn % kLanes);
    if (entry == kListed) symbols.emplace_back(half * kPlainSize, kPlainSize, turn % kLanes);
  }
}

bool DistanceModel::decode(const CodingOrder& order, const std::uint8_t* hints,
                           RangeDecoder& decoder, Key* keys) const {
  RangeDecoder local = decoder;  // so that the states stay in registers
  bool possible = true;
  const auto take = [&](const CodingOrder::Step& step, unsigned lane) {
    const Key key = keys[step.slot];
    if (key == kKeyDraw) return;
    const bool lost = key > kKeyDraw;
    const Table& table = tables_[table_of_[context_of(step, hints[step.slot], lost, keys)]];
    const auto number = static_cast<std::int16_t>(local.peek(lane));
    std::int16_t entry = 0;
    for (int i = 0; i < kListed; ++i)
      entry = static_cast<std::int16_t>(entry + (number >= table.ends[i]));
    const std::uint32_t start = entry == 0 ? 0 : table.ends[entry - 1];
    local.skip(lane, start, table.ends[entry] - start);
    std::uint32_t half = table.halves[entry];
    if (entry == kListed) [[unlikely]] {
      half = local.peek(lane) / kPlainSize;
      local.skip(lane, half * kPlainSize, kPlainSize);
    }
    possible &= lost || half < kKeyDraw;
    keys[step.slot] = static_cast<Key>(lost ? 255 - half : half);
  };
  const CodingOrder::Step* step = order.steps().data();
  const CodingOrder::Step* const end = step + order.size();
  for (; end - step >= kLanes; step += kLanes) {
    take(step[0], 0);
    take(step[1], 1);
    take(step[2], 2);
    take(step[3], 3);
  }
  for (unsigned lane = 0; step != end; ++step, ++lane) take(*step, lane);
  decoder = local;
  return possible;
}

}  // namespace millstone
