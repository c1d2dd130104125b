#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <new>

#include "formats/stored_rules.h"
#include "game/notation.h"
#include "game/position_text.h"
#include "prober/c_status.h"
#include "prober/include/millstone/millstone.h"
#include "prober/prober.h"

using millstone::ErrorCode;
using millstone::forget_error;
using millstone::guarded;
using millstone::keep_error;
using millstone::null_argument;
using millstone::Position;
using millstone::Result;
using millstone::status_of;

/// What stands behind the handle.
struct millstone_prober {
  millstone::Prober prober;
  std::string variant_name, variant_digest;
};

namespace {

constexpr std::size_t kBatch = 256;  // positions that are converted at a time

Position to_position(const millstone_position& position) {
  return {position.own,           position.opponent, position.own_hand,
          position.opponent_hand, position.removals, false};
}

millstone_position from_position(const Position& position, bool black_to_move) {
  return {position.own,           position.opponent, position.own_hand,
          position.opponent_hand, position.removals, static_cast<std::uint8_t>(black_to_move)};
}

/// A value as millstone_probe_values() gives it.
std::int8_t to_number(std::optional<millstone::Value> value) {
  return value ? static_cast<std::int8_t>(*value) : std::int8_t{-1};
}

millstone_outcome to_c(millstone::Value value, std::optional<int> distance) {
  return {static_cast<std::int32_t>(value), distance.value_or(-1)};
}

/// Value and distance of a position, without the distance where its file is missing.
Result<millstone_outcome> probe_outcome(const millstone::Prober& prober, const Position& position) {
  const auto outcome = prober.outcome(position);
  if (outcome) {
    const bool draw = outcome->value == millstone::Value::kDraw;
    return to_c(outcome->value, draw ? std::nullopt : std::optional(outcome->distance));
  }
  if (outcome.error().code != ErrorCode::kMissingFile) return tl::unexpected(outcome.error());
  const auto value = prober.value(position);
  if (!value) return tl::unexpected(value.error());
  return to_c(*value, std::nullopt);
}

Result<std::vector<millstone::RankedTurn>> rank_turns(const millstone::Prober& prober,
                                                      const Position& position) {
  auto turns = prober.rank_turns(position, millstone::Detail::kDistance);
  if (!turns && turns.error().code == ErrorCode::kMissingFile)
    turns = prober.rank_turns(position, millstone::Detail::kValue);
  return turns;
}

/// Copies a text with its closing zero into a caller's buffer.
millstone_status put_text(const millstone_prober* prober, const std::string& text, char* out,
                          std::size_t size, std::size_t* needed) {
  if (needed) *needed = text.size() + 1;
  if (!out || size <= text.size())
    return keep_error(prober, MILLSTONE_ERROR_BUFFER_TOO_SMALL,
                      fmt::format("the text takes {} bytes", text.size() + 1));
  std::memcpy(out, text.c_str(), text.size() + 1);
  return MILLSTONE_OK;
}

void put_message(const std::string& message, char* out, std::size_t size) {
  if (!out || size == 0) return;
  const std::size_t length = std::min(message.size(), size - 1);
  std::memcpy(out, message.data(), length);
  out[length] = '\0';
}

Result<millstone::Variant> find_rules(const millstone_options& options) {
  if (options.variant) return millstone::find_variant(options.variant);
  return millstone::stored_rules(options.paths[0]);
}

Result<std::unique_ptr<millstone_prober>> open_prober(const millstone_options& options) {
  std::vector<std::filesystem::path> paths;
  for (std::size_t i = 0; i < options.path_count; ++i) paths.emplace_back(options.paths[i]);
  const auto variant = find_rules(options);
  if (!variant) return tl::unexpected(variant.error());
  millstone::ProberOptions prober_options;
  prober_options.cache_bytes = options.cache_bytes;
  prober_options.access = options.access == MILLSTONE_POSITIONED
                              ? millstone::FileAccess::kPositioned
                              : millstone::FileAccess::kMapped;
  auto prober = millstone::Prober::open(paths, *variant, prober_options);
  if (!prober) return tl::unexpected(prober.error());
  if (options.preload)
    if (auto loaded = prober->preload_values(); !loaded) return tl::unexpected(loaded.error());
  return std::make_unique<millstone_prober>(
      millstone_prober{std::move(*prober), variant->name, variant->digest()});
}

/// What is wrong with the options, if anything.
const char* options_mistake(const millstone_options* options) {
  if (!options) return "the options are NULL";
  if (options->size != sizeof(millstone_options))
    return "the options were not set up by millstone_options_init() of this version";
  if (!options->paths || options->path_count == 0) return "no path is given";
  for (std::size_t i = 0; i < options->path_count; ++i)
    if (!options->paths[i]) return "a path is NULL";
  return nullptr;
}

millstone_status open_guarded(const millstone_options* options, millstone_prober** prober,
                              char* message, std::size_t message_size) {
  if (const char* mistake = options_mistake(options)) {
    put_message(mistake, message, message_size);
    return MILLSTONE_ERROR_INVALID_ARGUMENT;
  }
  auto opened = open_prober(*options);
  if (!opened) {
    put_message(opened.error().message, message, message_size);
    const bool argument = opened.error().code == ErrorCode::kInvalidArgument;
    return argument ? MILLSTONE_ERROR_INVALID_ARGUMENT : status_of(opened.error().code);
  }
  *prober = opened->release();
  forget_error(*prober);
  return MILLSTONE_OK;
}

}  // namespace

