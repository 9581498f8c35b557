#!/usr/bin/env python3
"""Compares matmuls of many shapes with cuBLAS, through torch.

    python benchmarks/products.py [--count N] [--seed N] [--type TYPE]... [--dynamic] [--markdown FILE]

Requires torch and an NVIDIA GPU. Environment: ZYN_RUN is the zyn-run to measure (default: zyn-run). Half of the shapes
are fixed: squares, few rows, deep, thin and ragged ones; the others are drawn from the seed. `--dynamic` compiles
programs whose sizes are only known at run time. Times are medians of 30 runs after a warm-up, on random data that is on
the device already; those of torch are replays of a CUDA graph, so that they exclude the time of its own calls. Results
are not checked here; the tests do that. Exits with 1 if a program could not be run.
"""
import argparse
import math
import random
import sys
import tempfile
from pathlib import Path

from measure import FAILED, describe_gpu, import_torch, torch_ms, zyn_ms

HEADER = ["M x N x K", "type", "zyn, ms", "TFLOP/s", "cuBLAS, ms", "cuBLAS / zyn"]
FIXED = [(512, 512, 512), (1024, 1024, 1024), (2048, 2048, 2048), (4096, 4096, 4096), (8192, 8192, 8192),
         (1, 4096, 4096), (1, 16384, 8192), (8, 8192, 8192), (16, 8192, 8192), (64, 8192, 8192), (128, 8192, 8192),
         (256, 256, 65536), (512, 512, 16384), (8192, 8192, 1024), (4096, 64, 4096), (8192, 16, 8192),
         (3000, 2000, 1000), (320, 4992, 2048), (4095, 4097, 4099), (1000, 1001, 999)]
MAX_ELEMENTS = 2**27  # of a matrix


def draw_shapes(count, seed):
    """Returns the fixed shapes and others with sizes from 1 to 16384, logarithmically, half of them ragged."""
    rng = random.Random(seed)
    shapes = FIXED[:count]
    while len(shapes) < count:
        m, n, k = (round(2 ** rng.uniform(low, 14)) for low in (0, 6, 6))
        if rng.random() < 0.5:
            m, n, k = m, max(n // 8, 1) * 8, max(k // 8, 1) * 8
        if max(m * n, m * k, n * k) <= MAX_ELEMENTS:
            shapes.append((m, n, k))
    return shapes


def matmul_module(m, n, k, type, dynamic):
    def tensor(*sizes):
        return "tensor<" + "".join("?x" if dynamic else f"{size}x" for size in sizes) + f"{type}>"

    a, b, c = tensor(m, k), tensor(k, n), tensor(m, n)
    sizes = f"""  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %a, %c0 : {a}
  %n = tensor.dim %b, %c1 : {b}
""" if dynamic else ""
    return f"""func.func @main(%a: {a}, %b: {b}) -> {c} {{
{sizes}  %empty = tensor.empty({"%m, %n" if dynamic else ""}) : {c}
  %r = zyn.matmul ins(%a, %b : {a}, {b}) outs(%empty : {c}) -> {c}
  return %r : {c}
}}
"""


def measure(torch, m, n, k, type, dynamic, folder):
    """Returns the times of Zyn and of torch in milliseconds."""
    element = {"bf16": torch.bfloat16, "f16": torch.float16, "f32": torch.float32, "f64": torch.float64}[type]
    a, b = torch.randn(m, k, device="cuda").to(element), torch.randn(k, n, device="cuda").to(element)
    c = torch.empty(m, n, device="cuda", dtype=element)
    torch.matmul(a, b, out=c)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        torch.matmul(a, b, out=c)
    reference = torch_ms(torch, graph.replay)
    del graph, a, b, c
    torch.cuda.empty_cache()  # zyn-run is another process and needs the memory
    file = Path(folder) / "main.mlir"
    file.write_text(matmul_module(m, n, k, type, dynamic))
    return zyn_ms(file, "main", [f"random:{type}:{m}x{k}", f"random:{type}:{k}x{n}"], "cuda"), reference


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=40, help="number of shapes (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the shapes (default: %(default)s)")
    parser.add_argument("--type", action="append", choices=["bf16", "f16", "f32", "f64"],
                        help="element type, may be given several times (default: bf16 and f16)")
    parser.add_argument("--dynamic", action="store_true", help="compile for sizes that are known at run time")
    parser.add_argument("--markdown", metavar="FILE", help="also write the table to this file")
    options = parser.parse_args()
    torch = import_torch()
    if torch is None:
        return 0

    table, summaries, failed = [], [], False
    with tempfile.TemporaryDirectory() as folder:
        for type in options.type or ["bf16", "f16"]:
            ratios = []
            for m, n, k in draw_shapes(options.count, options.seed):
                zyn, reference = measure(torch, m, n, k, type, options.dynamic, folder)
                if math.isnan(zyn):
                    table.append([f"{m}x{n}x{k}", type, FAILED, "", f"{reference:.4f}", ""])
                    failed = True
                else:
                    ratios.append(reference / zyn)
                    table.append([f"{m}x{n}x{k}", type, f"{zyn:.4f}", f"{2 * m * n * k / zyn / 1e9:.1f}",
                                  f"{reference:.4f}", f"{ratios[-1]:.2f}"])
                print("  ".join(table[-1]), flush=True)
            if ratios:
                mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
                summaries.append(f"{type}: cuBLAS / zyn at worst {min(ratios):.2f}, geometric mean {mean:.2f}")
    print(describe_gpu(torch), *summaries, sep="\n")
    if options.markdown:
        lines = [HEADER, ["---"] * len(HEADER), *table]
        text = "\n".join("| " + " | ".join(line) + " |" for line in lines)
        Path(options.markdown).write_text("\n\n".join([describe_gpu(torch), text, *summaries]) + "\n")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
