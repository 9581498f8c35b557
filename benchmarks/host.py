#!/usr/bin/env python3
"""Compares convolutions, attention, softmax and sorts on the host with torch.

    python benchmarks/host.py [--threads N]... [--rounds N] [--filter TEXT] [--markdown FILE]

Requires torch, but no GPU. Environment: ZYN_RUN is the zyn-run to measure (default: zyn-run).

Elements are f32, and both sides have the same number of threads. Images have the layout nhwc, as torch's `channels_last`.
torch's sorts also return indices; those "with i64" sort as many bytes with Zyn. The sides alternate for some rounds, each
of which is the median of 30 runs after a warm-up. The minimum is reported, since other processes only add to it. A
ratio above 1 means that Zyn is faster. Results are not checked here; the tests do that. Exits with 1 if a program could
not be run.
"""
import argparse
import math
import os
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from attention import Attention
from convolutions import Convolution
from measure import (FAILED, cells, describe_host, host_ms, import_torch_of_host, markdown_table, rates, summarize,
                     zyn_ms)
from scan_sort import sort_module, tensor


@dataclass(frozen=True)
class Softmax(rates.Case):
    """Of the last dimension, as the four steps that define it."""

    rows: int
    columns: int

    @property
    def label(self):
        return f"softmax of {self.rows}x{self.columns}"

    def shapes(self):
        return [(self.rows, self.columns)]

    def module(self, type):
        x, row = tensor(type, self.shapes()[0]), tensor(type, (self.rows,))

        def reduced(name, source, initial, combine):
            return f"""  %{name}_empty = tensor.empty() : {row}
  %{name}_init = zyn.map outs(%{name}_empty : {row}) {{
    %c = arith.constant {initial} : {type}
    zyn.yield %c : {type}
  }} -> {row}
  %{name} = zyn.reduce ins({source} : {x}) outs(%{name}_init : {row}) dimensions = [1] {{
  ^bb0(%a: {type}, %b: {type}):
    %c = {combine} %a, %b : {type}
    zyn.yield %c : {type}
  }} -> {row}
"""

        def mapped(name, source, operand, body):
            return f"""  %{name}_empty = tensor.empty() : {x}
  %{name} = zyn.map ins({source}, {operand} : {x}, {row}) outs(%{name}_empty : {x})
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>] {{
  ^bb0(%a: {type}, %b: {type}):
{body}    zyn.yield %c : {type}
  }} -> {x}
"""

        weights = f"    %d = arith.subf %a, %b : {type}\n    %c = math.exp %d : {type}\n"
        return (f"func.func @main(%x: {x}) -> {x} {{\n" + reduced("greatest", "%x", "0xFF800000", "arith.maximumf")
                + mapped("weights", "%x", "%greatest", weights) + reduced("total", "%weights", "0.0", "arith.addf")
                + mapped("r", "%weights", "%total", f"    %c = arith.divf %a, %b : {type}\n")
                + f"  return %r : {x}\n}}\n")

    def torch_run(self, torch):
        return lambda x: torch.softmax(x, 1)


@dataclass(frozen=True)
class Sort(rates.Case):
    """Stable, of keys, or of keys with values of i64."""

    shape: tuple
    dim: int
    type: str = "f32"
    has_values: bool = False

    @property
    def label(self):
        size = "x".join(map(str, self.shape))
        return f"sort of {size} {self.type}" + (" with i64" if self.has_values else "") + f" along {self.dim}"

    def types(self):
        return [self.type, *["i64"] * self.has_values]

    def module(self, type):
        return sort_module(self.types(), self.shape, self.dim)

    def inputs(self, type):
        return [f"{'random' if type == 'f32' else 'bits'}:{type}:" + "x".join(map(str, self.shape))
                for type in self.types()]

    def torch_inputs(self, torch, dtype, device):
        if self.type == "f32":
            return (torch.randn(self.shape),)
        return (torch.randint(-2**31, 2**31, self.shape, dtype=torch.int32),)

    def torch_run(self, torch):
        return lambda x: torch.sort(x, stable=True, dim=self.dim)


