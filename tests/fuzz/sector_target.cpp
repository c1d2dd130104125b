#include "formats/malom/sector_reader.h"
#include "tests/fuzz/targets.h"

/// A sector file of one stone against one, behind the score of the sector as the first byte: every
/// position of it is asked for.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace mill;
  static const Variant variant = find_variant("nine-mens-morris").value();
  static const MalomPoints points(*variant.board);
  static const auto index = std::make_shared<const SectorIndex>(points, 1, 1);
  if (size == 0) return 0;
  const MalomGame& game = malom_games().front();
  const Subspace subspace{1, 1, 2, 2};
  auto file = SectorFile::read(FileBytes::in_place({data + 1, size - 1}), {"fuzz", "fuzz"}, game,
                               index->size());
  if (!file) return 0;
  const SectorScores scores{game.virtual_win, {{subspace, static_cast<std::int8_t>(data[0])}}};
  const auto sector = SectorReader::make(std::move(*file), index, subspace, scores);
  for (int own = 0; own < MalomPoints::kPoints; ++own)
    for (int opponent = 0; opponent < MalomPoints::kPoints; ++opponent)
      if (own != opponent) (void)sector->outcome(bit(own), bit(opponent));
  return 0;
}
