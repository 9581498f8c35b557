#!/usr/bin/env python3
"""Compares attention with torch's scaled_dot_product_attention: cuDNN and FlashAttention-2, or the host.

    python benchmarks/attention.py [--type TYPE]... [--filter TEXT] [--bursts] [--markdown FILE]
    python benchmarks/attention.py --host [--threads N] [--filter TEXT] [--markdown FILE]

Requires torch and, without --host, an NVIDIA GPU. Environment: ZYN_RUN is the zyn-run to measure (default: zyn-run).

Times are those of bursts and of sustained series, as in products.py; the sustained ones are compared with cuDNN only. On
the host, elements are f32. A causal mask is counted as half of the operations. A ratio above 1 means that Zyn is faster.
Results are not checked here; the tests do that. Exits with 1 if a program could not be run.
"""
import argparse
import math
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from measure import (FAILED, cells, describe_gpu, describe_host, graph_ms, host_ms, import_torch, import_torch_of_host,
                     markdown_table, summarize, zyn_ms)
from measure.sustained import count_copies, measure_sustained

HEADER = ["attention", "type", "zyn, ms", "TFLOP/s", "cuDNN, ms", "ratio", "FlashAttention-2, ms", "ratio"]
SUSTAINED = ["sustained: zyn, ms", "TFLOP/s", "cuDNN, ms", "ratio", "MHz"]
HOST_HEADER = ["attention", "zyn, ms", "GFLOP/s", "torch, ms", "ratio"]


