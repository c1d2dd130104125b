#pragma once

#include "engine/search/engine.h"
#include "engine/suite/test_position.h"

namespace mill {

/// The turn that an engine plays, action by action, having forgotten what it found before. The game
/// must be open.
/// @param limits  of the search for each action that is not in the line of the one before
Turn turn_of_engine(Engine& engine, const TextPosition& position, const SearchLimits& limits);

/// Whether the turn is one of the best ones.
bool solves(const TestPosition& test, const Turn& turn);

}  // namespace mill
