#include <fmt/format.h>

#include "base/machine.h"
#include "base/numbers.h"
#include "tools/command_line/common_options.h"
#include "tools/command_line/option_values.h"
#include "tools/command_line/standard_streams.h"
#include "tools/commands/command.h"
#ifdef MILLSTONE_HAVE_SERVER
#include "server/http/host_port.h"
#include "server/http/http_server.h"
#endif

namespace mill {
namespace {

#ifdef MILLSTONE_HAVE_SERVER

struct ServeArguments {
  std::string listen = "127.0.0.1:8080";
  SiteOptions site;
  HttpOptions http;
  int idle_seconds = 60, request_seconds = 10, answer_seconds = 30;
};

/// "127.0.0.1:8080", "[::1]:8080" or the port alone.
Result<void> read_address(const std::string& text, HttpOptions& http) {
  const auto [host, port] = split_host(text);
  const auto number = number_in<std::uint16_t>(port.value_or(host));
  if (!number)
    return fail(ErrorCode::kInvalidArgument,
                "--listen: found '{}', expected ADDRESS:PORT such as 127.0.0.1:8080", text);
  http.port = *number;
  if (port) http.address = host;
  if (http.address.starts_with('[') && http.address.ends_with(']'))
    http.address = http.address.substr(1, http.address.size() - 2);
  return {};
}

/// The port that a client names is not looked at, so that one here would never be met.
Result<void> check_host_names(const std::vector<std::string>& names) {
  for (const std::string& name : names)
    if (name.empty() || split_host(name).port || name.find('/') != std::string::npos)
      return fail(ErrorCode::kInvalidArgument,
                  "--host: found '{}', expected a name without a port, such as mills.example.org",
                  name);
  return {};
}

/// Two databases need not end the line in which a program that has started this one looks for the
/// address.
void tell(const std::string& url, const std::vector<std::string>& remarks) {
  for (const std::string& remark : remarks) print_error_output("millstone serve: {}\n", remark);
  print_error_output("listening on {}\n", url);
}

Result<void> run_serve(ServeArguments& arguments) {
  MILLSTONE_TRY(read_address(arguments.listen, arguments.http));
  MILLSTONE_TRY(check_host_names(arguments.http.hosts));
  arguments.http.idle_time = std::chrono::seconds(arguments.idle_seconds);
  arguments.http.request_time = std::chrono::seconds(arguments.request_seconds);
  arguments.http.answer_time = std::chrono::seconds(arguments.answer_seconds);
  const auto site = MILLSTONE_TRY(Site::open(arguments.site));
  return serve(*site, arguments.http, tell);
}

void add_options(CLI::App& command, ServeArguments& arguments) {
  add_directories_option(command, arguments.site.directories);
  command.add_flag("--presets", arguments.site.presets,
                   "Serve the variants without a database, too: the engine plays them");
  command
      .add_option("--listen", arguments.listen,
                  "Where to listen; only this machine reaches 127.0.0.1")
      ->type_name("ADDRESS:PORT [127.0.0.1:8080]");
  command
      .add_option(
          "--host", arguments.http.hosts,
          "A name that the server goes by, such as that of the proxy before it; may be given "
          "several times")
      ->type_name("NAME")
      ->allow_extra_args(false);
  add_threads_option(command, arguments.http.threads);
  add_size_option(command, "--cache", arguments.site.cache_bytes,
                  "Memory of each database for what is decoded [256M]");
  add_number_option(command, "--engine-time", arguments.site.engine_seconds, 0.1, 600.0,
                    "The longest that a search may take", "SECONDS");
  add_number_option(command, "--searches", arguments.site.searches, 1, 64,
                    "Searches at the same time", "N");
  add_number_option<std::size_t>(command, "--longest-game", arguments.site.longest_game, 1, 100'000,
                                 "Turns of a game that a client may send", "N");
  add_number_option<std::size_t>(command, "--connections", arguments.http.most_connections, 1,
                                 1'000'000, "Connections at the same time", "N");
  add_number_option<std::size_t>(command, "--waiting", arguments.http.most_waiting, 1, 100'000,
                                 "Requests that may wait until a thread has time for them", "N");
  add_number_option(command, "--idle-time", arguments.idle_seconds, 1, 86'400,
                    "After so long a connection without a request is closed", "SECONDS");
  add_number_option(command, "--request-time", arguments.request_seconds, 1, 3'600,
                    "The longest that a request may take to arrive", "SECONDS");
  add_number_option(command, "--answer-time", arguments.answer_seconds, 1, 3'600,
                    "The longest that a client may take to receive an answer", "SECONDS");
  command
      .add_option("--static", arguments.site.assets,
                  "Serve the page from this directory in place of the one compiled in")
      ->type_name("DIR");
}

#else

struct ServeArguments {};

Result<void> run_serve(const ServeArguments&) {
  return fail(
      ErrorCode::kUnsupportedRule,
      "this program was built without its server, which needs Boost 1.74, prometheus-cpp and "
      "zlib");
}

void add_options(CLI::App& command, ServeArguments&) { command.allow_extras(); }

#endif

}  // namespace

Command add_serve_command(CLI::App& program) {
  auto arguments = std::make_shared<ServeArguments>();
  CLI::App* command =
      program.add_subcommand("serve", "Answer over HTTP, and show perfect play in the browser");
  command->footer(
      "Serves databases until it gets SIGTERM or Ctrl-C. Open the address it prints in a browser, "
      "or "
      "ask\n"
      "it for JSON; server/HTTP.md describes the interface. Requests are not encrypted: for other\n"
      "machines put a proxy before it.\n"
      "Example:\n"
      "  millstone serve --db nine --db small\n"
      "  curl 'http://127.0.0.1:8080/nine-mens-morris?fen=startpos'");
  add_options(*command, *arguments);
  return {command, [arguments] { return run_serve(*arguments); }};
}

}  // namespace mill
