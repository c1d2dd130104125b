#include "server/site/assets.h"

#include "base/text_file.h"
#include "server/site/embedded_site.h"

namespace mill {
namespace {

constexpr std::string_view kPage = "index.html";

/// Empty for a file that is none of the page.
std::string_view type_of(std::string_view name) {
  constexpr std::pair<std::string_view, std::string_view> kTypes[] = {
      {".html", "text/html; charset=utf-8"},
      {".css", "text/css; charset=utf-8"},
      {".js", "text/javascript; charset=utf-8"},
      {".json", "application/json"},
      {".svg", "image/svg+xml"},
      {".png", "image/png"},
      {".webmanifest", "application/manifest+json"}};
  for (const auto& [ending, type] : kTypes)
    if (name.ends_with(ending)) return type;
  return {};
}

}  // namespace

Result<void> Assets::add(std::string address, std::string body) {
  const std::string_view type = type_of(address);
  if (type.empty()) return {};
  std::size_t bytes = body.size();
  for (const auto& [other, asset] : assets_) bytes += asset.body.size();
  if (bytes > kMostBytes)
    return fail(ErrorCode::kInvalidArgument, "{}: the files of the page take more than {} bytes",
                address, kMostBytes);
  assets_[std::move(address)] = {std::move(body), type};
  return {};
}

Result<Assets> Assets::embedded() {
  Assets assets;
  for (const EmbeddedFile& file : embedded_site())
    MILLSTONE_TRY(assets.add(std::string(file.path), std::string(file.text)));
  return assets;
}

Result<Assets> Assets::read(const std::filesystem::path& directory) {
  namespace fs = std::filesystem;
  Assets assets;
  std::error_code error;
  for (fs::recursive_directory_iterator entry(directory, error), end; !error && entry != end;
       entry.increment(error)) {
    if (!entry->is_regular_file(error) || type_of(entry->path().filename().string()).empty())
      continue;
    auto text = MILLSTONE_TRY(read_text_file(entry->path(), kMostBytes));
    MILLSTONE_TRY(
        assets.add(entry->path().lexically_relative(directory).generic_string(), std::move(text)));
  }
  if (error) return fail(ErrorCode::kInputOutput, "{}: {}", directory.string(), error.message());
  if (!assets.find(""))
    return fail(ErrorCode::kMissingFile, "{}: has no {}", directory.string(), kPage);
  return assets;
}

const Asset* Assets::find(std::string_view address) const {
  const auto found = assets_.find(address.empty() ? kPage : address);
  return found == assets_.end() ? nullptr : &found->second;
}

std::vector<std::string_view> Assets::first_parts() const {
  std::vector<std::string_view> parts;
  for (const auto& [address, asset] : assets_)
    parts.push_back(std::string_view(address).substr(0, address.find('/')));
  return parts;
}

}  // namespace mill
