#pragma once

#include <string>
#include <string_view>

namespace mill {

/// Text as it may stand in XML, in attributes too; control characters, which may not, become
/// spaces.
std::string xml_escaped(std::string_view text);

struct Colour {
  int red = 0, green = 0, blue = 0;  ///< 0..255

  /// "#1f6fb4"
  std::string text() const;
  /// Whether text on it is better read in white than in black.
  bool is_dark() const;
};

struct Box {
  double x = 0, y = 0, width = 0, height = 0;
};

/// Where a text stands from its point, and whether it is turned to be read upwards.
enum class Anchor { kStart, kMiddle, kEnd, kMiddleUpwards };

/// A picture that grows by one element after the other; lengths are in pixels, y points down.
/// Elements name their style by a class (see kSvgStyle in svg.cpp) or a colour. One thread.
class Svg {
 public:
  /// Opens a group that is moved; what is drawn until close_group() counts from its corner.
  void open_group(double x, double y);
  void close_group();

  /// A rectangle. A `tooltip` that is not empty shows when the pointer is on it.
  void rectangle(const Box& box, const Colour& colour, std::string_view tooltip = {});
  void rectangle(const Box& box, std::string_view style);
  void triangle(const double (&corners)[6], const Colour& colour);
  void line(double x1, double y1, double x2, double y2, std::string_view style);
  void circle(double x, double y, double radius, std::string_view style);

  /// @param style  names of classes: size and colour
  void text(double x, double y, std::string_view text, std::string_view style,
            Anchor anchor = Anchor::kStart);
  void text(double x, double y, std::string_view text, std::string_view style, const Colour& colour,
            Anchor anchor);

  /// The whole document: self-contained, without scripts, readable on light and dark pages.
  std::string document(double width, double height, std::string_view title) const;

 private:
  std::string body_;
};

}  // namespace mill
