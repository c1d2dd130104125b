#!/usr/bin/env python3
"""Trains the network of a variant from its database and writes the file that the engine plays with.

    training/train.py --db morris --out nine-mens-morris.network
"""

from __future__ import annotations

import argparse
import json
import sys
import time

import numpy as np
import torch

import millstone
from boards import patterns
from export import write_network
from network import Network
from samples import Sampler, Samples, Subspace

JUDGED_TOGETHER = 16384
PLACING, FLYING, MOVING = 0, 6, 9  # the first stacks of the parts of the game


def stack_of(subspace: Subspace, flies: int) -> int:
    """The part of the game that a subspace belongs to: placing by stones in hand, three to a stack;
    flying by who flies; moving by stones on the board, up to 10, 13, 16 and more."""
    hands = subspace.own_hand + subspace.opponent_hand
    if hands > 0:
        return PLACING + min((hands - 1) // 3, FLYING - PLACING - 1)
    own_flies, opponent_flies = subspace.own <= flies, subspace.opponent <= flies
    if own_flies or opponent_flies:
        return FLYING + own_flies + 2 * opponent_flies - 1
    return MOVING + min(max((subspace.own + subspace.opponent - 8) // 3, 0), 3)


def tensors(network: Network, samples: Samples) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    return (torch.from_numpy(network.indices(samples.own, samples.opponent)),
            torch.from_numpy(samples.row.astype(np.int64)),
            torch.from_numpy(samples.value.astype(np.int64)))


def measure(network: Network, sampler: Sampler, samples: Samples) -> dict[str, dict[str, float]]:
    """Cross-entropy and accuracy by phase."""
    indices, row, value = tensors(network, samples)
    losses, rights = [], []
    with torch.no_grad():
        for first in range(0, len(value), JUDGED_TOGETHER):
            part = slice(first, first + JUDGED_TOGETHER)
            logits = network(indices[part], row[part])
            losses.append(torch.nn.functional.cross_entropy(logits, value[part], reduction="none"))
            rights.append(logits.argmax(dim=1) == value[part])
    loss, right = torch.cat(losses).numpy(), torch.cat(rights).numpy()
    phases = np.array([sampler.phase(subspace) for subspace in sampler.subspaces])[samples.row]
    report = {}
    for phase in (*Sampler.PHASES, "all"):
        chosen = np.ones(len(loss), dtype=bool) if phase == "all" else phases == phase
        if chosen.any():
            report[phase] = {"loss": float(loss[chosen].mean()),
                             "accuracy": float(right[chosen].mean())}
    return report


def train(arguments: argparse.Namespace) -> None:
    torch.manual_seed(arguments.seed)
    torch.set_num_threads(arguments.threads)
    database = millstone.open(arguments.db, cache_bytes=arguments.cache << 30)
    sampler = Sampler(database)
    stacks = [stack_of(subspace, sampler.flies) for subspace in sampler.subspaces]
    network = Network(patterns(database.rules), stacks)
    test = sampler.draw(arguments.test, arguments.seed + 1_000_000, test=True)
    optimizer = torch.optim.Adam(network.parameters(), lr=arguments.rate, betas=(0.9, 0.98))
    steps = max(arguments.samples // arguments.batch, 1)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, arguments.rate, total_steps=steps + 1,
                                                   pct_start=0.05, final_div_factor=100)
    started, step, chunk, mean = time.monotonic(), 0, 0, None
    while step < steps:
        chunk += 1
        samples = sampler.draw(arguments.chunk, arguments.seed * 1000 + chunk)
        indices, row, value = tensors(network, samples)
        order = torch.randperm(len(value))
        for first in range(0, len(value) - arguments.batch + 1, arguments.batch):
            if step == steps:
                break
            part = order[first:first + arguments.batch]
            loss = torch.nn.functional.cross_entropy(network(indices[part], row[part]), value[part])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
            step += 1
            mean = loss.item() if mean is None else 0.98 * mean + 0.02 * loss.item()
        print(f"{step * arguments.batch / 1e6:8.1f} M samples, loss {mean:.4f}, "
              f"{time.monotonic() - started:.0f} s", file=sys.stderr, flush=True)
        if chunk % arguments.every == 0 or step == steps:
            report = measure(network, sampler, test)
            print(json.dumps({"samples": step * arguments.batch, **report}), flush=True)
            write_network(network, sampler.subspaces, database, arguments.out)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--db", required=True, metavar="DIR", help="the database")
    parser.add_argument("--out", required=True, metavar="FILE", help="the network that is written")
    parser.add_argument("--samples", type=int, default=200_000_000, metavar="N",
                        help="positions to learn from [200000000]")
    parser.add_argument("--chunk", type=int, default=4_000_000, metavar="N",
                        help="positions drawn at a time [4000000]")
    parser.add_argument("--batch", type=int, default=16384, metavar="N",
                        help="positions that a step learns from [16384]")
    parser.add_argument("--test", type=int, default=200_000, metavar="N",
                        help="positions to judge by [200000]")
    parser.add_argument("--every", type=int, default=5, metavar="N",
                        help="chunks between judgements [5]")
    parser.add_argument("--rate", type=float, default=0.003, metavar="R",
                        help="highest learning rate [0.003]")
    parser.add_argument("--cache", type=int, default=8, metavar="GIB",
                        help="memory for decoded values [8]")
    parser.add_argument("--threads", type=int, default=2, metavar="N", help="of PyTorch [2]")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of all chance [1]")
    train(parser.parse_args())


if __name__ == "__main__":
    main()
