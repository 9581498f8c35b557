#!/usr/bin/env python3
"""Measures single calls of the functions of examples/trading beside the same functions in C++.

    python benchmarks/critical.py [--bin FOLDER] [--core N] [--events N] [--seed S] [--json] [--markdown FILE]

Compiles examples/trading/trading.mlir with `zyn-translate --zyn-to-object`, and examples/trading/by_hand.cpp with -O3
and -march=native, links both into one program, and replays a synthetic stream of events on one core. zyn-translate is
the one in --bin, next to ZYN_RUN, or in PATH; the C++ compiler is CXX, clang++-22, clang++ or c++.

Sides take turns in blocks of 10,000 events. Each call is timed on its own, without the time of reading the clock.
`mean` is that of the calls up to p99: the clock of many processors advances in steps of some nanoseconds, which limit
percentiles, but not means. `batched` is the time of a call among 1,000 successive ones of the same function. A ratio
below 1 means that Zyn is faster. The goals are `target_latency_ns` of the functions, for p99.9. The program also checks
that all results are the same. Exits with 1 if they are not, or if something could not be compiled, but not if a goal is
missed.
"""
import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from measure import markdown_table, processor

ROOT = Path(__file__).resolve().parent.parent
EXAMPLE = ROOT / "examples/trading"
HARNESS = ROOT / "benchmarks/critical/bench-critical.cpp"
COLUMNS = ["p50", "p99", "p99.9", "max", "mean", "batched"]
HEADER = ["function", "calls", "side", *[f"{column}, ns" for column in COLUMNS], "goal, ns"]


def find_translate(folder):
    """Returns the path of zyn-translate."""
    run = os.environ.get("ZYN_RUN", "")
    folder = folder or (Path(run).parent if os.sep in run else None)
    found = shutil.which("zyn-translate", path=str(folder) if folder else None)
    if not found:
        sys.exit(f"error: there is no zyn-translate in {folder or 'PATH'}; --bin is the folder of Zyn's tools")
    return Path(found).resolve()


def find_compiler():
    names = [os.environ["CXX"]] if "CXX" in os.environ else ["clang++-22", "clang++", "c++"]
    found = next(filter(None, map(shutil.which, names)), None)
    if not found:
        sys.exit(f"error: there is no C++ compiler: {', '.join(names)}; the environment variable CXX selects one")
    return found


def run(*command):
    """Runs a command and returns its output. Exits with its messages if it fails."""
    command = list(map(str, command))
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{done.stderr}error: `{' '.join(command)}` exited {done.returncode}")
    sys.stderr.write(done.stderr)
    return done.stdout


def build(translate, folder):
    """Compiles both sides and the harness. Returns the program."""
    compiler, prefix, program = find_compiler(), translate.parent.parent, folder / "bench-critical"
    # Headers of a package are next to its tools, those of a build are in the repository.
    include = prefix / "include" if (prefix / "include/Zyn/Runtime/CycleClock.h").exists() else ROOT / "include"
    run(translate, "--zyn-to-object", EXAMPLE / "trading.mlir", "-o", folder / "trading.o", "--header",
        folder / "trading.h")
    flags = ["-std=c++17", "-O3", "-march=native", "-ffp-contract=fast", f"-I{include}", f"-I{EXAMPLE}", f"-I{folder}"]
    run(compiler, *flags, HARNESS, EXAMPLE / "by_hand.cpp", folder / "trading.o", f"-L{prefix / 'lib'}", "-lZynRuntime",
        f"-Wl,-rpath,{prefix / 'lib'}", "-o", program)
    return program


def measure(options, folder):
    """Returns the report of the program, with the processor and the goals."""
    program = build(find_translate(options.bin), folder)
    run(sys.executable, EXAMPLE / "stream.py", folder, "--events", options.events, "--seed", options.seed)
    report = json.loads(run(program, folder, *([] if options.core is None else [options.core])))
    source = (EXAMPLE / "trading.mlir").read_text()
    goals = dict(re.findall(r"func\.func @(\w+)\([^}]*?target_latency_ns = (\d+)", source))
    for function in report["functions"]:
        function["goal_ns"] = int(goals[function["name"]])
    return {"processor": processor(), **report}


def rows(report):
    """Returns three rows of the table for each function: both sides, and their ratios."""
    table = []
    for function in report["functions"]:
        zyn, other = function["zyn"], function["c++"]
        met = "met" if zyn["p99.9"] <= function["goal_ns"] else "missed"
        table += [
            [function["name"], f"{function['calls']:,}", "zyn", *[f"{zyn[column]:.1f}" for column in COLUMNS],
             f"{function['goal_ns']}: {met}"],
            ["", "", "C++", *[f"{other[column]:.1f}" for column in COLUMNS], ""],
            ["", "", "ratio", *[f"{zyn[column] / other[column]:.2f}" if other[column] else "" for column in COLUMNS],
             ""],
        ]
    return table


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", type=Path, help="folder of zyn-translate")
    parser.add_argument("--core", type=int, help="core to run on (default: the current one)")
    parser.add_argument("--events", type=int, default=200_000, help="number of events (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="seed of the stream (default: %(default)s)")
    parser.add_argument("--json", action="store_true", help="print an object instead of the table")
    parser.add_argument("--markdown", metavar="FILE", help="also write the table to this file")
    options = parser.parse_args()
    if options.events < 10_000:
        parser.error("--events: expected at least 10000, so that there is a batch of calls of each function")
    with tempfile.TemporaryDirectory() as folder:
        report = measure(options, Path(folder))
    if options.json:
        print(json.dumps(report, indent=2))
        return 0

    clock, table = report["clock"], rows(report)
    machine = (f"{report['processor']}, core {report['core']}, {clock['source']} in steps of "
               f"{clock['step_ns']:.1f} ns, of whose readings {clock['subtracted_ns']:.1f} ns are subtracted")
    widths = [max(len(line[k]) for line in [HEADER, *table]) for k in range(len(HEADER))]
    print(machine)
    for line in [HEADER, *table]:
        print("  ".join(cell.ljust(width) for cell, width in zip(line, widths)).rstrip())
    if options.markdown:
        Path(options.markdown).write_text(f"{machine}\n\n{markdown_table(HEADER, table)}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
