#!/usr/bin/env python3
"""Compares gathers and scatters with torch, and with a device-to-device copy.

    python benchmarks/gather_scatter.py [--only WORD] [--bursts] [--markdown FILE] [--plot FILE.svg]

Requires torch and an NVIDIA GPU. Environment: ZYN_RUN is the zyn-run to measure (default: zyn-run). Times are measured
as those of memory.py. Indices are uniformly distributed i32, and i64 for torch where it requires that. torch's sums
(`index_add`, `scatter_reduce`) have no fixed order, as those of a scatter that is `unordered`; the other scatters have the
same bits in every run. The destination of a scatter is copied first on all sides. The copy moves as many bytes as the
indices and the selected slices, which are read and written; a scatter also reads what it adds to, and copies its
destination. Results are not checked here; the tests do that. Exits with 1 if a program could not be run.
"""
import sys
import tempfile
from pathlib import Path

import numpy as np

from measure import comparison
from measure.comparison import Case
from scan_sort import BYTES, tensor


def gather_module(type, source, count):
    types = [tensor(type, source), tensor("i32", (count,)), tensor(type, (count, *source[1:]))]
    return f"""func.func @main(%x: {types[0]}, %i: {types[1]}) -> {types[2]} {{
  %empty = tensor.empty() : {types[2]}
  %r = zyn.gather ins(%x, %i : {types[0]}, {types[1]}) outs(%empty : {types[2]}) dimension = 0 -> {types[2]}
  return %r : {types[2]}
}}
"""


def scatter_module(type, target, count, combine, unordered):
    types = [tensor(type, (count, *target[1:])), tensor("i32", (count,)), tensor(type, target)]
    return f"""func.func @main(%x: {types[0]}, %i: {types[1]}, %y: {types[2]}) -> {types[2]} {{
  %r = zyn.scatter {"unordered " if unordered else ""}ins(%x, %i : {types[0]}, {types[1]}) outs(%y : {types[2]})
      dimension = 0 {{
  ^bb0(%a: {type}, %b: {type}):
    %c = {combine} %a, %b : {type}
    zyn.yield %c : {type}
  }} -> {types[2]}
  return %r : {types[2]}
}}
"""


def cases(torch):
    rng = np.random.default_rng(1)
    text = lambda type, shape: f"random:{type}:" + "x".join(map(str, shape))
    with tempfile.TemporaryDirectory() as folder:
        def indices(size, count):
            """Returns a file of indices below `size`."""
            file = str(Path(folder) / f"{size}-{count}.npy")
            if not Path(file).exists():
                np.save(file, rng.integers(0, size, count, np.int32))
            return file

        for type, shape, count in [("f32", (2**24,), 2**24), ("f32", (2**14,), 2**24), ("f32", (1000000, 16), 1000000),
                                   ("f32", (1000000, 128), 500000), ("bf16", (128256, 4096), 16384)]:
            slice_size = int(np.prod(shape[1:]))
            label = f"{count} of {'x'.join(map(str, shape))} {type}"
            yield Case(f"gather of {label}", gather_module(type, shape, count), [text(type, shape), indices(shape[0], count)],
                       lambda x, i: torch.index_select(x, 0, i), count * (4 + 2 * slice_size * BYTES[type]))
        for type, shape, count in [("f32", (2**24,), 2**24), ("f32", (2**14,), 2**24), ("f32", (2**8,), 2**24),
                                   ("i32", (2**8,), 2**24), ("f32", (1000000, 16), 1000000),
                                   ("f32", (100000, 128), 1000000)]:
            slice_size = int(np.prod(shape[1:]))
            label = f"{count} to {'x'.join(map(str, shape))} {type}"
            moved = count * (4 + 3 * slice_size * BYTES[type]) + 2 * int(np.prod(shape)) * BYTES[type]
            inputs = [text(type, (count, *shape[1:])), indices(shape[0], count), text(type, shape)]
            for unordered in (False, True):
                order = "unordered " if unordered else ""
                add = "arith.addi" if type == "i32" else "arith.addf"
                yield Case(f"{order}sum of {label}", scatter_module(type, shape, count, add, unordered), inputs,
                           lambda x, i, y: y.index_add(0, i, x), moved)
        # torch requires i64, and an index for each element.
        shape, count = (2**20,), 2**24
        wide = {}

        def greatest(x, i, y):
            index = wide.setdefault(i.data_ptr(), i.long())
            return y.scatter_reduce(0, index, x, "amax")

        yield Case(f"maximum of {count} to {shape[0]} f32", scatter_module("f32", shape, count, "arith.maximumf", False),
                   [text("f32", (count,)), indices(shape[0], count), text("f32", shape)], greatest,
                   count * 16 + 2 * shape[0] * 4)


if __name__ == "__main__":
    sys.exit(comparison.main(__doc__.splitlines()[0], cases, ["torch", "copy"], "Gathers and scatters"))
