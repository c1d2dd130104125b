#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "formats/codecs/grade_blocks.h"
#include "formats/codecs/prediction/coding_order.h"
#include "formats/codecs/prediction/symbol_coder.h"

namespace mill {

/// The grades that a draw may well have: those of draws that are nearly the same position, with a
/// vote for each of them.
class GradeCandidates {
 public:
  static constexpr std::size_t kMost = CodingOrder::kNeighbours + 2;

  /// Adds a vote for a grade; nothing where `code` is that of no draw. At most kMost times.
  void add(GradeCode code);

  /// Puts those with more votes first; equal ones stay in the order in which they were added.
  void sort();

  std::size_t size() const { return size_; }
  GradeCode code(std::size_t place) const { return codes_[place]; }
  std::uint32_t votes(std::size_t place) const { return place < size_ ? votes_[place] : 0; }

  // The two that are known best, kWonCode where they are no draws.
  GradeCode first = kWonCode;  ///< of neighbour 0
  GradeCode near = kWonCode;   ///< in the most similar block

 private:
  std::array<GradeCode, kMost> codes_;
  std::array<std::uint8_t, kMost> votes_;
  std::size_t size_ = 0;
};

/// How likely the candidates are, one after the other, and any grade where it is none of those that
/// are asked for. Learned once for a file, and kept in its header. Immutable; any thread.
class GradeModel {
 public:
  static constexpr std::size_t kAsked = 6;  ///< candidates of a draw, at most
  static constexpr std::size_t kContexts = kAsked * 6 * 4 * 2 * 3 * 2;
  static constexpr std::size_t kMostGrades = 4096;  ///< in a list, for each to keep a share

  /// Where the answer about a candidate is counted.
  /// @param place  of a candidate, after sort()
  static std::size_t context(const GradeCandidates& candidates, std::size_t place);

  /// What has been answered so far.
  struct Counts {
    struct Answers {
      std::uint32_t yes = 0, no = 0;
    };
    std::vector<Answers> answers = std::vector<Answers>(kContexts);
    std::vector<std::uint32_t> others;  ///< by code: draws that have none of their candidates

    explicit Counts(std::size_t grades) : others(grades) {}
    void add(const GradeCandidates& candidates, GradeCode code);
    void add(const Counts& more);
  };

  /// @param counts  of 1 to kMostGrades grades, or of none
  explicit GradeModel(const Counts& counts);

  /// As stored in a header, and back; nothing if these bytes are no model of so many grades.
  std::vector<std::uint8_t> serialize() const;
  static std::optional<GradeModel> parse(std::span<const std::uint8_t> bytes, std::size_t grades);

  std::size_t grades() const { return starts_.size() - 1; }

  /// Yes owns the numbers below, no the rest.
  std::uint32_t yes_end(std::size_t context) const { return yes_end_[context]; }

  /// The range of a grade that is none of its candidates.
  SymbolRange range(GradeCode code) const {
    return {starts_[code], static_cast<std::uint16_t>(starts_[code + 1] - starts_[code])};
  }
  /// The grade whose range holds a number; there must be grades.
  GradeCode code_at(std::uint32_t number) const;

 private:
  GradeModel() = default;
  void find_ends();

  std::array<std::int8_t, kContexts> log_odds_{};  // of a yes, in eighths of a doubling
  std::array<std::uint16_t, kContexts> yes_end_{};
  std::vector<std::uint16_t> starts_;  // by code; kRangeTotal at the end
};

}  // namespace mill
