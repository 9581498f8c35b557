#!/usr/bin/env python3
"""Compares fused programs, a chain of maps, softmax and layer normalization, with torch, eager and compiled, and a copy.

Softmax is measured with known sizes, and as one program for all sizes; torch.compile always knows the sizes.

    python benchmarks/fusion.py [--only WORD] [--bursts] [--markdown FILE] [--plot FILE.svg]

Requires torch and an NVIDIA GPU. Environment: ZYN_RUN is the zyn-run to measure (default: zyn-run). The programs are
maps and reductions, which zyn-run fuses. Times are measured as those of memory.py; the copy reads and writes as many
bytes as a single kernel. Results are not checked here; the execution tests do that. Exits with 1 if a program could not
be run.
"""
import sys

from measure import comparison
from measure.comparison import Case

ROWS = [(16384, 4096), (65536, 1024), (4096, 32768), (8192, 4096), (65536, 1000), (131072, 128), (4096, 131072),
        (8, 32768), (64, 1000000)]
DYNAMIC = [(16384, 4096), (65536, 1024), (65536, 1000), (65536, 1001), (131072, 128), (1000000, 17), (4096, 32768),
           (4096, 65536), (4096, 100000), (512, 300000), (64, 1000000), (3, 50000000)]
CHAIN = 2**28


def tensor(*shape):
    return "tensor<" + "".join(f"{size}x" for size in shape) + "f32>"


def zyn_map(name, inputs, type, lines, maps=""):
    """Returns a map of `inputs`, pairs of a value and its type, whose elements are %0, %1, ..."""
    ins = f"ins({', '.join(value for value, _ in inputs)} : {', '.join(kind for _, kind in inputs)}) " if inputs else ""
    arguments = ", ".join(f"%e{i}: f32" for i in range(len(inputs)))
    block = f"  ^bb0({arguments}):\n" if inputs else ""
    body = "".join(f"    {line}\n" for line in lines)
    return (f"  %empty_{name} = tensor.empty() : {type}\n  %{name} = zyn.map {ins}outs(%empty_{name} : {type}){maps} {{\n"
            f"{block}{body}    zyn.yield %y : f32\n  }} -> {type}\n")


def zyn_reduce(name, source, shape, operation, init):
    rows = tensor(shape[0])
    return (zyn_map(f"init_{name}", [], rows, [f"%y = arith.constant {init} : f32"])
            + f"  %{name} = zyn.reduce ins({source} : {tensor(*shape)}) outs(%init_{name} : {rows}) dimensions = [1] {{\n"
            f"  ^bb0(%a: f32, %b: f32):\n    %y = {operation} %a, %b : f32\n    zyn.yield %y : f32\n  }} -> {rows}\n")


def maps_of(*dims):
    return " indexing_maps = [" + ", ".join(f"affine_map<(i, j) -> ({d})>" for d in dims) + "]"


def softmax_module(shape):
    full, rows = tensor(*shape), tensor(shape[0])
    maps = maps_of("i, j", "i")
    return (f"func.func @main(%x: {full}) -> {full} {{\n" + zyn_reduce("max", "%x", shape, "arith.maximumf", "0xFF800000")
            + zyn_map("exp", [("%x", full), ("%max", rows)], full,
                      ["%d = arith.subf %e0, %e1 : f32", "%y = math.exp %d : f32"], maps)
            + zyn_reduce("sum", "%exp", shape, "arith.addf", "0.0")
            + zyn_map("result", [("%exp", full), ("%sum", rows)], full, ["%y = arith.divf %e0, %e1 : f32"], maps)
            + f"  return %result : {full}\n}}\n")


DYNAMIC_SOFTMAX = """func.func @main(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %x, %c0 : tensor<?x?xf32>
  %n = tensor.dim %x, %c1 : tensor<?x?xf32>
  %empty = tensor.empty(%m, %n) : tensor<?x?xf32>
  %result = zyn.rows ins(%x : tensor<?x?xf32>) outs(%empty : tensor<?x?xf32>) dimensions = [1] {
  ^bb0(%e: f32):
    %lowest = arith.constant 0xFF800000 : f32
    %zero = arith.constant 0.0 : f32
    %max = zyn.reduce_row %e init %lowest : f32 {
    ^bb0(%a: f32, %b: f32):
      %y = arith.maximumf %a, %b : f32
      zyn.yield %y : f32
    }
    %d = arith.subf %e, %max : f32
    %exp = math.exp %d : f32
    %sum = zyn.reduce_row %exp init %zero : f32 {
    ^bb0(%a: f32, %b: f32):
      %y = arith.addf %a, %b : f32
      zyn.yield %y : f32
    }
    %q = arith.divf %exp, %sum : f32
    zyn.yield %q : f32
  } -> tensor<?x?xf32>
  return %result : tensor<?x?xf32>
}
"""


