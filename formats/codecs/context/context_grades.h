#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "formats/codecs/codec.h"
#include "formats/codecs/context/grade_model.h"
#include "formats/codecs/prediction/coding_order.h"

namespace mill {

/// Codec 2 of grades: a draw is likely to have the grade of a draw that is nearly the same
/// position. FORMAT.md has the steps. For files as the context codec has them, with at most
/// GradeModel::kMostGrades grades. Immutable; any thread.
class ContextGrades final : public GradeDecoder {
 public:
  static Result<std::shared_ptr<const GradeDecoder>> open(const DecodingTask& task,
                                                          const GradeData& data);
  /// Learns from a fixed sample of the blocks; the result does not depend on the number of threads.
  static std::shared_ptr<const GradeEncoder> prepare(const GradeEncodingTask& task);

  ContextGrades(const Subspace& subspace, std::shared_ptr<const Board> board, GradeModel model);

  bool decode(std::span<const std::uint8_t> bytes, const std::uint8_t* packed_values,
              std::span<GradeCode> codes) const override;

  /// The bytes of a file block.
  /// @param first  the major stones of its first numbering block
  /// @param codes  of its slots
  std::vector<std::uint8_t> encode(Mask first, std::span<const GradeCode> codes) const;

  const GradeModel& model() const { return model_; }

 private:
  void put_code(const GradeCandidates& candidates, GradeCode code,
                std::vector<SymbolRange>& symbols) const;
  GradeCode take_code(const GradeCandidates& candidates, SymbolDecoder& decoder) const;

  std::shared_ptr<const Board> board_;
  SubspaceOrder order_;
  GradeModel model_;
};

}  // namespace mill
