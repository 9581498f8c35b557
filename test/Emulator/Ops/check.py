#!/usr/bin/env python3
"""Runs one of the programs in this folder and compares its result with NumPy.

    check.py PROGRAM.mlir --bin FOLDER --device emulate|cuda [OPTION OF zyn-run...]
"""
import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

generator = np.random.default_rng(1)


def floats(*shape):
    return generator.integers(-8, 8, shape).astype(np.float32)


def convolution(image, filters):
    """Returns a 3 x 3 convolution with zero padding and channels last; filters are 9 x channels."""
    n, h, w, c = image.shape
    padded = np.zeros((n, h + 2, w + 2, c), np.float32)
    padded[:, 1:-1, 1:-1] = image
    return sum(padded[:, i:i + h, j:j + w] * filters[3 * i + j] for i in range(3) for j in range(3))


def box(x, row, column):
    """Returns the 16 x 16 elements at an offset of x, with zeros outside of it."""
    padded = np.pad(x, 64)
    return padded[64 + row:80 + row, 64 + column:80 + column]


def program(name):
    """Returns the inputs and the expected result of a program."""
    if name == "async-copy":
        x = floats(4, 256)
        return [x], x.reshape(4, 2, 128).sum(1)
    if name == "async-copy-edge":
        x = floats(70)
        return [x], np.concatenate([x, np.zeros(58, np.float32)])
    if name == "mbarrier":
        x = floats(8, 32)
        return [x], x.sum(0) * 2
    if name == "cluster":
        x = floats(4, 64)
        return [x], x.reshape(2, 2, 64)[:, ::-1].reshape(4, 64) + np.repeat([0, 1, 0, 1], 64).reshape(4, 64)
    if name in ("tma", "tma-multicast"):
        x = floats(128, 64)
        return [x], x
    if name == "tma-edges":
        x = floats(20, 24)
        return [x], np.stack([box(x, r, c) for r, c in [(-3, -4), (0, 0), (10, 16), (30, 0)]])
    if name == "tma-store":
        x = floats(64, 32)
        return [x], np.pad(x[:50, :28] * 2, ((0, 14), (0, 4)))[:50, :28]
    if name == "tma-reduce":
        x = floats(8, 16, 32)
        return [x], x.sum(0)
    if name == "tma-rank5":
        x = floats(2, 3, 4, 5, 8)
        return [x], x[1:2, 1:3, 1:4, 2:4, 4:8]
    if name == "tma-im2col":
        image, filters = floats(2, 4, 8, 16), floats(9, 16)
        return [image, filters], convolution(image, filters)
    sys.exit(f"check.py has no program '{name}'")


parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("program", type=Path)
parser.add_argument("--bin", type=Path, required=True)
parser.add_argument("--device", required=True)
options, rest = parser.parse_known_args()
inputs, expected = program(options.program.stem)
with tempfile.TemporaryDirectory() as folder:
    paths = [f"{folder}/{i}.npy" for i in range(len(inputs))]
    for path, array in zip(paths, inputs):
        np.save(path, array)
    subprocess.run([options.bin / "zyn-run", options.program, "--entry", "main", *paths, "-o", f"{folder}/out.npy",
                    "--device", options.device, *rest], check=True)
    result = np.load(f"{folder}/out.npy")
if result.shape != expected.shape or not np.array_equal(result, expected):
    sys.exit(f"{options.program}: expected\n{expected}\nfound\n{result}")
