#include "reports/plan_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "reports/quantity.h"

namespace mill {
namespace {

/// Text between the quotation marks of a DOT string.
std::string in_quotes(std::string_view text) {
  std::string result = "\"";
  for (const char character : text) {
    if (character == '"' || character == '\\') result += '\\';
    result += character;
  }
  return result + '"';
}

/// Nodes of the graph: the rows that stand for themselves and, in a pair, for the other.
class Nodes {
 public:
  explicit Nodes(const Plan& plan) {
    for (const PlannedSubspace& row : plan.subspaces) {
      if (row.partner && names_.contains(*row.partner)) {
        names_[row.subspace] = names_[*row.partner];
        classes_[names_[row.subspace]] += row.classes;
        continue;
      }
      names_[row.subspace] = row.subspace.text();
      classes_[row.subspace.text()] = row.classes;
      first_rows_.push_back(&row);
    }
  }

  const std::vector<const PlannedSubspace*>& first_rows() const { return first_rows_; }
  const std::string& name_of(const Subspace& subspace) const { return names_.at(subspace); }
  std::uint64_t classes_of(const std::string& name) const { return classes_.at(name); }

 private:
  std::vector<const PlannedSubspace*> first_rows_;
  std::map<Subspace, std::string> names_;
  std::map<std::string, std::uint64_t> classes_;
};

using Hands = std::pair<int, int>;

Hands hands_of(const Subspace& subspace) {
  return std::minmax({subspace.own_hand, subspace.opponent_hand});
}

std::string hands_text(const Hands& hands) {
  const auto [fewer, more] = hands;
  if (more == 0) return "hands empty";
  return fmt::format("in hand: {} and {}", more, fewer);
}

std::string node_line(const PlannedSubspace& row, const Nodes& nodes) {
  const std::string& name = nodes.name_of(row.subspace);
  const std::string pair = row.partner ? " and " + row.partner->text() : "";
  // \n is for Graphviz to read, so it is put in after quoting.
  return fmt::format("    {} [label=\"{}{}\\n{} classes\"{}];\n", in_quotes(name), name, pair,
                     number_text(nodes.classes_of(name)), row.cyclic ? "" : ", style=rounded");
}

std::string edge_lines(const PlannedSubspace& row, const Nodes& nodes) {
  const std::string& name = nodes.name_of(row.subspace);
  std::set<std::string> done = {name};
  std::string lines;
  for (const Subspace& input : row.inputs)
    if (const std::string& target = nodes.name_of(input); done.insert(target).second)
      lines += fmt::format("  {} -> {};\n", in_quotes(name), in_quotes(target));
  return lines;
}

}  // namespace

std::string plan_graph(const Variant& variant, const Plan& plan) {
  const Nodes nodes(plan);
  std::map<Hands, std::string> clusters;
  std::string edges;
  for (const PlannedSubspace* row : nodes.first_rows()) {
    clusters[hands_of(row->subspace)] += node_line(*row, nodes);
    edges += edge_lines(*row, nodes);
  }
  std::string graph = fmt::format(
      "digraph plan {{\n"
      "  label={};\n  labelloc=t;\n  rankdir=BT;\n"
      "  fontname=\"sans-serif\";\n"
      "  node [shape=box, fontname=\"sans-serif\", fontsize=11];\n  edge [color=gray50];\n",
      in_quotes(fmt::format("{}: what is read to build what", variant.name)));
  int number = 0;
  for (const auto& [hands, lines] : clusters)
    graph += fmt::format("  subgraph cluster_{} {{\n    label=\"{}\";\n    color=gray80;\n{}  }}\n",
                         number++, hands_text(hands), lines);
  return graph + edges + "}\n";
}

}  // namespace mill
