#include "python/python_errors.h"

namespace mill {
namespace {

namespace py = pybind11;

const char* exception_name(ErrorCode code) {
  switch (code) {
    case ErrorCode::kMissingFile:
      return "MissingError";
    case ErrorCode::kDamagedFile:
      return "DamagedError";
    case ErrorCode::kUnsupportedVersion:
      return "UnsupportedVersionError";
    case ErrorCode::kWrongRules:
      return "WrongRulesError";
    case ErrorCode::kUnsupportedRule:
      return "UnsupportedRuleError";
    case ErrorCode::kInvalidArgument:
      return "InvalidArgumentError";
    case ErrorCode::kNotEnoughMemory:
      return "OutOfMemoryError";
    default:
      return "MillstoneError";
  }
}

}  // namespace

void register_errors() {
  // NOLINTNEXTLINE(performance-unnecessary-value-param): the type is pybind11's
  py::register_exception_translator([](std::exception_ptr pointer) {
    try {
      if (pointer) std::rethrow_exception(pointer);
    } catch (const PythonError& error) {
      const py::object type =
          py::module_::import("millstone.errors").attr(exception_name(error.code));
      PyErr_SetString(type.ptr(), error.message.c_str());
    }
  });
}

}  // namespace mill
