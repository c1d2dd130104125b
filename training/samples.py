"""Positions with their values, drawn from a database: what a network learns from."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Subspace:
    """Stones on the board and in hand, of the side to move and of the other."""

    own: int
    opponent: int
    own_hand: int
    opponent_hand: int

    @staticmethod
    def of(text: str) -> "Subspace":
        numbers = [int(number) for number in re.split(r"[-+]", text)]
        own, opponent, *rest = numbers
        if not rest:
            return Subspace(own, opponent, 0, 0)
        # `5-4+3-2` is written as stones on the board, then in hand.
        return Subspace(own, opponent, rest[0], rest[1])


@dataclass
class Samples:
    """Arrays of one length: stones of both sides, the row of the subspace, and the value."""

    own: np.ndarray
    opponent: np.ndarray
    row: np.ndarray
    value: np.ndarray  # 0 loss, 1 draw, 2 win


class Sampler:
    """Draws samples from all subspaces of a database.

    What a search meets counts more: subspaces in which the sides are about even, and all phases of
    the game alike. Positions in which the side to move takes a stone are left out.
    """

    PHASES = {"placing": 0.5, "moving": 0.35, "flying": 0.15}

    def __init__(self, database, least: int = 3) -> None:
        self.database = database
        self.texts = list(database.subspaces)
        self.subspaces = [Subspace.of(text) for text in self.texts]
        self.flies = int(database.rules.fields.get("flyPieceCount", 3)) if (
            database.rules.fields.get("mayFly", True)) else 0
        self.least = least
        weights = np.array([self.weight(subspace) for subspace in self.subspaces])
        for phase, share in self.PHASES.items():
            of_phase = np.array([self.phase(subspace) == phase for subspace in self.subspaces])
            if of_phase.any():
                weights[of_phase] *= share / weights[of_phase].sum()
        self.weights = weights / weights.sum()

    def phase(self, subspace: Subspace) -> str:
        if subspace.own_hand + subspace.opponent_hand > 0:
            return "placing"
        return "flying" if min(subspace.own, subspace.opponent) <= self.flies else "moving"

    def weight(self, subspace: Subspace) -> float:
        own = subspace.own + subspace.own_hand
        opponent = subspace.opponent + subspace.opponent_hand
        if min(own, opponent) < self.least or subspace.own + subspace.opponent < 2:
            return 0.0
        return float(np.exp(-0.8 * abs(own - opponent)))

    def draw(self, count: int, seed: int, test: bool = False) -> Samples:
        """About `count` samples, of the classes that are held out or of all others."""
        parts = []
        for row, (text, weight) in enumerate(zip(self.texts, self.weights)):
            wanted = round(count * weight)
            if wanted == 0:
                continue
            own, opponent, values = self.database.sample(
                text, wanted, seed=seed * 100003 + row, quiet=True,
                part="held-out" if test else "training")
            parts.append(Samples(own, opponent, np.full(len(own), row, dtype=np.int16), values))
        return Samples(*(np.concatenate([getattr(part, name) for part in parts])
                         for name in ("own", "opponent", "row", "value")))
