#!/usr/bin/env python3
"""Measures the costs of a launch, of loading PTX, and of compilation.

Usage: launch.py [--markdown FILE]

Launches an empty kernel through the runtime and through the driver, alternating
in one process (zyn-bench-launch); loads PTX with a warm disk cache; compiles the
digits model to PTX in a separate process. All but the last one require an
NVIDIA GPU. The tools are found in ZYN_BIN or PATH.
"""

import argparse
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
MODEL = ROOT / "examples/digits/model.mlir"


def tool(name):
    folder = os.environ.get("ZYN_BIN")
    return str(pathlib.Path(folder) / name) if folder else name


def compile_model(output):
    """Returns the median time of 15 runs of `zyn-translate --zyn-to-ptx` in milliseconds."""
    times = []
    for _ in range(15):
        start = time.perf_counter()
        subprocess.run(
            [tool("zyn-translate"), "--zyn-to-ptx", str(MODEL), "-o", output], check=True
        )
        times.append((time.perf_counter() - start) * 1000)
    return statistics.median(times)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--markdown", help="also write the table to this file")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        ptx = str(pathlib.Path(folder) / "model.ptx")
        rows = [("--zyn-to-ptx, digits model", f"{compile_model(ptx):.1f} ms", "100 ms")]
        run = subprocess.run([tool("zyn-bench-launch"), ptx], capture_output=True, text=True)
    if run.returncode != 0:
        print(run.stderr.strip(), file=sys.stderr)
    value = {name: float(v) for name, v, _ in map(str.split, run.stdout.splitlines())}
    if run.returncode == 0:
        ratio = value["launch-zyn"] / value["launch-bare"]
        kilobytes = value["load-bytes"] / 1000
        rows += [
            ("empty launch, bare driver", f"{value['launch-bare']:.2f} us", ""),
            ("empty launch, zyn", f"{value['launch-zyn']:.2f} us, {ratio:.2f} x bare", "1.1 x"),
            ("launch and wait, bare driver", f"{value['launch-and-wait-bare']:.2f} us", ""),
            ("launch and wait, zyn", f"{value['launch-and-wait-zyn']:.2f} us", "10 us"),
            ("PTX load, warm cache", f"{value['load-warm']:.3f} ms", "1 ms"),
            (f"PTX load, {kilobytes:.0f} kB in memory", f"{value['load-owned-again']:.2f} us", "1 us"),
            (f"PTX load, {kilobytes:.0f} kB, compared", f"{value['load-again']:.2f} us", ""),
            ("host to device, page-locked", f"{value['to-device']:.1f} GB/s", ""),
            ("device to host, page-locked", f"{value['to-host']:.1f} GB/s", ""),
        ]
    lines = ["| benchmark | measured | limit |", "|---|---|---|"]
    lines += [f"| {' | '.join(row)} |" for row in rows]
    print("\n".join(lines))
    if options.markdown:
        pathlib.Path(options.markdown).write_text("\n".join(lines) + "\n")
    return run.returncode


if __name__ == "__main__":
    sys.exit(main())
