#pragma once

#include <atomic>

namespace millstone {

/// From now on the first Ctrl-C (SIGINT) or SIGTERM sets the returned flag, so that a long task can
/// stop cleanly; a second one ends the process. Call it once, before threads are started.
const std::atomic<bool>& catch_stop_signals();

}  // namespace millstone
