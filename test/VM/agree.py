#!/usr/bin/python3
"""Runs random programs of the matrix VM on its engines and compares every bit with machine.py.

    agree.py --bin FOLDER [--device cpu] [--engine NAME]... [--seeds FIRST:END] [--routines N] [--type i32|f32]

Each seed yields one program with many routines, which are launched concurrently. The final states of all instances of
the last phase and the output buffers are compared; after `zyn-opt --vm-optimize`, only the status, the registers of
halted instances, and the output buffers. If anything differs, exits with 1 and keeps the files.
"""
import argparse
import concurrent.futures
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

import random_programs
import vmx
from instructions import HALTED, STATUS
from machine import Machine

ENGINES = ["epochs", "interpreter", "aot"]
BUDGET = 10_000_000  # instructions per instance, far more than any program needs
TIMEOUT = 300  # seconds per command
INSTANCES = random_programs.MOST_INSTANCES
REGISTERS = 27
SHOWN = 4  # maximum number of differences to print per program
NAMES = [f"r{i}" for i in range(REGISTERS)] + ["id", "sp", "pc", "status", "one"]


class Fails(Exception):
    """A command failed."""


def run(*words):
    try:
        done = subprocess.run([str(word) for word in words], capture_output=True, text=True, errors="replace",
                              stdin=subprocess.DEVNULL, timeout=TIMEOUT)
    except subprocess.TimeoutExpired:
        raise Fails(f"{' '.join(map(str, words))} timed out after {TIMEOUT} s") from None
    if done.returncode:
        lines = [line for line in done.stderr.splitlines() if "warning:" not in line] or ["(no output)"]
        raise Fails(f"`{' '.join(map(str, words))}` exited {done.returncode}: {lines[0]}")


class Comparison:
    """The program of a seed: its files, and the differences between the engines and the reference."""

    def __init__(self, options, seed):
        self.options, self.seed = options, seed
        self.type = options.type or ("f32" if seed % 3 == 2 else "i32")
        self.program = random_programs.generate(seed, self.type, options.routines, length=options.length)
        self.folder = Path(options.folder) / str(seed)
        self.folder.mkdir()
        self.faults = []
        (self.folder / "p.mlir").write_text(self.program.text)
        for i, array in enumerate(self.program.inputs):
            np.save(self.folder / f"input{i}.npy", array)

    def tool(self, name, *words):
        run(Path(self.options.bin) / name, *words)

    def run_engine(self, file, engine):
        """Returns the final states, and the outputs by name."""
        inputs = [self.folder / f"input{i}.npy" for i in range(len(self.program.inputs))]
        outputs = [self.folder / f"{name}.npy" for name in self.program.outputs]
        self.tool("zyn-run", self.folder / file, *inputs, "--instances", INSTANCES, "--seed", self.seed, "--engine",
                  engine, "--device", self.options.device, "--max-epochs", BUDGET, "--state",
                  self.folder / "state.npy", *(word for path in outputs for word in ("-o", path)))
        arrays = [np.load(path) for path in outputs]
        return np.load(self.folder / "state.npy").view(np.uint32), dict(zip(self.program.outputs, arrays))

    def describe(self, column):
        """Describes the routine and the instance of a column of the final states."""
        for name, count in self.program.routines:
            if column < count:
                return f"@{name}, instance {column}"
            column -= count
        return f"instance {column} past the last launch"

    def fault(self, what, text):
        self.faults.append(f"seed {self.seed}, {self.type}, {what}: {text}")

    def compare_states(self, what, expected, found, compared):
        if found.shape != expected.shape:
            return self.fault(what, f"expected a state of {expected.shape}, found {found.shape}")
        differ = np.argwhere(((expected != found) & compared).T)
        for column, word in differ[:SHOWN]:
            self.fault(what, f"{self.describe(column)}, {NAMES[word]}: expected {expected[word, column]:#010x}, "
                             f"found {found[word, column]:#010x}")
        if len(differ) > SHOWN:
            self.fault(what, f"{len(differ) - SHOWN} more words of the states")

    def compare_outputs(self, what, expected, found):
        for name, right in expected.items():
            bits = found[name]
            if bits.shape != right.shape or bits.dtype != right.dtype:
                self.fault(what, f"@{name}: expected {right.dtype} of {right.shape}, "
                                 f"found {bits.dtype} of {bits.shape}")
                continue
            bits, right = bits.view(np.uint32), right.view(np.uint32)
            if name == "hits":  # appended in any order
                bits, right = (np.concatenate([a[:1], np.sort(a[1:])]) for a in (bits, right))
            differ = np.argwhere(bits != right)
            for at in map(tuple, differ[:SHOWN]):
                self.fault(what, f"@{name}[{', '.join(map(str, at))}]: expected {right[at]:#010x}, "
                                 f"found {bits[at]:#010x}")

    def compare(self):
        self.tool("zyn-translate", "--vm-to-executable", self.folder / "p.mlir", "-o", self.folder / "p.vmx")
        with np.errstate(all="ignore"):
            machine = Machine(vmx.load(self.folder / "p.vmx"), INSTANCES, self.seed, BUDGET, self.program.inputs).run()
        expected, outputs = machine.states[-1], dict(zip(self.program.outputs, machine.outputs()))
        for engine in self.options.engine:
            states, found = self.run_engine("p.vmx", engine)
            self.compare_states(engine, expected, states, np.True_)
            self.compare_outputs(engine, outputs, found)
        if self.options.optimize:
            self.tool("zyn-opt", "--vm-optimize", self.folder / "p.mlir", "-o", self.folder / "optimized.mlir")
            self.tool("zyn-translate", "--vm-to-executable", self.folder / "optimized.mlir", "-o",
                      self.folder / "optimized.vmx")
            compared = np.zeros(expected.shape, bool)
            compared[:REGISTERS] = (expected[STATUS] & 0xFF) == HALTED
            compared[STATUS] = True
            for engine in self.options.engine if self.options.all else [
                    self.options.engine[self.seed % len(self.options.engine)]]:
                states, found = self.run_engine("optimized.vmx", engine)
                self.compare_states(f"{engine} after --vm-optimize", expected, states, compared)
                self.compare_outputs(f"{engine} after --vm-optimize", outputs, found)
        return machine.steps


