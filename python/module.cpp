// The Python module: prober, builder and verifier for people who measure. What it says in Python is
// in the package millstone beside this file; _millstone.pyi tells the types of what is made here.

#include <pybind11/stl.h>

#include "python/database_tasks.h"
#include "python/python_database.h"
#include "python/python_errors.h"
#include "python/python_position.h"
#include "python/python_rules.h"

namespace mill {
namespace {

std::vector<std::string> variant_names() {
  std::vector<std::string> names;
  for (const Preset& preset : list_presets()) names.push_back(preset.name);
  return names;
}

}  // namespace

// NOLINTNEXTLINE: the macro is pybind11's
PYBIND11_MODULE(_millstone, module) {
  register_errors();
  bind_rules(module);
  bind_position(module);
  bind_database(module);
  bind_database_tasks(module);
  module.def("variants", &variant_names);
  module.attr("version") = MILLSTONE_VERSION;
}

}  // namespace mill
