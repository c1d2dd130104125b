"""What a network needs to know of a board: its symmetries, and the groups of points it looks at."""

from __future__ import annotations


def symmetries(rules) -> list[list[int]]:
    """All permutations of the points that keep edges and lines: where each point goes.

    The identity is first. Found by trying images point by point, as far as edges agree.
    """
    names = list(rules.points)
    index = {name: point for point, name in enumerate(names)}
    count = len(names)
    near = [set() for _ in names]
    for one, other in rules.edges:
        near[index[one]].add(index[other])
        near[index[other]].add(index[one])
    lines = {frozenset(index[name] for name in line) for line in rules.lines}
    # Each point after one that it is next to, so that few images are left to try.
    order = [0]
    while len(order) < count:
        order.append(next(point for point in range(count)
                          if point not in order and near[point] & set(order)))
    found: list[list[int]] = []

    def extend(image: dict[int, int]) -> None:
        if len(image) == count:
            if all(frozenset(image[point] for point in line) in lines for line in lines):
                found.append([image[point] for point in range(count)])
            return
        point = order[len(image)]
        for candidate in range(count):
            if candidate in image.values() or len(near[candidate]) != len(near[point]):
                continue
            if all((other in near[point]) == (image[other] in near[candidate]) for other in image):
                extend({**image, point: candidate})

    extend({})
    return sorted(found, key=lambda image: image != list(range(count)))


def patterns(rules, most_points: int = 9) -> list[tuple[int, list[int]]]:
    """The groups of points that the network looks at: (kind, points). Those of one kind are images
    of one another, share their weights, and name their points in the corresponding order.

    They are the rings about the centre, and the quarters of the board from each corner to the
    centre, as far as these have no more than `most_points` points.
    """
    images = symmetries(rules)
    names = list(rules.points)
    index = {name: point for point, name in enumerate(names)}
    result: list[tuple[int, list[int]]] = []
    seen: set[frozenset[int]] = set()
    kinds = 0
    for seed in seeds(rules, index, most_points):
        if frozenset(seed) in seen:
            continue
        for image in images:
            points = [image[point] for point in seed]
            if frozenset(points) not in seen:
                seen.add(frozenset(points))
                result.append((kinds, points))
        kinds += 1
    return result


def seeds(rules, index: dict[str, int], most_points: int) -> list[list[int]]:
    """Rings, then quarters: for each corner the square of points from it to the centre."""
    spots = [(ord(name[0]) - ord("a"), int(name[1]) - 1) for name in rules.points]
    size = max(max(column, row) for column, row in spots)
    middle = size / 2

    def ring_of(point: int) -> float:
        column, row = spots[point]
        return max(abs(column - middle), abs(row - middle))

    rings = sorted({ring_of(point) for point in range(len(spots))}, reverse=True)
    result = []
    for ring in rings:
        points = [point for point in range(len(spots)) if ring_of(point) == ring]
        if len(points) <= most_points:
            result.append(points)
    for column_side in (-1, 1):
        for row_side in (-1, 1):
            quarter = [point for point, (column, row) in enumerate(spots)
                       if (column - middle) * column_side >= 0 and (row - middle) * row_side >= 0]
            if len(quarter) > most_points:  # the centre is a ring of its own
                quarter = [point for point in quarter if ring_of(point) > 0]
            if len(quarter) <= most_points:
                result.append(quarter)
    return result
