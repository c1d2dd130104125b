#include "formats/codecs/context/grade_model.h"

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "base/little_endian.h"
#include "formats/codecs/context/value_model.h"
#include "formats/codecs/zstd_frame.h"

namespace mill {
namespace {

/// Votes in six classes: 1, 2, 3, up to 5, up to 8, and more.
std::size_t class_of(std::uint32_t votes) {
  return votes <= 3 ? votes - 1 : votes <= 5 ? 3 : votes <= 8 ? 4 : 5;
}

/// The log odds whose probability is nearest to a share from below; 0 where nothing is known.
std::int8_t log_odds_of(std::uint32_t yes, std::uint32_t no) {
  if (yes == 0 && no == 0) return 0;
  // Half an answer more of each, so that nothing is certain.
  const std::uint64_t share =
      65536 * (2 * std::uint64_t{yes} + 1) / (2 * (std::uint64_t{yes} + no) + 2);
  const auto above = std::ranges::upper_bound(kProbabilities, share);
  const auto index = std::max<std::ptrdiff_t>(above - kProbabilities.begin() - 1, 0);
  return static_cast<std::int8_t>(index - kMostLogOdds);
}

}  // namespace

void GradeCandidates::add(GradeCode code) {
  if (code >= kLostCode) return;
  for (std::size_t i = 0; i < size_; ++i)
    if (codes_[i] == code) {
      ++votes_[i];
      return;
    }
  codes_[size_] = code;
  votes_[size_++] = 1;
}

void GradeCandidates::sort() {
  for (std::size_t i = 1; i < size_; ++i)
    for (std::size_t j = i; j > 0 && votes_[j] > votes_[j - 1]; --j) {
      std::swap(votes_[j], votes_[j - 1]);
      std::swap(codes_[j], codes_[j - 1]);
    }
}

std::size_t GradeModel::context(const GradeCandidates& candidates, std::size_t place) {
  const GradeCode code = candidates.code(place);
  const std::size_t near = candidates.near >= kLostCode ? 2 : candidates.near == code ? 1 : 0;
  const std::size_t first = candidates.first == code ? 1 : 0;
  const std::size_t next = std::min(candidates.votes(place + 1), 3u);
  const std::size_t last = place + 1 == candidates.size() ? 0 : 1;
  std::size_t number = 6 * place + class_of(candidates.votes(place));
  number = 4 * number + next;
  number = 2 * number + last;
  return 2 * (3 * number + near) + first;
}

void GradeModel::Counts::add(const GradeCandidates& candidates, GradeCode code) {
  for (std::size_t place = 0; place < std::min(candidates.size(), kAsked); ++place) {
    Answers& answers_there = answers[context(candidates, place)];
    if (candidates.code(place) == code) {
      ++answers_there.yes;
      return;
    }
    ++answers_there.no;
  }
  ++others[code];
}

void GradeModel::Counts::add(const Counts& more) {
  for (std::size_t i = 0; i < kContexts; ++i) {
    answers[i].yes += more.answers[i].yes;
    answers[i].no += more.answers[i].no;
  }
  for (std::size_t i = 0; i < others.size(); ++i) others[i] += more.others[i];
}

GradeModel::GradeModel(const Counts& counts) {
  for (std::size_t i = 0; i < kContexts; ++i)
    log_odds_[i] = log_odds_of(counts.answers[i].yes, counts.answers[i].no);
  find_ends();
  // Each grade has one number, and its share of the others; what is left goes to the commonest.
  const std::size_t grades = counts.others.size();
  MILLSTONE_CHECK(grades <= kMostGrades);
  starts_.assign(grades + 1, 0);
  if (grades == 0) return;
  std::uint64_t total = 0;
  for (const std::uint32_t count : counts.others) total += count;
  std::vector<std::uint32_t> sizes(grades, 1);
  std::uint32_t left = kRangeTotal - static_cast<std::uint32_t>(grades);
  const std::uint64_t shared = left;
  for (std::size_t i = 0; total != 0 && i < grades; ++i) {
    const auto share = static_cast<std::uint32_t>(counts.others[i] * shared / total);
    sizes[i] += share;
    left -= share;
  }
  *std::ranges::max_element(sizes) += left;
  for (std::size_t i = 0; i < grades; ++i)
    starts_[i + 1] = static_cast<std::uint16_t>(starts_[i] + sizes[i]);
}

void GradeModel::find_ends() {
  for (std::size_t i = 0; i < kContexts; ++i) {
    const int index = log_odds_[i] + kMostLogOdds;
    const std::uint32_t probability = kProbabilities[static_cast<std::size_t>(index)];
    yes_end_[i] = static_cast<std::uint16_t>(1 + (probability * (kRangeTotal - 2) >> 16));
  }
}

std::vector<std::uint8_t> GradeModel::serialize() const {
  FieldWriter out;
  for (const std::int8_t odds : log_odds_) out.put(static_cast<std::uint8_t>(odds));
  for (std::size_t i = 0; i + 1 < starts_.size(); ++i)
    out.put(static_cast<std::uint16_t>(starts_[i + 1] - starts_[i]));
  return compress_frame(out.bytes(), kModelLevel);
}

std::optional<GradeModel> GradeModel::parse(std::span<const std::uint8_t> bytes,
                                            std::size_t grades) {
  if (grades > kMostGrades) return std::nullopt;
  std::vector<std::uint8_t> raw(kContexts + 2 * grades);
  if (!decompress_frame(bytes, raw)) return std::nullopt;
  FieldReader in(raw);
  GradeModel model;
  for (std::int8_t& odds : model.log_odds_) {
    odds = static_cast<std::int8_t>(in.take<std::uint8_t>());
    if (odds < -kMostLogOdds) return std::nullopt;
  }
  model.find_ends();
  model.starts_.assign(grades + 1, 0);
  std::uint32_t end = 0;
  for (std::size_t i = 0; i < grades; ++i) {
    const auto size = in.take<std::uint16_t>();
    end += size;
    if (size == 0 || end > kRangeTotal) return std::nullopt;
    model.starts_[i + 1] = static_cast<std::uint16_t>(end);
  }
  if (grades != 0 && end != kRangeTotal) return std::nullopt;
  return model;
}

GradeCode GradeModel::code_at(std::uint32_t number) const {
  const auto above = std::ranges::upper_bound(starts_, number);
  return static_cast<GradeCode>(above - starts_.begin() - 1);
}

}  // namespace mill
