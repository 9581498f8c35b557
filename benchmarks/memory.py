#!/usr/bin/env python3
"""Compares reductions, transpositions and broadcasts of many shapes with torch and with a device-to-device copy.

    python benchmarks/memory.py [--only WORD] [--bursts] [--markdown FILE] [--plot FILE.svg]

Requires torch and an NVIDIA GPU. Environment: ZYN_RUN is the zyn-run to measure (default: zyn-run). Times are measured
twice, on random data that is on the device already. Those of bursts are medians of 30 runs after a warm-up, on the same
inputs, one side after the other. Sustained times are of long series on rotating inputs that alternate between the sides
(see measure/sustained.py); `--bursts` omits them. The time of the copy is that of as many bytes as the operation reads
and writes at least. `--only` measures the rows whose name contains a word. Results are not checked here;
test/Execution/benchmark_results.py does that. Exits with 1 if a program could not be run.
"""
import sys

from measure import comparison
from measure.comparison import Case

BURST = 64  # bytes: what the memory reads at least
SHAPES = [(1000000, 16), (100000, 300), (4096, 16384), (16384, 4096), (16, 4000000), (4000000, 16)]
WHOLE = 2**28
VIEWED = (16384, 8192)
BYTES = {"f32": 4, "bf16": 2}


def tensor(type, *shape):
    return "tensor<" + "".join(f"{size}x" for size in shape) + f"{type}>"


def filled(type, shape, value):
    """Returns MLIR that defines %init, filled with `value`."""
    init = tensor(type, *shape)
    return (f"  %empty = tensor.empty() : {init}\n  %init = zyn.map outs(%empty : {init}) {{\n"
            f"    %c = arith.constant {value} : {type}\n    zyn.yield %c : {type}\n  }} -> {init}\n")


def sum_module(type, shape, dims, view=None, strides=(1, 1)):
    """Sums of f32, as those of torch. With `view`, only of the first elements in each dimension, `strides` apart."""
    source = tensor(type, *shape)
    summed = tensor(type, *(view or shape))
    kept = [size for dim, size in enumerate(view or shape) if dim not in dims]
    result = tensor(type, *kept)
    slice = (f"  %view = tensor.extract_slice %x[0, 0] {list(view)} {list(strides)} : {source} to {summed}\n"
             if view else "")
    return (f"func.func @main(%x: {source}) -> {result} {{\n" + slice + filled(type, kept, "0.0")
            + f"  %r = zyn.reduce ins({'%view' if view else '%x'} : {summed}) outs(%init : {result}) "
            f"dimensions = {list(dims)} {{\n"
            "  ^bb0(%acc: f32, %v: f32):\n    %s = arith.addf %acc, %v : f32\n    zyn.yield %s : f32\n"
            f"  }} -> {result}\n  return %r : {result}\n}}\n")


def argmax_module(shape, dim):
    """The index of the greatest element. The indices are computed, not read."""
    values, indices = tensor("f32", *shape), tensor("i32", *shape)
    kept = [size for d, size in enumerate(shape) if d != dim]
    best, at = tensor("f32", *kept), tensor("i32", *kept)
    return f"""func.func @main(%x: {values}) -> ({best}, {at}) {{
  %any = tensor.empty() : {indices}
  %i = zyn.map outs(%any : {indices}) {{
    %n = zyn.index {dim} : index
    %c = arith.index_cast %n : index to i32
    zyn.yield %c : i32
  }} -> {indices}
{filled("f32", kept, "0xFF800000")}  %none = tensor.empty() : {at}
  %last = zyn.map outs(%none : {at}) {{
    %c = arith.constant 2147483647 : i32
    zyn.yield %c : i32
  }} -> {at}
  %r:2 = zyn.reduce ins(%x, %i : {values}, {indices}) outs(%init, %last : {best}, {at}) dimensions = [{dim}] {{
  ^bb0(%best: f32, %at: i32, %v: f32, %n: i32):
    %greater = arith.cmpf ogt, %v, %best : f32
    %equal = arith.cmpf oeq, %v, %best : f32
    %smaller = arith.cmpi slt, %n, %at : i32
    %tie = arith.andi %equal, %smaller : i1
    %take = arith.ori %greater, %tie : i1
    %value = arith.select %take, %v, %best : f32
    %index = arith.select %take, %n, %at : i32
    zyn.yield %value, %index : f32, i32
  }} -> {best}, {at}
  return %r#0, %r#1 : {best}, {at}
}}
"""


def transpose_module(type, shape):
    source, result = tensor(type, *shape), tensor(type, *reversed(shape))
    return f"""func.func @main(%x: {source}) -> {result} {{
  %empty = tensor.empty() : {result}
  %r = zyn.map ins(%x : {source}) outs(%empty : {result}) indexing_maps = [affine_map<(i, j) -> (j, i)>] {{
  ^bb0(%v: {type}):
    zyn.yield %v : {type}
  }} -> {result}
  return %r : {result}
}}
"""


