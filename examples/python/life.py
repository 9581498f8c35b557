#!/usr/bin/env python3
"""The game of life on a torus: cells with three neighbors are born, and those with two or three live on.

    examples/python/life.py [DEVICE]

DEVICE is cuda, cpu, emulate, or auto (the default).
"""
import sys

import numpy as np

import zyn

GLIDER = [(0, 1), (1, 2), (2, 0), (2, 1), (2, 2)]


@zyn.kernel
def next_cells(i, j, cells: zyn.i8["rows", "columns"]) -> zyn.i8["rows", "columns"]:
    rows, columns = cells.shape
    square = sum(cells[(i + down) % rows, (j + right) % columns] for down in (-1, 0, 1) for right in (-1, 0, 1))
    neighbors = square - cells[i, j]
    return ((neighbors == 3) | (cells[i, j] == 1) & (neighbors == 2)).astype(zyn.i8)


@zyn.function
def after_four(cells):
    for _ in range(4):
        cells = next_cells(cells)
    return cells


def main():
    device = sys.argv[1] if len(sys.argv) > 1 else "auto"
    cells = np.zeros((7, 16), np.int8)
    for row, column in GLIDER:
        cells[row + 4, column + 12] = 1
    step = after_four.compile(zyn.i8["rows", "columns"], device=device)
    for generation in (0, 4, 8):
        print(f"generation {generation}")
        for row in cells:
            print(" ".join("o" if cell else "." for cell in row))
        cells = step(cells)


if __name__ == "__main__":
    try:
        main()
    except zyn.Error as error:
        sys.exit(str(error))
