#!/usr/bin/env python3
"""Prints a table of the ops and element types that the execution tests run, and on which devices.

    coverage.py [--check FILE]...

Each number is that of the cases on the host and on the GPU, followed by that of the emulator, if they differ. The
groups that a device runs are those in the .test files. With --check, fails if a FILE, such as docs/coverage.md, has
another table or leaves a hole unexplained.
"""
import argparse
import re
import sys
from collections import Counter
from pathlib import Path

import cases
import generators

FOLDER = Path(__file__).resolve().parent
TYPES = ["f64", "f32", "f16", "bf16", "f8E4M3FN", "f8E5M2", "i64", "i32", "i16", "i8", "i1", "index"]
NOT_OPS = {"yield", "index", "reduce_row", "kernel", "constraints", "tile"}
OPERANDS = {"spmm": 2, "constant_matrix": -1}  # the operand whose element type counts, if it is not the first one


def selections(device):
    """Yields the arguments of `cases.select` for each line of the tests that runs on the device of --device, or on the one
    that the test suite is run for."""
    for path in sorted(FOLDER.glob("*.test")):
        for line in path.read_text().splitlines():
            words = line.split()
            if line.startswith("# RUN: %execution") and ("emulate" in words) == (device == "emulate"):
                after = lambda word, otherwise: words[words.index(word) + 1] if word in words else otherwise
                groups = [words[i + 1] for i, word in enumerate(words) if word == "--group"]
                yield {"groups": groups, "part": after("--filter", ""), "sample": int(after("--sample", 1)),
                       "count": int(after("--count", 0)) or None, "are_small": device == "emulate"}


def uses(text):
    """Yields an op and the element type of its first operand, or that of OPERANDS, for each op of a function."""
    for found in re.finditer(r"(?<!#)zyn\.(\w+)\b(.*)", text):
        name, rest = found.groups()
        # An op without inputs has a destination.
        elements = re.findall(r"(?:tensor|memref)<(?:[\d?]+x)*(\w+)", rest)
        if name not in NOT_OPS and elements:
            yield name, elements[OPERANDS.get(name, 0)]


def count(device):
    """Returns a `Counter` of pairs of an op and a type."""
    chosen = {case.name: case for selection in selections(device) for case in cases.select(**selection)}
    return Counter(use for case in chosen.values() for use in set(uses(case.function("main"))))


def table():
    everywhere, emulated = count("cpu"), count("emulate")
    used = [type for type in TYPES if any(key[1] == type for key in everywhere)]
    lines = ["| op | " + " | ".join(used) + " |", "| --- " * (len(used) + 1) + "|"]
    for op in sorted({op for op, _ in everywhere}):
        cells = []
        for type in used:
            here, there = everywhere[op, type], emulated[op, type]
            cells.append("" if not here else str(here) if here == there else f"{here} / {there}")
        lines.append(f"| `{op}` | " + " | ".join(cells) + " |")
    return lines


def check(path, lines):
    """Returns the number of mistakes in a file."""
    text = path.read_text()
    if "\n".join(lines) not in text:
        print(f"{path}: expected this table:", *lines, sep="\n")
        return 1
    unrandom = {line.split("`")[1] for line in lines[2:]} - generators.generators().keys()
    if unrandom:
        print(f"test/Execution/generators: expected a file for each op, found none for {', '.join(sorted(unrandom))}")
        return 1
    header = [cell.strip() for cell in lines[0].split("|")[2:-1]]
    holes = [(line.split("`")[1], type) for line in lines[2:]
             for type, cell in zip(header, line.split("|")[2:-1]) if re.fullmatch(r" *|.*/ 0 ", cell)]
    explained = {op: re.findall(r"\w+", types) for op, types in re.findall(r"^- `(\w+)`: (.*?): ", text, re.MULTILINE)}
    missing = [f"{op} of {type}" for op, type in holes if type not in explained.get(op, [])]
    if missing:
        print(f"{path}: expected a reason for each hole, found none for {', '.join(missing)}")
    return int(bool(missing))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", type=Path, action="append", default=[])
    options = parser.parse_args()
    lines = table()
    if not options.check:
        print("\n".join(lines))
    return int(sum(check(path, lines) for path in options.check) != 0)


if __name__ == "__main__":
    sys.exit(main())
