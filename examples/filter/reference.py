#!/usr/bin/env python3
"""The filter in NumPy float64, as a reference for the result of zyn-run.

    python reference.py sharpened.npy

Reads the inputs that make_inputs.py has written to the directory of this script. Computes the blur by shifting the
image rather than with the matrices, so that they are checked, too. Exits with 1 if a value differs by more than 1e-5.
"""
import sys
from pathlib import Path

import numpy as np

from make_inputs import LUMINANCE, REACH, SIGMA

AMOUNT = 1.5
TOLERANCE = 1e-5


def blur(image, axis):
    """Returns a Gaussian blur of an image [H, W] along one axis; pixels at the edge are repeated past the edge."""
    weights = np.exp(-0.5 * (np.arange(-REACH, REACH + 1) / SIGMA) ** 2)
    padding = [(0, 0), (0, 0)]
    padding[axis] = (REACH, REACH)
    padded, size = np.pad(image, padding, mode="edge"), image.shape[axis]
    shifted = (w * np.take(padded, np.arange(size) + d, axis) for d, w in enumerate(weights))
    return sum(shifted) / weights.sum()


def sharpen(photo):
    """Returns the sharpened photo [H, W, 3] of a photo [H, W, 3], both in 0..1."""
    luminance = photo @ np.array(LUMINANCE)
    detail = luminance - blur(blur(luminance, 0), 1)
    return np.clip(photo + AMOUNT * detail[:, :, None], 0, 1)


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: reference.py sharpened.npy")
    expected = sharpen(np.load(Path(__file__).parent / "photo.npy").astype(np.float64))
    got = np.load(sys.argv[1])
    if got.shape != expected.shape:
        sys.exit(f"expected shape {expected.shape}, found {got.shape}")
    error = np.abs(got - expected).max()
    print(f"largest difference {error:.2e}")
    return int(not error <= TOLERANCE)  # "not <=" rather than ">" because of NaN


if __name__ == "__main__":
    sys.exit(main())
