#!/usr/bin/env python3
"""Compares the handwritten kernels of examples/kernels with alternatives.

    python benchmarks/kernels.py [--markdown FILE]

Requires torch and an NVIDIA GPU of compute capability 9.0. Environment: ZYN_RUN is the zyn-run to measure (default:
zyn-run). Times are medians of 30 runs after a warm-up, on random data that is on the device already. Results are not
checked here; `examples/kernels/check.py` does that. Exits with 1 if a program could not be run.
"""
import argparse
import math
import sys
from pathlib import Path

from measure import FAILED, describe_gpu, import_torch, met, print_table, row, torch_ms, zyn_ms

KERNELS = Path(__file__).resolve().parent.parent / "examples/kernels"
BLOCKS = 132  # one for each multiprocessor of an H200


def matmul_rows(torch):
    """Compares the matmul with TMA and wgmma with cuBLAS, which torch calls."""
    for size, target in [(8192, 600), (4096, None)]:
        a, b = (torch.randn(size, size, device="cuda").bfloat16() for _ in range(2))
        c = torch.empty_like(a)
        reference = torch_ms(torch, lambda: torch.matmul(a, b.t(), out=c))
        zyn = zyn_ms(KERNELS / "matmul-wgmma.mlir", "main", [f"random:bf16:{size}x{size}"] * 2, "cuda")
        rate = 2 * size**3 / zyn / 1e9
        yield row(f"matmul {size}^3 bf16, TMA and wgmma", zyn, f"{rate:.0f} TFLOP/s",
                  f"cuBLAS through torch, {2 * size**3 / reference / 1e9:.0f} TFLOP/s", reference,
                  met(rate, target, "TFLOP/s") if target else "")


def copy_rows(torch):
    """Copies 4 GiB between two buffers on the device."""
    count = 2**30
    x = torch.randn(count, device="cuda")
    y = torch.empty_like(x)
    copy = torch_ms(torch, lambda: y.copy_(x))
    del x, y
    torch.cuda.empty_cache()  # zyn-run is another process and needs the memory
    zyn = zyn_ms(KERNELS / "copy.mlir", "main", [f"random:f32:{count}"], "cuda")
    rate = 8 * count / zyn / 1e9
    yield row("copy 4 GiB", zyn, f"{rate:.2f} TB/s", f"torch copy, {8 * count / copy / 1e9:.2f} TB/s", copy)


def shared_copy_rows(torch):
    """Copies from shared memory to shared memory on all multiprocessors. The difference between two numbers of
    iterations is the time of the copies alone."""
    few, many, bytes_per_round = 1000, 11000, 2 * 2 * 16384  # there and back, read and written
    blocks = 2 * BLOCKS  # of 1024 threads
    times = [zyn_ms(KERNELS / "copy.mlir", "shared", [f"random:f32:{blocks * 4096}", f"{rounds}"], "cuda")
             for rounds in (few, many)]
    ms = times[1] - times[0]
    # 32 banks of 4 bytes, at the maximum clock rate that the driver reports.
    clock = torch.cuda.get_device_properties(0).clock_rate * 1e3 if hasattr(
        torch.cuda.get_device_properties(0), "clock_rate") else 1.98e9
    peak = BLOCKS * 128 * clock / 1e12
    rate = blocks * bytes_per_round * (many - few) / ms / 1e9 if ms > 0 else math.nan
    yield ["copy in shared memory", f"{rate:.1f} TB/s" if ms > 0 else FAILED,
           f"128 bytes per cycle and multiprocessor, {peak:.1f} TB/s", "", f"{rate / peak:.2f}", ""]


def barrier_rows(_):
    """Measures the cost of each additional barrier of the whole grid."""
    few, many = 100, 10100
    times = [zyn_ms(KERNELS / "grid-barrier.mlir", "main", [str(BLOCKS), str(rounds)], "cuda")
             for rounds in (few, many)]
    us = (times[1] - times[0]) / (many - few) * 1e3
    verdict = FAILED if math.isnan(us) else "met" if us < 100 else "missed"
    yield [f"grid barrier, {BLOCKS} blocks", f"{us:.2f} us", "", "", "", f"100 us: {verdict}"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--markdown", metavar="FILE", help="also write the table to this file")
    options = parser.parse_args()
    torch = import_torch()
    if torch is None:
        return 0
    table = [line for rows in (matmul_rows, copy_rows, shared_copy_rows, barrier_rows) for line in rows(torch)]
    return int(not print_table([describe_gpu(torch)], table, options.markdown))


if __name__ == "__main__":
    sys.exit(main())
