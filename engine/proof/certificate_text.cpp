#include "engine/proof/certificate_text.h"

#include <optional>

#include "base/checksum.h"
#include "base/words.h"
#include "game/notation.h"
#include "game/position_text.h"

namespace mill {
namespace {

using Reason = CertificateLine::Reason;

constexpr std::string_view kTitle = "millstone proof 1";

std::uint64_t checksum_of(std::string_view text) { return checksum(as_bytes(text)); }

std::string reason_text(const Board& board, const CertificateLine& line) {
  if (line.reason == Reason::kAllActions) return "all";
  return line.reason == Reason::kSearch ? "search" : action_text(board, line.action);
}

/// Reads a certificate line by line.
class CertificateReader {
 public:
  CertificateReader(const Variant& variant, std::string_view text)
      : variant_(variant), text_(text) {}

  bool at_end() const { return text_.empty(); }

  Result<Certificate> read() {
    start_ = whole_.size() - text_.size();
    MILLSTONE_TRY(read_head());
    Certificate certificate;
    while (true) {
      const std::string_view line = next_line();
      if (line.substr(0, 4) == "end ") return finish(line, std::move(certificate));
      auto read = MILLSTONE_TRY(read_line(line));
      certificate.lines.push_back(read);
    }
  }

 private:
  std::string_view next_line() {
    ++number_;
    line_start_ = whole_.size() - text_.size();
    return take_part(text_, '\n');
  }

  tl::unexpected<Error> refuse(std::string_view what) const {
    return fail(ErrorCode::kInvalidArgument, "line {} of the certificate {}", number_, what);
  }

  Result<void> read_head() {
    if (next_line() != kTitle) return refuse(fmt::format("is not '{}'", kTitle));
    std::string_view line = next_line();
    if (take_part(line, ' ') != "variant") return refuse("does not name the variant");
    line = next_line();
    if (take_part(line, ' ') != "digest") return refuse("does not give the digest of the rules");
    if (line == variant_.digest()) return {};
    return fail(ErrorCode::kWrongRules, "the certificate is about other rules than '{}'",
                variant_.name);
  }

  Result<CertificateLine> read_line(std::string_view line) {
    CertificateLine result;
    const std::string_view who = take_part(line, ' '), value = take_part(line, ' '),
                           reason = take_part(line, ' ');
    if (who != "mover" && who != "other") return refuse("does not begin with 'mover' or 'other'");
    if (value != "draw" && value != "win") return refuse("claims neither a draw nor a win");
    result.claim = {who == "mover", value == "win" ? Value::kWin : Value::kDraw};
    MILLSTONE_TRY(read_reason(reason, result));
    const auto position = parse_position_text(variant_, line);
    if (!position) return refuse("has a wrong position: " + position.error().message);
    result.position = position->position;
    return result;
  }

  Result<void> read_reason(std::string_view text, CertificateLine& line) const {
    line.reason = text == "all" ? Reason::kAllActions : Reason::kSearch;
    if (text == "all" || text == "search") return {};
    const auto action = parse_action(*variant_.board, text);
    if (!action) return refuse("has no reason: " + action.error().message);
    line.reason = Reason::kAction;
    line.action = *action;
    return {};
  }

  Result<Certificate> finish(std::string_view line, Certificate certificate) const {
    const std::string expected =
        fmt::format("end {:016x}", checksum_of(whole_.substr(start_, line_start_ - start_)));
    if (line != expected) return refuse("has a checksum that is not that of the lines before it");
    if (certificate.lines.empty()) return refuse("ends a certificate without positions");
    return certificate;
  }

  const Variant& variant_;
  std::string_view text_;
  const std::string_view whole_ = text_;
  std::size_t start_ = 0;       // of the certificate that is read
  std::size_t line_start_ = 0;  // of the line last taken
  int number_ = 0;
};

}  // namespace

std::string certificate_text(const Variant& variant, const Certificate& certificate) {
  std::string text =
      fmt::format("{}\nvariant {}\ndigest {}\n", kTitle, variant.name, variant.digest());
  for (const CertificateLine& line : certificate.lines)
    text += fmt::format("{} {} {} {}\n", line.claim.by_mover ? "mover" : "other",
                        line.claim.at_least == Value::kWin ? "win" : "draw",
                        reason_text(*variant.board, line),
                        position_text(variant, with_colours(variant, line.position)));
  return text + fmt::format("end {:016x}\n", checksum_of(text));
}

Result<std::vector<Certificate>> parse_certificates(const Variant& variant, std::string_view text) {
  CertificateReader reader(variant, text);
  std::vector<Certificate> certificates;
  do {
    auto certificate = MILLSTONE_TRY(reader.read());
    certificates.push_back(std::move(certificate));
  } while (!reader.at_end());
  return certificates;
}

}  // namespace mill
