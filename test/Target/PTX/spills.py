#!/usr/bin/env python3
"""Assembles the kernels of the examples and of the execution tests. Fails if one spills registers.

    spills.py --bin FOLDER --ptxas PTXAS [--all] [--jobs N] [--filter TEXT]

By default, it assembles some execution tests of each group, and with --all all of them, and the tiles of matmuls.
"""
import argparse
import concurrent.futures
import os
import re
import subprocess
import sys
import zlib
from pathlib import Path

import numpy as np

TEST = Path(__file__).resolve().parents[2]
EXAMPLES = TEST.parent / "examples"
sys.path.insert(0, str(TEST / "Execution"))
import cases
import matmul_tiles

CHIPS = ["sm_80", "sm_90a"]
ENGINES = ["aot", "interpreter", "epochs"]
MODULE_SIZE = 16  # functions per module
RANDOM_CASES = 16  # the other groups have all kinds of kernels
SAMPLE = 3  # execution tests of a group; this bounds the time
# For unknown sizes, these have kernels for rows of any length, of which the long ones are short of registers.
UNKNOWN_SAMPLES = {"attention": 6, "rows": 10}
NEED_HOPPER = ["matmul-wgmma", "matmul-wgmma-wrong-parity"]


class Fails(Exception):
    """A command failed."""


def run(*words, input=None):
    done = subprocess.run([str(word) for word in words], input=input, capture_output=True, text=True)
    if done.returncode:
        raise Fails(f"`{' '.join(map(str, words))}` exited {done.returncode}: {(done.stderr or done.stdout).strip()}")
    return done.stdout + done.stderr


class Program:
    """A module, as text. Kernels are listed as PREFIX.KERNEL if the name of a kernel does not state its program."""

    def __init__(self, name, text, prefix="", pipeline=None, chip=""):
        """With `pipeline`, which ends before the name of an architecture, zyn-opt lowers the text first. `chip` is the only
        architecture of the program, if there is one."""
        self.name, self.text, self.prefix, self.pipeline, self.chip = name, text, prefix, pipeline, chip

    def assemble(self, options, chip):
        """Returns {kernel: bytes of spill stores}."""
        text = self.text
        if self.pipeline:
            text = run(options.bin / "zyn-opt", self.pipeline + chip, input=text)
        ptx = run(options.bin / "zyn-translate", "--zyn-to-ptx", "--chip", chip, input=text)
        log = run(options.ptxas, "-v", "-arch", chip, "-o", os.devnull, "/dev/stdin", input=ptx)
        found = re.findall(r"Compiling entry function '(\w+)'[^\0]*?(\d+) bytes spill stores", log)
        if len(found) != ptx.count(".visible .entry"):
            raise Fails(f"expected the spills of each kernel in the output of ptxas, found {log}")
        return {self.prefix + kernel: int(size) for kernel, size in found}


def examples():
    for path in sorted(EXAMPLES.rglob("*.mlir")):
        text = path.read_text()
        if "zyn.constraints" in text:  # for the host
            continue
        if path.parent.name == "vm":
            for engine in ENGINES:
                yield Program(f"{path.stem}, {engine}", text, f"{path.stem}.{engine}.",
                              f"--vm-to-nvvm=engine={engine} chip=")
        else:
            yield Program(path.stem, text, f"{path.stem}.")


def sample(group, built):
    count = SAMPLE
    if group in UNKNOWN_SAMPLES:
        count = UNKNOWN_SAMPLES[group]
        built = [case for case in built if "?" in case.function(case.name)]
    return built[::-(-len(built) // count)]


def execution_tests(options):
    for group, build in cases.GROUPS.items():
        if group == "hints":  # they may force spills
            continue
        rng = np.random.default_rng([2024, zlib.crc32(group.encode())])
        built = build(rng, RANDOM_CASES) if group == "random" else build(rng)
        if not options.all:
            built = sample(group, built)
        for chip in sorted({case.chip for case in built}):
            chosen = [case for case in built if case.chip == chip]
            for first in range(0, len(chosen), MODULE_SIZE):
                part = chosen[first:first + MODULE_SIZE]
                yield Program(" ".join([group, *[chip] * bool(chip), str(first)]),
                              "".join(case.function(case.name) for case in part), chip=chip)


def matmuls():
    """Matmuls with larger tiles than those of the execution tests, with few iterations along K, and with few rows."""
    for element, result in [("f16", "f16"), ("bf16", "f32"), ("i8", "i32"), ("f32", "f32"), ("f64", "f64")]:
        functions = []
        for m, n, k in [(256, 256, 256), (15240, 7536, 120), (4095, 4097, 100), (4095, 4097, 256), (4095, 4097, 384), (4095, 4097, 8),
                        (1, 4097, 4099), (4, 4096, 4096), (4096, 4, 4096)]:
            a, b, c = f"memref<{m}x{k}x{element}>", f"memref<{k}x{n}x{element}>", f"memref<{m}x{n}x{result}>"
            functions.append(f"func.func @matmul_{element}_{m}x{n}x{k}(%a: {a}, %b: {b}, %c: {c}) {{\n"
                             f"  zyn.matmul ins(%a, %b : {a}, {b}) outs(%c : {c})\n  return\n}}\n")
        yield Program(f"matmuls of {element}", "".join(functions))


def count_tiles(options):
    """Returns the number of tiles in the table of matmuls."""
    try:
        run(options.bin / "zyn-opt", "--zyn-to-kernel=tile=1000000", input="")
    except Fails as error:
        return int(re.search(r"expected a tile from 0 to (\d+)", str(error))[1]) + 1
    raise Fails("zyn-opt has more tiles than expected")


def tiles(options):
    """Each tile of the table that the matmuls of matmul_tiles.py can have."""
    for element, result, shape in sorted({(*types, shape) for *types, _, shape in matmul_tiles.PROGRAMS}):
        for tile in range(count_tiles(options)):
            yield Program(f"tile {tile} of {element}, {shape}", matmul_tiles.module(element, result, shape),
                          f"{element}.{shape}.{tile}.", pipeline=f"--zyn-to-kernel=tile={tile} chip=")


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=Path, required=True, help="folder of zyn-translate and zyn-opt")
    parser.add_argument("--ptxas", required=True)
    parser.add_argument("--all", action="store_true", help="assemble all execution tests")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--filter", default="", help="only assemble programs whose name contains this string")
    return parser.parse_args()


def main():
    options = parse_arguments()
    programs = [program for program in [*examples(), *execution_tests(options), *matmuls(),
                                        *(tiles(options) if options.all else [])] if options.filter in program.name]
    pairs = [(program, chip) for program in programs for chip in CHIPS
             if program.chip in ("", chip) and (chip != "sm_80" or program.name not in NEED_HOPPER)]
    problems, total = [], 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        futures = [pool.submit(program.assemble, options, chip) for program, chip in pairs]
        for (program, chip), future in zip(pairs, futures):
            try:
                found = future.result()
            except Fails as error:
                problems.append(f"{program.name} for {chip}: {error}")
                continue
            total += len(found)
            problems += [f"{kernel} for {chip}: {size} bytes of spills" for kernel, size in found.items() if size]
    print("\n".join(problems + [f"{total} kernels, {len(problems)} problems"]))
    return int(bool(problems) or not total)


if __name__ == "__main__":
    sys.exit(main())
