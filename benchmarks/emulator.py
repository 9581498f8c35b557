#!/usr/bin/env python3
"""Measures the speed of the emulator in thread-steps per second, with and without checks.

Usage: emulator.py [--markdown FILE]

A thread-step is one op executed by one thread. No GPU is required; zyn-run is
found in ZYN_RUN or PATH.
"""

import argparse
import os
import pathlib
import re
import subprocess
import sys

FOLDER = pathlib.Path(__file__).resolve().parent / "emulator"
CASES = [
    ("elementwise loop, 1M elements", "elementwise", ["random:f32:1048576"] * 2),
    ("tree reduction in shared memory, 256 blocks of 256 threads", "reduction", ["random:f32:65536", "zeros:f32:256"]),
    ("tiled matmul, 128 x 128 x 128", "matmul", ["random:f32:128x128"] * 2),
]
TARGET = 10  # million thread-steps per second without checks


def measure(name, inputs, check):
    """Returns the thread-steps of a run, and the millions of thread-steps per second."""
    command = [os.environ.get("ZYN_RUN", "zyn-run"), str(FOLDER / f"{name}.mlir"), *inputs, "--device", "emulate",
               "--check", check, "--time", "--repeat", "5", "--no-output"]
    run = subprocess.run(command, capture_output=True, text=True)
    found = re.search(r"thread-steps: (\d+) per run, (\S+) million", run.stdout)
    if run.returncode != 0 or not found:
        sys.exit(f"{' '.join(command)}: {run.stderr.strip()}")
    return int(found[1]), float(found[2])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--markdown", help="also write the table to this file")
    options = parser.parse_args()
    lines = ["| kernel | thread-steps | checks off | checks on | slowdown |", "|---|---|---|---|---|"]
    slowest = float("inf")
    for text, name, inputs in CASES:
        steps, off = measure(name, inputs, "none")
        _, on = measure(name, inputs, "all")
        slowest = min(slowest, off)
        lines.append(f"| {text} | {steps / 1e6:.2f} million | {off:.1f} million/s | {on:.1f} million/s "
                     f"| {off / on:.1f} |")
    lines.append("")
    lines.append(f"Slowest with checks off: {slowest:.1f} million thread-steps per second (target: {TARGET}).")
    print("\n".join(lines))
    if options.markdown:
        pathlib.Path(options.markdown).write_text("\n".join(lines) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
