/// The C interface of Millstone (millstone.h) for C++17 and later: handles that free themselves,
/// errors as exceptions. Header-only, so that nothing of one C++ library meets another.
#ifndef MILLSTONE_MILLSTONE_HPP
#define MILLSTONE_MILLSTONE_HPP

#include <millstone/millstone.h>

#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace millstone {

/// An error of the library, with the sentence that tells it.
class Error : public std::runtime_error {
 public:
  Error(millstone_status status, const std::string& message)
      : std::runtime_error(message.empty() ? millstone_strerror(status) : message),
        status_(status) {}
  millstone_status status() const noexcept { return status_; }

 private:
  millstone_status status_;
};

using Value = millstone_value;
using Outcome = millstone_outcome;
using Position = millstone_position;
using Move = millstone_move;
using Action = millstone_action;
using Statistics = millstone_statistics;

namespace detail {

inline void check(millstone_status status) {
  if (status != MILLSTONE_OK) throw Error(status, millstone_last_error());
}

/// All that `fill(entries, capacity, count)` has to give.
template <typename Entry, typename Fill>
std::vector<Entry> all_of(Fill&& fill) {
  std::vector<Entry> entries(64);
  for (;;) {
    std::size_t count = 0;
    const millstone_status status = fill(entries.data(), entries.size(), &count);
    entries.resize(count);
    if (status != MILLSTONE_ERROR_BUFFER_TOO_SMALL) {
      check(status);
      return entries;
    }
  }
}

/// The text that `format(out, size, needed)` writes.
template <typename Format>
std::string text_of(Format&& format) {
  std::size_t needed = 0;
  const millstone_status status = format(nullptr, 0, &needed);
  if (status != MILLSTONE_ERROR_BUFFER_TOO_SMALL) check(status);
  std::string text(needed, '\0');
  check(format(text.data(), text.size(), &needed));
  text.resize(needed - 1);
  return text;
}

inline std::vector<const char*> pointers(const std::vector<std::string>& texts) {
  std::vector<const char*> result;
  for (const std::string& text : texts) result.push_back(text.c_str());
  return result;
}

}  // namespace detail

/// How a game stands: a millstone_state, and what it is worth where the game is over.
struct State {
  std::int32_t state = MILLSTONE_OPEN;
  Value value = MILLSTONE_UNKNOWN;
};

/// Board and rules of a game. Copies share one handle; its functions may be called from many
/// threads at once. Every function throws Error where the C function of the same name returns an
/// error.
class Variant {
 public:
  /// A variant that is compiled in, with settings such as "pieceCount=4".
  static Variant find(const std::string& name, const std::vector<std::string>& settings = {}) {
    const std::vector<const char*> list = detail::pointers(settings);
    millstone_variant* variant = nullptr;
    detail::check(millstone_find_variant(name.c_str(), list.data(), list.size(), &variant));
    return Variant({variant, millstone_free_variant});
  }

  /// The text of a variant file; `source` is how messages name it.
  static Variant parse(const std::string& toml, const std::string& source = "text",
                       const std::vector<std::string>& settings = {}) {
    const std::vector<const char*> list = detail::pointers(settings);
    millstone_variant* variant = nullptr;
    detail::check(
        millstone_parse_variant(toml.c_str(), source.c_str(), list.data(), list.size(), &variant));
    return Variant({variant, millstone_free_variant});
  }

  std::string name() const { return millstone_variant_name(get()); }
  std::string digest() const { return millstone_variant_digest(get()); }
  std::string text() const { return millstone_variant_text(get()); }

  int rule(const std::string& field) const {
    std::int32_t value = 0;
    detail::check(millstone_rule_value(get(), field.c_str(), &value));
    return value;
  }

  Position start_position() const {
    Position position;
    detail::check(millstone_start_position(get(), &position));
    return position;
  }

  Position parse_position(const std::string& text) const {
    Position position;
    detail::check(millstone_parse_position(get(), text.c_str(), &position));
    return position;
  }

  std::string text(const Position& position) const {
    return detail::text_of([&](char* out, std::size_t size, std::size_t* needed) {
      return millstone_format_position(get(), &position, out, size, needed);
    });
  }

  State state(const Position& position) const {
    State state;
    detail::check(millstone_position_state(get(), &position, &state.state, &state.value));
    return state;
  }

  std::vector<Move> legal_moves(const Position& position) const {
    return detail::all_of<Move>([&](Move* out, std::size_t capacity, std::size_t* count) {
      return millstone_legal_moves(get(), &position, out, capacity, count);
    });
  }

