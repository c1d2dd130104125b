#include "server/http/content_coding.h"

#include <zlib.h>
#include <zstd.h>

#include <charconv>

#include "base/error.h"
#include "base/words.h"

namespace mill {
namespace {

constexpr int kZstdLevel = 3;
constexpr int kGzipLevel = 4;
constexpr int kGzipWindow = 15 + 16;  // the largest, with the header of gzip (zlib.h)
constexpr int kGzipMemory = 8;        // zlib's default

std::string zstd_packed(const std::string& text) {
  std::string out(ZSTD_compressBound(text.size()), '\0');
  const std::size_t size =
      ZSTD_compress(out.data(), out.size(), text.data(), text.size(), kZstdLevel);
  MILLSTONE_CHECK(!ZSTD_isError(size));
  out.resize(size);
  return out;
}

std::string gzip_packed(std::string& text) {
  z_stream stream = {};
  MILLSTONE_CHECK(deflateInit2(&stream, kGzipLevel, Z_DEFLATED, kGzipWindow, kGzipMemory,
                               Z_DEFAULT_STRATEGY) == Z_OK);
  std::string out(deflateBound(&stream, text.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(text.data());
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  MILLSTONE_CHECK(deflate(&stream, Z_FINISH) == Z_STREAM_END);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

/// Whether the parameters of a coding do not give it the weight 0, which means never.
bool is_wanted(std::string_view parameters) {
  const auto at = parameters.find("q=");
  if (at == std::string_view::npos) return true;
  double weight = 1;
  const char* begin = parameters.data() + at + 2;
  std::from_chars(begin, parameters.data() + parameters.size(), weight);
  return weight > 0;
}

}  // namespace

std::string_view coding_name(Coding coding) {
  return coding == Coding::kZstd ? "zstd" : coding == Coding::kGzip ? "gzip" : "identity";
}

Coding accepted_coding(std::string_view accept_encoding) {
  Coding best = Coding::kIdentity;
  while (!accept_encoding.empty()) {
    std::string_view parameters = take_part(accept_encoding, ',');
    const std::string_view name = trimmed(take_part(parameters, ';'));
    if (!is_wanted(parameters)) continue;
    if (name == "zstd") return Coding::kZstd;
    if (name == "gzip" || name == "*") best = Coding::kGzip;
  }
  return best;
}

std::string packed(Coding coding, std::string text) {
  if (coding == Coding::kZstd) return zstd_packed(text);
  if (coding == Coding::kGzip) return gzip_packed(text);
  return text;
}

}  // namespace mill
