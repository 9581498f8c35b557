#!/usr/bin/env python3
"""Compares matmuls with activations in their epilogues with torch, eager and compiled.

    python benchmarks/activations.py [--only WORD] [--bursts] [--markdown FILE] [--plot FILE.svg]

The tensor cores wait while an epilogue computes, which takes the longer the smaller K is. Numbers are random, so that
sums have a deviation of the root of K. Requires torch and an NVIDIA GPU. Environment: ZYN_RUN is the zyn-run to measure
(default: zyn-run). Times are measured as those of memory.py; the copy reads and writes as many bytes as the result has.
Results are not checked here; the execution tests do that. Exits with 1 if a program could not be run.
"""
import sys

from measure import comparison
from measure.comparison import Case

# Rows, columns and K.
SHAPES = [(4096, 4096, 4096), (8192, 4096, 1024), (16384, 1024, 256)]

# The ops that compute %y from %x, and the same for torch.
ACTIVATIONS = {
    "relu": ("%zero = arith.constant 0.0 : f32\n    %y = arith.maximumf %x, %zero : f32", lambda torch, x: torch.relu(x)),
    "tanh": ("%y = math.tanh %x : f32", lambda torch, x: torch.tanh(x)),
    "silu": ("""%negative = arith.negf %x : f32
    %power = math.exp %negative : f32
    %one = arith.constant 1.0 : f32
    %sum = arith.addf %power, %one : f32
    %y = arith.divf %x, %sum : f32""", lambda torch, x: torch.nn.functional.silu(x)),
    "gelu": ("""%factor = arith.constant 0.70710678118654752 : f32
    %scaled = arith.mulf %x, %factor : f32
    %erf = math.erf %scaled : f32
    %one = arith.constant 1.0 : f32
    %sum = arith.addf %erf, %one : f32
    %half = arith.constant 0.5 : f32
    %weight = arith.mulf %sum, %half : f32
    %y = arith.mulf %x, %weight : f32""", lambda torch, x: torch.nn.functional.gelu(x))}


def module(m, n, k, body):
    """The map becomes a part of the epilogue."""
    a, b, c = f"tensor<{m}x{k}xbf16>", f"tensor<{n}x{k}xbf16>", f"tensor<{m}x{n}xbf16>"
    return f"""func.func @main(%a: {a}, %b: {b}) -> {c} {{
  %empty = tensor.empty() : {c}
  %c = zyn.matmul transpose_b ins(%a, %b : {a}, {b}) outs(%empty : {c}) -> {c}
  %r = zyn.map ins(%c : {c}) outs(%empty : {c}) {{
  ^bb0(%narrow: bf16):
    %x = arith.extf %narrow : bf16 to f32
    {body}
    %result = arith.truncf %y : f32 to bf16
    zyn.yield %result : bf16
  }} -> {c}
  return %r : {c}
}}
"""


def cases(torch):
    for name, (body, activation) in ACTIVATIONS.items():
        for m, n, k in SHAPES:

            def run(a, b, activation=activation):
                return activation(torch, a @ b.T)

            yield Case(f"{name} {m}x{n}x{k}", module(m, n, k, body), [f"random:bf16:{m}x{k}", f"random:bf16:{n}x{k}"], run,
                       m * n * 4, others={"torch.compile": torch.compile(run)})


if __name__ == "__main__":
    sys.exit(comparison.main(__doc__.splitlines()[0], cases, ["torch", "torch.compile", "copy"], "Activations of products"))
