#include "formats/codecs/context/context_grades.h"

#include <algorithm>
#include <optional>

#include "formats/codecs/packed_values.h"
#include "formats/codecs/prediction/learned_model.h"
#include "formats/codecs/prediction/sample.h"
#include "formats/codecs/prediction/similar_blocks.h"
#include "formats/codecs/prediction/symbol_coder.h"

namespace mill {
namespace {

/// Blocks of a file that are learned from.
constexpr std::uint32_t kGradeSampleBlocks = 64;

/// An earlier numbering block as seen from a later one.
struct SimilarBlock {
  std::span<const GradeCode> codes;
  Symmetry map;  // of minor stones

  GradeCode at(const CodingOrder& order, std::uint32_t slot) const {
    return codes[order.ranks().rank(map(order.subsets()[slot]))];
  }
};

/// The numbering blocks of a file block, one after the other.
class GradeBlocks {
 public:
  GradeBlocks(const Board& board, const CodingOrder& order, std::span<GradeCode> codes)
      : board_(board), order_(order), codes_(codes) {}

  /// Calls visit(candidates, code) for every draw, in the order in which they are coded; it may set
  /// the code. False where visit() is, or if there are fewer classes of major stones than blocks.
  template <typename Visit>
  bool for_each_draw(Mask first, Visit&& visit) {
    const auto majors = successive_majors(board_, first, codes_.size() / order_.size());
    if (!majors) return false;
    for (std::size_t index = 0; index < majors->size(); ++index) {
      find_similar((*majors)[index], std::span(*majors).first(index));
      const std::span<GradeCode> codes = block(index);
      for (const CodingOrder::Step& step : order_.steps()) {
        GradeCode& code = codes[step.slot];
        if (code < kLostCode && !visit(candidates_of(step, codes), code)) return false;
      }
    }
    return true;
  }

 private:
  std::span<GradeCode> block(std::size_t index) const {
    return codes_.subspan(index * order_.size(), order_.size());
  }

  /// @param earlier  the major stones of the blocks before
  void find_similar(Mask major, std::span<const Mask> earlier) {
    const auto similar = [&](std::size_t place) -> std::optional<SimilarBlock> {
      if (place >= earlier.size()) return std::nullopt;
      return SimilarBlock{block(place), free_point_map(board_.all(), major, earlier[place])};
    };
    const auto places = most_similar(major, earlier);
    nearest_ = similar(places[0]);
    second_ = similar(places[1]);
  }

  GradeCandidates candidates_of(const CodingOrder::Step& step,
                                std::span<const GradeCode> codes) const {
    GradeCandidates candidates;
    const auto neighbour = [&](std::size_t number) {
      const std::uint32_t slot = step.neighbours[number];
      return slot < order_.size() ? codes[slot] : kWonCode;
    };
    candidates.first = neighbour(0);
    if (nearest_) candidates.near = nearest_->at(order_, step.slot);
    candidates.add(candidates.first);
    candidates.add(candidates.near);
    if (second_) candidates.add(second_->at(order_, step.slot));
    for (std::size_t number = 1; number < CodingOrder::kNeighbours; ++number)
      candidates.add(neighbour(number));
    candidates.sort();
    return candidates;
  }

  const Board& board_;
  const CodingOrder& order_;
  std::span<GradeCode> codes_;
  std::optional<SimilarBlock> nearest_, second_;
};

/// Encodes with what was learned.
class ContextGradeEncoder final : public GradeEncoder {
 public:
  ContextGradeEncoder(const GradeEncodingTask& task, std::vector<Mask> first_majors,
                      GradeModel model)
      : grades_(task.layout.subspace, task.variant.board, std::move(model)),
        first_majors_(std::move(first_majors)),
        model_(grades_.model().serialize()) {}

  std::span<const std::uint8_t> model() const override { return model_; }
  std::vector<std::uint8_t> encode(std::uint32_t block,
                                   std::span<const GradeCode> codes) const override {
    return grades_.encode(first_majors_[block], codes);
  }

