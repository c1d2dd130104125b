#include <fmt/format.h>

#include "engine/book/book_checking.h"
#include "engine/book/book_growing.h"
#include "engine/book/book_writing.h"
#include "formats/sealed_bytes.h"
#include "reports/json_output.h"
#include "reports/quantity.h"
#include "tools/command_line/common_options.h"
#include "tools/command_line/option_values.h"
#include "tools/command_line/progress_display.h"
#include "tools/command_line/stop_request.h"
#include "tools/commands/command.h"

namespace mill {
namespace {

struct BookArguments {
  VariantChoice variant;
  std::filesystem::path directory;
  std::filesystem::path out, check;
  BookOptions book;
  std::uint64_t memory = 0;  // bytes
  bool json = false;
};

void print_report(const GrownBook& book, std::size_t bytes, const BookArguments& arguments) {
  fmt::print(
      "{} has {} positions in {}. Against the opponents that it expects a player finds {:.1f} of "
      "its turns there.\n",
      shown_text(arguments.out.string()), number_text(book.entries.size()), byte_size_text(bytes),
      book.turns_expected);
  if (book.complete) fmt::print("No such opponent leads out of it while stones are in hand.\n");
}

Result<void> make_book(const Prober& prober, const BookArguments& arguments,
                       const TaskControl& control) {
  BookOptions options = arguments.book;
  options.control = control;
  const GrownBook book = MILLSTONE_TRY(grow_book(prober, options));
  const auto bytes = book_bytes(prober.variant(), book.entries);
  MILLSTONE_TRY(write_sealed_file(arguments.out, bytes));
  if (arguments.json)
    print_json({{"variant", variant_json(prober.variant())},
                {"positions", book.entries.size()},
                {"bytes", bytes.size()},
                {"turns_expected", book.turns_expected},
                {"complete", book.complete}});
  else
    print_report(book, bytes.size(), arguments);
  return {};
}

Result<void> check_file(const Prober& prober, const BookArguments& arguments,
                        const TaskControl& control) {
  const auto book = MILLSTONE_TRY(OpeningBook::open(arguments.check, prober.variant()));
  const auto checked = MILLSTONE_TRY(check_book(prober, book, control));
  if (arguments.json)
    print_json({{"variant", variant_json(prober.variant())}, {"positions", checked}});
  else
    fmt::print("All turns of {} positions keep the value.\n", number_text(checked));
  return {};
}

Result<void> run_book(const BookArguments& arguments) {
  const auto variant = MILLSTONE_TRY(resolve_variant(arguments.variant, arguments.directory));
  ProberOptions options;
  options.cache_bytes = arguments.memory;
  const auto prober = MILLSTONE_TRY(Prober::open(arguments.directory, variant, options));
  ProgressDisplay display;
  const TaskControl control{catch_stop_signals(), shown_on(display)};
  return arguments.check.empty() ? make_book(prober, arguments, control)
                                 : check_file(prober, arguments, control);
}

}  // namespace

Command add_book_command(CLI::App& program) {
  auto arguments = std::make_shared<BookArguments>();
  CLI::App* command = program.add_subcommand(
      "book", "Make an opening book from a database, or compare one with it");
  command->footer(
      "The book has what to play, on either side, in positions that play from the book leads to\n"
      "while stones are in hand, the likeliest first. Its turns keep the value and, in a draw,\n"
      "set most traps. Opponents are expected to keep the value; half of them set traps too.\n"
      "Where the game is a draw, a database made with --metrics value is enough, and quicker.\n"
      "Example:\n  millstone book --db morris --out morris.book --positions 100000\n"
      "  millstone book --db morris --check morris.book");
  add_directory_option(*command, arguments->directory);
  CLI::Option* out =
      command->add_option("--out", arguments->out, "File for the book")->type_name("FILE");
  CLI::Option* check =
      command->add_option("--check", arguments->check, "Compare this book with the database")
          ->type_name("FILE");
  out->excludes(check);
  command->add_option("--positions", arguments->book.positions, "Positions at most")
      ->check(number_from<std::uint64_t>(1, 100'000'000))
      ->type_name(fmt::format("N [{}]", arguments->book.positions));
  command->add_option("--turns", arguments->book.turns, "Equally good turns of a position, at most")
      ->check(number_from<std::size_t>(1, 100))
      ->type_name(fmt::format("N [{}]", arguments->book.turns));
  add_threads_option(*command, arguments->book.threads);
  add_memory_option(*command, arguments->memory);
  add_variant_options(*command, arguments->variant);
  add_json_option(*command, arguments->json);
  command->callback([out, check] {
    if (out->count() + check->count() == 0)
      throw CLI::ValidationError("give --out FILE for a book to make, or --check FILE");
  });
  return {command, [arguments] { return run_book(*arguments); }};
}

}  // namespace mill