  Move parse_move(const Position& position, const std::string& text) const {
    Move move;
    detail::check(millstone_parse_move(get(), &position, text.c_str(), &move));
    return move;
  }

  std::string text(const Move& move) const {
    return detail::text_of([&](char* out, std::size_t size, std::size_t* needed) {
      return millstone_format_move(get(), &move, out, size, needed);
    });
  }

  Position play(const Position& position, const Move& move) const {
    Position after;
    detail::check(millstone_play(get(), &position, &move, &after));
    return after;
  }

  std::vector<Action> legal_actions(const Position& position) const {
    return detail::all_of<Action>([&](Action* out, std::size_t capacity, std::size_t* count) {
      return millstone_legal_actions(get(), &position, out, capacity, count);
    });
  }

  Action parse_action(const Position& position, const std::string& text) const {
    Action action;
    detail::check(millstone_parse_action(get(), &position, text.c_str(), &action));
    return action;
  }

  std::string text(const Action& action) const {
    return detail::text_of([&](char* out, std::size_t size, std::size_t* needed) {
      return millstone_format_action(get(), &action, out, size, needed);
    });
  }

  Position play(const Position& position, const Action& action) const {
    Position after;
    detail::check(millstone_play_action(get(), &position, &action, &after));
    return after;
  }

  /// The C handle, which stays ours; with it the board can be asked for.
  const millstone_variant* get() const noexcept { return variant_.get(); }

 private:
  friend class Prober;
  explicit Variant(std::shared_ptr<const millstone_variant> variant)
      : variant_(std::move(variant)) {}

  std::shared_ptr<const millstone_variant> variant_;
};

/// What to open and how; see millstone_options.
struct Options {
  std::vector<std::string> paths;
  std::optional<Variant> variant;  ///< none: the rules of the files
  std::uint64_t cache_bytes = std::uint64_t{256} << 20;
  std::int32_t access = MILLSTONE_MAPPED;
  bool preload = false;
};

/// An open database. Copies share one handle; its functions may be called from many threads at
/// once. Every function throws Error where the C function of the same name returns an error.
class Prober {
 public:
  explicit Prober(const std::string& path) : Prober(Options{{path}, {}}) {}

  explicit Prober(const Options& options) {
    const std::vector<const char*> paths = detail::pointers(options.paths);
    millstone_options raw;
    millstone_options_init(&raw, sizeof raw);
    raw.paths = paths.data();
    raw.path_count = paths.size();
    raw.variant = options.variant ? options.variant->get() : nullptr;
    raw.cache_bytes = options.cache_bytes;
    raw.access = options.access;
    raw.preload = options.preload;
    millstone_prober* prober = nullptr;
    detail::check(millstone_open(&raw, &prober));
    prober_.reset(prober, millstone_close);
  }

  /// Board and rules; may outlive this.
  Variant variant() const { return Variant({prober_, millstone_prober_variant(get())}); }

  Value value(const Position& position) const {
    Value value;
    detail::check(millstone_probe_value(get(), &position, &value));
    return value;
  }

  /// Values of many positions, quicker than one by one. Throws where one of them has none.
  std::vector<Value> values(const std::vector<Position>& positions) const {
    std::vector<std::int8_t> found(positions.size());
    detail::check(millstone_probe_values(get(), positions.data(), positions.size(), found.data()));
    return {found.begin(), found.end()};
  }

  /// Value and distance; the distance is -1 in a draw or without a distance file.
  Outcome probe(const Position& position) const {
    Outcome outcome;
    detail::check(millstone_probe(get(), &position, &outcome));
    return outcome;
  }

  /// The value if it can be had without reading a file.
  std::optional<Value> probe_cached(const Position& position) const noexcept {
    Value value;
    const millstone_status status = millstone_probe_cached(get(), &position, &value);
    return status == MILLSTONE_OK ? std::optional<Value>(value) : std::nullopt;
  }

  /// All turns, best first.
  std::vector<Move> moves(const Position& position) const {
    return detail::all_of<Move>([&](Move* out, std::size_t capacity, std::size_t* count) {
      return millstone_probe_moves(get(), &position, out, capacity, count);
    });
  }

  Statistics statistics() const {
    Statistics statistics;
    statistics.size = sizeof statistics;
    detail::check(millstone_get_statistics(get(), &statistics));
    return statistics;
  }

  /// The C handle, which stays ours.
  const millstone_prober* get() const noexcept { return prober_.get(); }

 private:
  std::shared_ptr<millstone_prober> prober_;
};

}  // namespace millstone

#endif
