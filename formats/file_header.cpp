#include "formats/file_header.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <numeric>

#include "base/checksum.h"
#include "base/little_endian.h"
#include "base/words.h"
#include "formats/codecs/grade_blocks.h"
#include "game/numbering.h"
#include "game/rules_difference.h"

namespace mill {
namespace {

// Not text (first byte), changed by line-end conversion (the pair 13 10), stops a listing (26).
constexpr std::array<std::uint8_t, 8> kMagic = {0x89, 'M', 'L', 'S', 'T', 13, 10, 26};
constexpr std::size_t kFixedSize = 144;  // up to the texts
constexpr std::size_t kChecksumSize = 8;

std::string as_text(std::span<const std::uint8_t> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// What the state byte counts, and whether it tells who plays; see FORMAT.md.
enum class StateKind : std::uint8_t { kMarked, kTakesOpponents, kTakesOwn, kMarkedAndMover };
constexpr int kCountBits = 5, kKindBits = 2;

std::uint8_t state_byte(const Subspace& subspace) {
  const bool told = subspace.mover != Mover::kUntold;
  const StateKind kind = subspace.due > 0   ? StateKind::kTakesOpponents
                         : subspace.due < 0 ? StateKind::kTakesOwn
                         : told             ? StateKind::kMarkedAndMover
                                            : StateKind::kMarked;
  const int number = subspace.due != 0 ? std::abs(subspace.due) : subspace.marked;
  const bool second = subspace.mover == Mover::kSecond;
  return static_cast<std::uint8_t>(second << (kCountBits + kKindBits) |
                                   static_cast<int>(kind) << kCountBits | number);
}

/// False for a byte that state_byte() does not give.
bool take_state(std::uint8_t byte, Subspace& subspace) {
  const int number = byte & ((1 << kCountBits) - 1);
  const auto kind = static_cast<StateKind>(byte >> kCountBits & ((1 << kKindBits) - 1));
  const bool second = byte >> (kCountBits + kKindBits) != 0;
  if (kind == StateKind::kTakesOpponents) subspace.due = number;
  if (kind == StateKind::kTakesOwn) subspace.due = -number;
  if (kind == StateKind::kMarked || kind == StateKind::kMarkedAndMover) subspace.marked = number;
  if (kind == StateKind::kMarkedAndMover) subspace.mover = second ? Mover::kSecond : Mover::kFirst;
  return state_byte(subspace) == byte;
}

NumberingScheme numbering_of(const Subspace& subspace) {
  return state_byte(subspace) == 0 ? NumberingScheme::kMajorBlocks : NumberingScheme::kWithState;
}

void put_fixed_fields(FieldWriter& out, const FileHeader& header) {
  const Subspace& subspace = header.subspace;
  for (int stones : {subspace.own, subspace.opponent, subspace.own_hand, subspace.opponent_hand})
    out.put(static_cast<std::uint8_t>(stones));
  out.put(static_cast<std::uint8_t>(header.metric));
  out.put(static_cast<std::uint8_t>(numbering_of(subspace)));
  out.put(static_cast<std::uint8_t>(header.codec));
  out.put(state_byte(subspace));
  const ClassCounts& counts = header.counts;
  for (std::uint64_t n :
       {header.file_size, counts.slots, counts.classes, counts.wins, counts.draws, counts.losses})
    out.put(n);
  out.put(static_cast<std::uint32_t>(counts.longest_win));
  out.put(static_cast<std::uint32_t>(counts.longest_loss));
  out.put(header.block_slots);
  out.put(header.block_count);
  for (std::uint64_t sum : {header.index_checksum, header.data_checksum, header.values_checksum})
    out.put(sum);
}

/// Reads up to the texts; false if the state of the subspace is none.
bool take_fixed_fields(FieldReader& in, FileHeader& header) {
  Subspace& subspace = header.subspace;
  for (int* stones :
       {&subspace.own, &subspace.opponent, &subspace.own_hand, &subspace.opponent_hand})
    *stones = in.take<std::uint8_t>();
  header.metric = static_cast<Metric>(in.take<std::uint8_t>());
  header.numbering = static_cast<NumberingScheme>(in.take<std::uint8_t>());
  header.codec = static_cast<Codec>(in.take<std::uint8_t>());
  const bool valid = take_state(in.take<std::uint8_t>(), subspace);
  ClassCounts& counts = header.counts;
  for (std::uint64_t* n : {&header.file_size, &counts.slots, &counts.classes, &counts.wins,
                           &counts.draws, &counts.losses})
    *n = in.take<std::uint64_t>();
  counts.longest_win = static_cast<int>(in.take<std::uint32_t>());
  counts.longest_loss = static_cast<int>(in.take<std::uint32_t>());
  header.block_slots = in.take<std::uint32_t>();
  header.block_count = in.take<std::uint32_t>();
  for (std::uint64_t* sum :
       {&header.index_checksum, &header.data_checksum, &header.values_checksum})
    *sum = in.take<std::uint64_t>();
  return valid && header.numbering == numbering_of(subspace);
}

/// Reads the texts, whose lengths stand before them; false if they do not fill the header exactly.
bool take_texts(FieldReader& in, FileHeader& header, std::size_t end) {
  header.digest = as_hex(in.take_bytes(16));
  const auto name_size = in.take<std::uint32_t>();
  const auto rules_size = in.take<std::uint32_t>();
  const auto codec_size = in.take<std::uint32_t>();
  const auto groups_size = in.take<std::uint32_t>();
  header.variant_name = as_text(in.take_bytes(name_size));
  header.rules_text = as_text(in.take_bytes(rules_size));
  const auto codec_data = in.take_bytes(codec_size);
  header.codec_data.assign(codec_data.begin(), codec_data.end());
  const auto groups = in.take_bytes(groups_size);
  header.groups.assign(groups.begin(), groups.end());
  return in.ok() && in.position() <= end && end - in.position() < 8;
}

/// What contradicts itself in a header; empty if nothing does.
std::string contradiction(const FileHeader& header) {
  const ClassCounts& counts = header.counts;
  if (header.block_slots == 0 || header.block_slots > kMaxBlockSlots)
    return fmt::format("{} slots per block", header.block_slots);
  const std::uint64_t blocks =
      counts.slots / header.block_slots + (counts.slots % header.block_slots != 0);
  if (counts.slots == 0 || blocks != header.block_count)
    return fmt::format("{} blocks for {} slots", header.block_count, counts.slots);
  if (counts.classes > counts.slots || counts.wins > counts.classes ||
      counts.draws > counts.classes || counts.losses != counts.classes - counts.wins - counts.draws)
    return fmt::format("{} wins, {} draws and {} losses in {} classes", counts.wins, counts.draws,
                       counts.losses, counts.classes);
  if (counts.longest_win < 0 || (counts.longest_win != 0 && counts.longest_win % 2 == 0))
    return fmt::format("a longest win of {} plies", counts.longest_win);
  if (counts.longest_loss < 0 || counts.longest_loss % 2 != 0)
    return fmt::format("a longest loss of {} plies", counts.longest_loss);
  const CodecEntry* const codec = find_codec(header.codec);
  if (header.metric == Metric::kGrade) {
    const auto data = decode_grade_data(header.codec_data);
    if (!data) return fmt::format("{} bytes that are no list of grades", header.codec_data.size());
    if (data->grades.size() > counts.draws)
      return fmt::format("{} grades for {} draws", data->grades.size(), counts.draws);
  } else if (codec && !codec->has_codec_data && !header.codec_data.empty())
    return fmt::format("{} bytes of codec data, which {} does without", header.codec_data.size(),
                       codec->name);
  const int grouped = std::accumulate(header.groups.begin(), header.groups.end(), 0);
  if (grouped > kMaxPoints || std::ranges::count(header.groups, 0) != 0)
    return fmt::format("{} groups of {} points", header.groups.size(), grouped);
  if (header.digest != as_hex(digest_bytes(as_bytes(header.rules_text))))
    return "a digest that is not that of the rules";
  return {};
}

Result<void> check_known(const FileHeader& header, const PlaceText& file) {
  if (header.metric > Metric::kGrade)
    return fail(ErrorCode::kUnsupportedVersion, "{}: metric {} is unknown to this version", file,
                static_cast<int>(header.metric));
  const bool known = header.numbering == NumberingScheme::kMajorBlocks ||
                     header.numbering == NumberingScheme::kWithState;
  if (!known)
    return fail(ErrorCode::kUnsupportedVersion,
                "{}: numbering scheme {} is unknown to this version", file,
                static_cast<int>(header.numbering));
  const CodecEntry* const codec = find_codec(header.codec);
  if (!codec || !codec->has(header.metric))
    return fail(ErrorCode::kUnsupportedVersion, "{}: codec {} is unknown to this version", file,
                static_cast<int>(header.codec));
  return {};
}

Result<void> check_rules(const FileHeader& header, const Variant& expected, const PlaceText& file) {
  const std::string expected_text = expected.canonical_text();
  if (header.rules_text == expected_text) return {};
  const RulesDifference difference = first_difference(header.rules_text, expected_text);
  return fail(ErrorCode::kWrongRules,
              "{}: was made for the rules of '{}', which have '{}' where '{}' of the variant '{}' "
              "is expected",
              file, header.variant_name, difference.left, difference.right, expected.name);
}

}  // namespace

std::string file_name(const Subspace& subspace, Metric metric) {
  return fmt::format("{}.{}", subspace.text(), metric_name(metric));
}

std::vector<std::uint8_t> encode_header(FileHeader& header) {
  FieldWriter out;
  out.put_bytes(kMagic);
  out.put(kFormatVersion);
  out.put(std::uint32_t{0});  // header size, known below
  put_fixed_fields(out, header);
  const auto digest = digest_bytes(as_bytes(header.rules_text));
  header.digest = as_hex(digest);
  out.put_bytes(digest);
  out.put(static_cast<std::uint32_t>(header.variant_name.size()));
  out.put(static_cast<std::uint32_t>(header.rules_text.size()));
  out.put(static_cast<std::uint32_t>(header.codec_data.size()));
  out.put(static_cast<std::uint32_t>(header.groups.size()));
  MILLSTONE_CHECK(out.bytes().size() == kFixedSize);
  out.put_text(header.variant_name);
  out.put_text(header.rules_text);
  out.put_bytes(header.codec_data);
  out.put_bytes(header.groups);
  out.pad_to_multiple(8);
  header.size = out.bytes().size() + kChecksumSize;
  MILLSTONE_CHECK(header.size <= kMaxHeaderSize);
  store_little_endian(out.bytes().data() + 12, static_cast<std::uint32_t>(header.size));
  header.checksum = checksum(out.bytes());
  out.put(header.checksum);
  return std::move(out.bytes());
}

Result<std::size_t> header_size(std::span<const std::uint8_t, kPreambleSize> preamble,
                                const PlaceText& file) {
  if (!std::equal(kMagic.begin(), kMagic.end(), preamble.begin()))
    return fail(ErrorCode::kDamagedFile, "{}: does not start as a Millstone database does", file);
  const auto size = load_little_endian<std::uint32_t>(preamble.data() + 12);
  if (size < kPreambleSize + kChecksumSize || size > kMaxHeaderSize)
    return fail(ErrorCode::kDamagedFile, "{}: is damaged: a header of {} bytes is impossible", file,
                size);
  return size;
}

Result<FileHeader> decode_header(std::span<const std::uint8_t> bytes, const PlaceText& file) {
  FileHeader header;
  header.size = bytes.size();
  const std::size_t body = bytes.size() - kChecksumSize;
  header.checksum = checksum(bytes.first(body));
  if (load_little_endian<std::uint64_t>(bytes.data() + body) != header.checksum)
    return fail(ErrorCode::kDamagedFile, "{}: is damaged: the header fails its checksum", file);
  const auto version = load_little_endian<std::uint32_t>(bytes.data() + kMagic.size());
  if (version != kFormatVersion)
    return fail(ErrorCode::kUnsupportedVersion, "{}: has format version {}, this program reads {}",
                file, version, kFormatVersion);
  FieldReader in(bytes.first(body));
  in.take_bytes(kPreambleSize);
  const bool has_state = take_fixed_fields(in, header);
  if (!take_texts(in, header, body))
    return fail(ErrorCode::kDamagedFile, "{}: is damaged: the header does not hold its texts",
                file);
  MILLSTONE_TRY(check_known(header, file));
  if (!has_state)
    return fail(ErrorCode::kDamagedFile,
                "{}: is damaged: the header claims a numbering that is not that of its subspace",
                file);
  if (const std::string what = contradiction(header); !what.empty())
    return fail(ErrorCode::kDamagedFile, "{}: is damaged: the header claims {}", file, what);
  return header;
}

Result<void> check_header(const FileHeader& header, const Variant& expected,
                          const PlaceText& file) {
  MILLSTONE_TRY(check_rules(header, expected, file));
  const Board& board = *expected.board;
  const Subspace& subspace = header.subspace;
  const auto known = parse_subspace(expected, subspace.text());
  if (!known)
    return fail(ErrorCode::kDamagedFile, "{}: is damaged: {}", file, known.error().message);
  if (*known != subspace)
    return fail(ErrorCode::kDamagedFile,
                "{}: is damaged: {} marked points in subspace {}, the rules have {}", file,
                subspace.marked, subspace.text(), known->marked);
  if (subspace.stones() + subspace.marked > board.points())
    return fail(ErrorCode::kDamagedFile, "{}: is damaged: subspace {} does not fit the board", file,
                subspace.text());
  const std::uint64_t slots = slot_count(board, subspace);
  const std::uint64_t classes = class_count(board, subspace);
  if (header.counts.slots != slots || header.counts.classes != classes)
    return fail(ErrorCode::kDamagedFile,
                "{}: is damaged: the header claims {} slots and {} classes, subspace {} has {} and "
                "{}",
                file, header.counts.slots, header.counts.classes, subspace.text(), slots, classes);
  return {};
}

}  // namespace mill
