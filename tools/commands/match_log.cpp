#include "tools/commands/match_log.h"

#include <fmt/format.h>

#include "engine/games/game_text.h"
#include "reports/game_chart.h"
#include "reports/match_report.h"
#include "tools/command_line/file_arguments.h"
#include "tools/command_line/standard_streams.h"

namespace mill {
namespace {

/// Whether what is written there replaces what was written before; pipes and devices get it all.
bool is_replaced(const std::filesystem::path& file) {
  if (is_standard_stream(file)) return false;
  std::error_code none;
  const auto status = std::filesystem::status(file, none);
  return !std::filesystem::exists(status) || std::filesystem::is_regular_file(status);
}

}  // namespace

MatchLog::MatchLog(MatchFiles files, int planned, int before)
    : files_(std::move(files)), planned_(planned), before_(before) {}

Result<void> MatchLog::take(const MatchGame& game, const MatchResult& result) {
  ++taken_;
  if (!files_.games.empty()) saved_ += game_text(game.record);
  if (taken_ == files_.chart_game && !files_.picture.empty())
    picture_ = game_chart(game.record, game.reviews);
  if (taken_ <= before_) return {};
  show(game, result);
  auto saved = save_at_times();
  if (!saved) display_.clear();
  return saved;
}

Result<void> MatchLog::save_at_times() {
  constexpr std::chrono::seconds kBetween(10);
  const Clock::time_point now = Clock::now();
  if (last_saved_ && now - *last_saved_ < kBetween) return {};
  if (files_.games.empty() || !is_replaced(files_.games)) return {};
  last_saved_ = now;
  return write_output(files_.games, saved_);
}

void MatchLog::show(const MatchGame& game, const MatchResult& result) {
  if (game.at_fault) {
    display_.clear();
    print_error_output("{}\n", game_line(game));
  }
  const double share = static_cast<double>(taken_) / planned_;
  const double share_of_now = static_cast<double>(taken_ - before_) / (planned_ - before_);
  display_.update(share, estimate_seconds_left(share_of_now, start_),
                  fmt::format("game {}, {} wins {} draws {} losses", game.number, result.score.wins,
                              result.score.draws, result.score.losses));
}

Result<void> MatchLog::finish() {
  display_.clear();
  if (!files_.games.empty()) MILLSTONE_TRY(write_output(files_.games, saved_));
  if (files_.picture.empty()) return {};
  if (picture_.empty())
    return fail(ErrorCode::kInvalidArgument, "--chart: the match has no game {}",
                files_.chart_game);
  return write_output(files_.picture, picture_);
}

}  // namespace mill
