#!/usr/bin/env python3
"""Measures how long Python takes for a call of a compiled function, by the library of its arrays.

Usage: call.py [--markdown FILE]

The function adds two vectors of 1,024 elements, which takes the device less time than the call. On a GPU, a time is that
until the call returns, with the work queued; it is measured in batches, between which the device catches up. Kernels by
hand have three arrays as arguments and do nothing. A library that is not installed is left out. The package zyn is
required.
"""
import argparse
import statistics
import sys
import time
from pathlib import Path

import numpy as np

# zyn.py in this folder is a benchmark.
FOLDER = str(Path(__file__).resolve().parent)
sys.path.remove(FOLDER)
import zyn  # noqa: E402

sys.path.append(FOLDER)

ADD = """func.func @add(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %r = zyn.map ins(%x, %y : tensor<?xf32>, tensor<?xf32>) outs(%x : tensor<?xf32>) {
  ^bb0(%p: f32, %q: f32):
    %s = arith.addf %p, %q : f32
    zyn.yield %s : f32
  } -> tensor<?xf32>
  return %r : tensor<?xf32>
}"""
EMPTY = """.version 7.0
.target sm_70
.address_size 64
.visible .entry empty(.param .u64 x, .param .u64 y, .param .u64 z) { ret; }
"""
SIZE, BATCH, BATCHES = 1024, 200, 50


class CudaInterface:
    """An array on a GPU of a library without DLPack."""

    def __init__(self, array):
        self.array, self.__cuda_array_interface__ = array, array.__cuda_array_interface__


def measure(call, wait=lambda: None):
    """Returns the microseconds of a call: the median over batches."""
    times = []
    for _ in range(BATCHES):
        wait()
        start = time.perf_counter()
        for _ in range(BATCH):
            call()
        times.append((time.perf_counter() - start) / BATCH * 1e6)
    wait()
    return statistics.median(times)


def measure_host():
    add = zyn.compile(ADD, device="cpu")
    x = np.ones(SIZE, np.float32)
    out = np.empty_like(x)
    yield "NumPy, on the CPU", measure(lambda: add(x, x))
    yield "NumPy, on the CPU, with out=", measure(lambda: add(x, x, out=out))
    yield "numpy.add", measure(lambda: np.add(x, x))
    try:
        import torch
    except ImportError:
        return
    x = torch.ones(SIZE)
    yield "PyTorch, on the CPU", measure(lambda: add(x, x))
    yield "torch.add, on the CPU", measure(lambda: torch.add(x, x))


def measure_kernels():
    try:
        import torch
        x, wait = torch.ones(SIZE, device="cuda"), torch.cuda.synchronize
        launch = zyn.load_ptx(EMPTY).kernel("empty")[1, 32]
        yield "kernel by hand, PyTorch", measure(lambda: launch(x, x, x), wait)
        from measure.triton_empty import kernel
        yield "Triton's kernel, PyTorch", measure(lambda: kernel[(1,)](x, x, x), wait)
    except ImportError:
        pass
    try:
        import cupy
        x = cupy.ones(SIZE, cupy.float32)
        raw = cupy.RawKernel('extern "C" __global__ void empty(float *x, float *y, float *z) {}', "empty")
        yield "CuPy's RawKernel", measure(lambda: raw((1,), (32,), (x, x, x)), cupy.cuda.runtime.deviceSynchronize)
    except ImportError:
        pass


def measure_gpu():
    add = zyn.compile(ADD, device="cuda")
    try:
        import torch
        x, wait = torch.ones(SIZE, device="cuda"), torch.cuda.synchronize
        out = torch.empty_like(x)
        yield "PyTorch", measure(lambda: add(x, x), wait)
        yield "PyTorch, with out=", measure(lambda: add(x, x, out=out), wait)
        yield "torch.add", measure(lambda: torch.add(x, x), wait)
        view = CudaInterface(x)
        yield "`__cuda_array_interface__`", measure(lambda: add(view, view), wait)
    except ImportError:
        pass
    try:
        import cupy
        x = cupy.ones(SIZE, cupy.float32)
        yield "CuPy", measure(lambda: add(x, x), cupy.cuda.runtime.deviceSynchronize)
        yield "cupy.add", measure(lambda: cupy.add(x, x), cupy.cuda.runtime.deviceSynchronize)
    except ImportError:
        pass


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--markdown", help="also write the table to this file")
    options = parser.parse_args()
    lines = ["| call | us |", "| --- | --- |"]
    devices = [measure_kernels, measure_gpu, measure_host] if len(zyn.devices()) > 1 else [measure_host]
    for device in devices:
        lines += (f"| {name} | {time:.1f} |" for name, time in device())
    print("\n".join(lines))
    if options.markdown:
        Path(options.markdown).write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
