#!/usr/bin/env python3
"""Runs scripts of the WebAssembly specification suite.

DIR contains .json files, with their .wasm files, that wast2json created; also
in subfolders:

    wast2json i32.wast -o DIR/i32.json
    test/wasm/run_spec.py --dir DIR --device cpu

Prints each assertion that failed, the reasons why others were skipped, and the
counts. Exit status: 0 if none failed.
"""

import argparse
import collections
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]


def run(runner, script, options, timeout):
    """Returns the output of one script; the runner ends at a crash."""
    try:
        process = subprocess.run([runner, script, *options], capture_output=True, text=True, errors="replace",
                                 stdin=subprocess.DEVNULL, timeout=timeout)
    except subprocess.TimeoutExpired as error:
        output = (error.stdout or b"").decode(errors="replace")
        return output + f"failed: line 0: script: timed out after {timeout} s\n"
    if process.returncode not in (0, 1):
        last = process.stderr.strip().splitlines()[-1:] or [""]
        return process.stdout + f"failed: line 0: script: exit status {process.returncode}: {last[0]}\n"
    return process.stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--dir", type=pathlib.Path, required=True)
    parser.add_argument("--device", default="cpu", help="what runs the modules: cpu, cuda, cuda:N or emulate")
    parser.add_argument("--bin", type=pathlib.Path, default=ROOT / "build/dev/bin", help="folder of ZynWasmSpec")
    parser.add_argument("--no-optimize", action="store_true", help="compile without LLVM's optimizations")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--timeout", type=float, default=300, help="of a script, in seconds")
    arguments = parser.parse_args()
    scripts = sorted(arguments.dir.rglob("*.json"))
    if not scripts:
        sys.exit(f"run_spec.py: error: no .json files in {arguments.dir}")
    options = [arguments.device] + (["--no-optimize"] if arguments.no_optimize else [])
    counts = collections.Counter()
    reasons = collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        outputs = pool.map(lambda script: run(arguments.bin / "ZynWasmSpec", script, options, arguments.timeout),
                           scripts)
        for script, output in zip(scripts, outputs):
            for line in output.splitlines():
                if found := re.fullmatch(r"counts: (\d+) (\d+) (\d+)", line):
                    counts.update(passed=int(found[1]), failed=int(found[2]), skipped=int(found[3]))
                elif line.startswith("failed: "):
                    print(f"{script.stem}: {line}")
                    counts["failed"] += " script: " in line
                elif line.startswith("skipped: "):
                    reasons[line.split(": ", 2)[2]] += 1
    for reason, count in sorted(reasons.items()):
        print(f"skipped {count}: {reason}")
    print(f"{counts['passed']} passed, {counts['failed']} failed, {counts['skipped']} skipped")
    return counts["failed"] != 0


if __name__ == "__main__":
    sys.exit(main())
