#include <array>
#include <cstddef>
#include <cstring>
#include <memory>

#include "formats/stored_rules.h"
#include "prober/c_handles.h"

using mill::check_known;
using mill::ErrorCode;
using mill::guarded;
using mill::keep_argument_error;
using mill::keep_error;
using mill::kOk;
using mill::Position;
using mill::Result;
using mill::to_outcome;
using mill::to_position;

namespace {

constexpr std::size_t kBatch = 256;                 // positions that are converted at a time
constexpr std::uint64_t kLargestStructure = 65536;  // bytes; more is no size but a mistake

// Never to change (millstone.h): what programs are compiled with.
static_assert(sizeof(millstone_outcome) == 24 && sizeof(millstone_position) == 32 &&
              sizeof(millstone_move) == 40 && sizeof(millstone_action) == 8);
static_assert(sizeof(millstone_options) >= 48 && sizeof(millstone_statistics) >= 304);

/// A value as millstone_probe_values() gives it.
std::int8_t to_number(std::optional<mill::Value> value) {
  return value ? static_cast<std::int8_t>(*value) : std::int8_t{MILLSTONE_UNKNOWN};
}

millstone_options default_options() {
  millstone_options options{};
  options.size = sizeof options;
  options.cache_bytes = mill::ProberOptions{}.cache_bytes;
  return options;
}

/// What is wrong with the options, if anything.
const char* options_mistake(const millstone_options& options) {
  if (!options.paths || options.path_count == 0) return "no path is given";
  for (std::size_t i = 0; i < options.path_count; ++i)
    if (!options.paths[i]) return "a path is NULL";
  if (options.access != MILLSTONE_MAPPED && options.access != MILLSTONE_POSITIONED)
    return "the option access is neither MILLSTONE_MAPPED nor MILLSTONE_POSITIONED";
  if (options.preload != 0 && options.preload != 1) return "the option preload is neither 0 nor 1";
  return nullptr;
}

/// The caller's options, of whatever size they are, as this version knows them.
Result<millstone_options> known_options(const millstone_options* given) {
  const auto mistake = [](const char* what) {
    return mill::fail(ErrorCode::kInvalidArgument, "{}", what);
  };
  if (given->size < offsetof(millstone_options, variant) || given->size > kLargestStructure)
    return mistake("the options were not set up by millstone_options_init()");
  const auto* bytes = reinterpret_cast<const unsigned char*>(given);
  for (std::size_t i = sizeof *given; i < given->size; ++i)
    if (bytes[i] != 0)
      return mistake("the options ask for something that this version of the library lacks");
  millstone_options known = default_options();
  std::memcpy(&known, given, std::min<std::size_t>(given->size, sizeof known));
  if (const char* found = options_mistake(known)) return mistake(found);
  return known;
}

Result<std::unique_ptr<millstone_prober>> open_prober(const millstone_options& options) {
  std::vector<std::filesystem::path> paths(options.paths, options.paths + options.path_count);
  const auto variant =
      MILLSTONE_TRY(options.variant ? Result<mill::Variant>(options.variant->variant)
                                    : mill::stored_rules(paths[0]));
  mill::ProberOptions prober_options;
  prober_options.cache_bytes = options.cache_bytes;
  prober_options.access = options.access == MILLSTONE_POSITIONED ? mill::FileAccess::kPositioned
                                                                 : mill::FileAccess::kMapped;
  auto prober = MILLSTONE_TRY(mill::Prober::open(paths, variant, prober_options));
  if (options.preload) MILLSTONE_TRY(prober.preload_values());
  return std::make_unique<millstone_prober>(
      millstone_prober{std::move(prober), millstone_variant(variant)});
}

/// The values of some positions, all of which have only known members.
millstone_status put_values(const millstone_prober* prober, const millstone_position* positions,
                            std::size_t count, std::int8_t* values) {
  std::array<Position, kBatch> some;
  std::array<std::optional<mill::Value>, kBatch> answers;
  millstone_status first_error = kOk;
  for (std::size_t first = 0; first < count; first += kBatch) {
    const std::size_t size = std::min(kBatch, count - first);
    std::transform(positions + first, positions + first + size, some.begin(), to_position);
    const auto found =
        prober->prober.values(std::span(some).first(size), std::span(answers).first(size));
    if (!found && first_error == kOk) first_error = keep_error(found.error());
    std::transform(answers.begin(), answers.begin() + size, values + first, to_number);
  }
  return first_error;
}

}  // namespace