def norm_module(shape):
    full, rows, row = tensor(*shape), tensor(shape[0]), tensor(shape[1])
    mean = [f"%n = arith.constant {float(shape[1])} : f32", "%y = arith.divf %e0, %n : f32"]
    return (f"func.func @main(%x: {full}, %weight: {row}, %bias: {row}) -> {full} {{\n"
            + zyn_reduce("sum", "%x", shape, "arith.addf", "0.0") + zyn_map("mean", [("%sum", rows)], rows, mean)
            + zyn_map("centered", [("%x", full), ("%mean", rows)], full, ["%y = arith.subf %e0, %e1 : f32"],
                      maps_of("i, j", "i"))
            + zyn_map("squares", [("%centered", full)], full, ["%y = arith.mulf %e0, %e0 : f32"])
            + zyn_reduce("total", "%squares", shape, "arith.addf", "0.0")
            + zyn_map("scale", [("%total", rows)], rows,
                      [mean[0], "%v = arith.divf %e0, %n : f32", "%epsilon = arith.constant 1.0e-5 : f32",
                       "%w = arith.addf %v, %epsilon : f32", "%y = math.rsqrt %w : f32"])
            + zyn_map("result", [("%centered", full), ("%scale", rows), ("%weight", row), ("%bias", row)], full,
                      ["%s = arith.mulf %e0, %e1 : f32", "%t = arith.mulf %s, %e2 : f32", "%y = arith.addf %t, %e3 : f32"],
                      maps_of("i, j", "i", "j", "j"))
            + f"  return %result : {full}\n}}\n")


def chain_module():
    """(a * b + c) * a + d, in four maps."""
    full = tensor(CHAIN)
    steps = [("p", "%a", "%b", "mulf"), ("q", "%p", "%c", "addf"), ("r", "%q", "%a", "mulf"), ("s", "%r", "%d", "addf")]
    return (f"func.func @main(%a: {full}, %b: {full}, %c: {full}, %d: {full}) -> {full} {{\n"
            + "".join(zyn_map(name, [(x, full), (y, full)], full, [f"%y = arith.{operation} %e0, %e1 : f32"])
                      for name, x, y, operation in steps) + f"  return %s : {full}\n}}\n")


def cases(torch):
    text = lambda *shape: "random:f32:" + "x".join(map(str, shape))

    def case(name, module, inputs, run, moved):
        torch.compiler.reset()  # which otherwise gives up after some shapes
        return Case(name, module, inputs, run, moved, others={"torch.compile": torch.compile(run, dynamic=False)})

    yield case("chain of 4 maps of 2^28", chain_module(), [text(CHAIN)] * 4, lambda a, b, c, d: (a * b + c) * a + d,
               5 * 4 * CHAIN)
    for shape in ROWS:
        label, moved = f"{shape[0]}x{shape[1]}", 8 * shape[0] * shape[1]
        yield case(f"softmax {label}", softmax_module(shape), [text(*shape)], lambda x: torch.softmax(x, 1), moved)
        yield case(f"layer norm {label}", norm_module(shape), [text(*shape), text(shape[1]), text(shape[1])],
                   lambda x, g, b: torch.nn.functional.layer_norm(x, x.shape[1:], g, b), moved)
    for shape in DYNAMIC:
        yield case(f"softmax of unknown size {shape[0]}x{shape[1]}", DYNAMIC_SOFTMAX, [text(*shape)],
                   lambda x: torch.softmax(x, 1), 8 * shape[0] * shape[1])


if __name__ == "__main__":
    sys.exit(comparison.main(__doc__.splitlines()[0], cases, ["torch", "torch.compile", "copy"], "Fused programs"))