def bias_module(type, shape, dim):
    source, bias = tensor(type, *shape), tensor(type, shape[dim])
    return f"""func.func @main(%x: {source}, %b: {bias}) -> {source} {{
  %empty = tensor.empty() : {source}
  %r = zyn.map ins(%x, %b : {source}, {bias}) outs(%empty : {source})
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ({"ij"[dim]})>] {{
  ^bb0(%v: {type}, %w: {type}):
    %s = arith.addf %v, %w : {type}
    zyn.yield %s : {type}
  }} -> {source}
  return %r : {source}
}}
"""


def slice_module(shape):
    """Doubles the left half of each row."""
    source, half = tensor("f32", *shape), tensor("f32", shape[0], shape[1] // 2)
    return f"""func.func @main(%x: {source}) -> {half} {{
  %left = tensor.extract_slice %x[0, 0] [{shape[0]}, {shape[1] // 2}] [1, 1] : {source} to {half}
  %empty = tensor.empty() : {half}
  %r = zyn.map ins(%left : {half}) outs(%empty : {half}) {{
  ^bb0(%v: f32):
    %s = arith.addf %v, %v : f32
    zyn.yield %s : f32
  }} -> {half}
  return %r : {half}
}}
"""


def cases(torch):
    text = lambda type, *shape: f"random:{type}:" + "x".join(map(str, shape))
    for type, shapes in [("f32", SHAPES), ("bf16", SHAPES)]:
        for shape in shapes:
            count, size = shape[0] * shape[1], BYTES[type]
            label = f"{shape[0]}x{shape[1]} {type}"
            for dim in (0, 1):
                yield Case(f"sum of {label} over {dim}", sum_module(type, shape, [dim]), [text(type, *shape)],
                           lambda x, dim=dim: torch.sum(x, dim), size * (count + shape[1 - dim]), shape[dim])
            yield Case(f"transpose {label}", transpose_module(type, shape), [text(type, *shape)],
                       lambda x: x.t().contiguous(), 2 * size * count)
            if type != "f32":
                continue
            yield Case(f"row bias {label}", bias_module(type, shape, 1), [text(type, *shape), text(type, shape[1])],
                       lambda x, b: x + b, 2 * size * count)
            yield Case(f"column bias {label}", bias_module(type, shape, 0), [text(type, *shape), text(type, shape[0])],
                       lambda x, b: x + b[:, None], 2 * size * count)
            half = size * shape[1] // 2
            yield Case(f"half of {label}", slice_module(shape), [text(type, *shape)],
                       lambda x, n=shape[1] // 2: x[:, :n] * 2, shape[0] * (-(-half // BURST) * BURST + half))
    for type in ("f32", "bf16"):
        yield Case(f"sum of 2^28 {type}", sum_module(type, (WHOLE,), [0]), [text(type, WHOLE)],
                   lambda x: torch.sum(x), BYTES[type] * WHOLE, WHOLE)
    rows, columns = VIEWED
    for dims in ([0], [1], [0, 1]):
        yield Case(f"sum of the left half of {rows}x{columns} f32 over {','.join(map(str, dims))}",
                   sum_module("f32", VIEWED, dims, (rows, columns // 2)), [text("f32", *VIEWED)],
                   lambda x, dims=dims: torch.sum(x[:, :columns // 2], dims), 2 * rows * columns, rows * columns // 2)
    yield Case(f"sum of all but a column of {rows}x{columns} bf16",
               sum_module("bf16", VIEWED, [0, 1], (rows, columns - 1)), [text("bf16", *VIEWED)],
               lambda x: torch.sum(x[:, :-1]), 2 * rows * columns, rows * columns)
    yield Case(f"sum of every other column of {rows}x{columns} f32",
               sum_module("f32", VIEWED, [0, 1], (rows, columns // 2), (1, 2)), [text("f32", *VIEWED)],
               lambda x: torch.sum(x[:, ::2]), 4 * rows * columns, rows * columns // 2)
    for shape, dim in [((16384, 4096), 1), ((4096, 16384), 0), ((16, 4000000), 1)]:
        yield Case(f"argmax of {shape[0]}x{shape[1]} f32 over {dim}", argmax_module(shape, dim),
                   [text("f32", *shape)], lambda x, dim=dim: torch.max(x, dim), 4 * shape[0] * shape[1])


if __name__ == "__main__":
    sys.exit(comparison.main(__doc__.splitlines()[0], cases, ["torch", "copy"], "Memory-bound operations"))
