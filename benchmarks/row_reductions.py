#!/usr/bin/env python3
"""Compares products whose rows are reduced with torch, eager and compiled.

    python benchmarks/row_reductions.py [--only WORD] [--bursts] [--markdown FILE] [--plot FILE.svg]

The kernel of a product reduces strips of its rows before it stores them, or instead: the best token of a language model,
the sums of squares of a normalization, and the greatest magnitudes of a row that is quantized next, which is a result,
too. Requires torch and an NVIDIA GPU. Environment: ZYN_RUN is the zyn-run to measure (default: zyn-run). Times are
measured as those of memory.py; the copy reads and writes as many bytes as the product has. Results are not checked here;
the execution tests do that. Exits with 1 if a program could not be run.
"""
import sys

from measure import comparison
from measure.comparison import Case

# Rows, columns and K: vocabularies, and the layers of models with 1024 to 4096 features.
SHAPES = [(256, 50264, 768), (2048, 50264, 768), (8192, 4096, 1024), (2048, 32000, 4096)]


def product(m, n, k):
    """x · wT."""
    return f"""  %empty = tensor.empty() : tensor<{m}x{n}xbf16>
  %c = zyn.matmul transpose_b ins(%x, %w : tensor<{m}x{k}xbf16>, tensor<{n}x{k}xbf16>) outs(%empty : tensor<{m}x{n}xbf16>)
      -> tensor<{m}x{n}xbf16>
"""


def argmax(m, n, k):
    return f"""func.func @main(%x: tensor<{m}x{k}xbf16>, %w: tensor<{n}x{k}xbf16>) -> tensor<{m}xi32> {{
{product(m, n, k)}  %any = tensor.empty() : tensor<{m}x{n}xi32>
  %indices = zyn.map outs(%any : tensor<{m}x{n}xi32>) {{
    %i = zyn.index 1 : index
    %index = arith.index_cast %i : index to i32
    zyn.yield %index : i32
  }} -> tensor<{m}x{n}xi32>
  %lowest = arith.constant dense<0xFF80> : tensor<{m}xbf16>
  %zero = arith.constant dense<0> : tensor<{m}xi32>
  %r:2 = zyn.reduce ins(%c, %indices : tensor<{m}x{n}xbf16>, tensor<{m}x{n}xi32>)
      outs(%lowest, %zero : tensor<{m}xbf16>, tensor<{m}xi32>) dimensions = [1] {{
  ^bb0(%a: bf16, %i: i32, %b: bf16, %j: i32):
    %greater = arith.cmpf ogt, %b, %a : bf16
    %equal = arith.cmpf oeq, %b, %a : bf16
    %smaller = arith.cmpi slt, %j, %i : i32
    %tie = arith.andi %equal, %smaller : i1
    %take = arith.ori %greater, %tie : i1
    %value = arith.select %take, %b, %a : bf16
    %index = arith.select %take, %j, %i : i32
    zyn.yield %value, %index : bf16, i32
  }} -> tensor<{m}xbf16>, tensor<{m}xi32>
  return %r#1 : tensor<{m}xi32>
}}
"""


def reduced_map(m, n, k, ops, value, operation, returns_product):
    """Returns the function that combines what `ops` compute of the elements %e."""
    results, types = (("%r, %c", f"(tensor<{m}xf32>, tensor<{m}x{n}xbf16>)") if returns_product
                      else ("%r", f"tensor<{m}xf32>"))
    return f"""func.func @main(%x: tensor<{m}x{k}xbf16>, %w: tensor<{n}x{k}xbf16>) -> {types} {{
{product(m, n, k)}  %any = tensor.empty() : tensor<{m}x{n}xf32>
  %mapped = zyn.map ins(%c : tensor<{m}x{n}xbf16>) outs(%any : tensor<{m}x{n}xf32>) {{
  ^bb0(%narrow: bf16):
    %e = arith.extf %narrow : bf16 to f32
    {ops}
    zyn.yield {value} : f32
  }} -> tensor<{m}x{n}xf32>
  %zero = arith.constant dense<0.0> : tensor<{m}xf32>
  %r = zyn.reduce ins(%mapped : tensor<{m}x{n}xf32>) outs(%zero : tensor<{m}xf32>) dimensions = [1] {{
  ^bb0(%a: f32, %b: f32):
    %s = arith.{operation} %a, %b : f32
    zyn.yield %s : f32
  }} -> tensor<{m}xf32>
  return {results} : {types.strip('()')}
}}
"""


def cases(torch):
    def best(x, w):
        return (x @ w.T).argmax(-1)

    def squares(x, w):
        return (x @ w.T).float().square().sum(-1)

    def magnitudes(x, w):
        c = x @ w.T
        return c.float().abs().amax(-1), c

    programs = [("argmax", argmax, best),
                ("squares", lambda *sizes: reduced_map(*sizes, "%q = arith.mulf %e, %e : f32", "%q", "addf", False), squares),
                ("magnitudes and product",
                 lambda *sizes: reduced_map(*sizes, "%q = math.absf %e : f32", "%q", "maximumf", True), magnitudes)]
    for name, module, eager in programs:
        for m, n, k in SHAPES:
            inputs = [f"random:bf16:{m}x{k}", f"random:bf16:{n}x{k}"]
            yield Case(f"{name} {m}x{n}x{k}", module(m, n, k), inputs, eager, m * n * 2,
                       others={"torch.compile": torch.compile(eager)})


if __name__ == "__main__":
    sys.exit(comparison.main(__doc__.splitlines()[0], cases, ["torch", "torch.compile", "copy"], "Reductions of rows"))
