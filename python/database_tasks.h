#pragma once

#include <pybind11/pybind11.h>

namespace mill {

/// build, grade, verify, info and stats, with the numbers of the commands of these names.
void bind_database_tasks(pybind11::module_& module);

}  // namespace mill
