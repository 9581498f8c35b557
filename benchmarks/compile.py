#!/usr/bin/env python3
"""Measures how compile time grows with the size of a program, for zyn-opt and for mlir-opt on an equivalent chain.

    python benchmarks/compile.py [--only PROGRAM]... [--most OPS] [--markdown FILE] [--plot FILE.svg]
    python benchmarks/compile.py --kernels [--markdown FILE]

Times are CPU seconds of one process without threads, including parsing and printing, since these depend least on other
load on the machine. A size is skipped if the previous one took more than --limit seconds. --kernels measures instead how
long the code generation of one op takes, from its text to PTX: the least time of several processes, minus that of a
process that compiles nothing. Environment: ZYN_OPT is the zyn-opt to measure (default: zyn-opt), ZYN_TRANSLATE the
zyn-translate, MLIR_OPT the mlir-opt (default: mlir-opt-22, then mlir-opt in LLVM's folder).
"""
import argparse
import math
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parent / "compile"))
from programs import CHAINS, PROGRAMS

SIZES = [10, 100, 1000, 10000]
TIMEOUT = 900  # seconds of wall-clock time
UPSTREAM = ("builtin.module(empty-tensor-to-alloc-tensor,one-shot-bufferize{bufferize-function-boundaries "
            "function-boundary-type-conversion=identity-layout-map},canonicalize,cse,convert-linalg-to-loops,"
            "convert-scf-to-cf,expand-strided-metadata,lower-affine,convert-arith-to-llvm,finalize-memref-to-llvm,"
            "convert-cf-to-llvm,convert-func-to-llvm,reconcile-unrealized-casts,canonicalize,cse)")
CASES = [(program, pipeline) for pipeline in ["zyn-to-nvvm", "zyn-to-llvm"]
         for program in ["chain", "distinct", "inplace", "fanout", "layers", "reductions", "functions", "weights"]]
CASES += [(program, pipeline) for program in ["topk", *CHAINS] for pipeline in ["zyn-to-nvvm", "zyn-to-llvm"]]
CASES += [("chain", "zyn-to-emulator"), ("chain", "zyn-to-cuda"), ("vm-straight", "vm-to-llvm"),
          ("vm-routines", "vm-to-llvm"), ("vm-routines", "vm-to-nvvm"), ("linalg", "mlir-opt")]
HEADER = ["program", "pipeline", "ops", "seconds", "ms per op", "most expensive passes"]


@dataclass
class Run:
    ops: int
    seconds: float
    passes: list  # pairs of name and percentage, the most expensive first


def find_mlir_opt():
    return os.environ.get("MLIR_OPT") or shutil.which("mlir-opt-22") or "/usr/lib/llvm-22/bin/mlir-opt"


def measure(program, pipeline, ops, folder):
    """Returns a run of a pipeline on a program of the given size, or None and prints a line to standard error if it
    fails."""
    file = Path(folder) / "program.mlir"
    file.write_text(PROGRAMS[program](ops))
    command = ([find_mlir_opt(), f"--pass-pipeline={UPSTREAM}"] if pipeline == "mlir-opt" else
               [os.environ.get("ZYN_OPT", "zyn-opt"), f"--{pipeline}"])
    command += [str(file), "-o", os.devnull, "--mlir-disable-threading", "--mlir-timing", "--mlir-timing-display=list"]
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT)
    except (OSError, subprocess.TimeoutExpired) as error:
        print(f"{program}, {ops} ops: {error}", file=sys.stderr)
        return None
    seconds = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    if done.returncode:
        print(f"{program}, {ops} ops: {next(iter(done.stderr.splitlines()), 'failed')}", file=sys.stderr)
        return None
    passes = [(name, float(share)) for share, name in re.findall(r"\( *([\d.]+)%\)  (\w+)$", done.stderr, re.MULTILINE)
              if name not in ("root", "Rest")]
    return Run(ops, seconds, passes[:3])


def series(program, pipeline, options, folder):
    """Returns runs with increasing sizes, until one takes too long."""
    runs = []
    for ops in (size for size in SIZES if size <= options.most):
        run = measure(program, pipeline, ops, folder)
        if not run:
            break
        runs.append(run)
        if run.seconds > options.limit:
            break
    return runs


def matmul(element, sizes="4096x4096", precision=""):
    tensor = f"tensor<{sizes}x{element}>"
    return (f"func.func @main(%a: {tensor}, %b: {tensor}, %c: {tensor}) -> {tensor} {{\n"
            f"  %r = zyn.matmul {precision} ins(%a, %b : {tensor}, {tensor}) outs(%c : {tensor}) -> {tensor}\n"
            f"  return %r : {tensor}\n}}\n")


# The name of a kernel, the program, and the architecture.
KERNELS = [("matmul of warpgroups, bf16", matmul("bf16"), "sm_90a"), ("matmul of warps, bf16", matmul("bf16"), "sm_80"),
           ("matmul of warps, f64", matmul("f64"), "sm_80"), ("matmul of the CUDA cores, f32", matmul("f32"), "sm_90a"),
           ("the same, sizes not known", matmul("f32", "?x?"), "sm_90a"),
           ("map", PROGRAMS["chain"](1), "sm_90a"), ("reduction", PROGRAMS["reductions"](1), "sm_90a")]


