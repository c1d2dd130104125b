#include "server/http/content_coding.h"

#include <zlib.h>
#include <zstd.h>

#include <charconv>
#include <optional>

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

/// The weight that the parameters of a coding give it, 1 without one (RFC 9110, 12.4.2).
double weight_of(std::string_view parameters) {
  const std::string text = lower_case(parameters);
  const auto at = text.find("q=");
  double weight = 1;
  if (at != std::string::npos)
    std::from_chars(text.data() + at + 2, text.data() + text.size(), weight);
  return weight;
}

/// What a client says of the codings; what it does not name it does not take.
struct Weights {
  std::optional<double> zstd, gzip, identity, others;

  std::optional<double>* find(std::string_view name) {
    return name == "zstd"       ? &zstd
           : name == "gzip"     ? &gzip
           : name == "identity" ? &identity
           : name == "*"        ? &others
                                : nullptr;
  }
};

}  // namespace

std::string_view coding_name(Coding coding) {
  return coding == Coding::kZstd ? "zstd" : coding == Coding::kGzip ? "gzip" : "identity";
}

Coding accepted_coding(std::string_view accept_encoding) {
  Weights weights;
  while (!accept_encoding.empty()) {
    std::string_view parameters = take_part(accept_encoding, ',');
    const std::string name = lower_case(trimmed(take_part(parameters, ';')));
    if (auto* weight = weights.find(name)) *weight = weight_of(parameters);
  }
  // What takes anything need not know zstd, which is younger than gzip.
  const double zstd = weights.zstd.value_or(0);
  const double gzip = weights.gzip.value_or(weights.others.value_or(0));
  const double identity = weights.identity.value_or(0);
  if (zstd > 0 && zstd >= gzip && zstd >= identity) return Coding::kZstd;
  return gzip > 0 && gzip >= identity ? Coding::kGzip : Coding::kIdentity;
}

std::string packed(Coding coding, std::string text) {
  if (coding == Coding::kZstd) return zstd_packed(text);
  if (coding == Coding::kGzip) return gzip_packed(text);
  return text;
}

}  // namespace mill