 private:
  ContextGrades grades_;
  std::vector<Mask> first_majors_;
  std::vector<std::uint8_t> model_;
};

}  // namespace

ContextGrades::ContextGrades(const Subspace& subspace, std::shared_ptr<const Board> board,
                             GradeModel model)
    : board_(std::move(board)), order_(*board_, subspace), model_(std::move(model)) {}

Result<std::shared_ptr<const GradeDecoder>> ContextGrades::open(const DecodingTask& task,
                                                                const GradeData& data) {
  auto model = GradeModel::parse(data.model, data.grades.size());
  if (!model || !is_predictable(*task.board, task.layout.subspace, task.layout.block_slots))
    return fail(ErrorCode::kDamagedFile, "{}: is damaged: the header's codec data are none",
                task.file);
  return std::make_shared<const ContextGrades>(task.layout.subspace, task.board, std::move(*model));
}

std::shared_ptr<const GradeEncoder> ContextGrades::prepare(const GradeEncodingTask& task) {
  const Board& board = *task.variant.board;
  std::vector<Mask> first_majors = first_majors_of(task.layout, task.variant);
  const SubspaceOrder order(board, task.layout.subspace);
  const std::uint32_t sampled = std::min(task.layout.block_count, kGradeSampleBlocks);
  std::vector<GradeModel::Counts> counts(sampled, GradeModel::Counts(task.grades));
  task.for_each_index(sampled, [&](std::uint32_t index) {
    const std::uint32_t block = spread_block(index, sampled, task.layout.block_count);
    std::vector<GradeCode> codes(task.layout.slots_in_block(block));
    task.read(std::uint64_t{block} * task.layout.block_slots, codes);
    GradeBlocks(board, *order.get(), codes)
        .for_each_draw(first_majors[block], [&](const GradeCandidates& candidates, GradeCode code) {
          counts[index].add(candidates, code);
          return true;
        });
  });
  GradeModel::Counts sum(task.grades);
  for (const GradeModel::Counts& some : counts) sum.add(some);
  return std::make_shared<const ContextGradeEncoder>(task, std::move(first_majors),
                                                     GradeModel(sum));
}

std::vector<std::uint8_t> ContextGrades::encode(Mask first,
                                                std::span<const GradeCode> codes) const {
  thread_local std::vector<SymbolRange> symbols;
  symbols.clear();
  std::vector<GradeCode> known(codes.begin(), codes.end());
  const bool complete =
      GradeBlocks(*board_, *order_.get(), known)
          .for_each_draw(first, [&](const GradeCandidates& candidates, GradeCode code) {
            put_code(candidates, code, symbols);
            return true;
          });
  MILLSTONE_CHECK(complete);
  std::vector<std::uint8_t> bytes = first_major_bytes(first);
  encode_symbols(symbols, bytes);
  return bytes;
}

/// The answers about the candidates; and if all of them are no, the grade itself.
void ContextGrades::put_code(const GradeCandidates& candidates, GradeCode code,
                             std::vector<SymbolRange>& symbols) const {
  const std::size_t asked = std::min(candidates.size(), GradeModel::kAsked);
  for (std::size_t place = 0; place < asked; ++place) {
    const std::uint32_t end = model_.yes_end(GradeModel::context(candidates, place));
    if (candidates.code(place) == code)
      return symbols.push_back({0, static_cast<std::uint16_t>(end)});
    symbols.push_back(
        {static_cast<std::uint16_t>(end), static_cast<std::uint16_t>(kRangeTotal - end)});
  }
  symbols.push_back(model_.range(code));
}

GradeCode ContextGrades::take_code(const GradeCandidates& candidates,
                                   SymbolDecoder& decoder) const {
  const std::size_t asked = std::min(candidates.size(), GradeModel::kAsked);
  for (std::size_t place = 0; place < asked; ++place) {
    const std::uint32_t end = model_.yes_end(GradeModel::context(candidates, place));
    if (decoder.peek() < end) {
      decoder.skip(0, end);
      return candidates.code(place);
    }
    decoder.skip(end, kRangeTotal - end);
  }
  const GradeCode code = model_.code_at(decoder.peek());
  const SymbolRange range = model_.range(code);
  decoder.skip(range.start, range.size);
  return code;
}

bool ContextGrades::decode(std::span<const std::uint8_t> bytes, const std::uint8_t* packed_values,
                           std::span<GradeCode> codes) const {
  const auto major = read_first_major(bytes, *board_, order_.major_stones());
  if (!major) return false;
  for (std::size_t i = 0; i < codes.size(); ++i)
    codes[i] = code_of_value(value_at(packed_values, i));
  SymbolDecoder decoder(bytes.subspan(kFirstMajorSize));
  const bool complete =
      GradeBlocks(*board_, *order_.get(), codes)
          .for_each_draw(*major, [&](const GradeCandidates& candidates, GradeCode& code) {
            if (model_.grades() == 0) return false;
            code = take_code(candidates, decoder);
            return true;
          });
  return complete && decoder.finished();
}

}  // namespace mill