def least_seconds(text, chip, folder, runs=9):
    """Returns the wall-clock and the CPU seconds of code generation, or None and prints a line if it fails."""
    file = Path(folder) / "kernel.mlir"
    file.write_text(text)
    command = [os.environ.get("ZYN_TRANSLATE", "zyn-translate"), str(file), "-o", os.devnull]
    command += ["--zyn-to-ptx", f"--chip={chip}"]
    wall = cpu = math.inf
    for _ in range(runs):
        before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT)
        except (OSError, subprocess.TimeoutExpired) as error:
            print(error, file=sys.stderr)
            return None
        wall = min(wall, time.perf_counter() - start)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        cpu = min(cpu, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
        if done.returncode and text:
            print(next(iter(done.stderr.splitlines()), "failed"), file=sys.stderr)
            return None
    return wall, cpu


def measure_kernels(options):
    table = [["code generation of one op", "architecture", "wall-clock ms", "CPU ms"], ["---"] * 4]
    with tempfile.TemporaryDirectory() as folder:
        nothing = least_seconds("", "sm_90a", folder)
        for name, text, chip in KERNELS if nothing else []:
            found = least_seconds(text, chip, folder)
            if not found:
                return 1
            times = [f"{1e3 * (found[i] - nothing[i]):.0f}" for i in (0, 1)]
            table.append([name, chip, *times])
            print("  ".join(table[-1]), flush=True)
    if options.markdown:
        Path(options.markdown).write_text("\n".join("| " + " | ".join(row) + " |" for row in table) + "\n")
    return int(not nothing)


def rows(program, pipeline, runs):
    for run in runs:
        passes = ", ".join(f"{name} {share:.0f} %" for name, share in run.passes)
        yield [program, pipeline, f"{run.ops:,}", f"{run.seconds:.2f}", f"{1e3 * run.seconds / run.ops:.2f}", passes]


def plot(all_runs):
    """Returns an SVG that plots seconds over ops, both logarithmic."""
    colors = ["#1f77b4", "#ff7f0e", "#2ca02c", "#d62728", "#9467bd", "#8c564b", "#e377c2", "#7f7f7f", "#bcbd22", "#17becf"]
    left, top, width, height, legend = 60, 20, 420, 300, 220
    x = lambda ops: left + width * (math.log10(ops) - 1) / 3
    y = lambda seconds: top + height * (1 - (math.log10(max(seconds, 0.01)) + 2) / 5)
    total = max(top + height + 50, top + 16 * len(all_runs) + 12)
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + width + legend}" height="{total}" '
             'font-family="sans-serif" font-size="12">', '<rect width="100%" height="100%" fill="white"/>']
    for ops in SIZES:
        parts.append(f'<path d="M{x(ops):.0f} {top}V{top + height}" stroke="#ddd"/>'
                     f'<text x="{x(ops):.0f}" y="{top + height + 18}" text-anchor="middle">{ops:,}</text>')
    for power in range(-2, 4):
        parts.append(f'<path d="M{left} {y(10**power):.0f}h{width}" stroke="#ddd"/>'
                     f'<text x="{left - 6}" y="{y(10**power) + 4:.0f}" text-anchor="end">{10**power:g}</text>')
    parts.append(f'<text x="{left + width / 2:.0f}" y="{top + height + 38}" text-anchor="middle">ops</text>'
                 f'<text x="{left}" y="14" text-anchor="end">seconds</text>')
    for i, ((program, pipeline), runs) in enumerate(all_runs.items()):
        color, dash = colors[i % len(colors)], "6 3" if pipeline == "mlir-opt" else "none"
        points = " ".join(f"{x(run.ops):.1f},{y(run.seconds):.1f}" for run in runs)
        parts.append(f'<polyline points="{points}" fill="none" stroke="{color}" stroke-dasharray="{dash}" '
                     'stroke-width="1.5"/>'
                     f'<text x="{left + width + 12}" y="{top + 12 + 16 * i}" fill="{color}">{program}, {pipeline}</text>')
    return "\n".join([*parts, "</svg>", ""])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", action="append", choices=sorted({program for program, _ in CASES}),
                        help="program to measure; may be given several times")
    parser.add_argument("--most", type=int, default=1000, help="maximum number of ops (default: %(default)s)")
    parser.add_argument("--limit", type=float, default=30,
                        help="skip larger sizes after a run of this many seconds (default: %(default)s)")
    parser.add_argument("--markdown", metavar="FILE", help="also write the table to this file")
    parser.add_argument("--plot", metavar="FILE", help="also plot seconds over ops to this SVG file")
    parser.add_argument("--kernels", action="store_true", help="measure the code generation of single ops")
    options = parser.parse_args()
    if options.kernels:
        return measure_kernels(options)

    found = {}
    table = [HEADER, ["---"] * len(HEADER)]
    with tempfile.TemporaryDirectory() as folder:
        for program, pipeline in CASES:
            if options.only and program not in options.only:
                continue
            runs = series(program, pipeline, options, folder)
            found[program, pipeline] = runs
            for row in rows(program, pipeline, runs):
                table.append(row)
                print("  ".join(row), flush=True)
    if options.markdown:
        Path(options.markdown).write_text("\n".join("| " + " | ".join(row) + " |" for row in table) + "\n")
    if options.plot:
        Path(options.plot).write_text(plot({key: runs for key, runs in found.items() if runs}))
    return int(not all(found.values()))


if __name__ == "__main__":
    sys.exit(main())
