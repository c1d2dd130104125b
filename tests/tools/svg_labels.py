"""Where the labels of a picture stand, for tests that none of them covers another."""

import re
import xml.etree.ElementTree as ElementTree
from itertools import combinations

SVG = "{http://www.w3.org/2000/svg}"
SIZES = {"title": 24, "heading": 17, "body": 14, "small": 12}  # of letters, in pixels, by class
WIDTH = 0.52  # of a letter in the mean, by its size
ABOVE, BELOW = 0.75, 0.2  # the line on which it stands, likewise


def _number(element, name):
    return float(element.get(name, 0))


def _boxes(element, x, y):
    moved = re.match(r"translate\(([-0-9.]+) ([-0-9.]+)\)", element.get("transform", ""))
    if moved:
        x, y = x + float(moved[1]), y + float(moved[2])
    if element.tag != f"{SVG}text":
        for child in element:
            yield from _boxes(child, x, y)
        return
    x, y = x + _number(element, "x"), y + _number(element, "y")
    size = next(size for name, size in SIZES.items() if name in element.get("class").split())
    width = WIDTH * size * len(element.text)
    left = {"start": 0, "middle": width / 2, "end": width}[element.get("text-anchor")]
    if "rotate(-90)" in element.get("transform", ""):
        yield (x - ABOVE * size, y - left, x + BELOW * size, y - left + width), element.text
    else:
        yield (x - left, y - ABOVE * size, x - left + width, y + BELOW * size), element.text


def label_boxes(picture):
    """((left, top, right, bottom) in pixels, text) of each label of the text of a picture."""
    return list(_boxes(ElementTree.fromstring(picture), 0, 0))


def labels_that_overlap(picture):
    """Pairs of labels of which one covers a part of the other."""
    return [(text, other) for (one, text), (two, other) in combinations(label_boxes(picture), 2)
            if one[0] < two[2] and two[0] < one[2] and one[1] < two[3] and two[1] < one[3]]


def labels_outside(picture):
    """Labels that reach beyond the edge of the picture."""
    root = ElementTree.fromstring(picture)
    return [text for box, text in label_boxes(picture)
            if box[0] < 0 or box[1] < 0 or box[2] > _number(root, "width")
            or box[3] > _number(root, "height")]
