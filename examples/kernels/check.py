#!/usr/bin/python3
"""Runs the kernels of this folder and compares their results with NumPy.

    python examples/kernels/check.py [--device emulate|cuda] [--bin FOLDER] [--seed N] [NAME...]

By default, runs all of them. On the device "emulate", it also runs the programs of broken/, each of which contains a
deliberate mistake that the emulator has to find. zyn-run is found in --bin or PATH. Exits with 1 if a result is wrong.
"""
import argparse
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent

# The expected finding of the emulator for each program of broken/, as a regular expression.
FINDINGS = {
    "reduce-missing-barrier": "data race",
    "scan-uninitialized-read": "uninitialized",
    "histogram-off-by-one": "out of bounds",
    "transpose-missing-barrier": "data race",
    "matmul-mma-missing-wait": "data race",
    "matmul-wgmma-wrong-parity": "deadlock|data race|uninitialized",
    "grid-barrier-missing-fence": "data race",
}


def to_bf16(values):
    """Rounds to the nearest bf16, ties to even, in the representation of .npy files: two raw bytes."""
    bits = np.asarray(values, np.float32).view(np.uint32)
    return ((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16).astype(np.uint16).view("V2")


def from_bf16(array):
    bits = np.ascontiguousarray(array).view(np.uint16).reshape(array.shape).astype(np.uint32) << 16
    return bits.view(np.float32)


def signs(random, rows, columns):
    """Returns a matrix of -1, 0 and 1, so that sums of products are integers and exact in any order."""
    return random.integers(-1, 2, (rows, columns)).astype(np.float32)


class Programs:
    """Inputs and expected outputs of each program; small ones for the emulator."""

    def __init__(self, random, emulated):
        self.random, self.emulated = random, emulated

    def reduce(self):
        x = self.random.integers(-8, 9, 20_000 if self.emulated else 10_000_000).astype(np.float32)
        return [x], [x.astype(np.float64).sum(keepdims=True).astype(np.float32)]

    def scan(self):
        x = self.random.integers(-1000, 1000, 5_000 if self.emulated else 1_000_003).astype(np.int32)
        return [x], [np.cumsum(x, dtype=np.int32)]

    def histogram(self):
        x = self.random.integers(0, 256, 40_000 if self.emulated else 10_000_000).astype(np.uint8)
        return [x.view(np.int8)], [np.bincount(x, minlength=256).astype(np.int32)]

    def transpose(self):
        shape = (96, 64) if self.emulated else (4096, 2048)
        x = self.random.standard_normal(shape, np.float32)
        return [x], [np.ascontiguousarray(x.T)]

    def copy(self):
        x = self.random.standard_normal(8192 if self.emulated else 2**24, np.float32)
        return [x], [x]

    def grid_barrier(self):
        blocks, rounds = (24, 5) if self.emulated else (132, 1001)
        return [blocks, rounds], [(np.arange(blocks, dtype=np.int32) - rounds) % blocks]

    def matmul_mma(self):
        m, n, k = (128, 128, 96) if self.emulated else (1024, 768, 512)
        a, b = signs(self.random, m, k), signs(self.random, k, n)
        return [to_bf16(a), to_bf16(b)], [a @ b]

    def matmul_wgmma(self):
        m, n, k = (256, 256, 448) if self.emulated else (2048, 1024, 4096)
        a, b = signs(self.random, m, k), signs(self.random, n, k)
        return [to_bf16(a), to_bf16(b)], [to_bf16(a @ b.T)]


def command(options, folder, file, inputs):
    words = [os.path.join(options.bin, "zyn-run") if options.bin else "zyn-run", str(file),
             "--device", options.device, "--entry", "main", "--seed", str(options.seed)]
    for i, value in enumerate(inputs):
        if isinstance(value, np.ndarray):
            np.save(f"{folder}/{i}.npy", value)
            value = f"{folder}/{i}.npy"
        words.append(str(value))
    return words


def wrong(found, expected):
    """Returns a description of the first error in an array, or None."""
    if found.dtype.itemsize == 2 and expected.dtype.itemsize == 2:
        found, expected = from_bf16(found), from_bf16(expected)
    if found.shape != expected.shape:
        return f"expected shape {expected.shape}, found {found.shape}"
    differ = np.argwhere(found != expected)
    if len(differ) == 0:
        return None
    at = tuple(int(i) for i in differ[0])
    return f"{len(differ)} of {found.size} elements differ; at {list(at)} expected {expected[at]}, found {found[at]}"


def check(options, name, programs):
    """Returns a description of the first error of a program, or None."""
    inputs, expected = getattr(programs, name.replace("-", "_"))()
    with tempfile.TemporaryDirectory() as folder:
        words = command(options, folder, HERE / f"{name}.mlir", inputs)
        outputs = [f"{folder}/result{i}.npy" for i in range(len(expected))]
        for output in outputs:
            words += ["-o", output]
        done = subprocess.run(words, capture_output=True, text=True)
        if done.returncode:
            return f"zyn-run exited {done.returncode}: {done.stderr.strip()}"
        faults = [wrong(np.load(output), array) for output, array in zip(outputs, expected)]
    return next(filter(None, faults), None)


def check_broken(options, name, programs):
    """Returns a description of the error if the emulator does not find the deliberate mistake, or None."""
    right = next(program for program in sorted(NAMES, key=len, reverse=True) if name.startswith(program))
    inputs, _ = getattr(programs, right.replace("-", "_"))()
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([*command(options, folder, HERE / "broken" / f"{name}.mlir", inputs), "--no-output"],
                              capture_output=True, text=True)
    findings = done.stderr.strip()
    if done.returncode != 1 or not re.search(f": error: ({FINDINGS[name]})", findings):
        return f"expected a finding '{FINDINGS[name]}', zyn-run exited {done.returncode}: {findings}"
    print(f"      {next(line for line in findings.splitlines() if ': error: ' in line)}")
    return None


NAMES = [path.stem for path in sorted(HERE.glob("*.mlir"))]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="programs to run, such as reduce")
    parser.add_argument("--device", default="emulate", help="emulate (the default), cuda or cuda:N")
    parser.add_argument("--bin", help="folder of zyn-run")
    parser.add_argument("--seed", type=int, default=0, help="seed of the inputs and of the emulator's schedule")
    options = parser.parse_args()
    emulated = options.device == "emulate"
    broken = [path.stem for path in sorted((HERE / "broken").glob("*.mlir"))] if emulated else []
    unknown = set(options.names) - set(NAMES) - set(broken)
    if unknown:
        parser.error(f"no program {', '.join(sorted(unknown))}; there are: {', '.join(NAMES + broken)}")
    failures = 0
    for name in NAMES + broken:
        if options.names and name not in options.names:
            continue
        programs = Programs(np.random.default_rng(options.seed), emulated)
        fault = (check_broken if name in broken else check)(options, name, programs)
        failures += fault is not None
        print(f"{'FAIL' if fault else 'ok  '}  {name}{': ' + fault if fault else ''}", flush=True)
    return int(failures > 0)


if __name__ == "__main__":
    sys.exit(main())
