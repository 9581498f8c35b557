#!/usr/bin/env python3
"""Compares ops of a function that do not depend on each other with the same ops one after the other.

    python benchmarks/independent.py [--markdown FILE]

Requires torch and an NVIDIA GPU. Environment: ZYN_RUN is the zyn-run to measure (default: zyn-run). Both functions are
graphs (--graph), in which kernels that do not depend on each other run at the same time. None of the ops fills the GPU
alone. torch calls the independent ops on one stream, in a graph as well. Results are not checked here; the execution tests
do that. Exits with 1 if a program could not be run.
"""
import argparse
import math
import sys
import tempfile
from pathlib import Path

from measure import FAILED, describe_gpu, graph_ms, import_torch, markdown_table, zyn_ms

HEADER = ["ops", "one after the other, ms", "independent, ms", "ratio", "torch, independent, ms", "torch / zyn"]


def softmax(result, x, type):
    return (f"  %empty_{result} = tensor.empty() : {type}\n"
            f"  %{result} = linalg.softmax dimension(1) ins({x} : {type}) outs(%empty_{result} : {type}) -> {type}\n")


def product(result, x, type):
    return (f"  %empty_{result} = tensor.empty() : {type}\n"
            f"  %{result} = zyn.matmul ins({x}, %w : {type}, {type}) outs(%empty_{result} : {type}) -> {type}\n")


def program(emit, type, count, is_chain, has_weights):
    """Returns a function of `count` ops."""
    inputs = ["%x0"] if is_chain else [f"%x{i}" for i in range(count)]
    arguments = [f"{x}: {type}" for x in inputs] + ([f"%w: {type}"] if has_weights else [])
    body = "".join(emit(f"r{i}", f"%r{i - 1}" if is_chain and i else inputs[0 if is_chain else i], type)
                   for i in range(count))
    results = [f"%r{count - 1}"] if is_chain else [f"%r{i}" for i in range(count)]
    types = ", ".join([type] * len(results))
    return f"func.func @main({', '.join(arguments)}) -> ({types}) {{\n{body}  return {', '.join(results)} : {types}\n}}\n"


def measure(torch, name, emit, shape, dtype, count, run, has_weights=False):
    rows, columns = shape
    type, text = f"tensor<{rows}x{columns}x{dtype}>", f"random:{dtype}:{rows}x{columns}"
    times = []
    with tempfile.TemporaryDirectory() as folder:
        for is_chain in [True, False]:
            file = Path(folder) / f"{is_chain}.mlir"
            file.write_text(program(emit, type, count, is_chain, has_weights))
            inputs = [text] * ((1 if is_chain else count) + has_weights)
            times.append(zyn_ms(file, "main", inputs, "cuda", "--graph"))
    dtypes = {"f32": torch.float32, "bf16": torch.bfloat16}
    values = [torch.randn(rows, columns, device="cuda").to(dtypes[dtype]) for _ in range(count + 1)]
    other = graph_ms(torch, lambda *x: [run(one, x[-1]) for one in x[:-1]], values)
    chain, independent = times
    if math.isnan(chain + independent):
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
    table = []
    for count in [2, 4, 8]:
        table.append(measure(torch, f"{count} softmax of 16x8192", softmax, (16, 8192), "f32", count,
                             lambda x, w: torch.softmax(x, 1)))
        table.append(measure(torch, f"{count} products of 512x512, bf16", product, (512, 512), "bf16", count,
                             lambda x, w: x @ w, has_weights=True))
    text = markdown_table(HEADER, table)
    print("\n\n".join([describe_gpu(torch), text]))
    if options.markdown:
        Path(options.markdown).write_text("\n\n".join([describe_gpu(torch), text]) + "\n")
    return int(any(FAILED in row for row in table))


if __name__ == "__main__":
    sys.exit(main())
