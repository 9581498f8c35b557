#!/usr/bin/env python3
"""Searches for keys with a given hash by a program of the matrix VM. Usage: search.py [DEVICE]"""
import sys

import numpy as np

import zyn


def main():
    program = zyn.load("examples/vm/search.mlir")
    # Keys whose hash ends with 0x5ee under a mask of 12 bits.
    results = program.run({"wanted": np.array([0xfff, 0x5ee], np.int32)}, instances=100,
                          device=sys.argv[1] if len(sys.argv) > 1 else "auto")
    count, *keys = results.outputs["found"].tolist()
    print("keys:", *sorted(keys[:count]))
    (phase,) = results.report["run"]["phases"]
    print(f"{phase['executed']} instructions, {phase['fewest']} to {phase['most']} of an instance, "
          f"{100 * phase['divergence']:.1f} % divergence")


if __name__ == "__main__":
    main()
