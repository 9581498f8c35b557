#!/usr/bin/env python3
"""Compares matmuls of many shapes with cuBLAS, through torch, and with Triton.

    python benchmarks/products.py [--count N] [--seed N] [--shape MxNxK]... [--type TYPE]... [--dynamic] [--bursts]
                                  [--markdown FILE] [--plot FILE.svg]

Requires torch and an NVIDIA GPU. Environment: ZYN_RUN is the zyn-run to measure (default: zyn-run). Half of the shapes
are fixed: squares, few rows, deep, thin and ragged ones; the others are drawn from the seed. `--dynamic` compiles
programs whose sizes are only known at run time.

Times are measured twice, on random data that is on the device already. Those of bursts are medians of 30 runs after a
warm-up, on the same inputs, one side after the other, and of replays of a CUDA graph, so that they exclude the time of
the calls. Sustained times are of long series on rotating inputs that alternate between the
sides (see measure/sustained.py); `--bursts` omits them. Triton's are those of its tutorial's matmul with the best of
the tutorial's tiles for each shape (see measure/triton_matmul.py); there are none without Triton, or for types other
than f16 and bf16. A ratio above 1 means that Zyn is faster. Results are not checked here;
test/Execution/benchmark_results.py does that. Exits with 1 if a program could not be run.
"""
import argparse
import math
import random
import sys
import tempfile
from pathlib import Path

from measure import FAILED, cells, describe_gpu, graph_ms, import_torch, markdown_table, summarize, zyn_ms
from measure.matmuls import FORMATS, module_of, rate, torch_inputs, torch_matmul, total_bytes, zyn_inputs
from measure.plot import Row, write_plot
from measure.sustained import count_copies, measure_sustained

OTHERS = ["cuBLAS", "Triton"]
HEADER = ["M x N x K", "type", "zyn, ms", "TFLOP/s", "cuBLAS, ms", "ratio", "Triton, ms", "ratio"]
SUSTAINED = ["sustained: zyn, ms", *HEADER[3:], "MHz"]
FIXED = [(512, 512, 512), (1024, 1024, 1024), (2048, 2048, 2048), (4096, 4096, 4096), (8192, 8192, 8192),
         (1, 4096, 4096), (1, 16384, 8192), (8, 8192, 8192), (16, 8192, 8192), (64, 8192, 8192), (128, 8192, 8192),
         (256, 256, 65536), (512, 512, 16384), (8192, 8192, 1024), (4096, 64, 4096), (8192, 16, 8192),
         (3000, 2000, 1000), (320, 4992, 2048), (4095, 4097, 4099), (1000, 1001, 999)]
MAX_ELEMENTS = 2**27  # of a matrix
COUNT, SEED = 40, 1  # of the shapes in docs/benchmarks.md


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


def import_triton():
    """Returns the matmul in Triton, or None after a message if Triton is missing."""
    try:
        from measure.triton_matmul import matmul
        return matmul
    except ImportError:
        print("without Triton, which cannot be imported", file=sys.stderr)
        return None


