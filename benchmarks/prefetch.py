#!/usr/bin/env python3
"""Measures what the prefetches of --zyn-prefetch-indirect are worth on this machine.

    python benchmarks/prefetch.py [--rows N] [--calls N] [--only WORD] [--markdown FILE]

Each loop looks up random rows of 16 elements, in tables from 64 KiB to 64 MiB. Both sides are compiled by `zyn-translate
--zyn-to-object` from the same source; zyn-opt inserts the prefetches of one of them. They take turns in an order that
rotates, and each call has new indices, so that none finds the rows of the one before in the cache. Times are medians of
calls, in ns for each row: without prefetches, with them, and the speedup. The tools are those next to ZYN_RUN or in
PATH; the C compiler is CC, clang-22, clang or cc.
"""
import argparse
import ctypes
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from measure import markdown_table, processor

WIDTH = 16
TABLES = {"64 KiB": 2**16, "1 MiB": 2**20, "8 MiB": 2**23, "64 MiB": 2**26}

# Each loop: the type of the elements, whether the buffers are known not to overlap, and the body for a row %row, in which
# %c0, %c1 and %c16 are constants.
LOOPS = {
    "a chain of 16 multiplications and additions": ("f32", False, """
    %first = arith.constant 1.0 : f32
    %r = scf.for %k = %c0 to %c16 step %c1 iter_args(%s = %first) -> f32 {
      %v = memref.load %table[%row, %k] : memref<?x16xf32>
      %m = arith.mulf %s, %v : f32
      %n = arith.addf %m, %v : f32
      scf.yield %n : f32
    }
    memref.store %r, %y[%i] : memref<?xf32>"""),
    "a sum in order": ("f32", False, """
    %first = arith.constant 0.0 : f32
    %r = scf.for %k = %c0 to %c16 step %c1 iter_args(%s = %first) -> f32 {
      %v = memref.load %table[%row, %k] : memref<?x16xf32>
      %n = arith.addf %s, %v : f32
      scf.yield %n : f32
    }
    memref.store %r, %y[%i] : memref<?xf32>"""),
    "a sum of integers": ("i32", False, """
    %first = arith.constant 0 : i32
    %r = scf.for %k = %c0 to %c16 step %c1 iter_args(%s = %first) -> i32 {
      %v = memref.load %table[%row, %k] : memref<?x16xi32>
      %n = arith.addi %s, %v : i32
      scf.yield %n : i32
    }
    memref.store %r, %y[%i] : memref<?xi32>"""),
    **{f"a dot product in order{name}": ("f32", are_distinct, """
    %first = memref.load %y[%i] : memref<?xf32>
    %r = scf.for %k = %c0 to %c16 step %c1 iter_args(%s = %first) -> f32 {
      %v = memref.load %table[%row, %k] : memref<?x16xf32>
      %w = memref.load %weights[%k] : memref<16xf32>
      %n = math.fma %v, %w, %s : f32
      scf.yield %n : f32
    }
    memref.store %r, %y[%i] : memref<?xf32>""") for name, are_distinct in [("", False), (", llvm.noalias", True)]},
    "an addition to another buffer": ("f32", False, """
    scf.for %k = %c0 to %c16 step %c1 {
      %v = memref.load %table[%row, %k] : memref<?x16xf32>
      %w = memref.load %wide[%i, %k] : memref<?x16xf32>
      %n = arith.addf %v, %w : f32
      memref.store %n, %wide[%i, %k] : memref<?x16xf32>
    }"""),
}


def module(element, are_distinct, body):
    buffers = {"table": f"?x16x{element}", "rows": "?xi32", "weights": f"16x{element}", "y": f"?x{element}",
               "wide": f"?x16x{element}"}
    attribute = " {llvm.noalias}" if are_distinct else ""
    arguments = ", ".join(f"%{name}: memref<{shape}>{attribute}" for name, shape in buffers.items())
    return f"""func.func @run({arguments}) attributes {{zyn.constraints = #zyn.constraints<critical_path = true>}} {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %size = memref.dim %rows, %c0 : memref<?xi32>
  scf.for %i = %c0 to %size step %c1 {{
    %at = memref.load %rows[%i] : memref<?xi32>
    %row = arith.index_cast %at : i32 to index
{body}
  }}
  return
}}
"""


