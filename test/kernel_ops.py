#!/usr/bin/python3
"""Checks the table of kernel ops in docs/kernel-ops.md.

    test/kernel_ops.py

Every op in the generated reference must have exactly one row without empty cells, and each test file in the row must
exist and contain the op. A row for an unknown op is an error, too.
"""
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TABLE = ROOT / "docs/kernel-ops.md"
REFERENCE = ROOT / "docs/reference/dialects/KernelDialect.md"
COLUMNS = ["op", "PTX", "in the emulator", "tests"]


def rows():
    """Yields the line number and the cells of each row that begins with an op."""
    for number, line in enumerate(TABLE.read_text().splitlines(), 1):
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip().strip("|"))]
        if line.startswith("| `kernel."):
            yield number, cells


def faults_of_row(op, cells):
    if len(cells) != len(COLUMNS):
        yield f"expected {len(COLUMNS)} cells, found {len(cells)}"
        return
    for column, cell in zip(COLUMNS, cells):
        if not cell or cell == "-":
            yield f"the cell '{column}' of '{op}' is empty"
    for path in re.findall(r"`([^`]+)`", cells[3]):
        if not (ROOT / path).is_file():
            yield f"no such file: {path}"
        elif op not in (ROOT / path).read_text(errors="replace"):
            yield f"{path} does not test '{op}'"


def main():
    ops = re.findall(r"^### `(kernel\.\S+)`", REFERENCE.read_text(), re.MULTILINE)
    seen, faults = set(), []
    for number, cells in rows():
        op = cells[0].strip("`")
        location = f"docs/kernel-ops.md:{number}"
        if op in seen:
            faults.append(f"{location}: error: '{op}' has two rows")
        if op not in ops:
            faults.append(f"{location}: error: the dialect has no op '{op}'")
        seen.add(op)
        faults += [f"{location}: error: {fault}" for fault in faults_of_row(op, cells)]
    faults += [f"docs/kernel-ops.md: error: '{op}' has no row" for op in ops if op not in seen]
    print("\n".join(faults) or f"{len(ops)} ops, all in the table")
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main())
