#!/usr/bin/env python3
"""Compares attention with torch's scaled_dot_product_attention: cuDNN and FlashAttention-2.

    python benchmarks/attention.py [--type TYPE]... [--filter TEXT] [--bursts] [--markdown FILE]

Requires torch and an NVIDIA GPU. Environment: ZYN_RUN is the zyn-run to measure (default: zyn-run).

Times are those of bursts and of sustained series, as in products.py. A causal mask is counted as half of the operations.
A ratio above 1 means that Zyn is faster. host.py measures the host. Results are not checked here; the tests do that.
Exits with 1 if a program could not be run.
"""
import math
import sys
from dataclasses import dataclass

from measure import rates


@dataclass(frozen=True)
class Attention(rates.Case):
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

    def shapes(self):
        queries = (self.batch, self.heads, self.length, self.size)
        keys = (self.batch, self.heads // self.group, self.length, self.size)
        return [queries, keys, keys]

    def module(self, type):
        q, k, v = ("tensor<" + "x".join(map(str, shape)) + f"x{type}>" for shape in self.shapes())
        return f"""func.func @main(%q: {q}, %k: {k}, %v: {v}) -> {q} {{
  %empty = tensor.empty() : {q}
  %r = zyn.attention{" causal" if self.causal else ""} group_size = {self.group}
      ins(%q, %k, %v : {q}, {k}, {v}) outs(%empty : {q}) -> {q}
  return %r : {q}
}}
"""

    def torch_run(self, torch, backend=None):
        attention = torch.nn.functional.scaled_dot_product_attention

        def run(q, k, v):
            if backend is None:
                return attention(q, k, v, is_causal=self.causal, enable_gqa=self.group != 1)
            with torch.nn.attention.sdpa_kernel(backend):
                return attention(q, k, v, is_causal=self.causal, enable_gqa=self.group != 1)

        return run

    def gpu_runs(self, torch):
        backends = torch.nn.attention.SDPBackend
        return {"cuDNN": self.torch_run(torch, backends.CUDNN_ATTENTION),
                "FlashAttention-2": self.torch_run(torch, backends.FLASH_ATTENTION)}

    def operations(self):
        return 4 * self.batch * self.heads * self.length**2 * self.size // (2 if self.causal else 1)

    def total_bytes(self):
        return 2 * sum(map(math.prod, [*self.shapes(), self.shapes()[0]]))


CASES = [Attention(batch, heads, length, size, causal)
         for size, heads in ((128, 16), (64, 32)) for causal in (False, True)
         for batch, length in ((4, 4096), (2, 8192), (1, 16384))]
CASES += [Attention(4, 8, 4096, 256), Attention(4, 8, 4096, 256, causal=True), Attention(4, 16, 4096, 96),
          Attention(16, 16, 1024, 128), Attention(16, 16, 1024, 128, causal=True),
          Attention(4, 32, 4096, 128, causal=True, group=4)]


if __name__ == "__main__":
    sys.exit(rates.main(__doc__.splitlines()[0], "attention", CASES, ["cuDNN", "FlashAttention-2"], ["bf16"]))
