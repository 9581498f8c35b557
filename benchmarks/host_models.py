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

from measure import cells, describe_host, host_ms, import_torch_of_host, markdown_table, summarize, zyn_ms
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
    parser.add_argument("--threads", type=int, action="append",
                        help="number of threads, may be given several times (default: 2, and all processors)")
    parser.add_argument("--rounds", type=int, default=3, help="rounds of each row (default: %(default)s)")
    parser.add_argument("--markdown", help="also write the table to this file")
    options = parser.parse_args()
    torch = import_torch_of_host()
    if torch is None:
        return 0
    machine = describe_host(torch)
    print(machine, "  ".join(HEADER), sep="\n", flush=True)
    rows, ratios, agree = [], {}, True
    with torch.no_grad():
        for threads in options.threads or sorted({2, len(os.sched_getaffinity(0))}):
            for path in options.files:
                with tempfile.TemporaryDirectory() as folder:
                    row, ratio, agrees = measure(torch, path, threads, options.rounds, folder)
                rows.append(row)
                ratios.setdefault(f"{threads} threads", []).append(ratio)
                agree = agree and agrees and not math.isnan(ratio)
                print("  ".join(row), flush=True)
    summaries = [summarize(name, values) for name, values in ratios.items()]
    print(*summaries, sep="\n")
    if options.markdown:
        Path(options.markdown).write_text("\n\n".join([machine, markdown_table(HEADER, rows), *summaries]) + "\n")
    return int(not agree)


if __name__ == "__main__":
    sys.exit(main())
