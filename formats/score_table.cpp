#include "formats/score_table.h"

#include <cstdlib>
#include <iterator>

#include "base/checksum.h"
#include "base/numbers.h"
#include "base/places.h"
#include "base/words.h"
#include "formats/stored_files.h"

namespace mill {

std::string score_table_text(const ScoreTable& table) {
  std::string text;
  for (const auto& [subspace, score] : table.scores)
    fmt::format_to(std::back_inserter(text), "{} {}\n", subspace.text(), score);
  return text;
}

Result<ScoreTable> parse_score_table(const Variant& variant, std::string_view text,
                                     const PlaceText& place) {
  ScoreTable table;
  for (int line = 1; !text.empty(); ++line) {
    const auto wrong = [&](std::string_view what) {
      return fail(ErrorCode::kInvalidArgument, "{}: line {}: {}", place, line, what);
    };
    std::string_view rest = take_line(text);
    const Words words = split_words(take_part(rest, '#'));
    if (words.empty()) continue;
    const auto score = number_in<int>(words.size() == 2 ? words[1] : "");
    if (!score) return wrong("a subspace and its score are expected");
    if (std::abs(std::int64_t{*score}) > kGreatestScore)
      return wrong(fmt::format("a score is at most {}", kGreatestScore));
    const auto subspace = parse_subspace(variant, words[0]);
    if (!subspace) return wrong(subspace.error().message);
    if (!table.scores.emplace(*subspace, *score).second)
      return wrong(fmt::format("{} stands twice", subspace->text()));
  }
  return table;
}

Result<ScoreTable> read_score_table(const std::filesystem::path& directory,
                                    const Variant& variant) {
  const std::filesystem::path path = directory / kScoreTableName;
  const std::string text = MILLSTONE_TRY(read_stored_text(path, kLargestScoreTable));
  return parse_score_table(variant, text, file_place(path));
}

std::uint64_t checksum_of(const ScoreTable& table) {
  return checksum(as_bytes(score_table_text(table)));
}

}  // namespace mill
