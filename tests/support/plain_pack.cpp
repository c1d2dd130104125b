#include "tests/support/plain_pack.h"

#include <cstring>

#include "base/checksum.h"
#include "base/little_endian.h"
#include "tests/support/file_contents.h"

namespace mill {
namespace {

using Bytes = std::vector<std::uint8_t>;

std::size_t next_unit(std::size_t size) { return (size + 63) / 64 * 64; }

}  // namespace

PlainPack PlainPack::of(const std::filesystem::path& directory,
                        const std::vector<std::string>& names) {
  PlainPack pack;
  for (const std::string& name : names) pack.add(name, read_bytes(directory / name));
  return pack;
}

void PlainPack::add(const std::string& name, const Bytes& contents) {
  names_.push_back(name);
  contents_.push_back(contents);
}

Bytes PlainPack::bytes() const {
  Bytes pack = {0x89, 0x4D, 0x4C, 0x50, 0x4B, 0x0D, 0x0A, 0x1A};
  append_little_endian<std::uint32_t>(pack, 1);
  append_little_endian(pack, static_cast<std::uint32_t>(names_.size()));
  const std::size_t index_size = next_unit(kEntriesOffset + kEntrySize * names_.size());
  pack.resize(index_size);
  for (std::size_t i = 0; i < names_.size(); ++i) {
    pack.resize(next_unit(pack.size()));
    std::uint8_t* const entry = pack.data() + kEntriesOffset + kEntrySize * i;
    store_little_endian<std::uint64_t>(entry, pack.size());
    store_little_endian<std::uint64_t>(entry + 8, contents_[i].size());
    store_little_endian<std::uint64_t>(entry + 16, checksum(contents_[i]));
    std::memcpy(entry + kNameInEntry, names_[i].data(), names_[i].size());
    pack.insert(pack.end(), contents_[i].begin(), contents_[i].end());
  }
  store_little_endian<std::uint64_t>(pack.data() + kSizeOffset, pack.size());
  return signed_index(std::move(pack), index_size);
}

Bytes PlainPack::signed_index(Bytes pack, std::size_t index_size) {
  Bytes summed(pack.begin(), pack.begin() + kSumOffset);
  summed.insert(summed.end(), pack.begin() + kEntriesOffset,
                pack.begin() + static_cast<std::ptrdiff_t>(index_size));
  store_little_endian(pack.data() + kSumOffset, checksum(summed));
  return pack;
}

}  // namespace mill