extern "C" {

void millstone_options_init(millstone_options* options) {
  if (!options) return;
  *options = {};
  options->size = sizeof(millstone_options);
  options->cache_bytes = millstone::ProberOptions{}.cache_bytes;
}

millstone_status millstone_open(const millstone_options* options, millstone_prober** prober,
                                char* message, size_t message_size) {
  put_message("", message, message_size);
  if (!prober) return MILLSTONE_ERROR_INVALID_ARGUMENT;
  *prober = nullptr;
  try {
    return open_guarded(options, prober, message, message_size);
  } catch (const std::bad_alloc&) {
    return MILLSTONE_ERROR_OUT_OF_MEMORY;
  } catch (...) {
    return MILLSTONE_ERROR_INTERNAL;
  }
}

void millstone_close(millstone_prober* prober) { delete prober; }

millstone_status millstone_probe_value(millstone_prober* prober, const millstone_position* position,
                                       millstone_value* value) {
  return guarded(prober, [&] {
    if (!position || !value) return null_argument(prober, position ? "value" : "position");
    const auto found = prober->prober.value(to_position(*position));
    if (!found) return keep_error(prober, found.error());
    *value = static_cast<millstone_value>(*found);
    return MILLSTONE_OK;
  });
}

millstone_status millstone_probe_values(millstone_prober* prober,
                                        const millstone_position* positions, size_t count,
                                        int8_t* values) {
  return guarded(prober, [&] {
    if (count > 0 && (!positions || !values))
      return null_argument(prober, positions ? "values" : "positions");
    std::array<Position, kBatch> some;
    std::array<std::optional<millstone::Value>, kBatch> answers;
    millstone_status first_error = MILLSTONE_OK;
    for (std::size_t first = 0; first < count; first += kBatch) {
      const std::size_t size = std::min(kBatch, count - first);
      std::transform(positions + first, positions + first + size, some.begin(), to_position);
      const auto found =
          prober->prober.values(std::span(some).first(size), std::span(answers).first(size));
      if (!found && first_error == MILLSTONE_OK) first_error = keep_error(prober, found.error());
      std::transform(answers.begin(), answers.begin() + size, values + first, to_number);
    }
    return first_error;
  });
}

millstone_status millstone_probe_distance(millstone_prober* prober,
                                          const millstone_position* position, int32_t* distance) {
  return guarded(prober, [&] {
    if (!position || !distance) return null_argument(prober, position ? "distance" : "position");
    const auto found = prober->prober.outcome(to_position(*position));
    if (!found) return keep_error(prober, found.error());
    *distance = found->value == millstone::Value::kDraw ? -1 : found->distance;
    return MILLSTONE_OK;
  });
}

millstone_status millstone_probe(millstone_prober* prober, const millstone_position* position,
                                 millstone_outcome* outcome) {
  return guarded(prober, [&] {
    if (!position || !outcome) return null_argument(prober, position ? "outcome" : "position");
    const auto found = probe_outcome(prober->prober, to_position(*position));
    if (!found) return keep_error(prober, found.error());
    *outcome = *found;
    return MILLSTONE_OK;
  });
}

millstone_status millstone_probe_cached(millstone_prober* prober,
                                        const millstone_position* position,
                                        millstone_value* value) {
  if (!prober || !position || !value) return MILLSTONE_ERROR_INVALID_ARGUMENT;
  const auto found = prober->prober.cached_value(to_position(*position));
  if (!found) return MILLSTONE_ERROR_NOT_CACHED;
  *value = static_cast<millstone_value>(*found);
  return MILLSTONE_OK;
}

millstone_status millstone_probe_moves(millstone_prober* prober, const millstone_position* position,
                                       millstone_move* moves, size_t capacity, size_t* count) {
  return guarded(prober, [&] {
    if (!position || !count || (!moves && capacity > 0))
      return null_argument(prober, !position ? "position" : !count ? "count" : "moves");
    *count = 0;
    const auto turns = rank_turns(prober->prober, to_position(*position));
    if (!turns) return keep_error(prober, turns.error());
    *count = turns->size();
    for (std::size_t i = 0; i < std::min(capacity, turns->size()); ++i) {
      const millstone::RankedTurn& ranked = (*turns)[i];
      moves[i] = {ranked.turn.from,
                  ranked.turn.to,
                  {0, 0},
                  ranked.turn.removed,
                  to_c(ranked.value, ranked.distance)};
    }
    if (*count <= capacity) return MILLSTONE_OK;
    return keep_error(prober, MILLSTONE_ERROR_BUFFER_TOO_SMALL,
                      fmt::format("there are {} moves, the buffer holds {}", *count, capacity));
  });
}

millstone_status millstone_play(const millstone_prober* prober, const millstone_position* position,
                                const millstone_move* move, millstone_position* after) {
  return guarded(prober, [&] {
    if (!position || !move || !after)
      return null_argument(prober, !position ? "position" : !move ? "move" : "after");
    const millstone::Variant& variant = prober->prober.variant();
    const Position before = to_position(*position);
    if (auto valid = millstone::check_position(variant, before); !valid)
      return keep_error(prober, valid.error());
    const millstone::Turn turn{move->from, move->to, move->removed};
    const auto legal = millstone::generate_turns(variant, before);
    if (std::find(legal.begin(), legal.end(), turn) == legal.end())
      return keep_error(prober, MILLSTONE_ERROR_INVALID_POSITION,
                        "the move is not legal in this position");
    const millstone::Played played = millstone::play(variant, before, turn);
    *after = from_position(played.position, (position->black_to_move != 0) != !played.same_side);
    return MILLSTONE_OK;
  });
}

millstone_status millstone_parse_position(millstone_prober* prober, const char* text,
                                          millstone_position* position) {
  return guarded(prober, [&] {
    if (!text || !position) return null_argument(prober, text ? "position" : "text");
    const auto parsed = millstone::parse_position_text(prober->prober.variant(), text);
    if (!parsed) return keep_error(prober, parsed.error());
    *position = from_position(parsed->position, parsed->side == millstone::Side::kBlack);
    return MILLSTONE_OK;
  });
}

millstone_status millstone_format_position(millstone_prober* prober,
                                           const millstone_position* position, char* text,
                                           size_t size, size_t* needed) {
  return guarded(prober, [&] {
    if (!position) return null_argument(prober, "position");
    const millstone::Variant& variant = prober->prober.variant();
    const Position placed = to_position(*position);
    if (auto valid = millstone::check_position(variant, placed); !valid)
      return keep_error(prober, valid.error());
    const auto side = position->black_to_move ? millstone::Side::kBlack : millstone::Side::kWhite;
    return put_text(prober, millstone::position_text(variant, {placed, side}), text, size, needed);
  });
}

millstone_status millstone_format_move(millstone_prober* prober, const millstone_move* move,
                                       char* text, size_t size, size_t* needed) {
  return guarded(prober, [&] {
    if (!move) return null_argument(prober, "move");
    const millstone::Board& board = *prober->prober.variant().board;
    const int points = board.points();
    if (move->from >= points || move->to >= points || (move->from >= 0 && move->to < 0) ||
        (move->removed & ~board.all()))
      return keep_error(prober, MILLSTONE_ERROR_INVALID_ARGUMENT, "the move leaves the board");
    const millstone::Turn turn{move->from, move->to, move->removed};
    return put_text(prober, millstone::turn_text(board, turn), text, size, needed);
  });
}

millstone_status millstone_start_position(const millstone_prober* prober,
                                          millstone_position* position) {
  return guarded(prober, [&] {
    if (!position) return null_argument(prober, "position");
    *position = from_position(millstone::start_position(prober->prober.variant()), false);
    return MILLSTONE_OK;
  });
}

const char* millstone_variant_name(const millstone_prober* prober) {
  return prober ? prober->variant_name.c_str() : "";
}

const char* millstone_variant_digest(const millstone_prober* prober) {
  return prober ? prober->variant_digest.c_str() : "";
}

int32_t millstone_point_count(const millstone_prober* prober) {
  return prober ? prober->prober.variant().board->points() : 0;
}

const char* millstone_point_name(const millstone_prober* prober, int32_t point) {
  if (!prober || point < 0 || point >= millstone_point_count(prober)) return nullptr;
  return prober->prober.variant().board->point_names[static_cast<std::size_t>(point)].c_str();
}

size_t millstone_subspace_count(const millstone_prober* prober) {
  return prober ? prober->prober.subspaces().size() : 0;
}

millstone_status millstone_subspace(const millstone_prober* prober, size_t index, int32_t* own,
                                    int32_t* opponent, int32_t* own_hand, int32_t* opponent_hand) {
  return guarded(prober, [&] {
    if (!own || !opponent || !own_hand || !opponent_hand) return null_argument(prober, "a count");
    if (index >= prober->prober.subspaces().size())
      return keep_error(prober, MILLSTONE_ERROR_INVALID_ARGUMENT, "there is no such subspace");
    const millstone::Subspace& subspace = prober->prober.subspaces()[index];
    *own = subspace.own;
    *opponent = subspace.opponent;
    *own_hand = subspace.own_hand;
    *opponent_hand = subspace.opponent_hand;
    return MILLSTONE_OK;
  });
}

void millstone_get_statistics(const millstone_prober* prober, millstone_statistics* statistics) {
  if (!prober || !statistics) return;
  const millstone::ProbeCounters counters = prober->prober.counters();
  *statistics = {counters.probes,       counters.by_rules,      counters.cache_hits,
                 counters.cache_misses, counters.decoded_bytes, {}};
  std::copy(counters.latency.begin(), counters.latency.end(), statistics->latency);
}

const char* millstone_version(void) { return MILLSTONE_VERSION; }

}  // extern "C"
