#!/usr/bin/env python3
"""Compares products that do not depend on each other with the same number of products one after the other.

    python benchmarks/independent.py [--markdown FILE]

Requires torch and an NVIDIA GPU. Environment: ZYN_RUN is the zyn-run to measure (default: zyn-run). Both functions are
graphs (--graph). None of the products fills the GPU alone; those that do not depend on each other are one launch. torch
computes them on one stream, in a graph as well. Results are not checked here; the execution tests do that. Exits with 1 if
a program could not be run.
"""
import argparse
import math
import sys
import tempfile
from pathlib import Path

from measure import FAILED, describe_gpu, graph_ms, import_torch, markdown_table, zyn_ms

HEADER = ["products", "one after the other, ms", "independent, ms", "ratio", "torch, independent, ms", "torch / zyn"]


def product(result, x, type):
    return (f"  %empty_{result} = tensor.empty() : {type}\n"
            f"  %{result} = zyn.matmul ins({x}, %w : {type}, {type}) outs(%empty_{result} : {type}) -> {type}\n")


def program(type, count, is_chain):
    """Returns a function of `count` products by the same weights."""
    inputs = ["%x0"] if is_chain else [f"%x{i}" for i in range(count)]
    arguments = [f"{x}: {type}" for x in [*inputs, "%w"]]
    body = "".join(product(f"r{i}", f"%r{i - 1}" if is_chain and i else inputs[0 if is_chain else i], type)
                   for i in range(count))
    results = [f"%r{count - 1}"] if is_chain else [f"%r{i}" for i in range(count)]
    types = ", ".join([type] * len(results))
    return f"func.func @main({', '.join(arguments)}) -> ({types}) {{\n{body}  return {', '.join(results)} : {types}\n}}\n"


def measure(torch, size, count):
    type, text = f"tensor<{size}x{size}xbf16>", f"random:bf16:{size}x{size}"
    times = []
    with tempfile.TemporaryDirectory() as folder:
        for is_chain in [True, False]:
            file = Path(folder) / f"{is_chain}.mlir"
            file.write_text(program(type, count, is_chain))
            times.append(zyn_ms(file, "main", [text] * ((1 if is_chain else count) + 1), "cuda", "--graph"))
    values = [torch.randn(size, size, device="cuda").to(torch.bfloat16) for _ in range(count + 1)]
    other = graph_ms(torch, lambda *x: [one @ x[-1] for one in x[:-1]], values)
    chain, independent = times
    name = f"{count} products of {size}x{size}, bf16"
    if math.isnan(chain + independent + other):
        return [name, FAILED, "", "", "", ""]
    return [name, f"{chain:.4f}", f"{independent:.4f}", f"{chain / independent:.2f}", f"{other:.4f}",
            f"{other / independent:.2f}"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--markdown", metavar="FILE", help="also write the table to this file")
    options = parser.parse_args()
    torch = import_torch()
    if torch is None:
        return 0
    table = [measure(torch, 512, count) for count in [2, 4, 8]]
    text = markdown_table(HEADER, table)
    print("\n\n".join([describe_gpu(torch), text]))
    if options.markdown:
        Path(options.markdown).write_text("\n\n".join([describe_gpu(torch), text]) + "\n")
    return int(any(FAILED in row for row in table))


if __name__ == "__main__":
    sys.exit(main())
