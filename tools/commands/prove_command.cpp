#include <fmt/format.h>

#include <algorithm>
#include <atomic>

#include "engine/proof/certificate_text.h"
#include "engine/proof/opening_proof.h"
#include "engine/proof/proof_walk.h"
#include "formats/database_file.h"
#include "game/notation.h"
#include "game/position_text.h"
#include "reports/json_output.h"
#include "reports/quantity.h"
#include "reports/text_table.h"
#include "tools/command_line/common_options.h"
#include "tools/command_line/file_arguments.h"
#include "tools/command_line/option_values.h"
#include "tools/command_line/progress_display.h"
#include "tools/command_line/stop_request.h"
#include "tools/commands/command.h"

namespace mill {
namespace {

constexpr std::size_t kLargestCertificate = std::size_t{4} << 30;
constexpr int kLongestLine = 60;  // actions shown of a way through a proof

struct ProveArguments {
  VariantChoice variant;
  std::filesystem::path directory;
  std::vector<std::string> using_only;
  std::filesystem::path certificate;
  std::filesystem::path check;
  int actions = 8;
  int threads = 1;
  std::uint64_t table_bytes = std::uint64_t{1} << 30;
  std::uint64_t cache_bytes = std::uint64_t{1} << 30;
  bool json = false;
};

std::string value_text(const OpeningProof& proof) {
  const auto value = proof.value();
  if (value == Value::kDraw) return "The game is a draw.";
  if (value) return fmt::format("The {} player wins.", *value == Value::kWin ? "first" : "second");
  if (proof.at_least == Value::kDraw) return "The first player holds at least a draw.";
  if (proof.at_most == Value::kDraw) return "The second player holds at least a draw.";
  return "Nothing is proved.";
}

Result<std::shared_ptr<const Prober>> open_prober(const ProveArguments& arguments,
                                                  const Variant& variant) {
  ProberOptions options;
  options.cache_bytes = arguments.cache_bytes;
  const auto only = MILLSTONE_TRY(parse_subspaces(variant, arguments.using_only));
  for (const Subspace& subspace : only) {
    // What is asked for by name must be there; its error tells what makes it.
    MILLSTONE_TRY(
        DatabaseFile::open(arguments.directory / file_name(subspace, Metric::kValue), variant));
    options.only.push_back(subspace);
    options.only.push_back(subspace.mirror());
  }
  auto prober = MILLSTONE_TRY(Prober::open(arguments.directory, variant, options));
  return std::make_shared<const Prober>(std::move(prober));
}

std::string line_text(const Board& board, const std::vector<Action>& actions) {
  std::string text;
  for (const Action& action : actions) text += " " + action_text(board, action);
  return text;
}

/// What `prove` does once rules and files are known.
class Proving {
 public:
  Proving(const ProveArguments& arguments, const Variant& variant,
          std::shared_ptr<const Prober> prober)
      : arguments_(arguments),
        variant_(variant),
        prober_(std::move(prober)),
        knowledge_(variant, prober_),
        table_(arguments.table_bytes),
        stop_(catch_stop_signals()) {}

  Result<void> prove() {
    const bool no_report = MILLSTONE_TRY(
        replaces_report({{"--certificate", arguments_.certificate}}, arguments_.json));
    ProofOptions options;
    options.threads = arguments_.threads;
    options.control = {stop_, shown_on(display_)};
    const auto proof = prove_value(knowledge_, table_, start_position(variant_), options);
    display_.clear();
    if (!proof) return tl::unexpected(proof.error());
    MILLSTONE_TRY(write(*proof));
    if (arguments_.json)
      print_json(json_of(*proof));
    else if (!no_report)
      print(*proof);
    if (proves_something(*proof)) return {};
    return fail(ErrorCode::kMissingFile,
                "nothing is proved: give the databases of more subspaces that placing leads to");
  }

  Result<void> check() {
    const auto text = MILLSTONE_TRY(read_input(arguments_.check, kLargestCertificate));
    const auto certificates = MILLSTONE_TRY(parse_certificates(variant_, text));
    for (const Certificate& certificate : certificates) {
      MILLSTONE_TRY(is_about_the_start(certificate));
      const auto show = [show = shown_on(display_),
                         what = "checking that " + claim_of(certificate)](Progress progress) {
        progress.what = what;
        show(progress);
      };
      const auto found = check_certificate(knowledge_, table_, certificate, {stop_, show});
      display_.clear();
      if (!found) return tl::unexpected(found.error());
      report(certificate, *found);
    }
    if (arguments_.json) print_json({{"proved", checked_}});
    return {};
  }

 private:
  /// Whether the value of the start stands in a file, so that there is nothing to search.
  bool is_on_file() const {
    const std::vector<Subspace> known = prober_->subspaces();
    return std::find(known.begin(), known.end(), subspace_of(variant_, start_position(variant_))) !=
           known.end();
  }

  static bool proves_something(const OpeningProof& proof) {
    return proof.at_least != Value::kLoss || proof.at_most != Value::kWin;
  }

  static std::string claim_of(const Certificate& certificate) {
    return claim_text(certificate.lines.front().claim);
  }

  Result<void> is_about_the_start(const Certificate& certificate) const {
    const Position& position = certificate.lines.front().position;
    if (position == start_position(variant_)) return {};
    return fail(ErrorCode::kVerificationFailed,
                "the certificate is not about the start of the game but about {}",
                position_text(variant_, with_colours(variant_, position)));
  }

