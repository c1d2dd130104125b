/// The C interface of Millstone (millstone.h) for C++17 and later: handles that close themselves,
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

namespace millstone_api {

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
using Statistics = millstone_statistics;

/// What to open and how; see millstone_options.
struct Options {
  std::vector<std::string> paths;
  std::string variant;  ///< empty: the rules of the files
  std::uint64_t cache_bytes = std::uint64_t{256} << 20;
  millstone_access access = MILLSTONE_MAPPED;
  bool preload = false;
};

/// An open database. Movable; its functions may be called from many threads at once. Every function
/// throws Error where the C function of the same name returns an error.
class Prober {
 public:
  explicit Prober(const std::string& path) : Prober(Options{{path}, {}}) {}

  explicit Prober(const Options& options) {
    std::vector<const char*> paths;
    for (const std::string& path : options.paths) paths.push_back(path.c_str());
    millstone_options raw;
    millstone_options_init(&raw);
    raw.paths = paths.data();
    raw.path_count = paths.size();
    raw.variant = options.variant.empty() ? nullptr : options.variant.c_str();
    raw.cache_bytes = options.cache_bytes;
    raw.access = options.access;
    raw.preload = options.preload;
    char message[1024];
    millstone_prober* prober = nullptr;
    const millstone_status status = millstone_open(&raw, &prober, message, sizeof message);
    if (status != MILLSTONE_OK) throw Error(status, message);
    prober_.reset(prober);
  }

  Value value(const Position& position) const {
    Value value;
    check(millstone_probe_value(prober_.get(), &position, &value));
    return value;
  }

  /// Values of many positions, quicker than one by one. Throws where one of them has none.
  std::vector<Value> values(const std::vector<Position>& positions) const {
    std::vector<std::int8_t> found(positions.size());
    check(millstone_probe_values(prober_.get(), positions.data(), positions.size(), found.data()));
    std::vector<Value> values;
    values.reserve(found.size());
    for (const std::int8_t value : found) values.push_back(static_cast<Value>(value));
    return values;
  }

  /// Value and distance; the distance is -1 in a draw or without a distance file.
  Outcome probe(const Position& position) const {
    Outcome outcome;
    check(millstone_probe(prober_.get(), &position, &outcome));
    return outcome;
  }

  /// The value if it can be had without reading a file.
  std::optional<Value> probe_cached(const Position& position) const noexcept {
    Value value;
    const millstone_status status = millstone_probe_cached(prober_.get(), &position, &value);
    return status == MILLSTONE_OK ? std::optional<Value>(value) : std::nullopt;
  }

  /// All turns, best first.
  std::vector<Move> moves(const Position& position) const {
    std::vector<Move> moves(64);
    for (;;) {
      std::size_t count = 0;
      const millstone_status status =
          millstone_probe_moves(prober_.get(), &position, moves.data(), moves.size(), &count);
      moves.resize(count);
      if (status != MILLSTONE_ERROR_BUFFER_TOO_SMALL) {
        check(status);
        return moves;
      }
    }
  }

  Position play(const Position& position, const Move& move) const {
    Position after;
    check(millstone_play(prober_.get(), &position, &move, &after));
    return after;
  }

  Position start_position() const {
    Position position;
    check(millstone_start_position(prober_.get(), &position));
    return position;
  }

  Position parse(const std::string& text) const {
    Position position;
    check(millstone_parse_position(prober_.get(), text.c_str(), &position));
    return position;
  }

  std::string text(const Position& position) const {
    return text_of([&](char* out, std::size_t size, std::size_t* needed) {
      return millstone_format_position(prober_.get(), &position, out, size, needed);
    });
  }

  std::string text(const Move& move) const {
    return text_of([&](char* out, std::size_t size, std::size_t* needed) {
      return millstone_format_move(prober_.get(), &move, out, size, needed);
    });
  }

  std::string variant_name() const { return millstone_variant_name(prober_.get()); }
  std::string variant_digest() const { return millstone_variant_digest(prober_.get()); }

  Statistics statistics() const {
    Statistics statistics;
    millstone_get_statistics(prober_.get(), &statistics);
    return statistics;
  }

  /// The C handle, which stays ours.
  millstone_prober* get() const noexcept { return prober_.get(); }

 private:
  struct Close {
    void operator()(millstone_prober* prober) const noexcept { millstone_close(prober); }
  };

  void check(millstone_status status) const {
    if (status != MILLSTONE_OK) throw Error(status, millstone_last_error(prober_.get()));
  }

  template <typename Format>
  std::string text_of(Format&& format) const {
    std::size_t needed = 0;
    const millstone_status status = format(nullptr, 0, &needed);
    if (status != MILLSTONE_ERROR_BUFFER_TOO_SMALL) check(status);
    std::string text(needed, '\0');
    check(format(text.data(), text.size(), &needed));
    text.resize(needed - 1);
    return text;
  }

  std::unique_ptr<millstone_prober, Close> prober_;
};

}  // namespace millstone_api

#endif
