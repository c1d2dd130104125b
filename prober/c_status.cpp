#include "prober/c_status.h"

namespace mill {
namespace {

thread_local std::string last_error;

}  // namespace

millstone_status status_of(ErrorCode code) {
  switch (code) {
    case ErrorCode::kInvalidArgument:
      return MILLSTONE_ERROR_INVALID_POSITION;
    case ErrorCode::kUnsupportedRule:
      return MILLSTONE_ERROR_UNSUPPORTED_RULE;
    case ErrorCode::kMissingFile:
      return MILLSTONE_ERROR_MISSING;
    case ErrorCode::kDamagedFile:
      return MILLSTONE_ERROR_DAMAGED;
    case ErrorCode::kUnsupportedVersion:
      return MILLSTONE_ERROR_UNSUPPORTED_VERSION;
    case ErrorCode::kWrongRules:
      return MILLSTONE_ERROR_WRONG_RULES;
    case ErrorCode::kInputOutput:
    case ErrorCode::kNoSpace:
    case ErrorCode::kBusy:
      return MILLSTONE_ERROR_INPUT_OUTPUT;
    case ErrorCode::kNotEnoughMemory:
      return MILLSTONE_ERROR_OUT_OF_MEMORY;
    case ErrorCode::kVerificationFailed:
      return MILLSTONE_ERROR_INCONSISTENT;
    case ErrorCode::kInterrupted:
      break;
  }
  return MILLSTONE_ERROR_INTERNAL;
}

millstone_status keep_error(millstone_status status, const std::string& message) noexcept {
  try {
    last_error = message;
  } catch (...) {
    last_error.clear();
  }
  return status;
}

millstone_status keep_error(const Error& error) noexcept {
  return keep_error(status_of(error.code), error.message);
}

millstone_status keep_argument_error(const Error& error) noexcept {
  const bool argument = error.code == ErrorCode::kInvalidArgument;
  return keep_error(argument ? MILLSTONE_ERROR_INVALID_ARGUMENT : status_of(error.code),
                    error.message);
}

const char* find_null(std::initializer_list<Argument> arguments) {
  for (const Argument& argument : arguments)
    if (!argument.pointer) return argument.name;
  return nullptr;
}

}  // namespace mill

extern "C" {

const char* millstone_strerror(millstone_status status) {
  switch (status) {
    case MILLSTONE_OK:
      return "success";
    case MILLSTONE_ERROR_INVALID_ARGUMENT:
      return "an argument makes no sense";
    case MILLSTONE_ERROR_INVALID_POSITION:
      return "the rules do not allow the position or move";
    case MILLSTONE_ERROR_MISSING:
      return "a database file is missing";
    case MILLSTONE_ERROR_DAMAGED:
      return "a database file is damaged";
    case MILLSTONE_ERROR_UNSUPPORTED_VERSION:
      return "a database file is of a format version this library does not read";
    case MILLSTONE_ERROR_WRONG_RULES:
      return "a database file was made for other rules";
    case MILLSTONE_ERROR_UNSUPPORTED_RULE:
      return "the rules need something this library cannot express";
    case MILLSTONE_ERROR_INPUT_OUTPUT:
      return "the system refused to open or read a file";
    case MILLSTONE_ERROR_OUT_OF_MEMORY:
      return "out of memory";
    case MILLSTONE_ERROR_NOT_CACHED:
      return "the answer is not in the cache";
    case MILLSTONE_ERROR_BUFFER_TOO_SMALL:
      return "the buffer is too small";
    case MILLSTONE_ERROR_INCONSISTENT:
      return "two database files contradict each other";
    case MILLSTONE_ERROR_INTERNAL:
      return "internal error";
  }
  return "unknown error";
}

const char* millstone_last_error(void) { return mill::last_error.c_str(); }

}  // extern "C"