extern "C" {

void millstone_options_init(millstone_options* options, size_t size) {
  if (!options || size < sizeof options->size) return;
  const millstone_options defaults = default_options();
  std::memset(options, 0, size);
  std::memcpy(options, &defaults, std::min(size, sizeof defaults));
  options->size = size;
}

millstone_status millstone_open(const millstone_options* options, millstone_prober** prober) {
  if (prober) *prober = nullptr;
  return guarded({{options, "options"}, {prober, "prober"}}, [&] {
    const auto known = known_options(options);
    if (!known) return keep_argument_error(known.error());
    auto opened = open_prober(*known);
    if (!opened) return keep_argument_error(opened.error());
    *prober = opened->release();
    return kOk;
  });
}

void millstone_close(millstone_prober* prober) { delete prober; }

const millstone_variant* millstone_prober_variant(const millstone_prober* prober) {
  return prober ? &prober->variant : nullptr;
}

millstone_status millstone_probe_value(const millstone_prober* prober,
                                       const millstone_position* position, millstone_value* value) {
  return guarded({{prober, "prober"}, {position, "position"}, {value, "value"}}, [&] {
    if (const auto known = check_known(prober->variant.variant, *position); known != kOk)
      return known;
    const auto found = prober->prober.value(to_position(*position));
    if (!found) return keep_error(found.error());
    *value = static_cast<millstone_value>(*found);
    return kOk;
  });
}

millstone_status millstone_probe_values(const millstone_prober* prober,
                                        const millstone_position* positions, size_t count,
                                        int8_t* values) {
  if (prober && count == 0) return MILLSTONE_OK;
  return guarded({{prober, "prober"}, {positions, "positions"}, {values, "values"}}, [&] {
    for (std::size_t i = 0; i < count; ++i)
      if (const auto known = check_known(prober->variant.variant, positions[i]); known != kOk)
        return known;
    return put_values(prober, positions, count, values);
  });
}

millstone_status millstone_probe_distance(const millstone_prober* prober,
                                          const millstone_position* position, int32_t* distance) {
  return guarded({{prober, "prober"}, {position, "position"}, {distance, "distance"}}, [&] {
    if (const auto known = check_known(prober->variant.variant, *position); known != kOk)
      return known;
    const auto found = prober->prober.outcome(to_position(*position));
    if (!found) return keep_error(found.error());
    *distance = found->value == mill::Value::kDraw ? -1 : found->distance;
    return kOk;
  });
}

millstone_status millstone_probe(const millstone_prober* prober, const millstone_position* position,
                                 millstone_outcome* outcome) {
  return guarded({{prober, "prober"}, {position, "position"}, {outcome, "outcome"}}, [&] {
    if (const auto known = check_known(prober->variant.variant, *position); known != kOk)
      return known;
    const auto found = prober->prober.known_value(to_position(*position));
    if (!found) return keep_error(found.error());
    *outcome = to_outcome(found->value, found->distance, found->grade);
    return kOk;
  });
}

millstone_status millstone_probe_cached(const millstone_prober* prober,
                                        const millstone_position* position,
                                        millstone_value* value) {
  if (!prober || !position || !value || !mill::has_only_known(*position))
    return MILLSTONE_ERROR_INVALID_ARGUMENT;
  if (mill::has_memory(*position) &&
      !mill::check_position(prober->variant.variant, to_position(*position)))
    return MILLSTONE_ERROR_INVALID_ARGUMENT;
  const auto found = prober->prober.cached_value(to_position(*position));
  if (!found) return MILLSTONE_ERROR_NOT_CACHED;
  *value = static_cast<millstone_value>(*found);
  return MILLSTONE_OK;
}

millstone_status millstone_probe_moves(const millstone_prober* prober,
                                       const millstone_position* position, millstone_move* moves,
                                       size_t capacity, size_t* count) {
  return guarded({{prober, "prober"}, {position, "position"}, {count, "count"}}, [&] {
    *count = 0;
    if (const auto known = check_known(prober->variant.variant, *position); known != kOk)
      return known;
    const auto turns = prober->prober.known_turns(to_position(*position));
    if (!turns) return keep_error(turns.error());
    const auto convert = [](const mill::RankedTurn& ranked) {
      return mill::to_move(ranked.turn, to_outcome(ranked.value, ranked.distance, ranked.grade));
    };
    return mill::put_entries(*turns, convert, moves, capacity, count);
  });
}

size_t millstone_subspace_count(const millstone_prober* prober) {
  return prober ? prober->prober.subspaces().size() : 0;
}

millstone_status millstone_subspace(const millstone_prober* prober, size_t index, int32_t* own,
                                    int32_t* opponent, int32_t* own_hand, int32_t* opponent_hand) {
  return guarded({{prober, "prober"},
                  {own, "own"},
                  {opponent, "opponent"},
                  {own_hand, "own_hand"},
                  {opponent_hand, "opponent_hand"}},
                 [&] {
                   if (index >= prober->prober.subspaces().size())
                     return keep_error(MILLSTONE_ERROR_INVALID_ARGUMENT,
                                       "there is no such subspace");
                   const mill::Subspace& subspace = prober->prober.subspaces()[index];
                   *own = subspace.own;
                   *opponent = subspace.opponent;
                   *own_hand = subspace.own_hand;
                   *opponent_hand = subspace.opponent_hand;
                   return kOk;
                 });
}

millstone_status millstone_get_statistics(const millstone_prober* prober,
                                          millstone_statistics* statistics) {
  return guarded({{prober, "prober"}, {statistics, "statistics"}}, [&] {
    const std::uint64_t size = statistics->size;
    if (size < sizeof size || size > kLargestStructure)
      return keep_error(MILLSTONE_ERROR_INVALID_ARGUMENT, "the size of the statistics is not set");
    const mill::ProbeCounters counters = prober->prober.counters();
    millstone_statistics known{size,
                               counters.probes,
                               counters.by_rules,
                               counters.cache_hits,
                               counters.cache_misses,
                               counters.decoded_bytes,
                               {}};
    std::copy(counters.latency.begin(), counters.latency.end(), known.latency);
    std::memset(statistics, 0, size);
    std::memcpy(statistics, &known, std::min<std::size_t>(size, sizeof known));
    return kOk;
  });
}

const char* millstone_version(void) { return MILLSTONE_VERSION; }

}  // extern "C"
