#!/usr/bin/env python3
"""Compares Zyn with alternatives: a map, a sum and matmuls.

    python benchmarks/first.py [--only host|gpu] [--markdown FILE]

The GPU part requires torch and an NVIDIA GPU, the host part NumPy; a part whose requirements are missing is skipped
with a message unless --only selects it. Environment: ZYN_RUN is the zyn-run to measure (default: zyn-run);
ZYN_THREADS is the number of host threads for both Zyn and NumPy (default: the processors available to the process).

All times are medians of 30 runs after a warm-up, on standard normal data that is on the device already:
CUDA events for torch, the wall clock for NumPy, and --time for zyn-run. Results are not checked here; the tests
do that. Exits with 1 if a program could not be run, whether or not the targets are met.
"""
import argparse
import os
import sys
from pathlib import Path

from measure import describe_gpu, host_ms, met, print_table, processor, row, torch_ms, zyn_ms

FILES = Path(__file__).parent / "first"
THREADS = os.environ.get("ZYN_THREADS") or str(
    len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count())
for variable in ["OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "OMP_NUM_THREADS", "ZYN_THREADS"]:
    os.environ[variable] = THREADS  # must be set before NumPy is imported

COUNT = 2**28  # elements of the map and the sum
SIZE, HOST_SIZE = 4096, 1024  # of the square matrices


def gpu_memory_rows(torch):
    """Compares the map and the sum, which are memory-bound, with a device-to-device copy and with torch."""
    gib = 4 * COUNT / 2**30
    x = torch.randn(COUNT, device="cuda")
    y = torch.empty_like(x)
    copy = torch_ms(torch, lambda: y.copy_(x))
    eager = torch_ms(torch, lambda: x * 2 + 1)
    total = torch_ms(torch, lambda: torch.sum(x))
    try:
        function = torch.compile(lambda v: v * 2 + 1)
        compiled = torch_ms(torch, lambda: function(x))
    except Exception as error:  # requires Triton and a C compiler, which may be missing
        compiled = None
        print(f"torch.compile skipped: {type(error).__name__}", file=sys.stderr)
    del x, y
    torch.cuda.empty_cache()  # zyn-run is another process and needs the memory

    vector = f"random:f32:{COUNT}"
    map_ms, map_name = zyn_ms(FILES / "map.mlir", "map", [vector], "cuda"), "map 2^28 f32"
    rate = f"{2 * gib / map_ms * 1e3:.0f} GiB/s"
    yield row(map_name, map_ms, rate, "device-to-device copy", copy, met(copy / map_ms, 0.9, "of the copy"))
    yield row(map_name, map_ms, rate, "torch, eager", eager)
    if compiled is not None:
        yield row(map_name, map_ms, rate, "torch.compile", compiled)

    sum_ms, sum_name = zyn_ms(FILES / "sum.mlir", "sum", [vector], "cuda"), "sum 2^28 f32"
    rate = f"{gib / sum_ms * 1e3:.0f} GiB/s"
    # The copy moves twice as many bytes as the sum, so half its time corresponds to the same bandwidth.
    yield row(sum_name, sum_ms, rate, "device-to-device copy, per byte", copy,
              met(copy / 2 / sum_ms, 0.8, "of the copy's bandwidth"), scale=0.5)
    yield row(sum_name, sum_ms, rate, "torch.sum", total)


def gpu_matmul_rows(torch):
    """Compares matmuls with cuBLAS, which torch calls."""
    torch.backends.cuda.matmul.allow_tf32 = False
    for name, target in [("f32", 10), ("bf16", 150)]:
        dtype = {"f32": torch.float32, "bf16": torch.bfloat16}[name]
        a, b = (torch.randn(SIZE, SIZE, device="cuda").to(dtype) for _ in range(2))
        c = torch.empty_like(a)
        reference = torch_ms(torch, lambda: torch.matmul(a, b, out=c))
        zyn = zyn_ms(FILES / f"matmul_{name}.mlir", "matmul", [f"random:{name}:{SIZE}x{SIZE}"] * 2, "cuda")
        rate = 2 * SIZE**3 / zyn / 1e9
        yield row(f"matmul {SIZE}^3 {name}", zyn, f"{rate:.1f} TFLOP/s", "cuBLAS through torch", reference,
                  met(rate, target, "TFLOP/s"))


def host_rows(numpy):
    """Compares a matmul on the host with NumPy's BLAS with the same number of threads."""
    random = numpy.random.default_rng(0)
    a, b = (random.standard_normal((HOST_SIZE, HOST_SIZE), dtype=numpy.float32) for _ in range(2))
    c = numpy.empty_like(a)
    reference = host_ms(lambda: numpy.matmul(a, b, out=c))
    zyn = zyn_ms(FILES / "matmul_host.mlir", "matmul", [f"random:f32:{HOST_SIZE}x{HOST_SIZE}"] * 2, "cpu")
    yield row(f"matmul {HOST_SIZE}^3 f32, host", zyn, f"{2 * HOST_SIZE**3 / zyn / 1e6:.0f} GFLOP/s",
              f"NumPy {numpy.__version__}", reference, met(reference / zyn, 0.3, "of NumPy"))


def parts(only):
    """Returns generators of rows for the parts that can be measured, and a description of the machine for each."""
    found, machine = [], []
    if only != "host":
        try:
            import torch
            if not torch.cuda.is_available():
                raise ImportError("torch finds no NVIDIA GPU")
            torch.manual_seed(0)
            found += [gpu_memory_rows(torch), gpu_matmul_rows(torch)]
            machine.append(describe_gpu(torch))
        except ImportError as error:
            print(f"GPU part skipped: {error}", file=sys.stderr)
    if only != "gpu":
        try:
            import numpy
            found.append(host_rows(numpy))
            machine.append(f"{processor()}, {THREADS} threads")
        except ImportError as error:
            print(f"host part skipped: {error}", file=sys.stderr)
    return found, machine


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", choices=["host", "gpu"], help="measure one part")
    parser.add_argument("--markdown", metavar="FILE", help="also write the table to this file")
    options = parser.parse_args()

    found, machine = parts(options.only)
    if not found:
        return 1
    table = [line for rows in found for line in rows]

    return int(not print_table(machine, table, options.markdown))


if __name__ == "__main__":
    sys.exit(main())
