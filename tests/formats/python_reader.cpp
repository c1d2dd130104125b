#include "tests/formats/python_reader.h"

#include <sys/wait.h>

#include <array>
#include <cstdio>

namespace mill {

std::string run_python_reader(const std::string& arguments) {
  const std::string command = MILLSTONE_PYTHON " " MILLSTONE_SOURCE_DIR
                                               "/tests/formats/millstone_reader.py " +
                              arguments + " 2>&1";
  FILE* pipe = popen(command.c_str(), "r");
  std::string output;
  std::array<char, 256> chunk;
  while (std::fgets(chunk.data(), chunk.size(), pipe)) output += chunk.data();
  const int status = pclose(pipe);
  return WEXITSTATUS(status) == 0 ? output : "failed: " + output;
}

}  // namespace mill
