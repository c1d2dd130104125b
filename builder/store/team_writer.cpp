#include "builder/store/team_writer.h"

#include <algorithm>

#include "base/little_endian.h"
#include "base/timing.h"
#include "builder/store/background_writer.h"
#include "formats/subspace_file.h"
#include "game/numbering.h"

namespace mill {
namespace {

constexpr int kWriter = 0;                                   // the member that writes: the first
constexpr std::size_t kMessageBytes = std::size_t{8} << 20;  // about what a message holds

/// The blocks that are in the share of this member, in the order of the file.
class EncodedShare {
 public:
  explicit EncodedShare(std::vector<EncodedBlock> blocks) : blocks_(std::move(blocks)) {}

  bool is_empty() const { return next_ == blocks_.size(); }

  /// Takes the next blocks as a message.
  std::vector<std::uint8_t> take_message() {
    FieldWriter out;
    while (!is_empty() && out.bytes().size() < kMessageBytes) {
      EncodedBlock& block = blocks_[next_++];
      out.put(static_cast<std::uint32_t>(block.bytes.size()));
      out.put(static_cast<std::uint32_t>(block.packed_values.size()));
      out.put(block.checksum);
      out.put_bytes(block.bytes);
      out.put_bytes(block.packed_values);
      block = {};
    }
    return std::move(out.bytes());
  }

 private:
  std::vector<EncodedBlock> blocks_;
  std::size_t next_ = 0;
};

Result<void> append_message(DatabaseWriter& writer, std::span<const std::uint8_t> message) {
  FieldReader in(message);
  while (in.position() < message.size()) {
    const auto size = in.take<std::uint32_t>();
    const auto packed_size = in.take<std::uint32_t>();
    EncodedBlock block;
    block.checksum = in.take<std::uint64_t>();
    const auto bytes = in.take_bytes(size);
    const auto packed = in.take_bytes(packed_size);
    block.bytes.assign(bytes.begin(), bytes.end());
    block.packed_values.assign(packed.begin(), packed.end());
    MILLSTONE_TRY(writer.append(block));
  }
  return {};
}

/// Sends the blocks of this member to the one that writes; an empty message is the last.
Result<void> send_blocks(SolverTeam& team, EncodedShare& share) {
  while (!share.is_empty()) {
    team.send(kWriter, share.take_message());
    while (team.bytes_under_way() > kMessageBytes) MILLSTONE_TRY(team.pause());
  }
  team.send(kWriter, {});
  return {};
}

/// Writes the blocks of all members, one member after the other.
Result<void> write_blocks(SolverTeam& team, EncodedShare& own, DatabaseWriter& writer) {
  while (!own.is_empty()) MILLSTONE_TRY(append_message(writer, own.take_message()));
  for (int sender = kWriter + 1; sender < team.size(); ++sender)
    for (;;) {
      const SolverTeam::Message message = MILLSTONE_TRY(team.wait_for(sender));
      if (message.empty()) break;
      MILLSTONE_TRY(append_message(writer, message));
    }
  return {};
}

}  // namespace

std::uint32_t blocks_per_file_block(const Variant& variant, const Subspace& subspace) {
  return default_block_slots(*variant.board, subspace) /
         numbering_block_size(*variant.board, subspace);
}

bool can_be_written_by_team(const BuildOptions& options) {
  return !find_codec(options.codec)->has_codec_data;
}

Result<BuiltSubspace> write_by_team(SolverTeam& team, const Variant& variant,
                                    const BuildOptions& options, const InputDistances& distances,
                                    const SolvedSubspace& share, bool with_distances) {
  const auto start = std::chrono::steady_clock::now();
  const OutcomeTable& outcomes = *share.outcomes;
  const std::uint32_t unit = blocks_per_file_block(variant, share.subspace);
  const BlockRange held = outcomes.held();
  const FileBlocks blocks =
      held.count() == 0 ? FileBlocks{} : FileBlocks{held.begin / unit, (held.end - 1) / unit + 1};
  const FillOutcomes fill = [&](std::uint64_t first_slot, std::span<OutcomeByte> out) {
    outcomes.copy_slots(first_slot, out);
  };
  const WriteMetric write = [&](const std::filesystem::path& directory,
                                Metric metric) -> Result<std::uint64_t> {
    const WriteOptions how = write_options(options);
    EncodedShare encoded(MILLSTONE_TRY(
        encode_file_blocks(variant, share.subspace, metric, how, blocks, fill, outcomes.longs())));
    if (team.member() != kWriter) {
      MILLSTONE_TRY(send_blocks(team, encoded));
      return 0;
    }
    auto writer =
        MILLSTONE_TRY(DatabaseWriter::create(directory, variant, share.subspace, metric, how));
    MILLSTONE_TRY(write_blocks(team, encoded, writer));
    return writer.finish(share.counts);
  };
  BuiltSubspace built =
      MILLSTONE_TRY(write_files(share, options, distances, with_distances, write));
  built.seconds = seconds_since(start);
  // Nobody goes on before the files are there.
  MILLSTONE_TRY(largest_of(&team, 0));
  return built;
}

}  // namespace mill
