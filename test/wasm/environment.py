#!/usr/bin/env python3
# Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares what instances of Inputs/environment.wasm do with functions of the module zyn with NumPy.

usage: environment.py ZYN_RUN DEVICE
"""

import pathlib
import subprocess
import sys
import tempfile

import numpy as np

MODULE = pathlib.Path(__file__).parent / "Inputs/environment.wasm"
INSTANCES = 40  # the second warp is not full
ROW = 37  # rows are not aligned
BOUNDS = "out of bounds memory access"
UNALIGNED = "unaligned atomic"


class Runner:
    def __init__(self, zyn_run, device, folder):
        self.command = [zyn_run, MODULE, "--device", device, "--no-output"]
        self.folder = pathlib.Path(folder)
        self.failures = 0

    def path(self, name, array=None):
        path = self.folder / f"{name}.npy"
        if array is not None:
            np.save(path, array)
        return str(path)

    def run(self, function, *options):
        process = subprocess.run([*self.command, "--invoke", function, *options], capture_output=True, text=True,
                                 timeout=300)
        return process.returncode, process.stdout + process.stderr

    def check(self, what, expected, found):
        if not np.array_equal(expected, found):
            self.failures += 1
            print(f"{what}: expected {expected}, found {found}")

    def results(self, function, *options):
        path = self.path("results")
        status, text = self.run(function, "--instances", str(INSTANCES), "--results", path, *options)
        self.check(f"exit status of {function} ({text.strip()})", 0, status)
        return np.load(path)[:, 0]


def check_run(runner):
    numbers = np.arange(INSTANCES)
    runner.check("ids", numbers + (INSTANCES << 32), runner.results("ids"))
    runner.check("clock", np.ones(INSTANCES), runner.results("clock"))
    for which, expected in (("0", numbers), ("1", np.full(INSTANCES, INSTANCES))):
        runner.check("indirect", expected, runner.results("indirect", "--args", which))
    runner.check("publish", np.zeros(INSTANCES), runner.results("publish", "--shared-array", "zeros:i64:9"))


def check_copies(runner, rng):
    rows = rng.integers(0, 256, (INSTANCES, ROW), dtype=np.uint8).view(np.int8)
    output, shared = runner.path("output"), runner.path("shared")
    arrays = ["--input-rows", runner.path("rows", rows), "--output-rows", f"i8:{ROW}", "--shared-array", "zeros:i32:5",
              "-o", output, "-o", shared]
    runner.check("sizes", np.full(INSTANCES, (20 << 32) + (ROW << 16) + ROW), runner.results("sizes", *arrays))
    runner.check("empty", np.zeros(INSTANCES), runner.results("sizes"))
    runner.check("copy", np.full(INSTANCES, ROW), runner.results("copy", *arrays))
    runner.check("output", np.roll(rows, 1, axis=1), np.load(output))
    runner.check("shared", np.zeros(5), np.load(shared))


def expected_atomics(initial):
    ids = [int(i) for i in range(INSTANCES)]
    words = initial.copy()
    for first, bits in ((0, 32), (20, 64)):
        ones, signed = (1 << bits) - 1, 1 << bits - 1
        values = [int(word) & ones for word in initial[first:first + 13]]
        values[0] += sum(i + 1 for i in ids)
        values[1] -= sum(3 * i for i in ids)
        for i in ids:
            values[2] &= ~(1 << i % 31)
            values[3] |= 1 << i % 30
            values[4] ^= 77 * i
        values[5] = min(20 - i for i in ids)
        values[6] = max(i - 20 for i in ids)
        values[7] = min((i - 20) & ones for i in ids)
        values[8] = max((i - 20) & ones for i in ids)
        values[11] *= 3 ** INSTANCES
        values[12] = -5
        for i, value in enumerate(values):
            value &= ones
            words[first + i] = value - (1 << bits) if bits == 64 and value >= signed else value
    words[19] = np.array([INSTANCES / 2, 0], np.float32).view(np.int64)[0]
    words[39] = np.array([sum(ids)], np.float64).view(np.int64)[0]
    return words


def check_atomics(runner):
    initial = np.zeros(40, np.int64)
    for first, ones in ((0, 0xFFFFFFFF), (20, -1)):
        initial[first + 2] = initial[first + 7] = ones
        initial[first + 11] = 1
    shared = runner.path("shared")
    status, text = runner.run("atomics", "--instances", str(INSTANCES), "--shared-array",
                              runner.path("initial", initial), "-o", shared)
    runner.check(f"exit status of atomics ({text.strip()})", 0, status)
    found, expected = np.load(shared), expected_atomics(initial)
    for first in (0, 20):
        # Whichever came last, all values were exchanged once.
        last, others = found[first + 9], found[first + 10]
        runner.check("sum of exchanged values", sum(range(INSTANCES + 1)), last + others)
        expected[first + 9:first + 11] = last, others
    runner.check("atomics", expected, found)


def check_bounds(runner):
    arrays = ["--input-rows", "zeros:i8:1x8", "--output-rows", "f32:2", "--shared-array", "zeros:i64:4"]
    for which in range(16):
        status, text = runner.run("bounds", *arrays, "--args", str(which))
        wrong = UNALIGNED if which in (7, 11) else BOUNDS
        runner.check(f"trap of bounds({which}) in {text}", which % 2, status)
        if which % 2:
            runner.check(f"'{wrong}' in {text}", True, wrong in text and "'bounds'" in text)


def main():
    zyn_run, device = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        runner = Runner(zyn_run, device, folder)
        check_run(runner)
        check_copies(runner, np.random.default_rng(1))
        check_atomics(runner)
        check_bounds(runner)
    print(f"{runner.failures} failures")
    return runner.failures != 0


if __name__ == "__main__":
    sys.exit(main())