def find(*names):
    run = os.environ.get("ZYN_RUN", "")
    folders = [str(Path(run).parent)] if os.sep in run else []
    path = os.pathsep.join([*folders, os.environ.get("PATH", "")])
    found = next(filter(None, (shutil.which(name, path=path) for name in names)), None)
    return found or sys.exit(f"error: found none of {', '.join(names)}")


def call(*words, input=None):
    done = subprocess.run(list(map(str, words)), input=input, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{done.stderr}error: `{' '.join(map(str, words))}` exited {done.returncode}")
    return done.stdout


def compile_loop(text, folder, name, has_prefetches):
    """Returns the compiled function. Only the pass tells both sides apart: neither is compiled as a critical path."""
    if has_prefetches:
        text = call(find("zyn-opt"), "--zyn-prefetch-indirect", input=text)
        if "memref.prefetch" not in text:
            sys.exit(f"error: there is no prefetch in {name}")
    text = text.replace("critical_path = true", "critical_path = false")
    file = folder / f"{name.replace(' ', '-')}-{has_prefetches}"
    call(find("zyn-translate"), "--zyn-to-object", "-", "-o", f"{file}.o", input=text)
    call(find(os.environ.get("CC", "clang-22"), "clang", "cc"), "-shared", f"{file}.o", "-o", f"{file}.so", "-lm")
    return ctypes.CDLL(f"{file}.so").run


def measure(functions, element, table_bytes, options, rng):
    """Returns the medians of both functions in ns for each row."""
    dtype = {"f32": np.float32, "i32": np.int32}[element]
    table = rng.integers(-4, 5, (table_bytes // (4 * WIDTH), WIDTH)).astype(dtype)
    weights, y = np.ones(WIDTH, dtype), np.zeros(options.rows, dtype)
    wide = np.zeros((options.rows, WIDTH), dtype)
    times = [[], []]
    for turn in range(2 * options.calls + 2):
        side = turn % 2 if turn // 2 % 2 else 1 - turn % 2
        rows = rng.integers(0, len(table), options.rows).astype(np.int32)
        sizes = [ctypes.c_int64(len(array)) for array in (table, rows, y, wide)]
        arrays = [ctypes.c_void_p(array.ctypes.data) for array in (table, rows, weights, y, wide)]
        words = [arrays[0], sizes[0], arrays[1], sizes[1], arrays[2], arrays[3], sizes[2], arrays[4], sizes[3]]
        start = time.perf_counter_ns()
        functions[side](*words)
        elapsed = time.perf_counter_ns() - start
        if turn >= 2:  # the first calls touch the pages
            times[side].append(elapsed / options.rows)
    return [statistics.median(side) for side in times]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, default=2**16, help="rows that a call looks up (default: %(default)s)")
    parser.add_argument("--calls", type=int, default=21, help="calls of each side (default: %(default)s)")
    parser.add_argument("--only", metavar="WORD", default="", help="measure the loops whose name contains WORD")
    parser.add_argument("--markdown", metavar="FILE", help="also write the table to this file")
    options = parser.parse_args()
    if options.rows < 1 or options.calls < 1:
        parser.error("--rows, --calls: expected at least 1")

    rng = np.random.default_rng(0)
    print(processor())
    lines = []
    with tempfile.TemporaryDirectory() as folder:
        for name, (element, are_distinct, body) in LOOPS.items():
            if options.only not in name:
                continue
            text = module(element, are_distinct, body)
            functions = [compile_loop(text, Path(folder), name, has_prefetches) for has_prefetches in (False, True)]
            cells = []
            for size in TABLES.values():
                without, with_prefetches = measure(functions, element, size, options, rng)
                cells.append(f"{without:.1f} / {with_prefetches:.1f}, {without / with_prefetches:.2f}")
            lines.append([name, *cells])
            print("  ".join([name.ljust(45), *(cell.ljust(18) for cell in cells)]).rstrip(), flush=True)
    if options.markdown:
        Path(options.markdown).write_text(f"{processor()}\n\n{markdown_table(['loop over a row', *TABLES], lines)}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
