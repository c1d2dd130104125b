#include "game/variant.h"

#include <algorithm>

#include "base/checksum.h"
#include "game/rule_table.h"

namespace mill {
namespace {

std::string join_names(const Board& board, Mask mask) {
  std::string text;
  for_each_bit(mask, [&](int point) {
    if (!text.empty()) text += '-';
    text += board.point_names[point];
  });
  return text;
}

std::string describe_edges(const Board& board) {
  std::string text;
  for (int point = 0; point < board.points(); ++point)
    for_each_bit(board.neighbours[point] & ~low_bits(point), [&](int other) {
      if (!text.empty()) text += ' ';
      text += join_names(board, bit(point) | bit(other));
    });
  return text;
}

std::string describe_lines(const Board& board) {
  std::vector<Mask> lines = board.lines;
  std::sort(lines.begin(), lines.end());
  std::string text;
  for (Mask line : lines) {
    if (!text.empty()) text += ' ';
    text += join_names(board, line);
  }
  return text;
}

}  // namespace

std::vector<RuleField> rule_fields(const Variant& variant) {
  const Board& board = *variant.board;
  std::vector<RuleField> fields;
  fields.push_back({"board.edges", describe_edges(board)});
  fields.push_back({"board.lines", describe_lines(board)});
  fields.push_back({"board.points", fmt::format("{}", fmt::join(board.point_names, " "))});
  for (const FieldSpec& spec : field_specs())
    fields.push_back({std::string(spec.name), std::to_string(spec.get(variant.rules))});
  return fields;
}

std::string Variant::canonical_text() const {
  std::string text;
  for (const RuleField& entry : rule_fields(*this))
    text += fmt::format("{}={}\n", entry.field, entry.value);
  return text;
}

std::string Variant::digest() const { return as_hex(digest_bytes(as_bytes(canonical_text()))); }

std::vector<RuleField> changed_rules(const Rules& rules) {
  std::vector<RuleField> changes;
  for (const FieldSpec& spec : field_specs())
    if (spec.get(rules) != spec.get(Rules{}))
      changes.push_back({std::string(spec.name), spec.value_text(spec.get(rules))});
  return changes;
}

}  // namespace mill
