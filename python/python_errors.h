#pragma once

#include <pybind11/pybind11.h>

#include <string>
#include <type_traits>
#include <utility>

#include "base/error.h"

namespace mill {

/// An error on its way into Python; which exception of millstone/errors.py it becomes is chosen by
/// the code. It holds no Python object, so any thread may throw it.
struct PythonError {
  ErrorCode code;
  std::string message;
};

/// What a result holds, or its error thrown.
template <typename T>
T unwrap(Result<T> result) {
  if (!result) throw PythonError{result.error().code, result.error().message};
  if constexpr (!std::is_void_v<T>) return std::move(*result);
}

template <typename... Args>
[[noreturn]] void refuse(fmt::format_string<Args...> format, Args&&... args) {
  throw PythonError{ErrorCode::kInvalidArgument, fmt::format(format, std::forward<Args>(args)...)};
}

/// Has PythonError arrive in Python as the exceptions of millstone/errors.py.
void register_errors();

}  // namespace mill
