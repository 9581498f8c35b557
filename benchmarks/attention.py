#!/usr/bin/env python3
"""Compares attention with torch's scaled_dot_product_attention: cuDNN and FlashAttention-2.

    python benchmarks/attention.py [--type TYPE]... [--filter TEXT] [--bursts] [--markdown FILE]

Requires torch and an NVIDIA GPU. Environment: ZYN_RUN is the zyn-run to measure (default: zyn-run).

Times are those of bursts and of sustained series, as in products.py. A causal mask is counted as half of the operations.
Rows that name a gate or a residual compute it of the result, from an array whose heads are next to each other, and those
that name squares also compute the sum of the squares of each row of the result; torch compiles them. A ratio above 1
means that Zyn is faster. host.py measures the host. Results are not checked here; the tests do that.
Exits with 1 if a program could not be run.
"""
import contextlib
import math
import sys
from dataclasses import dataclass

from measure import rates


# The ops of a map that compute %z from %x, an element of the result, and %y, one of another array; and the same for torch.
EPILOGUES = {
    "gated": ("""%negative = arith.negf %y : f32
    %power = math.exp %negative : f32
    %one = arith.constant 1.0 : f32
    %sum = arith.addf %power, %one : f32
    %z = arith.divf %x, %sum : f32""", lambda torch, x, y: x * torch.sigmoid(y)),
    "residual": ("%z = arith.addf %x, %y : f32", lambda torch, x, y: x + y)}


@dataclass(frozen=True)
class Attention(rates.Case):
    """As many queries as keys."""

    batch: int
    heads: int
    length: int
    size: int
    causal: bool = False
    group: int = 1
    epilogue: str = ""  # a key of EPILOGUES
    squares: bool = False

    @property
    def label(self):
        shared = f" of {self.heads // self.group}" if self.group != 1 else ""
        return (f"{self.batch}x{self.heads}{shared}x{self.length}x{self.size}" + (", causal" if self.causal else "") +
                (f", {self.epilogue}" if self.epilogue else "") + (", squares" if self.squares else ""))

    def shapes(self):
        queries = (self.batch, self.heads, self.length, self.size)
        keys = (self.batch, self.heads // self.group, self.length, self.size)
        operands = [(self.batch, self.length, self.heads, self.size)] if self.epilogue else []
        return [queries, keys, keys, *operands]

    def module(self, type):
        q, k, v, *operands = ("tensor<" + "x".join(map(str, shape)) + f"x{type}>" for shape in self.shapes())
        parameters = "".join(f", %e: {operand}" for operand in operands)
        results = f"({self.sums()}, {q})" if self.squares else q
        return f"""func.func @main(%q: {q}, %k: {k}, %v: {v}{parameters}) -> {results} {{
  %empty = tensor.empty() : {q}
  %r = zyn.attention{" causal" if self.causal else ""} group_size = {self.group}
      ins(%q, %k, %v : {q}, {k}, {v}) outs(%empty : {q}) -> {q}
{self.map(type, q, *operands) if self.epilogue else self.reduction(type, q) if self.squares else f"  return %r : {q}"}
}}
"""

    def sums(self):
        """Returns the type of one number for each row of the result."""
        return f"tensor<{self.batch}x{self.heads}x{self.length}xf32>"

    def reduction(self, type, result):
        """Returns the sums of the squares of the rows of the result, and the return."""
        sums = self.sums()
        return f"""  %zero = arith.constant 0.0 : f32
  %any = tensor.empty() : {sums}
  %s = zyn.rows ins(%r : {result}) outs(%any : {sums}) dimensions = [3] {{
  ^bb0(%x0: {type}):
    %x = arith.extf %x0 : {type} to f32
    %square = arith.mulf %x, %x : f32
    %sum = zyn.reduce_row %square init %zero : f32 {{
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      zyn.yield %c : f32
    }}
    zyn.yield %sum : f32
  }} -> {sums}
  return %s, %r : {sums}, {result}"""

    def map(self, type, result, operand):
        """Returns a map of the result, which becomes the epilogue of the attention, and the return."""
        return f"""  %m = zyn.map ins(%r, %e : {result}, {operand}) outs(%empty : {result})
      indexing_maps = [affine_map<(b, h, m, d) -> (b, h, m, d)>, affine_map<(b, h, m, d) -> (b, m, h, d)>] {{
  ^bb0(%x0: {type}, %y0: {type}):
    %x = arith.extf %x0 : {type} to f32
    %y = arith.extf %y0 : {type} to f32
    {EPILOGUES[self.epilogue][0]}
    %z0 = arith.truncf %z : f32 to {type}
    zyn.yield %z0 : {type}
  }} -> {result}
  return %m : {result}"""

    def torch_run(self, torch, backend=None):
        attention = torch.nn.functional.scaled_dot_product_attention

        def run(q, k, v, *operands):
            with contextlib.nullcontext() if backend is None else torch.nn.attention.sdpa_kernel(backend):
                r = attention(q, k, v, is_causal=self.causal, enable_gqa=self.group != 1)
            for operand in operands:
                r = EPILOGUES[self.epilogue][1](torch, r, operand.transpose(1, 2))
            return (r.float().square().sum(-1), r) if self.squares else r

        return torch.compile(run) if self.epilogue or self.squares else run

    def gpu_runs(self, torch):
        torch.compiler.reset()  # which keeps a few versions of a function only
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
          Attention(64, 16, 128, 64), Attention(64, 16, 128, 64, causal=True), Attention(16, 16, 512, 64),
          Attention(4, 32, 4096, 128, causal=True, group=4)]
CASES += [Attention(4, heads, length, size, causal, epilogue=epilogue)
          for size, heads in ((128, 16), (64, 32)) for causal in (False, True) for length in (1024, 4096)
          for epilogue in EPILOGUES]
CASES += [Attention(4, heads, length, size, causal, squares=True)
          for size, heads in ((128, 16), (64, 32)) for causal in (False, True) for length in (1024, 4096)]


if __name__ == "__main__":
    sys.exit(rates.main(__doc__.splitlines()[0], "attention", CASES, ["cuDNN", "FlashAttention-2"], ["bf16"]))
