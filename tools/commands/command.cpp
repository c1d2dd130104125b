#include "tools/commands/command.h"

namespace mill {

ExitCode exit_code_of(ErrorCode code) {
  return code == ErrorCode::kInvalidArgument || code == ErrorCode::kUnsupportedRule
             ? kExitWrongUsage
             : kExitFailed;
}

}  // namespace mill
