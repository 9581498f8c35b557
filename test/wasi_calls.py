#!/usr/bin/python3
"""Checks the table of WASI's calls in docs/wasm.md.

    test/wasi_calls.py

Every call of lib/Runtime/Wasi/Calls.def must be in exactly one row of the table, and the other way around.
"""
import re
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/wasm.md"
CALLS = ROOT / "lib/Runtime/Wasi/Calls.def"


def documented():
    """Returns the number of rows that name each call."""
    table = PAGE.read_text().split("| call | effect |\n", 1)[1].split("\n\n", 1)[0]
    cells = [line.split("|")[1] for line in table.splitlines()]
    return Counter(name for cell in cells for name in re.findall(r"`(\w+)`", cell))


def main():
    calls = re.findall(r"^WASI_(?:VOID_)?CALL\((\w+),", CALLS.read_text(), re.MULTILINE)
    rows = documented()
    faults = [f"docs/wasm.md: error: '{name}' is in {rows[name]} rows, expected 1" for name in calls if rows[name] != 1]
    faults += [f"docs/wasm.md: error: WASI has no call '{name}'" for name in rows if name not in calls]
    print("\n".join(faults) if faults else f"{len(calls)} calls")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
