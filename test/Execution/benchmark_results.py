#!/usr/bin/env python3
"""Compares the results of the programs that the benchmarks measure with float64, on the GPU.

    benchmark_results.py --bin FOLDER [--benchmark products|memory] [--only WORD] [--sanitizer TOOL]

Requires torch and an NVIDIA GPU: PyTorch computes the references, which would take minutes on the host. The programs and
shapes are those of benchmarks/products.py, for all its types, and benchmarks/memory.py. `--only` selects the programs
whose name contains a word. `--sanitizer` runs them with a tool of compute-sanitizer, whose errors are failures.

The greatest error of a sum of n terms is n eps of the type that accumulates them times the sum of their magnitudes, plus
one rounding to the type of the result; that of everything else is one rounding. cases.py has the terms of tf32 and 8-bit
floats. Exits with 0 if all results are within their bounds, 1 if one is not, and 77 if torch or the GPU is missing.
"""
import argparse
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Callable

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "benchmarks"))
import memory
import products
from arrays import TYPES
from measure import import_torch
from measure.comparison import torch_input
from measure.matmuls import FORMATS, module_of, torch_inputs

TIMEOUT = 300  # seconds
ACCUMULATORS = {"f16": "f32", "bf16": "f32", "f8E4M3FN": "f32"}


@dataclass
class Program:
    name: str
    module: str
    element: str  # of the inputs
    result: str  # element of the first result
    draw: Callable  # returns the inputs, matrices and vectors on the device
    run: Callable  # computes the first result from inputs of float64
    error: float  # in relation to the result for magnitudes, without the rounding of the result
    num_results: int = 1


def product_programs(torch):
    for type, format in FORMATS.items():
        for m, n, k in products.draw_shapes(products.COUNT, products.SEED):
            eps = 2.0**-13 if format.element == "f8E4M3FN" else TYPES[ACCUMULATORS.get(format.element, format.result)].eps
            error = (k + 1) * eps + (2.0**-9 if format.precision else 0.0)
            yield Program(f"{m}x{n}x{k} {type}", module_of(format, m, n, k), format.element, format.result,
                          lambda format=format, shape=(m, n, k): torch_inputs(torch, format, *shape), torch.matmul, error)


def memory_programs(torch):
    for case in memory.cases(torch):
        element = case.inputs[0].split(":")[1]
        error = case.terms * TYPES[ACCUMULATORS.get(element, element)].eps if case.terms > 1 else 0.0
        is_argmax = case.name.startswith("argmax")
        run = (lambda x, run=case.run: run(x)[0]) if is_argmax else case.run
        yield Program(case.name, case.module, element, element,
                      lambda case=case: [torch_input(torch, text) for text in case.inputs], run, error,
                      1 + is_argmax)


BENCHMARKS = {"products": product_programs, "memory": memory_programs}


def save(torch, path, tensor, element):
    """Writes a .npy file; a matrix that is a transposed view is stored as it lies in memory."""
    stored = tensor if tensor.is_contiguous() else tensor.t()
    with open(path, "wb") as file:
        np.lib.format.write_array_header_1_0(
            file, {"descr": TYPES[element].dtype, "fortran_order": False, "shape": tuple(stored.shape)})
        stored.view(torch.uint8).cpu().numpy().tofile(file)


def load(torch, path, element):
    """Returns the elements of a .npy file as float64 on the device."""
    array = np.load(path, allow_pickle=False)
    if element == "bf16":
        return torch.from_numpy(array.view(np.int16)).view(torch.bfloat16).cuda().double()
    return torch.from_numpy(array).cuda().double()


def check(torch, program, zyn_run, folder):
    """Returns None if the first result is within its bound, or else what is wrong."""
    (folder / "main.mlir").write_text(program.module)
    inputs = program.draw()
    files = [folder / f"in{i}.npy" for i in range(len(inputs))]
    for file, tensor in zip(files, inputs):
        save(torch, file, tensor, program.element)
    torch.cuda.empty_cache()  # zyn-run is another process and needs the memory
    try:
        outputs = [word for i in range(program.num_results) for word in ("-o", folder / f"out{i}.npy")]
        done = subprocess.run([*zyn_run, folder / "main.mlir", *files, *outputs, "--device", "cuda"],
                              capture_output=True, text=True, timeout=TIMEOUT)
    except subprocess.TimeoutExpired:
        return f"timed out after {TIMEOUT} s"
    if done.returncode:
        return f"exited {done.returncode}: {(done.stderr + done.stdout).strip()[:1500]}"
    found = load(torch, folder / "out0.npy", program.result)
    inputs = [tensor.double() for tensor in inputs]
    expected = program.run(*inputs)
    kind = TYPES[program.result]
    bound = kind.eps / 2 * expected.abs() + kind.tiny
    if program.error:
        bound += program.error * program.run(*[tensor.abs() for tensor in inputs])
    if found.shape != expected.shape:
        return f"expected shape {list(expected.shape)}, found {list(found.shape)}"
    good = (found == expected) | ((found - expected).abs() <= bound)
    return None if good.all() else f"{int((~good).sum())} of {good.numel()} elements are out of bounds"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", type=Path, required=True, help="folder with zyn-run")
    parser.add_argument("--benchmark", action="append", choices=list(BENCHMARKS), help="default: all")
    parser.add_argument("--only", metavar="WORD", default="", help="run the programs whose name contains WORD")
    parser.add_argument("--sanitizer", metavar="TOOL", help="run with this tool of compute-sanitizer, such as memcheck")
    options = parser.parse_args()
    torch = import_torch()
    if torch is None:
        return 77
    torch.backends.cuda.matmul.allow_tf32 = False
    zyn_run = [options.bin / "zyn-run"]
    if options.sanitizer:
        zyn_run = ["compute-sanitizer", "--tool", options.sanitizer, "--error-exitcode", "9", *zyn_run]

    programs = [program for name in options.benchmark or BENCHMARKS for program in BENCHMARKS[name](torch)
                if options.only in program.name]
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for number, program in enumerate(programs, 1):
            problem = check(torch, program, zyn_run, Path(folder))
            failed += problem is not None
            if problem:
                print(f"FAILED {program.name}: {problem}", file=sys.stderr)
            if sys.stderr.isatty():
                print(f"\r{number} of {len(programs)}", end="", file=sys.stderr, flush=True)
    print(f"{len(programs) - failed} passed, {failed} failed")
    return int(bool(failed or not programs))


if __name__ == "__main__":
    sys.exit(main())
