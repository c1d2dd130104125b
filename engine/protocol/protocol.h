#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <thread>

#include "engine/protocol/engine_setup.h"
#include "engine/protocol/protocol_options.h"
#include "engine/protocol/protocol_text.h"

namespace mill {

/// The engine as front ends know it: lines in, lines out (engine/protocol/README.md lists them). It
/// thinks in a thread of its own, so that a line is answered at once whatever it is doing. One
/// thread gives it lines; the sink is called from that thread and from the one that thinks, never
/// from both at once.
class Protocol {
 public:
  using Sink = std::function<void(std::string_view line)>;  ///< gets lines without their end

  explicit Protocol(Sink sink, ProtocolSettings settings = default_settings());
  ~Protocol();  ///< stops
  Protocol(const Protocol&) = delete;
  Protocol& operator=(const Protocol&) = delete;

  /// Carries out a command. What makes no sense is answered by an `info string` with the reason,
  /// and changes nothing; but after a `position` that was refused there is none.
  /// @return false once it was told to quit
  bool handle(std::string_view line);

  /// Returns when the answer to the last command has been written. Never if it was told to think
  /// without an end.
  void wait();

  /// For the end of the input: waits for an answer that comes by a time, stops any other.
  void finish();

 private:
  using Handler = void (Protocol::*)(const Words& arguments);
  static Handler find_handler(std::string_view word);

  void do_uci(const Words& arguments);
  void do_isready(const Words& arguments);
  void do_setoption(const Words& arguments);
  void do_ucinewgame(const Words& arguments);
  void do_position(const Words& arguments);
  void do_go(const Words& arguments);
  void do_analyze(const Words& arguments);
  void do_display(const Words& arguments);
  void do_stop(const Words& arguments);
  void do_ponderhit(const Words& arguments);

  /// Makes what the options have changed.
  Result<void> bring_up_to_date();
  /// The same; says why if it cannot be done.
  bool prepare();
  /// @param is_held  its move is told once it is stopped, not before
  void start(bool ends_by_time, bool is_held, std::function<void()> task);
  void halt();
  void end_search();
  void end_search_after(std::chrono::milliseconds time);

  /// How a move is told.
  struct MoveStyle {
    bool one_line, ponder;
  };
  void think(const Game& game, const SearchLimits& limits, const MoveStyle& style);
  void analyze(const Game& game, const SearchLimits& limits);
  void tell_end(const GameResult& result);

  /// Answers a command that cannot be done and whose answer has an end.
  void decline(std::string_view reason);
  void say_best(Score score, std::string_view move, bool one_line, std::string_view ponder = {});
  std::string no_position() const;

  void say(std::string_view line);
  void say_text(std::string_view lines);
  void complain(std::string_view reason);
  void tell_once(std::string_view message);

  Sink sink_;
  std::mutex saying_;
  std::set<std::string, std::less<>> told_;  // under saying_
  EngineSetup setup_;
  std::string refused_;  // why there is no position; empty if there is one
  std::atomic<bool> thinking_ = false;
  std::atomic<bool> stopped_ = false;
  std::atomic<bool> held_ = false;  // no move is told before `stop`, or `ponderhit` in its time
  bool pondering_ = false;
  std::optional<std::chrono::milliseconds> time_after_ponderhit_;
  bool ends_by_time_ = false;
  std::thread thinker_;
  std::mutex timing_;
  std::condition_variable_any timer_ended_;
  std::jthread timer_;
};

}  // namespace mill
