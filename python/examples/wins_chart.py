#!/usr/bin/env python3
"""Draws the share of wins, draws and losses of each subspace of a database.

    wins_chart.py DIR chart.svg
"""

import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy

import millstone


def shares(database, subspace):
    values, _ = database.arrays(subspace, distances=False)
    return numpy.bincount(values, minlength=3) / len(values)


def main(directory, picture):
    database = millstone.open(directory)
    rows = numpy.array([shares(database, subspace) for subspace in database.subspaces])
    figure, axes = plt.subplots(figsize=(8, 1 + 0.28 * len(rows)), layout="constrained")
    left = numpy.zeros(len(rows))
    for value, name, colour in ((2, "win", "#2a9d6f"), (1, "draw", "#c9c9c9"), (0, "loss", "#d1495b")):
        axes.barh(database.subspaces, rows[:, value], left=left, color=colour, label=name)
        left += rows[:, value]
    axes.invert_yaxis()
    axes.set_xlim(0, 1)
    axes.set_xlabel("share of positions, for the side to move")
    axes.set_ylabel("subspace (own-opponent stones)")
    axes.set_title(database.variant)
    axes.legend(ncols=3, loc="lower center", bbox_to_anchor=(0.5, 1.05))
    figure.savefig(picture)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