def compare_seed(options, seed):
    """Returns the number of instructions that the reference executed, and the differences."""
    comparison = Comparison(options, seed)
    steps = 0
    try:
        steps = comparison.compare()
    except Exception as error:  # continue with the other programs
        comparison.fault("all", f"{type(error).__name__}: {error}")
    if not comparison.faults:
        shutil.rmtree(comparison.folder)
    return steps, comparison.faults


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", default=os.environ.get("ZYN_BIN", "build/dev/bin"), help="directory of the tools")
    parser.add_argument("--device", default="cpu", help="cpu, cuda, cuda:N or emulate")
    parser.add_argument("--engine", action="append", choices=ENGINES, help="may be given several times; default: all")
    parser.add_argument("--seeds", default="0:40", metavar="FIRST:END", help="default: %(default)s")
    parser.add_argument("--routines", type=int, default=50, help="routines per program (default: %(default)s)")
    parser.add_argument("--length", type=int, default=12, help="maximum number of steps per block (default: %(default)s)")
    parser.add_argument("--type", choices=["i32", "f32"], help="default: depends on the seed")
    parser.add_argument("--no-optimize", dest="optimize", action="store_false", help="do not test --vm-optimize")
    parser.add_argument("--all", action="store_true", help="test all engines after --vm-optimize rather than one per seed")
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)))
    options = parser.parse_args()
    options.bin = str(Path(options.bin).resolve())
    options.engine = options.engine or ENGINES
    return options


def main():
    options = parse_arguments()
    first, end = map(int, options.seeds.split(":"))
    options.folder = tempfile.mkdtemp(prefix="zyn-agree-")
    disagree = steps = 0
    with concurrent.futures.ProcessPoolExecutor(options.jobs) as pool:
        for executed, faults in pool.map(compare_seed, [options] * (end - first), range(first, end)):
            steps += executed
            disagree += bool(faults)
            for fault in faults:
                print(f"FAILED {fault}", flush=True)
    if disagree:
        print(f"programs and inputs are kept in {options.folder}")
    else:
        shutil.rmtree(options.folder)
    print(f"{options.device}: {end - first} programs of {options.routines} routines, {steps} instructions, "
          f"{disagree} disagree")
    return int(disagree > 0 or end <= first)


if __name__ == "__main__":
    sys.exit(main())
