#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "game/grade.h"

namespace mill {

/// A graded value in two bytes: a draw as the place of its grade in a list of the file's own.
using GradeCode = std::uint16_t;
inline constexpr GradeCode kWonCode = 0xFFFF;
inline constexpr GradeCode kLostCode = 0xFFFE;
inline constexpr std::size_t kMostGrades = 0xFFFE;  ///< of one file

/// The code of a win or a loss; of a draw, whose grade is not known, 0.
constexpr GradeCode code_of_value(Value value) {
  constexpr std::array<GradeCode, 3> kCodes = {kLostCode, 0, kWonCode};
  static_assert(Value::kLoss == Value{0} && Value::kDraw == Value{1} && Value::kWin == Value{2});
  return kCodes[static_cast<std::size_t>(value)];
}

/// What a code stands for.
/// @param grades  the list of the file
inline GradedValue graded_value_of(GradeCode code, const std::vector<Grade>& grades) {
  if (code >= kLostCode) return {code == kWonCode ? Value::kWin : Value::kLoss, {}};
  return {Value::kDraw, grades[code]};
}

/// What the header of a grade file holds for its blocks; FORMAT.md has the bytes.
struct GradeData {
  std::uint64_t scores_checksum = 0;     ///< of the text of the table of scores
  int score = 0;                         ///< of the subspace
  std::vector<Grade> grades;             ///< best first
  std::vector<std::uint8_t> model = {};  ///< what a codec has learned; zstd has nothing
};

std::vector<std::uint8_t> encode_grade_data(const GradeData& data);

/// None if these are not the bytes of such data.
std::optional<GradeData> decode_grade_data(std::span<const std::uint8_t> bytes);

/// The codes of draws as they stand in a file, compressed.
/// @param codes   of all slots of a block
/// @param grades  in the list
std::vector<std::uint8_t> encode_grade_block(std::span<const GradeCode> codes, std::size_t grades,
                                             int level);

/// Decodes a block, given the values of its slots. False unless `bytes` is exactly a block of such
/// slots.
bool decode_grade_block(std::span<const std::uint8_t> bytes, const std::uint8_t* packed_values,
                        std::size_t grades, std::span<GradeCode> codes);

}  // namespace mill
