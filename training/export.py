"""The file of a network: what README.md says under "The file", byte by byte."""

from __future__ import annotations

import struct
from pathlib import Path

import numpy as np
import xxhash
import zstandard

from network import MOST, SECOND, STEP, WIDTH

MAGIC = b"MILLNETW"
VERSION = 1


def signed_bytes(weights) -> bytes:
    held = np.clip(np.round(weights.detach().numpy() * STEP), -MOST, MOST)
    return held.astype(np.int8).tobytes()


def biases(weights) -> bytes:
    return np.round(weights.detach().numpy() * STEP * STEP).astype("<i4").tobytes()


def network_bytes(network, subspaces, digest: str, points: int) -> bytes:
    """The whole file: what follows the digest is one frame of zstd, then a checksum."""
    stacks = network.stacks.tolist()
    parts = [struct.pack("<6HI", points, len(network.patterns),
                         max(kind for kind, _ in network.patterns) + 1, WIDTH, SECOND,
                         max(stacks) + 1, len(subspaces))]
    for kind, group in network.patterns:
        parts.append(bytes([kind, len(group), *group]))
    for subspace, stack in zip(subspaces, stacks):
        parts.append(bytes([subspace.own, subspace.opponent, subspace.own_hand,
                            subspace.opponent_hand, stack]))
    parts += [signed_bytes(network.rows.weight), signed_bytes(network.subspaces.weight),
              signed_bytes(network.second), biases(network.second_bias),
              signed_bytes(network.third), biases(network.third_bias)]
    content = (MAGIC + struct.pack("<I", VERSION) + bytes.fromhex(digest)
               + zstandard.ZstdCompressor(level=19).compress(b"".join(parts)))
    return content + struct.pack("<Q", xxhash.xxh3_64_intdigest(content))


def write_network(network, subspaces, database, path: str) -> None:
    content = network_bytes(network, subspaces, database.digest, len(database.points))
    temporary = Path(f"{path}.part")
    temporary.write_bytes(content)
    temporary.rename(path)
