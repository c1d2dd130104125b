#pragma once

#include "builder/block_stage.h"
#include "builder/key_table.h"
#include "formats/file_header.h"

namespace millstone {

/// Counts the finished keys of a table, each class once, on all threads of the arena.
Counts count_classes(const KeyTable& keys, ScratchPool& scratch);

}  // namespace millstone
