#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "engine/match/player_factory.h"
#include "prober/prober.h"

namespace mill {

/// Three Men's Morris with three stones that never fly, as shipped with its database.
Variant shipped_variant();

/// The whole of it, in which the first player wins in 9 plies.
std::shared_ptr<const Prober> shipped_prober();

/// The description of a player in Python with one of the habits of programs/scripted_program.py.
std::string scripted_program(std::string_view habit);

/// A factory of players from their description, which must be right.
PlayerFactory factory_of(std::string_view description,
                         const std::shared_ptr<const Prober>& database = shipped_prober());

}  // namespace mill
