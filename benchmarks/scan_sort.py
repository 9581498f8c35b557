#!/usr/bin/env python3
"""Compares scans, sorts and selections with torch, with CUB, and with a device-to-device copy.

    python benchmarks/scan_sort.py [--only WORD] [--bursts] [--markdown FILE] [--plot FILE.svg]

Requires torch and an NVIDIA GPU. Environment: ZYN_RUN is the zyn-run to measure (default: zyn-run). Times are measured
as those of memory.py. CUB's functions for one row are compiled by the nvcc of the machine; there are no times without
it. torch's sorts also return indices, so that Zyn sorts with values as well as without. The sort with a comparator, by
magnitude, is compared with torch's sort of the same keys. The copy moves as many bytes as reading and writing the arrays
once, and that of a selection as many as reading the array. Results are not checked here; the tests do that. Exits with 1
if a program could not be run.
"""
import sys

from measure import comparison
from measure.comparison import Case
from measure.cub import import_cub

BYTES = {"f64": 8, "f32": 4, "bf16": 2, "i64": 8, "i32": 4}


def tensor(type, shape):
    return "tensor<" + "".join(f"{size}x" for size in shape) + f"{type}>"


def scan_module(type, accumulator, shape, dim):
    array = tensor(type, shape)
    add = "arith.addi" if accumulator.startswith("i") else "arith.addf"
    return (f"func.func @main(%x: {array}) -> {array} {{\n  %empty = tensor.empty() : {array}\n"
            f"  %r = zyn.scan ins(%x : {array}) outs(%empty : {array}) dimension = {dim} {{\n"
            f"  ^bb0(%sum: {accumulator}, %v: {accumulator}):\n    %s = {add} %sum, %v : {accumulator}\n"
            f"    zyn.yield %s : {accumulator}\n  }} -> {array}\n  return %r : {array}\n}}\n")


def topk_module(type, shape, k):
    types = [tensor(element, size) for element, size in [(type, shape), (type, (shape[0], k)), ("i32", (shape[0], k))]]
    results = ", ".join(types[1:])
    return (f"func.func @main(%x: {types[0]}) -> ({results}) {{\n"
            f"  %v = tensor.empty() : {types[1]}\n  %i = tensor.empty() : {types[2]}\n"
            f"  %r:2 = zyn.topk ins(%x : {types[0]}) outs(%v, %i : {results}) dimension = 1 -> {results}\n"
            f"  return %r#0, %r#1 : {results}\n}}\n")


# Orders i32 by magnitude.
COMPARATOR = """ comparator {
  ^bb0(%a: i32, %b: i32):
    %x = math.absi %a : i32
    %y = math.absi %b : i32
    %before = arith.cmpi ult, %x, %y : i32
    zyn.yield %before : i1
  }"""


def sort_module(types, shape, dim, comparator=""):
    arrays = [tensor(type, shape) for type in types]
    names = lambda prefix: ", ".join(f"{prefix}{i}" for i in range(len(types)))
    parameters = ", ".join(f"%x{i}: {array}" for i, array in enumerate(arrays))
    empty = "".join(f"  %y{i} = tensor.empty() : {array}\n" for i, array in enumerate(arrays))
    text = ", ".join(arrays)
    return (f"func.func @main({parameters}) -> ({text}) {{\n{empty}"
            f"  {names('%r')} = zyn.sort ins({names('%x')} : {text}) outs({names('%y')} : {text}) dimension = {dim}"
            f"{comparator} -> {text}\n"
            f"  return {names('%r')} : {text}\n}}\n")


def cub_sides(function, shape):
    """Returns the side of CUB as `others` of a case, if it has the function and there is one row."""
    return {"CUB": function} if function and len(shape) == 1 else {}


def cases(torch):
    cub = import_cub()
    text = lambda type, shape: f"{'bits' if type.startswith('i') else 'random'}:{type}:" + "x".join(map(str, shape))
    count = lambda shape: shape[0] * (shape[1] if len(shape) > 1 else 1)
    for type, accumulator, shape, dim in [
            *[("f32", "f32", (2**power,), 0) for power in (20, 24, 26, 28)], ("i32", "i32", (2**28,), 0),
            ("bf16", "f32", (2**28,), 0), ("f64", "f64", (2**27,), 0), ("f32", "f32", (2**26 + 3,), 0),
            *[("f32", "f32", shape, dim) for shape in [(16384, 4096), (4096, 16384), (1000000, 16), (100000, 300)]
              for dim in (0, 1)], ("f32", "f32", (16, 4000000), 1)]:
        label = "x".join(map(str, shape))
        yield Case(f"scan of {label} {type} along {dim}", scan_module(type, accumulator, shape, dim), [text(type, shape)],
                   lambda x, dim=dim: torch.cumsum(x, dim, dtype=x.dtype), 2 * BYTES[type] * count(shape),
                   others=cub_sides(cub and cub.scan(torch, type), shape))
    for types, shape, dim in [
            *[(["i32"], (2**power,), 0) for power in (20, 24, 28)], *[(["i32", "i32"], (2**power,), 0) for power in (20, 24)],
            (["f32"], (2**24,), 0), (["i64"], (2**24,), 0), (["f32", "i32"], (100000, 30), 1), (["f32", "i32"], (16384, 1000), 1),
            (["f32", "i32"], (1000, 16384), 0)]:
        label = "x".join(map(str, shape)) + " " + " with ".join(types)
        yield Case(f"sort of {label} along {dim}", sort_module(types, shape, dim), [text(type, shape) for type in types],
                   lambda x, *values, dim=dim: torch.sort(x, stable=True, dim=dim),
                   2 * sum(BYTES[type] for type in types) * count(shape),
                   others=cub_sides(cub and cub.sort(torch, types), shape))
    for power in (20, 24):
        yield Case(f"sort of {2**power} i32 by magnitude", sort_module(["i32"], (2**power,), 0, COMPARATOR),
                   [text("i32", (2**power,))], lambda x: torch.sort(x, stable=True), 2 * 4 * 2**power)
    for type, shape, k in [("f32", (1, 2**24), 100), ("f32", (1, 2**24), 10000), ("f32", (4096, 32768), 64),
                           ("f32", (64, 128256), 50), ("bf16", (64, 128256), 50), ("f32", (16384, 1000), 8)]:
        label = "x".join(map(str, shape))
        yield Case(f"topk of {label} {type}, k = {k}", topk_module(type, shape, k), [text(type, shape)],
                   lambda x, k=k: torch.topk(x, k), BYTES[type] * count(shape))


if __name__ == "__main__":
    sys.exit(comparison.main(__doc__.splitlines()[0], cases, ["torch", "CUB", "copy"], "Scans, sorts and selections"))
