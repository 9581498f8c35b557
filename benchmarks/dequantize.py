#!/usr/bin/env python3
"""Compares products of a few rows by weights of 8 bits with torch, eager and compiled.

    python benchmarks/dequantize.py [--only WORD] [--bursts] [--markdown FILE] [--plot FILE.svg]

Each weight is multiplied by a scale of its row, as after the quantization of a model, or of 64 neighbors in its row, which
exporters write as a map of three dimensions and a reshape (`groups`). Requires torch and an NVIDIA GPU.
Environment: ZYN_RUN is the zyn-run to measure (default: zyn-run). Times are measured as those of memory.py; the copy
reads and writes as many bytes as the weights have. Results are not checked here; the execution tests do that. Exits
with 1 if a program could not be run.
"""
import sys

from measure import comparison
from measure.comparison import Case

# Rows, columns of the result, and K, of the layers of models with 768, 4096 and 8192 features.
SHAPES = [(1, 2304, 768), (1, 3072, 768), (1, 4096, 4096), (2, 4096, 4096), (4, 4096, 4096), (1, 28672, 8192),
          (4, 28672, 8192), (16, 4096, 4096), (16, 28672, 8192), (64, 4096, 4096), (64, 28672, 8192)]

GROUP = 64  # weights with the same scale


def module(m, n, k, type):
    """x · (q * scale)T, in the elements of x."""
    weights, scales = f"tensor<{n}x{k}x{type}>", f"tensor<{n}x{type}>"
    x, y = f"tensor<{m}x{k}x{type}>", f"tensor<{m}x{n}x{type}>"
    return f"""func.func @main(%x: {x}, %q: tensor<{n}x{k}xi8>, %s: {scales}) -> {y} {{
  %any = tensor.empty() : {weights}
  %w = zyn.map ins(%q, %s : tensor<{n}x{k}xi8>, {scales}) outs(%any : {weights})
      indexing_maps = [affine_map<(n, k) -> (n, k)>, affine_map<(n, k) -> (n)>] {{
  ^bb0(%weight: i8, %scale: {type}):
    %f = arith.sitofp %weight : i8 to {type}
    %r = arith.mulf %f, %scale : {type}
    zyn.yield %r : {type}
  }} -> {weights}
  %empty = tensor.empty() : {y}
  %y = zyn.matmul transpose_b ins(%x, %w : {x}, {weights}) outs(%empty : {y}) -> {y}
  return %y : {y}
}}
"""


def grouped_module(m, n, k, type):
    """The same with a scale for each group of neighbors along K."""
    stored = f"{n}x{k // GROUP}x{GROUP}"
    weights, scales, flat = f"tensor<{stored}x{type}>", f"tensor<{n}x{k // GROUP}x{type}>", f"tensor<{n}x{k}x{type}>"
    x, y = f"tensor<{m}x{k}x{type}>", f"tensor<{m}x{n}x{type}>"
    return f"""func.func @main(%x: {x}, %q: tensor<{stored}xi8>, %s: {scales}) -> {y} {{
  %any = tensor.empty() : {weights}
  %w = zyn.map ins(%q, %s : tensor<{stored}xi8>, {scales}) outs(%any : {weights})
      indexing_maps = [affine_map<(n, g, k) -> (n, g, k)>, affine_map<(n, g, k) -> (n, g)>] {{
  ^bb0(%weight: i8, %scale: {type}):
    %f = arith.sitofp %weight : i8 to {type}
    %r = arith.mulf %f, %scale : {type}
    zyn.yield %r : {type}
  }} -> {weights}
  %flat = tensor.collapse_shape %w [[0], [1, 2]] : {weights} into {flat}
  %empty = tensor.empty() : {y}
  %y = zyn.matmul transpose_b ins(%x, %flat : {x}, {flat}) outs(%empty : {y}) -> {y}
  return %y : {y}
}}
"""


def cases(torch):
    def eager(x, q, s):
        return x @ (q.to(x.dtype) * s[:, None]).T

    def grouped(x, q, s):
        return x @ (q.to(x.dtype) * s[:, :, None]).reshape(q.shape[0], -1).T

    for type in ["f32", "bf16"]:
        for m in [1, 4, 16, 64]:
            n, k = 4096, 4096
            inputs = [f"random:{type}:{m}x{k}", f"random:i8:{n}x{k // GROUP}x{GROUP}", f"random:{type}:{n}x{k // GROUP}"]
            yield Case(f"groups {m}x{n}x{k} {type}", grouped_module(m, n, k, type), inputs, grouped, n * k,
                       others={"torch.compile": torch.compile(grouped)})
        for m, n, k in SHAPES:
            inputs = [f"random:{type}:{m}x{k}", f"random:i8:{n}x{k}", f"random:{type}:{n}"]
            yield Case(f"{m}x{n}x{k} {type}", module(m, n, k, type), inputs, eager, n * k,
                       others={"torch.compile": torch.compile(eager)})


if __name__ == "__main__":
    sys.exit(comparison.main(__doc__.splitlines()[0], cases, ["torch", "torch.compile", "copy"], "Weights of 8 bits"))
