#pragma once

#include <atomic>
#include <filesystem>

#include "base/error.h"

namespace mill {

/// From now on the first Ctrl-C (SIGINT) or SIGTERM sets the returned flag, so that a long task can
/// stop cleanly; a second one ends the process. Call it once, before threads are started.
const std::atomic<bool>& catch_stop_signals();

/// The error of a task that writes files into a directory. kInterrupted is said for people: what is
/// finished there stays, and the same command goes on from it.
Error explain_stop(Error error, const std::filesystem::path& directory);

}  // namespace mill
