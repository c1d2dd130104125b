#pragma once

#include <string>

namespace mill {

/// What the reader in Python, written from FORMAT.md alone, prints; its standard error too, behind
/// "failed: ", where it fails.
std::string run_python_reader(const std::string& arguments);

}  // namespace mill
