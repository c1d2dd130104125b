#pragma once

#include <pybind11/pybind11.h>

namespace mill {

/// The class Database: one that is open; millstone/database.py closes it by letting it go.
void bind_database(pybind11::module_& module);

}  // namespace mill