@dataclass(frozen=True)
class Attention:
    """As many queries as keys."""

    batch: int
    heads: int
    length: int
    size: int
    causal: bool = False
    group: int = 1

    @property
    def label(self):
        shared = f" of {self.heads // self.group}" if self.group != 1 else ""
        return (f"{self.batch}x{self.heads}{shared}x{self.length}x{self.size}" + (", causal" if self.causal else ""))

    @property
    def shapes(self):
        queries = (self.batch, self.heads, self.length, self.size)
        keys = (self.batch, self.heads // self.group, self.length, self.size)
        return [queries, keys, keys]

    def module(self, type):
        q, k, v = ("tensor<" + "x".join(map(str, shape)) + f"x{type}>" for shape in self.shapes)
        return f"""func.func @main(%q: {q}, %k: {k}, %v: {v}) -> {q} {{
  %empty = tensor.empty() : {q}
  %r = zyn.attention{" causal" if self.causal else ""} group_size = {self.group}
      ins(%q, %k, %v : {q}, {k}, {v}) outs(%empty : {q}) -> {q}
  return %r : {q}
}}
"""

    def inputs(self, type):
        return [f"random:{type}:" + "x".join(map(str, shape)) for shape in self.shapes]

    def torch_inputs(self, torch, dtype, device):
        return tuple(torch.randn(shape, device=device).to(dtype) for shape in self.shapes)

    def torch_run(self, torch, backend=None):
        attention = torch.nn.functional.scaled_dot_product_attention

        def run(q, k, v):
            if backend is None:
                return attention(q, k, v, is_causal=self.causal, enable_gqa=self.group != 1)
            with torch.nn.attention.sdpa_kernel(backend):
                return attention(q, k, v, is_causal=self.causal, enable_gqa=self.group != 1)

        return run

    def operations(self):
        return 4 * self.batch * self.heads * self.length**2 * self.size // (2 if self.causal else 1)

    def total_bytes(self):
        """Returns the number of bytes of the operands and the result, of 16-bit elements."""
        return 2 * sum(map(math.prod, [*self.shapes, self.shapes[0]]))


CASES = [Attention(batch, heads, length, size, causal)
         for size, heads in ((128, 16), (64, 32)) for causal in (False, True)
         for batch, length in ((4, 4096), (2, 8192), (1, 16384))]
CASES += [Attention(4, 8, 4096, 256), Attention(4, 8, 4096, 256, causal=True), Attention(4, 16, 4096, 96),
          Attention(16, 16, 1024, 128), Attention(16, 16, 1024, 128, causal=True),
          Attention(4, 32, 4096, 128, causal=True, group=4)]
HOST_CASES = [Attention(1, 8, length, 64, causal) for length in (512, 2048) for causal in (False, True)]


def tera_per_second(case, ms):
    return "" if math.isnan(ms) else f"{case.operations() / ms / 1e9:.1f}"


def show(ms):
    return FAILED if math.isnan(ms) else f"{ms:.4f}"


def measure_gpu(torch, case, type, options, folder):
    """Returns a row of the table, and the ratios to cuDNN of bursts and of sustained times."""
    file = Path(folder) / "main.mlir"
    file.write_text(case.module(type))
    dtype = {"bf16": torch.bfloat16, "f16": torch.float16}[type]
    operands = case.torch_inputs(torch, dtype, "cuda")
    backends = torch.nn.attention.SDPBackend
    cudnn = case.torch_run(torch, backends.CUDNN_ATTENTION)
    bursts = {"cuDNN": graph_ms(torch, cudnn, operands),
              "flash": graph_ms(torch, case.torch_run(torch, backends.FLASH_ATTENTION), operands),
              "zyn": zyn_ms(file, "main", case.inputs(type), "cuda", "--graph")}
    line = [case.label, type, show(bursts["zyn"]), tera_per_second(case, bursts["zyn"]),
            *cells(bursts["zyn"], [bursts["cuDNN"]]), *cells(bursts["zyn"], [bursts["flash"]])]
    ratios = [bursts["cuDNN"] / bursts["zyn"]]
    if options.bursts:
        return line, ratios
    sustained, clock = {}, None
    if not any(map(math.isnan, bursts.values())):
        copies = count_copies(torch, case.total_bytes())
        sets = [operands] + [tuple(operand.clone() for operand in operands) for _ in range(copies - 1)]
        sustained, clock = measure_sustained(torch, file, "main", case.inputs(type), copies, {"cuDNN": (cudnn, sets)},
                                             {name: bursts[name] for name in ("cuDNN", "zyn")})
    zyn, other = sustained.get("zyn", math.nan), sustained.get("cuDNN", math.nan)
    line += [show(zyn), tera_per_second(case, zyn), *cells(zyn, [other]), str(clock or "")]
    return line, [*ratios, other / zyn]


def measure_host(torch, case, folder):
    file = Path(folder) / "main.mlir"
    file.write_text(case.module("f32"))
    operands, run = case.torch_inputs(torch, torch.float32, "cpu"), case.torch_run(torch)
    with torch.no_grad():
        other = host_ms(lambda: run(*operands))
    zyn = zyn_ms(file, "main", case.inputs("f32"), "cpu")
    rate = "" if math.isnan(zyn) else f"{case.operations() / zyn / 1e6:.1f}"
    return [case.label, FAILED if math.isnan(zyn) else f"{zyn:.3f}", rate, *cells(zyn, [other])], [other / zyn]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--type", action="append", choices=["bf16", "f16"],
                        help="element type, may be given several times (default: bf16)")
    parser.add_argument("--filter", default="", help="only cases whose label contains this text")
    parser.add_argument("--bursts", action="store_true", help="do not measure sustained times")
    parser.add_argument("--host", action="store_true", help="measure on the host instead of a GPU")
    parser.add_argument("--threads", type=int, default=2, help="number of threads on the host (default: %(default)s)")
    parser.add_argument("--markdown", metavar="FILE", help="also write the table to this file")
    options = parser.parse_args()
    torch = import_torch_of_host(options.threads) if options.host else import_torch()
    if torch is None:
        return 0

    header = HOST_HEADER if options.host else HEADER if options.bursts else HEADER + SUSTAINED
    table, ratios = [], {}
    print("  ".join(header))
    with tempfile.TemporaryDirectory() as folder:
        for type in ["f32"] if options.host else options.type or ["bf16"]:
            for case in HOST_CASES if options.host else CASES:
                if options.filter not in case.label:
                    continue
                line, measured = (measure_host(torch, case, folder) if options.host
                                  else measure_gpu(torch, case, type, options, folder))
                table.append(line)
                print("  ".join(line), flush=True)
                for name, ratio in zip(["bursts", "sustained"], measured):
                    ratios.setdefault(f"{type}, {name}", []).append(ratio)
    machine = describe_host(torch) if options.host else describe_gpu(torch)
    summaries = [summarize(name, values) for name, values in ratios.items()]
    print(machine, *summaries, sep="\n")
    if options.markdown:
        Path(options.markdown).write_text("\n\n".join([machine, markdown_table(header, table), *summaries]) + "\n")
    return int(any(FAILED in line for line in table))


if __name__ == "__main__":
    sys.exit(main())
