#!/usr/bin/env python3
"""Compares sparse matmuls with torch, which calls cuSPARSE, and with a device-to-device copy.

    python benchmarks/spmm.py [--only WORD] [--bursts] [--markdown FILE] [--plot FILE.svg]

Requires torch and an NVIDIA GPU. Environment: ZYN_RUN is the zyn-run to measure (default: zyn-run). Times are measured
as those of memory.py. The sparse matrices have random elements in random columns, in order. The rows of uneven ones
have lengths from a Pareto distribution, up to all columns. The copy moves as many bytes as the three matrices have.
Results are not checked here; the tests do that. Exits with 1 if a program could not be run.
"""
import sys
import tempfile
from pathlib import Path

import numpy as np

from measure import comparison
from measure.comparison import Case


def uniform_rows(rng, m, k, density):
    """Returns the offsets and columns of a matrix each of whose elements exists with the probability `density`."""
    rows = [np.flatnonzero(rng.random(k) < density) for _ in range(m)]
    return np.concatenate([[0], np.cumsum([len(row) for row in rows])]), np.concatenate(rows)


def uneven_rows(rng, m, k, least):
    """Returns the offsets and columns of a matrix whose rows have at least `least` elements."""
    lengths = np.minimum((rng.pareto(1, m) + 1) * least, k).astype(int)
    lengths[m // 2] = k
    columns = [np.sort(rng.choice(k, length, replace=False)) if length < k else np.arange(k) for length in lengths]
    return np.concatenate([[0], np.cumsum(lengths)]), np.concatenate(columns)


def spmm_module(m, k, n, count):
    types = [f"tensor<{m + 1}xi32>", f"tensor<{count}xi32>", f"tensor<{count}xf32>", f"tensor<{k}x{n}xf32>"]
    parameters = ", ".join(f"%a{i}: {type}" for i, type in enumerate(types))
    return f"""func.func @main({parameters}) -> tensor<{m}x{n}xf32> {{
  %empty = tensor.empty() : tensor<{m}x{n}xf32>
  %r = zyn.spmm ins(%a0, %a1, %a2, %a3 : {', '.join(types)}) outs(%empty : tensor<{m}x{n}xf32>) -> tensor<{m}x{n}xf32>
  return %r : tensor<{m}x{n}xf32>
}}
"""


def cases(torch):
    rng = np.random.default_rng(1)
    for name, m, k, widths, build, argument in [
            *[(f"{100 * density:g} %", 4096, 4096, (64, 512, 4096), uniform_rows, density) for density in (0.15, 0.05, 0.01)],
            *[(f"{100 * density:g} %", 8192, 8192, (512,), uniform_rows, density) for density in (0.15, 0.05, 0.01)],
            ("0.1 %", 16384, 16384, (256,), uniform_rows, 0.001),
            ("uneven rows", 65536, 65536, (64,), uneven_rows, 4)]:
        offsets, columns = build(rng, m, k, argument)
        with tempfile.TemporaryDirectory() as folder:
            files = [str(Path(folder) / f"{part}.npy") for part in ("offsets", "columns")]
            for file, numbers in zip(files, (offsets, columns)):
                np.save(file, numbers.astype(np.int32))
            count = len(columns)
            matrix = torch.sparse_csr_tensor(*(torch.from_numpy(numbers.astype(np.int32)) for numbers in (offsets, columns)),
                                             torch.randn(count), (m, k)).cuda()
            for n in widths:
                moved = 4 * (m + 1 + 2 * count + k * n + m * n)
                yield Case(f"{name} of {m}x{k} times {k}x{n} f32", spmm_module(m, k, n, count),
                           [*files, f"random:f32:{count}", f"random:f32:{k}x{n}"],
                           lambda offsets, columns, values, x, matrix=matrix: matrix @ x, moved)


if __name__ == "__main__":
    sys.exit(comparison.main(__doc__.splitlines()[0], cases, ["torch", "copy"], "Sparse matmuls"))
