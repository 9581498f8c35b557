#!/usr/bin/env python3
"""Zyn beside what a user would pick instead: a map, a sum and matrix products.

    python benchmarks/first.py [--only host|gpu] [--markdown FILE]

The GPU part needs torch and an NVIDIA GPU, the host part NumPy; a part that lacks them is left out, with a
message, unless --only asks for it. Environment: ZYN_RUN is the zyn-run to measure (default: zyn-run);
ZYN_THREADS is the number of host threads, for Zyn and NumPy alike (default: the processors this process may use).

All times are medians of 30 runs after a warm-up, on standard normal data that is on the device already:
CUDA events for torch, the wall clock for NumPy, and --time for zyn-run. Results are not checked here; the tests
do that. Exits 1 when something could not be run, whether or not the targets are met.
"""
import argparse
import math
import os
import platform
import re
import statistics
import subprocess
import sys
import time
from pathlib import Path

FILES = Path(__file__).parent / "first"
REPEAT = 30
WARM_UP = 0.3  # seconds, and at least one run
THREADS = os.environ.get("ZYN_THREADS") or str(
    len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count())
for variable in ["OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "OMP_NUM_THREADS", "ZYN_THREADS"]:
    os.environ[variable] = THREADS  # read when NumPy is imported, so set first

COUNT = 2**28  # elements of the map and the sum
SIZE, HOST_SIZE = 4096, 1024  # of the square matrices
FAILED = "failed"
HEADER = ["work", "zyn", "reference", "its time", "zyn's speed over it", "target"]


def zyn_ms(file, entry, inputs, device):
    """Median milliseconds of a function, as zyn-run reports them; NaN, and a message, if it fails."""
    command = [os.environ.get("ZYN_RUN", "zyn-run"), str(FILES / file), "--entry", entry, *inputs,
               "--device", device, "--time", "--repeat", str(REPEAT), "--no-output"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    except (OSError, subprocess.TimeoutExpired) as error:
        print(f"{file}: {error}", file=sys.stderr)
        return math.nan
    found = re.search(r"^time: median ([0-9.]+) ms", done.stdout, re.MULTILINE)
    if done.returncode or not found:
        lines = (done.stderr or done.stdout).strip().splitlines()
        print(f"{file}: zyn-run exited {done.returncode}: {lines[0] if lines else 'no time'}", file=sys.stderr)
        return math.nan
    return float(found.group(1))


def warm_up(run, wait):
    """Run until WARM_UP has passed, so that clocks and caches have settled."""
    until = time.perf_counter() + WARM_UP
    while True:
        run()
        wait()
        if time.perf_counter() >= until:
            return


def torch_ms(torch, run):
    """Median milliseconds on the GPU. Runs are queued together: the events then time no launch gaps."""
    warm_up(run, torch.cuda.synchronize)
    events = [[torch.cuda.Event(enable_timing=True) for _ in range(2)] for _ in range(REPEAT)]
    for start, end in events:
        start.record()
        run()
        end.record()
    torch.cuda.synchronize()
    return statistics.median(start.elapsed_time(end) for start, end in events)


def host_ms(run):
    """Median milliseconds of wall clock."""
    warm_up(run, lambda: None)
    times = []
    for _ in range(REPEAT):
        start = time.perf_counter_ns()
        run()
        times.append((time.perf_counter_ns() - start) / 1e6)
    return statistics.median(times)


def met(value, target, unit):
    """The target, and whether the value reaches it."""
    if math.isnan(value):
        return f"{target:g} {unit}: {FAILED}"
    return f"{target:g} {unit}: {'met' if value >= target else 'missed'} ({value:.3g})"


def row(work, zyn, rate, reference, its, target="", scale=1.0):
    """A line of the table; rate is zyn's, in words, and scale makes times of unequal work comparable."""
    if math.isnan(zyn):
        return [work, FAILED, reference, f"{its:.3f} ms", "", target]
    return [work, f"{zyn:.3f} ms, {rate}", reference, f"{its:.3f} ms", f"{scale * its / zyn:.2f}", target]


def gpu_memory_rows(torch):
    """Map and sum, bound by memory: held against a copy on the device, then against torch."""
    gib = 4 * COUNT / 2**30
    x = torch.randn(COUNT, device="cuda")
    y = torch.empty_like(x)
    copy = torch_ms(torch, lambda: y.copy_(x))
    eager = torch_ms(torch, lambda: x * 2 + 1)
    total = torch_ms(torch, lambda: torch.sum(x))
    try:
        function = torch.compile(lambda v: v * 2 + 1)
        compiled = torch_ms(torch, lambda: function(x))
    except Exception as error:  # needs Triton and a C compiler, which a machine may lack
        compiled = None
        print(f"torch.compile left out: {type(error).__name__}", file=sys.stderr)
    del x, y
    torch.cuda.empty_cache()  # zyn-run is another process, and needs the room

    vector = f"random:f32:{COUNT}"
    map_ms, map_name = zyn_ms("map.mlir", "map", [vector], "cuda"), "map 2^28 f32"
    rate = f"{2 * gib / map_ms * 1e3:.0f} GiB/s"
    yield row(map_name, map_ms, rate, "copy on the device", copy, met(copy / map_ms, 0.9, "of the copy"))
    yield row(map_name, map_ms, rate, "torch, eager", eager)
    if compiled is not None:
        yield row(map_name, map_ms, rate, "torch.compile", compiled)

    sum_ms, sum_name = zyn_ms("sum.mlir", "sum", [vector], "cuda"), "sum 2^28 f32"
    rate = f"{gib / sum_ms * 1e3:.0f} GiB/s"
    # The copy moves twice the bytes of the sum, so half its time is the same bandwidth.
    yield row(sum_name, sum_ms, rate, "copy on the device, per byte", copy,
              met(copy / 2 / sum_ms, 0.8, "of the copy's bandwidth"), scale=0.5)
    yield row(sum_name, sum_ms, rate, "torch.sum", total)


def gpu_matmul_rows(torch):
    """Matrix products, held against cuBLAS, which torch calls."""
    torch.backends.cuda.matmul.allow_tf32 = False
    for name, target in [("f32", 10), ("bf16", 150)]:
        dtype = {"f32": torch.float32, "bf16": torch.bfloat16}[name]
        a, b = (torch.randn(SIZE, SIZE, device="cuda").to(dtype) for _ in range(2))
        c = torch.empty_like(a)
        reference = torch_ms(torch, lambda: torch.matmul(a, b, out=c))
        zyn = zyn_ms(f"matmul_{name}.mlir", "matmul", [f"random:{name}:{SIZE}x{SIZE}"] * 2, "cuda")
        rate = 2 * SIZE**3 / zyn / 1e9
        yield row(f"matmul {SIZE}^3 {name}", zyn, f"{rate:.1f} TFLOP/s", "cuBLAS through torch", reference,
                  met(rate, target, "TFLOP/s"))


def host_rows(numpy):
    """A matrix product on the host, held against NumPy's BLAS with as many threads."""
    random = numpy.random.default_rng(0)
    a, b = (random.standard_normal((HOST_SIZE, HOST_SIZE), dtype=numpy.float32) for _ in range(2))
    c = numpy.empty_like(a)
    reference = host_ms(lambda: numpy.matmul(a, b, out=c))
    zyn = zyn_ms("matmul_host.mlir", "matmul", [f"random:f32:{HOST_SIZE}x{HOST_SIZE}"] * 2, "cpu")
    yield row(f"matmul {HOST_SIZE}^3 f32, host", zyn, f"{2 * HOST_SIZE**3 / zyn / 1e6:.0f} GFLOP/s",
              f"NumPy {numpy.__version__}", reference, met(reference / zyn, 0.3, "of NumPy"))


def processor():
    """The processor's name, as far as the system tells it."""
    try:
        return re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text()).group(1)
    except (OSError, AttributeError):
        return platform.processor() or platform.machine()


def parts(only):
    """What can be measured here: generators of rows, and a line about the machine for each part."""
    found, machine = [], []
    if only != "host":
        try:
            import torch
            if not torch.cuda.is_available():
                raise ImportError("torch finds no NVIDIA GPU")
            torch.manual_seed(0)
            found += [gpu_memory_rows(torch), gpu_matmul_rows(torch)]
            machine.append(f"{torch.cuda.get_device_name()}, torch {torch.__version__}, CUDA {torch.version.cuda}")
        except ImportError as error:
            print(f"GPU part left out: {error}", file=sys.stderr)
    if only != "gpu":
        try:
            import numpy
            found.append(host_rows(numpy))
            machine.append(f"{processor()}, {THREADS} threads")
        except ImportError as error:
            print(f"host part left out: {error}", file=sys.stderr)
    return found, machine


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", choices=["host", "gpu"], help="measure one part")
    parser.add_argument("--markdown", metavar="FILE", help="also write the table there")
    options = parser.parse_args()

    found, machine = parts(options.only)
    if not found:
        return 1
    table = [line for rows in found for line in rows]

    widths = [max(len(line[k]) for line in [HEADER, *table]) for k in range(len(HEADER))]
    print(*machine, sep="\n")
    for line in [HEADER, *table]:
        print("  ".join(cell.ljust(width) for cell, width in zip(line, widths)).rstrip())
    if options.markdown:
        lines = [HEADER, ["---"] * len(HEADER), *table]
        text = "\n".join("| " + " | ".join(line) + " |" for line in lines)
        note = f"Medians of {REPEAT} runs, random data. A speed above 1 means that Zyn is the faster."
        Path(options.markdown).write_text("\n\n".join([*machine, text, note]) + "\n")
    return int(any(FAILED in line for line in table))


if __name__ == "__main__":
    sys.exit(main())
