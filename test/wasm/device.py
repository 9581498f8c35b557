#!/usr/bin/env python3
"""Compares instances of device.wasm, window.wasm, pages.wasm and loops.wasm, in Inputs, on a device with those on the host.

usage: device.py ZYN_RUN DEVICE

Prints the calls whose results or traps differ. Exit status: 0 if there are none.
"""

import pathlib
import re
import subprocess
import sys

INPUTS = pathlib.Path(__file__).parent / "Inputs"
CALLS = [
    *[f"loads {address}" for address in (16, 17, 18, 19, 65528, 65529, 65533, 0xFFFFFFFF)],
    *[f"stores {address}" for address in (0, 1, 2, 3, 4, 65524, 65525, 65526, 0xFFFFFFFC)],
    *[f"offset {address}" for address in (0, 12, 16, 20, 33)],
    *[f"ranges {count}" for count in (0, 1, 5, 8, 65430, 65431, 0xFFFFFFFF)],
    *[f"grow {pages}" for pages in (0, 1, 2, 3, 65536, 0xFFFFFFFF)],
    "count 10",
    *[f"depth {n}" for n in (0, 1, 100, 100000000)],
    *[f"indirect {i}" for i in range(7)],
    *[f"tables {i}" for i in range(5)],
    "unreachable",
    "divide 7 2", "divide 7 0", "divide -2147483648 -1",
    "truncate 1.5", "truncate nan", "truncate 1e10",
    "element 0", "element 2",
    "nan 0 0", "nan inf inf", "nan 1 2",
]
EDGES = (0, 3, 4096, 131064, 131065, 131070, 131072, 131073, 327672, 327673)
WINDOW_CALLS = [
    "sum",
    *[f"{name} {address}" for name in ("store64", "store32", "store16", "store8") for address in EDGES],
    *[f"offset {address}" for address in (0, 1, 2, 12, 196584, 196600, 0xFFFDFFF8, 0xFFFFFFFC)],
    *[f"fill {begin} {count}" for begin, count in ((0, 20), (131060, 24), (131072, 8), (327680, 0), (327000, 700))],
    *[f"copy {to} {source}" for to, source in ((0, 262144), (130972, 262100), (262144, 0), (131000, 131100))],
    "random 100", "random 131060", "random 131072", "write 100", "write 131062", "write 200000", "leave",
]
# With --memory-limit 128MiB, each of 40 slots of a device has 20 pages, and their two warps have 19 more. With 48MiB, one
# warp has 9 for each slot, and 12 more.
PAGES_CALLS = ["zero 26", "words 26 4097", "words 26 65532", "words 26 8", "fill 26", "copy 26 3", "copy 26 28", "copy 26 64",
               "random 26", "write 26", "leave 12", "leave 20", "touch 26"]
# From where loops count to where, of which some never get there.
COUNTED = ["0 1", "0 1024", "0 1025", "3 4100", "-2000 500", "500 -2000", "2147483000 -2147483000", "-5 5"]
LOOPS = ["ne_up", "ne_down", "ne_words", "ne_words_down", "ne_odd", "lt_s", "lt_u", "gt_s", "gt_u", "lt_words", "le_s",
         "lt_old", "ne_old", "ne_long", "lt_long", "ne_long_words"]


def run(zyn_run, device, module, call, *options):
    name, *arguments = call.split()
    command = [zyn_run, INPUTS / module, "--device", device, "--invoke", name, *options]
    if arguments:
        command += ["--args", *arguments]
    process = subprocess.run(command, capture_output=True, text=True, timeout=60)
    lines = (process.stdout + process.stderr).splitlines()
    # What does not depend on the device.
    lines = [line for line in lines if not re.match("Running on|runs repeated|time:", line)]
    if name == "nan":  # whose sign the specification does not define
        lines = [re.sub(r"-?\d+", lambda number: str(int(number[0]) & 0x7FFFFFFF), line) for line in lines]
    return [process.returncode] + lines


def main():
    zyn_run, device = sys.argv[1:]
    calls = [("device.wasm", call) for call in CALLS] + [("window.wasm", call) for call in WINDOW_CALLS]
    calls += [("loops.wasm", f"{loop} {ends}") for loop in LOOPS for ends in COUNTED]
    calls += [("pages.wasm", call) for call in PAGES_CALLS]
    differences = 0
    for module, call in calls:
        # The second warp is not full, and has to wait for the first one if there is so little memory.
        options = ["--memory-limit", "20MiB"] if call == "leave" else []
        if module == "pages.wasm":
            options = ["--memory-limit", "48MiB" if call.startswith("leave") else "128MiB"]
        expected, found = (run(zyn_run, name, module, call, "--instances", "40", *options) for name in ("cpu", device))
        if expected != found:
            differences += 1
            print(f"{call}: expected {expected}, found {found}")
    print(f"{len(calls)} runs, {differences} differences")
    return differences != 0


if __name__ == "__main__":
    sys.exit(main())
