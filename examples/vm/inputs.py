#!/usr/bin/python3
"""Generates the inputs of the programs in this directory as .npy files.

    python3 inputs.py FOLDER [--instances N]

first.npy, friends.npy   epidemic.mlir: the karate club, see README.md
wanted.npy               search.mlir: hashes whose lower 12 bits are 0xdea
signal.npy               filters.mlir: sines, with frequencies from 0 in the first instance to half the sample rate
"""
import argparse
from pathlib import Path

import numpy as np

# Friends with smaller numbers of each member, starting at 1. Zachary, "An Information Flow Model for
# Conflict and Fission in Small Groups", Journal of Anthropological Research 33 (1977), figure 2.
KARATE_CLUB = {
    2: [1], 3: [1, 2], 4: [1, 2, 3], 5: [1], 6: [1], 7: [1, 5, 6], 8: [1, 2, 3, 4], 9: [1, 3], 10: [3], 11: [1, 5, 6],
    12: [1], 13: [1, 4], 14: [1, 2, 3, 4], 17: [6, 7], 18: [1, 2], 20: [1, 2], 22: [1, 2], 26: [24, 25],
    28: [3, 24, 25], 29: [3], 30: [24, 27], 31: [2, 9], 32: [1, 25, 26, 29],
    33: [3, 9, 15, 16, 19, 21, 23, 24, 30, 31, 32],
    34: [9, 10, 14, 15, 16, 19, 20, 21, 23, 24, 27, 28, 29, 30, 31, 32, 33]}
MEMBERS = 34
SAMPLES = 128


def karate_club():
    """Returns the row starts and columns of the adjacency matrix of the club."""
    friends = [[] for _ in range(MEMBERS)]
    for member, others in KARATE_CLUB.items():
        for other in others:
            friends[member - 1].append(other - 1)
            friends[other - 1].append(member - 1)
    first = np.cumsum([0] + [len(others) for others in friends])
    return first.astype(np.int32), np.array([other for others in friends for other in sorted(others)], np.int32)


def frequencies(instances):
    """Returns the frequencies in cycles per sample."""
    return 0.5 * np.arange(instances) / max(instances - 1, 1)


def signal(instances):
    return np.sin(2 * np.pi * frequencies(instances) * np.arange(SAMPLES)[:, None]).astype(np.float32)


def inputs(name, instances):
    """Returns the inputs of all programs by file name."""
    if name == "epidemic":
        return dict(zip(["first", "friends"], karate_club()))
    if name == "search":
        return {"wanted": np.array([0xFFF, 0xDEA], np.int32)}
    return {"signal": signal(instances)} if name == "filters" else {}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--instances", type=int, default=256, help="of filters.mlir (default: %(default)s)")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    for name in ("epidemic", "search", "filters"):
        for file, array in inputs(name, options.instances).items():
            np.save(options.folder / f"{file}.npy", array)


if __name__ == "__main__":
    main()
