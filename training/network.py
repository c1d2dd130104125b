"""The network: what a position's patterns add up to, then two small layers by part of the game.

A position is seen by the side to move. Each pattern is a group of points; what stands on them, three
states per point, is a number that names a row of weights. The rows of all patterns and one of the subspace
are added and cut off at both ends: the first layer. Two layers follow, of weights that belong to the
part of the game (the stack), and come to three numbers: the logits of loss, draw and win.

All is trained as it will be played: weights rounded to steps of 1/64, activations to the same steps.
"""

from __future__ import annotations

import numpy as np
import torch
from torch import nn

STEP = 64           # units of weights and activations in 1
MOST = 127          # in these units
WIDTH = 32          # of the first layer
SECOND = 16         # of the second


def rounded(weights: torch.Tensor) -> torch.Tensor:
    """To whole steps within a signed byte; the gradient passes as if nothing were rounded."""
    held = weights.clamp(-MOST / STEP, MOST / STEP)
    return held + ((held * STEP).round() / STEP - held).detach()


def activation(sums: torch.Tensor) -> torch.Tensor:
    """Cut off at both ends and rounded down to whole steps."""
    held = sums.clamp(0, MOST / STEP)
    return held + ((held * STEP + 1e-4).floor() / STEP - held).detach()


def pattern_states(own: np.ndarray, opponent: np.ndarray, points: list[int]) -> np.ndarray:
    """What stands on the points as one number: 0 empty, 1 own, 2 the other's, the first point least."""
    states = np.zeros(len(own), dtype=np.int32)
    place = 1
    for point in points:
        bit = np.uint32(1 << point)
        states += place * ((own & bit) != 0) + 2 * place * ((opponent & bit) != 0)
        place *= 3
    return states


def of_stack(inputs: torch.Tensor, weights: torch.Tensor, bias: torch.Tensor,
             stack: torch.Tensor) -> torch.Tensor:
    """A layer of each position's own stack. All stacks are worked out and one is taken, which is
    quicker than to gather weights."""
    outputs = torch.addmm(bias.flatten(), inputs, weights.flatten(0, 1).T)
    return outputs.view(len(inputs), *bias.shape)[torch.arange(len(inputs)), stack]


class Network(nn.Module):
    """@param patterns  (kind, points), by kind
    @param stacks    by row of the subspace: which stack it uses"""

    def __init__(self, patterns: list[tuple[int, list[int]]], stacks: list[int]) -> None:
        super().__init__()
        self.patterns = patterns
        sizes: dict[int, int] = {}
        for kind, points in patterns:
            sizes[kind] = 3 ** len(points)
        self.starts = np.cumsum([0] + [sizes[kind] for kind in sorted(sizes)])
        self.register_buffer("stacks", torch.tensor(stacks, dtype=torch.int64))
        count = max(stacks) + 1
        self.rows = nn.Embedding(int(self.starts[-1]), WIDTH)
        self.subspaces = nn.Embedding(len(stacks), WIDTH)
        nn.init.uniform_(self.rows.weight, -0.1, 0.1)
        nn.init.constant_(self.subspaces.weight, 0.3)
        self.second = nn.Parameter(torch.empty(count, SECOND, WIDTH).uniform_(-0.3, 0.3))
        self.second_bias = nn.Parameter(torch.full((count, SECOND), 0.1))
        self.third = nn.Parameter(torch.empty(count, 3, SECOND).uniform_(-0.3, 0.3))
        self.third_bias = nn.Parameter(torch.zeros(count, 3))

    def indices(self, own: np.ndarray, opponent: np.ndarray) -> np.ndarray:
        """Rows of weights by position and pattern."""
        columns = [pattern_states(own, opponent, points) + int(self.starts[kind])
                   for kind, points in self.patterns]
        return np.stack(columns, axis=1).astype(np.int64)

    def forward(self, indices: torch.Tensor, row: torch.Tensor) -> torch.Tensor:
        sums = nn.functional.embedding_bag(indices, rounded(self.rows.weight), mode="sum")
        first = activation(sums + rounded(self.subspaces.weight)[row])
        stack = self.stacks[row]
        second = activation(of_stack(first, rounded(self.second), self.second_bias, stack))
        return of_stack(second, rounded(self.third), self.third_bias, stack)
