#!/usr/bin/env python3
"""Runs the benchmarks of all kinds of kernels of the zyn dialect, one after the other.

    python benchmarks/zyn.py [--bursts] [--markdown FOLDER]

These are the scripts in SCRIPTS, which say what each compares and requires. With --bursts, there are no sustained series,
which take most of the time. With --markdown, each table is also written to FOLDER/NAME.md. Exits with 1 if one of the
scripts fails.
"""
import argparse
import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
SCRIPTS = ["products", "memory", "convolutions", "attention", "scan_sort", "gather_scatter", "spmm", "windows"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bursts", action="store_true", help="measure no sustained series")
    parser.add_argument("--markdown", type=Path, metavar="FOLDER", help="also write the tables to this folder")
    options = parser.parse_args()
    if options.markdown:
        options.markdown.mkdir(parents=True, exist_ok=True)
    failed = []
    for name in SCRIPTS:
        print(f"\n{name}.py", flush=True)
        words = ["--bursts"] if options.bursts else []
        if options.markdown:
            words += ["--markdown", options.markdown / f"{name}.md"]
        if subprocess.run([sys.executable, FOLDER / f"{name}.py", *words]).returncode:
            failed.append(name)
    if failed:
        print(f"error: failed: {', '.join(failed)}", file=sys.stderr)
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main())
