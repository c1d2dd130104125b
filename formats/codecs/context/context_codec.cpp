#include "formats/codecs/context/context_codec.h"

#include "formats/codecs/context/context_grades.h"
#include "formats/codecs/context/model_trainer.h"
#include "formats/codecs/context/value_model.h"
#include "formats/codecs/prediction/learned_encoder.h"
#include "formats/codecs/prediction/predicted_values.h"

namespace mill {
namespace {

constexpr SampleSize kContextSample = {.slots = 1'500'000, .blocks = 192, .portion = 256};

Result<std::shared_ptr<const FileEncoder>> prepare_context_encoder(const EncodingTask& task) {
  return learn_encoder<ValueModel>(task, kContextSample, learn_value_model);
}

}  // namespace

CodecEntry context_codec() {
  CodecEntry entry{};
  entry.codec = Codec::kContext;
  entry.name = "context";
  entry.has_codec_data = true;
  entry.fallback = Codec::kZstd;
  entry.fits = is_predictable;
  entry.open = PredictedValues<ValueModel>::open;
  entry.prepare = prepare_context_encoder;
  entry.most_grades = GradeModel::kMostGrades;
  entry.open_grades = ContextGrades::open;
  entry.prepare_grades = ContextGrades::prepare;
  return entry;
}

}  // namespace mill