CASES = [
    Convolution("1x56x56x64, 3x3, 64", (1, 56, 56, 64), (64, 3, 3)),
    Convolution("1x28x28x256, 3x3, 256", (1, 28, 28, 256), (256, 3, 3)),
    Convolution("1x7x7x512, 3x3, 512", (1, 7, 7, 512), (512, 3, 3)),
    Convolution("1x224x224x3, 7x7, 64, stride 2", (1, 224, 224, 3), (64, 7, 7), stride=2),
    Convolution("1x56x56x64, 3x3, 1", (1, 56, 56, 64), (1, 3, 3)),
    Convolution("1x56x56x64, 3x3, 3", (1, 56, 56, 64), (3, 3, 3)),
    Convolution("1x56x56x64, 3x3, 8", (1, 56, 56, 64), (8, 3, 3)),
    Convolution("1x56x56x64, 3x3, 20", (1, 56, 56, 64), (20, 3, 3)),
    Convolution("1x224x224x3, 3x3, 4", (1, 224, 224, 3), (4, 3, 3)),
    Convolution("8x14x14x256, 1x1, 256", (8, 14, 14, 256), (256, 1, 1)),
    Convolution("1x28x28x256, 3x3, 256, 32 groups", (1, 28, 28, 256), (256, 3, 3), groups=32),
    Convolution("1x112x112x96, 3x3, depthwise", (1, 112, 112, 96), (96, 3, 3), groups=96),
    *[Attention(1, 8, length, 64, causal) for length in (512, 2048) for causal in (False, True)],
    *[Softmax(*shape) for shape in ((8192, 64), (4096, 1024), (64, 65536), (4, 1000003))],
    *[Sort((2**20,), 0, type, has_values) for type in ("f32", "i32") for has_values in (False, True)],
    *[Sort((2**16,), 0, "f32", True), Sort((1024, 1000), 1, "f32", True), Sort((1024, 1000), 0, "f32", True),
      Sort((100000, 10), 1, "f32", True)],
]


def measure(torch, case, threads, rounds, folder):
    """Returns a row of the table, and the ratio."""
    file = Path(folder) / "main.mlir"
    file.write_text(case.module("f32"))
    operands, run = case.torch_inputs(torch, torch.float32, "cpu"), case.torch_run(torch)
    torch.set_num_threads(threads)
    os.environ["ZYN_THREADS"] = str(threads)  # of zyn-run
    zyns, others = [], []
    for _ in range(rounds):
        with torch.no_grad():
            others.append(host_ms(lambda: run(*operands)))
        zyns.append(zyn_ms(file, "main", case.inputs("f32"), "cpu"))
    zyn, other = math.nan if any(map(math.isnan, zyns)) else min(zyns), min(others)
    time = FAILED if math.isnan(zyn) else f"{zyn:.4f}"
    return [case.label, str(threads), time, *cells(zyn, [other])], other / zyn


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--threads", type=int, action="append",
                        help="number of threads, may be given several times (default: 2, and all processors)")
    parser.add_argument("--rounds", type=int, default=3, help="rounds of each row (default: %(default)s)")
    parser.add_argument("--filter", default="", help="only cases whose label contains this text")
    parser.add_argument("--markdown", metavar="FILE", help="also write the table to this file")
    options = parser.parse_args()
    torch = import_torch_of_host()
    if torch is None:
        return 0

    header = ["benchmark", "threads", "zyn, ms", "torch, ms", "torch / zyn"]
    table, ratios = [], {}
    print("  ".join(header))
    with tempfile.TemporaryDirectory() as folder:
        for threads in options.threads or sorted({2, len(os.sched_getaffinity(0))}):
            for case in CASES:
                if options.filter not in case.label:
                    continue
                line, ratio = measure(torch, case, threads, options.rounds, folder)
                table.append(line)
                ratios.setdefault(f"{threads} threads", []).append(ratio)
                print("  ".join(line), flush=True)
    machine = describe_host(torch)
    summaries = [summarize(name, values) for name, values in ratios.items()]
    print(machine, *summaries, sep="\n")
    if options.markdown:
        Path(options.markdown).write_text("\n\n".join([machine, markdown_table(header, table), *summaries]) + "\n")
    return int(any(FAILED in line for line in table))


if __name__ == "__main__":
    sys.exit(main())
