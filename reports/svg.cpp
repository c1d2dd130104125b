#include "reports/svg.h"

#include <fmt/format.h>

namespace mill {
namespace {

// Sizes are classes so that the picture can be restyled from outside. A viewer that does not know
// about dark pages shows the light one. All selectors are within the picture, so that a page that
// holds it (a notebook) keeps its own style.
constexpr std::string_view kSvgStyle = R"(
.millstone text { font-family: system-ui, "Segoe UI", "Helvetica Neue", Arial, sans-serif; }
.millstone .page { fill: #fcfbf8; }
.millstone .title { font-size: 24px; font-weight: 600; }
.millstone .heading { font-size: 17px; font-weight: 600; }
.millstone .body { font-size: 14px; }
.millstone .small { font-size: 12px; }
.millstone .ink { fill: #20242c; }
.millstone .faint { fill: #646b76; }
.millstone .axis { stroke: #8d939c; stroke-width: 1; }
.millstone .grid { stroke: #dddad2; stroke-width: 1; }
.millstone .board { stroke: #8d939c; stroke-width: 1.5; }
.millstone .point { fill: #8d939c; }
.millstone .white { fill: #ffffff; stroke: #20242c; stroke-width: 1.5; }
.millstone .black { fill: #20242c; stroke: #20242c; stroke-width: 1.5; }
@media (prefers-color-scheme: dark) {
  .millstone .page { fill: #15181d; }
  .millstone .ink { fill: #ebe8e1; }
  .millstone .faint { fill: #a2a8b2; }
  .millstone .axis, .millstone .board { stroke: #767d88; }
  .millstone .grid { stroke: #333842; }
  .millstone .point { fill: #767d88; }
  .millstone .white { fill: #f4f1ea; stroke: #f4f1ea; }
  .millstone .black { fill: #15181d; stroke: #c9c5bb; }
}
)";

/// Attributes of a text that say where it stands.
std::string place_text(double x, double y, Anchor anchor) {
  if (anchor == Anchor::kMiddleUpwards)
    return fmt::format("text-anchor=\"middle\" transform=\"translate({:.1f} {:.1f}) rotate(-90)\"",
                       x, y);
  const char* names[] = {"start", "middle", "end"};
  return fmt::format(R"(x="{:.1f}" y="{:.1f}" text-anchor="{}")", x, y,
                     names[static_cast<int>(anchor)]);
}

std::string place_box(const Box& box) {
  return fmt::format(R"(x="{:.1f}" y="{:.1f}" width="{:.1f}" height="{:.1f}")", box.x, box.y,
                     box.width, box.height);
}

}  // namespace

std::string xml_escaped(std::string_view text) {
  std::string escaped;
  for (const char character : text) {
    switch (character) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      case '\'':
        escaped += "&#39;";
        break;
      default:
        escaped += static_cast<unsigned char>(character) < ' ' ? ' ' : character;
    }
  }
  return escaped;
}

std::string Colour::text() const { return fmt::format("#{:02x}{:02x}{:02x}", red, green, blue); }

bool Colour::is_dark() const { return 299 * red + 587 * green + 114 * blue < 140 * 1000; }

void Svg::open_group(double x, double y) {
  body_ += fmt::format("<g transform=\"translate({:.1f} {:.1f})\">\n", x, y);
}

void Svg::close_group() { body_ += "</g>\n"; }

void Svg::rectangle(const Box& box, const Colour& colour, std::string_view tooltip) {
  body_ += fmt::format(R"(<rect {} fill="{}")", place_box(box), colour.text());
  body_ +=
      tooltip.empty() ? "/>\n" : fmt::format("><title>{}</title></rect>\n", xml_escaped(tooltip));
}

void Svg::rectangle(const Box& box, std::string_view style) {
  body_ += fmt::format("<rect {} class=\"{}\"/>\n", place_box(box), style);
}

void Svg::triangle(const double (&corners)[6], const Colour& colour) {
  // The stroke closes the hairline that viewers leave between neighbours.
  body_ += fmt::format(
      "<path d=\"M{:.1f} {:.1f}L{:.1f} {:.1f}L{:.1f} {:.1f}Z\" fill=\"{}\" stroke=\"{}\" "
      "stroke-width=\"0.5\"/>\n",
      corners[0], corners[1], corners[2], corners[3], corners[4], corners[5], colour.text(),
      colour.text());
}

void Svg::line(double x1, double y1, double x2, double y2, std::string_view style) {
  body_ +=
      fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" class=\"{}\"/>\n",
                  x1, y1, x2, y2, style);
}

void Svg::circle(double x, double y, double radius, std::string_view style) {
  body_ += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\" class=\"{}\"/>\n", x, y,
                       radius, style);
}

void Svg::text(double x, double y, std::string_view text, std::string_view style, Anchor anchor) {
  body_ += fmt::format("<text {} class=\"{}\">{}</text>\n", place_text(x, y, anchor), style,
                       xml_escaped(text));
}

void Svg::text(double x, double y, std::string_view text, std::string_view style,
               const Colour& colour, Anchor anchor) {
  body_ += fmt::format("<text {} class=\"{}\" fill=\"{}\" pointer-events=\"none\">{}</text>\n",
                       place_text(x, y, anchor), style, colour.text(), xml_escaped(text));
}

std::string Svg::document(double width, double height, std::string_view title) const {
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<svg class=\"millstone\" xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" "
      "height=\"{1:.0f}\" "
      "viewBox=\"0 0 {0:.0f} {1:.0f}\" role=\"img\">\n"
      "<title>{2}</title>\n<style>{3}</style>\n"
      "<rect width=\"100%\" height=\"100%\" class=\"page\"/>\n{4}</svg>\n",
      width, height, xml_escaped(title), kSvgStyle, body_);
}

}  // namespace mill
