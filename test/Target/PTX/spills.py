#!/usr/bin/env python3
"""Assembles the kernels of the examples and of the execution tests. Fails if one spills registers.

    spills.py --bin FOLDER --ptxas PTXAS [--all] [--jobs N] [--filter TEXT]

By default, it assembles SAMPLE execution tests of each group.
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
from programs import matmul_case

CHIPS = ["sm_80", "sm_90a"]
ENGINES = ["aot", "interpreter", "epochs"]
MODULE_SIZE = 16  # functions per module
RANDOM_CASES = 16  # the other groups have all kinds of kernels
SAMPLE = 8  # execution tests of a group; this bounds the time
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

    def __init__(self, name, text, prefix="", engine=None):
        self.name, self.text, self.prefix, self.engine = name, text, prefix, engine

    def assemble(self, options, chip):
        """Returns {kernel: bytes of spill stores}."""
        text = self.text
        if self.engine:
            text = run(options.bin / "zyn-opt", f"--vm-to-nvvm=engine={self.engine} chip={chip}", input=text)
        ptx = run(options.bin / "zyn-translate", "--zyn-to-ptx", "--chip", chip, input=text)
        log = run(options.ptxas, "-v", "-arch", chip, "-o", os.devnull, "/dev/stdin", input=ptx)
        found = re.findall(r"Compiling entry function '(\w+)'[^\0]*?(\d+) bytes spill stores", log)
        if len(found) != ptx.count(".visible .entry"):
            raise Fails(f"expected the spills of each kernel in the output of ptxas, found {log}")
        return {self.prefix + kernel: int(size) for kernel, size in found}


def examples():
    for path in sorted(EXAMPLES.rglob("*.mlir")):
        text = path.read_text()
        if re.search("(critical_path|no_syscalls) = true", text):  # for the host
            continue
        if path.parent.name == "vm":
            for engine in ENGINES:
                yield Program(f"{path.stem}, {engine}", text, f"{path.stem}.{engine}.", engine)
        else:
            yield Program(path.stem, text, f"{path.stem}.")


def execution_tests(options):
    for group, build in cases.GROUPS.items():
        if group == "hints":  # they may force spills
            continue
        rng = np.random.default_rng([2024, zlib.crc32(group.encode())])
        built = build(rng, RANDOM_CASES) if group == "random" else build(rng)
        if not options.all:
            built = built[::-(-len(built) // SAMPLE)]
        for first in range(0, len(built), MODULE_SIZE):
            part = built[first:first + MODULE_SIZE]
            yield Program(f"{group} {first}", "".join(case.function(case.name) for case in part))


def square_matmul():
    """A matmul with larger tiles than those of the execution tests."""
    case = matmul_case(np.random.default_rng(0), "matmul_f16_256", "f16", 256, 256, 256)
    return Program(case.name, case.function(case.name))


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
    programs = [program for program in [*examples(), *execution_tests(options), square_matmul()]
                if options.filter in program.name]
    pairs = [(program, chip) for program in programs for chip in CHIPS
             if chip != "sm_80" or program.name not in NEED_HOPPER]
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
