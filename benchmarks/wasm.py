#!/usr/bin/env python3
"""Measures instances of WebAssembly on a GPU, and on all cores of its host.

Usage: wasm.py [--markdown FILE]

The programs are those of benchmarks/wasm/programs.c, which was compiled with
clang-22 --target=wasm32 -O2 -mno-simd128 -nostdlib -Wl,--no-entry -z stack-size=4096.
The host runs them as native code, compiled with $CC -O3 -march=native on the
machine (by default clang or cc), and through `zyn-run --device cpu`; times are
per instance. Requires an NVIDIA GPU.
"""

import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

FOLDER = pathlib.Path(__file__).resolve().parent / "wasm"
ROUNDS = {"sieve": 32, "hash": 32, "queens": 8}
COUNTS = [10240, 131072]
HOST_COUNT = 8192


def tool(name):
    folder = os.environ.get("ZYN_BIN")
    return str(pathlib.Path(folder) / name) if folder else name


def compile_native(output):
    """Returns whether there is a compiler."""
    compiler = os.environ.get("CC") or shutil.which("clang") or shutil.which("cc")
    if not compiler:
        return False
    subprocess.run([compiler, "-O3", "-march=native", FOLDER / "native.c", "-o", output, "-lpthread"], check=True)
    return True


def run_zyn(device, program, count):
    """Returns the time per instance in microseconds; the first run also loads the kernel."""
    command = [tool("zyn-run"), FOLDER / "programs.wasm", "--invoke", program, "--args", str(ROUNDS[program]),
               "--instances", str(count), "--device", device, "--no-output", "--repeat", "3"]
    process = subprocess.run(command, capture_output=True, text=True)
    if process.returncode != 0:
        sys.exit(process.stderr.strip() or process.stdout.strip())
    return float(re.search(r"time: ([0-9.]+) ms", process.stdout)[1]) * 1000 / count


def run_native(binary, program):
    command = [binary, program, str(ROUNDS[program]), str(HOST_COUNT), str(os.cpu_count())]
    return float(subprocess.run(command, capture_output=True, text=True, check=True).stdout) * 1e6 / HOST_COUNT


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--markdown", help="also write the table to this file")
    options = parser.parse_args()
    lines = ["| program | instances | GPU | native, all cores | ratio | zyn on all cores | ratio |",
             "|---|---|---|---|---|---|---|"]
    with tempfile.TemporaryDirectory() as folder:
        binary = str(pathlib.Path(folder) / "native")
        has_native = compile_native(binary)
        for program in ROUNDS:
            native = run_native(binary, program) if has_native else float("nan")
            host = run_zyn("cpu", program, HOST_COUNT)
            for count in COUNTS:
                gpu = run_zyn("cuda", program, count)
                lines.append(f"| {program} | {count} | {gpu:.2f} us | {native:.2f} us | {native / gpu:.1f} | "
                             f"{host:.2f} us | {host / gpu:.1f} |")
    print("\n".join(lines))
    if options.markdown:
        pathlib.Path(options.markdown).write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
