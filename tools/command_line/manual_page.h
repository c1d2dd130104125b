#pragma once

#include <string>

#include "tools/command_line/command_outline.h"

namespace mill {

/// The manual page, for man(1), with every command and option.
/// @param date  of the page, such as 2026-11-22
std::string manual_page(const ProgramOutline& program, const std::string& date);

}  // namespace mill
