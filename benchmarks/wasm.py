#!/usr/bin/env python3
"""Compares instances of WebAssembly on a GPU with native code and with zyn-run on all cores of the host.

    python benchmarks/wasm.py [--markdown FILE]

Requires an NVIDIA GPU. Environment: ZYN_RUN is the zyn-run to measure (default: zyn-run), CC the C compiler of the native
code (default: clang or cc). The programs are those of wasm/programs.c, which was compiled with
clang-22 --target=wasm32 -O2 -mno-simd128 -nostdlib -Wl,--no-entry -z stack-size=4096, like wasm/calls.c; the native code
is compiled with -O3 -march=native. Times are per instance, and include those of setting up the instances. A ratio above 1
means that the GPU is faster. Calls of the host by instances on the GPU are measured with an increasing number of instances,
each of which makes some hundred calls. Results are not checked here; the tests do that. Exits with 1 if a program could not
be run.
"""
import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from measure.machine import Failed, call, table

FOLDER = Path(__file__).resolve().parent / "wasm"
ROUNDS = {"sieve": 32, "hash": 32, "queens": 8}
COUNTS = [10240, 131072]
HOST_COUNT = 8192
CALLS = 200  # of each instance


def compile_native(output):
    """Returns whether there is a compiler."""
    compiler = os.environ.get("CC") or shutil.which("clang") or shutil.which("cc")
    if not compiler:
        return False
    subprocess.run([compiler, "-O3", "-march=native", FOLDER / "native.c", "-o", output, "-lpthread"], check=True)
    return True


def measure_zyn(module, device, function, argument, count):
    """Returns the time per instance in microseconds; the first run also loads the kernel."""
    report = call("zyn-run", FOLDER / module, "--invoke", function, "--args", argument, "--instances", count,
                  "--device", device, "--no-output", "--repeat", 3)
    return float(re.search(r"time: ([0-9.]+) ms", report)[1]) * 1000 / count


def measure_native(binary, program):
    command = [binary, program, str(ROUNDS[program]), str(HOST_COUNT), str(os.cpu_count())]
    return float(subprocess.run(command, capture_output=True, text=True, check=True).stdout) * 1e6 / HOST_COUNT


def compare_programs(binary):
    """Returns the rows of the table."""
    rows = []
    for program in ROUNDS:
        native = measure_native(binary, program) if binary else float("nan")
        host = measure_zyn("programs.wasm", "cpu", program, ROUNDS[program], HOST_COUNT)
        for count in COUNTS:
            gpu = measure_zyn("programs.wasm", "cuda", program, ROUNDS[program], count)
            rows.append([program, f"{count:,}", f"{gpu:.2f} us", f"{native:.2f} us", f"{native / gpu:.1f}", f"{host:.2f} us",
                         f"{host / gpu:.1f}"])
    return rows


def measure_calls():
    """Returns the rows of the table of calls of the host."""
    rows = []
    for name, function in [("clock_time_get", "clock"), ("fd_write, 32 bytes", "write")]:
        for count in [1, 32, 1024, 10240]:
            time = measure_zyn("calls.wasm", "cuda", function, CALLS, count) / CALLS
            rows.append([name, f"{count:,}", f"{time * count:.1f} us", f"{1 / time:.2f} million"])
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--markdown", metavar="FILE", help="also write the tables to this file")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="zyn-bench-") as folder:
        binary = f"{folder}/native"
        try:
            rows = compare_programs(binary if compile_native(binary) else None)
            calls = measure_calls()
        except Failed as error:
            print(error, file=sys.stderr)
            return 1
    text = table(["program", "instances", "GPU", "native, all cores", "ratio", "zyn on all cores", "ratio"], rows) + "\n\n"
    text += table(["call", "instances", "time of a call", "calls per second"], calls)
    print(text)
    if options.markdown:
        Path(options.markdown).write_text(text + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
