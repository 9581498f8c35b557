"""Shared code of the benchmarks: timing and tables.

All times are medians of REPEAT runs after a warm-up: CUDA events for torch, the wall clock for the host, and --time
for zyn-run. Environment: ZYN_RUN is the zyn-run to measure (default: zyn-run).
"""
import math
import os
import platform
import re
import statistics
import subprocess
import sys
import time
from pathlib import Path

REPEAT = 30
WARM_UP = 0.3  # seconds, and at least one run
FAILED = "failed"
HEADER = ["benchmark", "zyn", "reference", "reference time", "speedup", "target"]


def zyn_ms(file, entry, inputs, device, *options):
    """Returns the median time of a function in milliseconds as zyn-run, with further options, reports it, or NaN if it
    fails."""
    command = [os.environ.get("ZYN_RUN", "zyn-run"), str(file), "--entry", entry, *inputs,
               "--device", device, "--time", "--repeat", str(REPEAT), "--no-output", *options]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    except (OSError, subprocess.TimeoutExpired) as error:
        print(f"{Path(file).name}: {error}", file=sys.stderr)
        return math.nan
    found = re.search(r"^time: median ([0-9.]+) ms", done.stdout, re.MULTILINE)
    if done.returncode or not found:
        lines = (done.stderr or done.stdout).strip().splitlines()
        print(f"{Path(file).name}: zyn-run exited {done.returncode}: {lines[0] if lines else 'no time'}", file=sys.stderr)
        return math.nan
    return float(found.group(1))


def warm_up(run, wait):
    """Runs until WARM_UP seconds have passed, so that clocks and caches are in a steady state."""
    until = time.perf_counter() + WARM_UP
    while True:
        run()
        wait()
        if time.perf_counter() >= until:
            return


def import_torch():
    """Returns the module torch with its seed set, or None after a message if it or the GPU is missing."""
    try:
        import torch
    except ImportError:
        torch = None
    if torch is None or not torch.cuda.is_available():
        print("skipped: requires torch and an NVIDIA GPU", file=sys.stderr)
        return None
    torch.manual_seed(0)
    return torch


def import_torch_of_host():
    """Returns the module torch with its seed set, or None after a message if it is missing."""
    try:
        import torch
    except ImportError:
        print("skipped: requires torch", file=sys.stderr)
        return None
    torch.manual_seed(0)
    return torch


def torch_ms(torch, run):
    """Returns the median time in milliseconds on the GPU. Runs are enqueued together, so that the events exclude gaps
    between launches."""
    warm_up(run, torch.cuda.synchronize)
    events = [[torch.cuda.Event(enable_timing=True) for _ in range(2)] for _ in range(REPEAT)]
    for start, end in events:
        start.record()
        run()
        end.record()
    torch.cuda.synchronize()
    return statistics.median(start.elapsed_time(end) for start, end in events)


def graph_ms(torch, run, inputs):
    """Returns the median time of a replayed CUDA graph with one call of `run`, which excludes the time that the call
    takes on the host. NaN if the call fails."""
    # Neither torch nor Triton has a common base class for the errors of what it does not support.
    try:
        run(*inputs)
        torch.cuda.synchronize()
    except Exception as error:
        print(f"{type(error).__name__}: {(str(error).splitlines() or [''])[0]}", file=sys.stderr)
        return math.nan
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        result = run(*inputs)
    ms = torch_ms(torch, graph.replay)
    del graph, result
    return ms


def host_ms(run):
    """Returns the median wall-clock time in milliseconds."""
    warm_up(run, lambda: None)
    times = []
    for _ in range(REPEAT):
        start = time.perf_counter_ns()
        run()
        times.append((time.perf_counter_ns() - start) / 1e6)
    return statistics.median(times)


def cells(ms, others):
    """Returns the cells of a table for each of the times `others`: the time, and its ratio to `ms`, Zyn's."""
    return [cell for other in others for cell in
            (["", ""] if math.isnan(other) else [f"{other:.4f}", "" if math.isnan(ms) else f"{other / ms:.2f}"])]


def summarize(name, ratios):
    """Returns a line with the worst and the mean ratio."""
    ratios = [ratio for ratio in ratios if not math.isnan(ratio)]
    if not ratios:
        return f"{name}: {FAILED}"
    mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
    return f"{name}: worst {min(ratios):.2f}, geometric mean {mean:.2f}, {len(ratios)} rows"


def markdown_table(header, rows):
    return "\n".join("| " + " | ".join(line) + " |" for line in [header, ["---"] * len(header), *rows])


def met(value, target, unit):
    """Returns the target and whether the value reaches it."""
    if math.isnan(value):
        return f"{target:g} {unit}: {FAILED}"
    return f"{target:g} {unit}: {'met' if value >= target else 'missed'} ({value:.3g})"


def row(name, zyn, rate, reference, reference_ms, target="", scale=1.0):
    """Returns a row of the table. `rate` is the throughput of Zyn as text; `scale` multiplies the reference time, to
    compensate for unequal amounts of work."""
    if math.isnan(zyn):
        return [name, FAILED, reference, f"{reference_ms:.3f} ms", "", target]
    return [name, f"{zyn:.3f} ms, {rate}", reference, f"{reference_ms:.3f} ms", f"{scale * reference_ms / zyn:.2f}",
            target]


def print_table(machine, table, markdown=None):
    """Prints the rows under HEADER and writes them to a Markdown file. Returns true if all benchmarks could be run."""
    widths = [max(len(line[k]) for line in [HEADER, *table]) for k in range(len(HEADER))]
    print(*machine, sep="\n")
    for line in [HEADER, *table]:
        print("  ".join(cell.ljust(width) for cell, width in zip(line, widths)).rstrip())
    if markdown:
        text = markdown_table(HEADER, table)
        note = f"Medians of {REPEAT} runs, random data. A speedup above 1 means that Zyn is faster."
        Path(markdown).write_text("\n\n".join([*machine, text, note]) + "\n")
    return not any(FAILED in line for line in table)


def describe_gpu(torch):
    """Returns the GPU and the versions of the libraries that Zyn is compared with."""
    return f"{torch.cuda.get_device_name()}, torch {torch.__version__}, CUDA {torch.version.cuda}"


def processor():
    """Returns the name of the processor if the system reports it."""
    try:
        return re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text()).group(1)
    except (OSError, AttributeError):
        return platform.processor() or platform.machine()


def describe_host(torch):
    return f"{processor()}, torch {torch.__version__}"