  /// For each claim that was proved one line of play if it was searched, and a certificate if it
  /// was asked for.
  Result<void> write(const OpeningProof& proof) {
    ProofWalk walk(knowledge_, table_, stop_);
    std::string text;
    for (const ClaimResult& result : proof.claims) {
      if (!result.proved) continue;
      const Goal goal = Goal::of(start_position(variant_), result.claim);
      const auto actions = example_line(walk, goal, kLongestLine);
      if (!actions.empty()) lines_.push_back(line_text(*variant_.board, actions));
      if (arguments_.certificate.empty()) continue;
      const auto certificate = MILLSTONE_TRY(make_certificate(
          knowledge_, table_, start_position(variant_), result.claim, arguments_.actions, stop_));
      text += certificate_text(variant_, certificate);
    }
    if (arguments_.certificate.empty() || text.empty()) return {};
    return write_output(arguments_.certificate, text);
  }

  void print(const OpeningProof& proof) const {
    TextTable table({"claim", "", "nodes", "time"});
    for (const ClaimResult& result : proof.claims)
      table.add_row({claim_text(result.claim), result.proved ? "proved" : "not proved",
                     number_text(result.nodes),
                     duration_text(std::chrono::duration<double>(result.time).count())});
    fmt::print("{}\n{}\n", table.text(), value_text(proof));
    if (is_on_file())
      fmt::print("{}", wrapped_for_output(fmt::format(
                           "The start is on file, in {}: its value was read there, and nothing was "
                           "searched. With --using the proof starts from other subspaces.",
                           subspace_of(variant_, start_position(variant_)).text())));
    for (const std::string& line : lines_) fmt::print("A line of the proof:{}\n", line);
    if (!arguments_.certificate.empty() && proves_something(proof))
      fmt::print("The certificate is in {}.\n", shown_text(arguments_.certificate.string()));
  }

  Json json_of(const OpeningProof& proof) const {
    Json claims = Json::array();
    for (const ClaimResult& result : proof.claims)
      claims.push_back({{"by", result.claim.by_mover ? "first" : "second"},
                        {"at_least", value_name(result.claim.at_least)},
                        {"proved", result.proved},
                        {"nodes", result.nodes},
                        {"seconds", std::chrono::duration<double>(result.time).count()}});
    const auto value = proof.value();
    return {{"value", value ? Json(value_name(*value)) : Json()},
            {"at_least", value_name(proof.at_least)},
            {"at_most", value_name(proof.at_most)},
            {"on_file", is_on_file()},
            {"claims", claims},
            {"lines", lines_}};
  }

  void report(const Certificate& certificate, const CertificateCheck& found) {
    const std::string claim = claim_of(certificate);
    checked_.push_back({{"claim", claim},
                        {"derived", found.derived},
                        {"known", found.known},
                        {"searched", found.searched}});
    if (arguments_.json) return;
    fmt::print("{}: {} positions follow by one action, {} are known, {} were searched again.\n",
               claim, number_text(found.derived), number_text(found.known),
               number_text(found.searched));
  }

  const ProveArguments& arguments_;
  Variant variant_;
  std::shared_ptr<const Prober> prober_;
  ProofKnowledge knowledge_;
  ProofTable table_;
  StopFlag stop_;
  ProgressDisplay display_;
  std::vector<std::string> lines_;
  Json checked_ = Json::array();
};

Result<void> run_prove(const ProveArguments& arguments) {
  const auto variant = MILLSTONE_TRY(resolve_variant(arguments.variant, arguments.directory));
  const auto prober = MILLSTONE_TRY(open_prober(arguments, variant));
  Proving proving(arguments, variant, prober);
  return arguments.check.empty() ? proving.prove() : proving.check();
}

}  // namespace

Command add_prove_command(CLI::App& program) {
  auto arguments = std::make_shared<ProveArguments>();
  CLI::App* command = program.add_subcommand(
      "prove", "Prove the value of the empty board by search, from the databases behind it");
  command->footer(
      "Searches the placing phase for a way of each side to get at least a draw, or a win, into\n"
      "positions that the databases know; what no database knows counts against the side that\n"
      "claims. With --certificate the proof is written down: --check derives it again. The exit\n"
      "code is 1 if nothing is proved, and nothing is searched if the start itself is on file.\n"
      "Example:\n"
      "  millstone prove --db morris --using 9-9 --using 9-8 --using 8-8 --certificate draw.txt\n"
      "  millstone prove --db morris --check draw.txt");
  add_directory_option(*command, arguments->directory);
  command
      ->add_option("--using", arguments->using_only,
                   "Use only these subspaces and their mirrors; all if not given")
      ->type_name("SUBSPACE");
  add_output_option(*command, "--certificate", arguments->certificate,
                    "Write the proof to this file");
  command
      ->add_option("--actions", arguments->actions,
                   "Show this many actions in the certificate; a checker searches the rest")
      ->check(number_from(0, 1000))
      ->type_name(fmt::format("N [{}]", arguments->actions));
  add_input_option(*command, "--check", arguments->check, "Check a certificate instead")
      ->excludes("--certificate");
  add_threads_option(*command, arguments->threads);
  add_size_option(*command, "--hash", arguments->table_bytes, "Memory for positions searched");
  add_size_option(*command, "--cache", arguments->cache_bytes, "Memory for decoded blocks");
  add_variant_options(*command, arguments->variant);
  add_json_option(*command, arguments->json);
  return {command, [arguments] { return run_prove(*arguments); }};
}

}  // namespace mill
