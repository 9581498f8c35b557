#!/usr/bin/env python3
# Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints a histogram of means: plot.py HISTOGRAM.npy"""

import sys

import numpy as np


def main():
    counts = np.load(sys.argv[1])
    for i, count in enumerate(counts):
        low = 2 * i / len(counts) - 1
        print(f"{low:8.3f} {'#' * round(50 * count / max(counts.max(), 1))}")


if __name__ == "__main__":
    main()
