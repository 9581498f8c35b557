#!/usr/bin/env python3
"""Compares exported models on the host with PyTorch.

    python3 examples/models/export.py resnet18 --published -o resnet18
    python benchmarks/host_models.py [FILE.mlir]... [--threads N]... [--rounds N] [--markdown FILE]

Requires torch, but no GPU. The files are those that export.py writes, by default the small models in examples/models;
they have weights from a seed. Elements are f32, and both sides have the same number of threads. The sides alternate for
some rounds, each of which is the median of 30 calls after a warm-up; the minimum is reported, since other processes only
add to it. `first call` is the time of a process of zyn-run in seconds, which compiles, without a cache on disk. A ratio
above 1 means that Zyn is faster. Environment: ZYN_RUN is the zyn-run to measure (default: zyn-run). Exits with 1 if a
model could not be run, or if the results differ.
"""
import argparse
import math
import os
import sys
import tempfile
from pathlib import Path

import numpy as np

from measure import cells, host, host_ms, import_torch_of_host, zyn_ms
from measure.exported import FOLDER, TOLERANCE, Exported

HEADER = ["model", "input", "threads", "zyn, ms", "error", "torch, ms", "ratio", "zyn, first call, s"]


def measure(torch, path, threads, rounds, folder):
    """Returns a row of the table, the ratio, and whether the results agree."""
    torch.set_num_threads(threads)
    os.environ["ZYN_THREADS"] = str(threads)  # of zyn-run
    exported = Exported(torch, path, folder, "cpu")
    output = Path(folder) / "output.npy"
    with tempfile.TemporaryDirectory() as cache:
        os.environ["ZYN_CACHE_DIR"] = cache
        first = exported.zyn("-o", output)
        zyns, torches = [], []
        for _ in range(rounds):
            torches.append(host_ms(lambda: exported.model(exported.x)))
            zyns.append(zyn_ms(path, "main", exported.inputs, "cpu"))
    error = exported.error(np.load(output))
    zyn = math.nan if any(map(math.isnan, zyns)) else min(zyns)
    row = [exported.name, exported.input, str(threads), f"{zyn:.4f}", f"{error:.0e}", *cells(zyn, [min(torches)]),
           f"{first:.2f}"]
    return row, min(torches) / zyn, error <= TOLERANCE


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path, default=sorted(FOLDER.glob("*.mlir")))
    host.add_arguments(parser)
    options = parser.parse_args()
    torch = import_torch_of_host()
    if torch is None:
        return 0

    def rows(threads):
        for path in options.files:
            with tempfile.TemporaryDirectory() as folder:
                yield measure(torch, path, threads, options.rounds, folder)

    return host.report(torch, HEADER, options, rows)


if __name__ == "__main__":
    sys.exit(main())