class Product:
    """The times of a matmul: dictionaries with the sides "zyn" and OTHERS, in milliseconds."""

    def __init__(self, shape, type):
        self.label, self.shape, self.type = "x".join(map(str, shape)), shape, type
        self.bursts, self.sustained, self.clock = {}, {}, None

    def measure(self, torch, triton, options, folder):
        format = FORMATS[self.type]
        file = Path(folder) / "main.mlir"
        file.write_text(module_of(format, *self.shape, options.dynamic))
        inputs, a_b = zyn_inputs(format, *self.shape), torch_inputs(torch, format, *self.shape)
        runs = {"cuBLAS": torch_matmul(torch, format)}
        if triton and format.has_triton:
            runs["Triton"] = triton
        self.bursts = {name: graph_ms(torch, run, a_b) for name, run in runs.items()}
        self.bursts["zyn"] = zyn_ms(file, "main", inputs, "cuda", "--graph")
        if options.bursts or math.isnan(self.bursts["zyn"]):
            return
        copies = count_copies(torch, total_bytes(format, *self.shape))
        sets = [a_b] + [tuple(matrix.clone() for matrix in a_b) for _ in range(copies - 1)]
        runs = {name: (run, sets) for name, run in runs.items() if not math.isnan(self.bursts[name])}
        self.sustained, self.clock = measure_sustained(torch, file, "main", inputs, copies, runs, self.bursts)

    def ratio(self, times, name):
        return times.get(name, math.nan) / times.get("zyn", math.nan)

    def row(self, bursts_only):
        line = [self.label, self.type]
        for times in [self.bursts] if bursts_only else [self.bursts, self.sustained]:
            zyn = times.get("zyn", math.nan)
            line += [FAILED if math.isnan(zyn) else f"{zyn:.4f}", rate(*self.shape, zyn)]
            line += cells(zyn, [times.get(name, math.nan) for name in OTHERS])
        return line if bursts_only else line + [str(self.clock or "")]

    def has_failed(self, bursts_only):
        return FAILED in self.row(bursts_only)

    def plot_row(self):
        ratios = {}
        for name in OTHERS:
            ratios[f"{name}, bursts"] = self.ratio(self.bursts, name)
            ratios[f"{name}, sustained"] = self.ratio(self.sustained, name)
        return Row(f"{self.label} {self.type}", ratios)


def summarize_products(products):
    lines = []
    for type in dict.fromkeys(product.type for product in products):
        rows = [product.plot_row() for product in products if product.type == type]
        for series in rows[0].ratios:
            ratios = [row.ratios[series] for row in rows]
            if not all(map(math.isnan, ratios)):
                lines.append(summarize(f"{type}, {series}", ratios))
    return lines


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=COUNT, help="number of shapes (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=SEED, help="seed of the shapes (default: %(default)s)")
    parser.add_argument("--shape", action="append", metavar="MxNxK", help="measure this shape instead, may be given"
                        " several times")
    parser.add_argument("--type", action="append", choices=list(FORMATS),
                        help="element type, may be given several times (default: bf16 and f16)")
    parser.add_argument("--dynamic", action="store_true", help="compile for sizes that are known at run time")
    parser.add_argument("--bursts", action="store_true", help="do not measure sustained times")
    parser.add_argument("--markdown", metavar="FILE", help="also write the table to this file")
    parser.add_argument("--plot", metavar="FILE.svg", help="write a chart of the ratios to this file")
    options = parser.parse_args()
    torch = import_torch()
    if torch is None:
        return 0
    triton = import_triton()
    shapes = ([tuple(map(int, shape.split("x"))) for shape in options.shape or []]
              or draw_shapes(options.count, options.seed))

    products, header = [], HEADER if options.bursts else HEADER + SUSTAINED
    print("  ".join(header))
    with tempfile.TemporaryDirectory() as folder:
        for type in options.type or ["bf16", "f16"]:
            for shape in shapes:
                products.append(Product(shape, type))
                products[-1].measure(torch, triton, options, folder)
                torch.cuda.empty_cache()  # zyn-run is another process and needs the memory
                print("  ".join(products[-1].row(options.bursts)), flush=True)
    summaries = summarize_products(products)
    print(describe_gpu(torch), *summaries, sep="\n")
    if options.markdown:
        text = markdown_table(header, [product.row(options.bursts) for product in products])
        Path(options.markdown).write_text("\n\n".join([describe_gpu(torch), text, *summaries]) + "\n")
    if options.plot:
        rows = [product.plot_row() for product in products]
        series = [name for name in rows[0].ratios if not all(math.isnan(row.ratios[name]) for row in rows)]
        write_plot(options.plot, f"Matmuls: time compared with Zyn's, {torch.cuda.get_device_name()}",
                   "time / time of Zyn (right of 1: Zyn is faster)", rows, series)
    return int(any(product.has_failed(options.bursts) for product in products))


if __name__ == "__main__":
    sys.exit(main())
