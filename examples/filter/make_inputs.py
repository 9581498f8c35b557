#!/usr/bin/env python3
"""Generates the .npy inputs of the filter from the photograph. Standard library only.

    python3 make_inputs.py [FOLDER]      # writes the files to FOLDER, by default that of this script

Files, f32: photo.npy [300, 451, 3] in 0..1; weights.npy [3], the weights of red, green and blue in the luminance;
blur_rows.npy [300, 300] and blur_columns.npy [451, 451], the matrices of the Gaussian blur, which is
blur_rows * image * blur_columns.
"""
import math
import sys
from pathlib import Path

from pngfile import read_png, write_npy

SIGMA = 2.0  # pixels
REACH = 6  # pixels; 3 sigma, beyond which the Gaussian is truncated
LUMINANCE = (0.2126, 0.7152, 0.0722)  # ITU-R BT.709


def blur_matrix(size):
    """Returns the matrix of the blur: row i has the weights of all pixels in blurred pixel i. Pixels at the edge are
    repeated past the edge."""
    kernel = [math.exp(-0.5 * (d / SIGMA) ** 2) for d in range(-REACH, REACH + 1)]
    matrix = [0.0] * (size * size)
    for i in range(size):
        for d, weight in enumerate(kernel, -REACH):
            matrix[i * size + min(max(i + d, 0), size - 1)] += weight / sum(kernel)
    return matrix


def main():
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent
    height, width, channels, pixels = read_png(Path(__file__).parent / "photo.png")
    write_npy(folder / "photo.npy", (height, width, channels), (p / 255 for p in pixels))
    write_npy(folder / "weights.npy", (3,), LUMINANCE)
    write_npy(folder / "blur_rows.npy", (height, height), blur_matrix(height))
    columns = blur_matrix(width)
    transposed = [columns[i * width + j] for j in range(width) for i in range(width)]
    write_npy(folder / "blur_columns.npy", (width, width), transposed)


if __name__ == "__main__":
    main()
