#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/proof/certificate.h"

namespace mill {

/// Text for a file: names the variant and its digest, ends with a checksum.
std::string certificate_text(const Variant& variant, const Certificate& certificate);

/// Reads a text of one or more certificates, one after another. kInvalidArgument names the line
/// that is wrong, kWrongRules if they are about other rules.
Result<std::vector<Certificate>> parse_certificates(const Variant& variant, std::string_view text);

}  // namespace mill
