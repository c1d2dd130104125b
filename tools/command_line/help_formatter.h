#pragma once

#include <CLI/CLI.hpp>

namespace mill {

/// Help whose sentences and options fit the terminal. Examples stay as they are, to be copied, and
/// files and pipes get whole lines.
class HelpFormatter final : public CLI::Formatter {
 public:
  std::string make_description(const CLI::App* app) const override;
  std::string make_option_opts(const CLI::Option* option) const override;
  std::string make_option_desc(const CLI::Option* option) const override;
  std::string make_subcommand(const CLI::App* command) const override;
  std::string make_footer(const CLI::App* app) const override;
};

}  // namespace mill
