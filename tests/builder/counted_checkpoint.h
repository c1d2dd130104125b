#pragma once

#include <atomic>

#include "builder/store/checkpoint.h"

namespace mill {

/// Stops the work after so many saves, as a kill does; tells from which stage it went on.
class CountedCheckpoint final : public SolveCheckpoint {
 public:
  CountedCheckpoint(Checkpoint& kept, int most_saves, std::atomic<bool>& stop)
      : kept_(kept), left_(most_saves), stop_(stop) {}

  bool is_due(bool stopping) override { return kept_.is_due(stopping); }
  Result<void> save(const SolveStage& stage,
                    const std::vector<std::span<const std::uint8_t>>& arrays) override {
    if (--left_ <= 0) stop_ = true;
    return kept_.save(stage, arrays);
  }
  std::optional<SolveStage> find() override { return found = kept_.find(); }
  bool load(const std::vector<std::span<std::uint8_t>>& arrays) override {
    return loaded = kept_.load(arrays);
  }

  std::optional<SolveStage> found;
  bool loaded = false;

 private:
  Checkpoint& kept_;
  int left_;
  std::atomic<bool>& stop_;
};

}  // namespace mill
