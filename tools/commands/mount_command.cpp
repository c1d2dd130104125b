#include <fmt/format.h>

#include <cstdio>

#include "reports/malom_view.h"
#include "reports/quantity.h"
#include "tools/command_line/common_options.h"
#include "tools/command_line/mounted_directory.h"
#include "tools/command_line/standard_streams.h"
#include "tools/commands/command.h"

namespace mill {
namespace {

struct MountArguments {
  VariantChoice variant;
  std::filesystem::path directory, mount_point;
  MalomViewOptions options;
};

Result<void> run_mount(const MountArguments& arguments) {
  const auto variant = MILLSTONE_TRY(resolve_variant(arguments.variant, arguments.directory));
  const auto view = MILLSTONE_TRY(MalomView::open(arguments.directory, variant, arguments.options));
  std::uint64_t bytes = 0;
  for (const MalomView::File& file : view.files()) bytes += file.size;
  const auto tell = [&] {
    print_error_output("{} files of {} bytes are in {}; Ctrl-C unmounts them.\n",
                       view.files().size(), number_text(bytes),
                       shown_text(arguments.mount_point.string()));
  };
  return serve_mount(view, arguments.mount_point, tell);
}

}  // namespace

Command add_mount_command(CLI::App& program) {
  auto arguments = std::make_shared<MountArguments>();
  CLI::App* command = program.add_subcommand(
      "mount", "Show a database as the files of another program, made when they are read");
  command->footer(
      "Shows the directory that `export --to malom` would write, read-only, until Ctrl-C. Nothing\n"
      "is written; a file's bytes are made of ours as they are read. Needs FUSE; users other than\n"
      "root need the package fuse3, too. After a kill `fusermount3 -u MOUNTPOINT` clears up.\n"
      "Example:\n  millstone mount --db morris /mnt/sectors\n"
      "  millstone mount --db morris --grades /mnt/sectors");
  add_directory_option(*command, arguments->directory);
  command->add_option("MOUNTPOINT", arguments->mount_point, "An empty directory")
      ->required()
      ->type_name("DIR");
  command->add_flag("--grades", arguments->options.grades, "Show the grades of draws, too");
  add_size_option(*command, "--cache", arguments->options.cache_bytes,
                  "Memory for decoded blocks, taken as needed; fast while a sector fits");
  add_variant_options(*command, arguments->variant);
  return {command, [arguments] { return run_mount(*arguments); }};
}

}  // namespace mill
