# Writes OUTPUT, a C++ source that holds the text of every file in INPUTS:
#   mill::embedded_text("variants/nine-mens-morris.toml")
# Called at build time: cmake -DOUTPUT=... -DROOT=... -DINPUTS="a;b" -P embed_text.cmake
set(entries "")
foreach(path IN LISTS INPUTS)
  file(READ ${ROOT}/${path} text)
  string(APPEND entries "    {\"${path}\", R\"toml(${text})toml\"},\n")
endforeach()
file(WRITE ${OUTPUT} "#include \"game/embedded_data.h\"

#include <array>

namespace mill {
namespace {
struct Entry {
  std::string_view path, text;
};
constexpr Entry kEntries[] = {
${entries}};
}  // namespace

std::optional<std::string_view> embedded_text(std::string_view path) {
  for (const Entry& entry : kEntries)
    if (entry.path == path) return entry.text;
  return std::nullopt;
}

std::vector<std::string_view> embedded_paths() {
  std::vector<std::string_view> paths;
  for (const Entry& entry : kEntries) paths.push_back(entry.path);
  return paths;
}
}  // namespace mill
")
