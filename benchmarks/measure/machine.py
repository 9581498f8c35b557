"""Compiles and times programs of the matrix machine.

The tools are those beside ZYN_RUN, or in the PATH.
"""
import math
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path += [str(ROOT / "examples/vm"), str(ROOT / "test/VM")]
TIMEOUT = 300  # seconds


class Failed(Exception):
    """A tool exited with an error; the message is its first line."""


@dataclass
class Run:
    instructions: int  # executed by all instances in a run
    seconds: float  # median

    @property
    def rate(self):
        return self.instructions / self.seconds


def tool(name):
    run = os.environ.get("ZYN_RUN")
    return str(Path(run).parent / name) if run and os.sep in run else name


def call(name, *words):
    """What a tool prints."""
    try:
        done = subprocess.run([tool(name), *map(str, words)], capture_output=True, text=True, timeout=TIMEOUT)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise Failed(str(error)) from None
    if done.returncode:
        raise Failed(next(iter((done.stderr or done.stdout).strip().splitlines()), f"{name} exited {done.returncode}"))
    return done.stdout


def has_gpu():
    try:
        return "cuda:" in call("zyn-run", "--list-devices")
    except Failed:
        return False


def parse_report(text):
    """The run that `zyn-run --report --time` describes."""
    instructions = re.search(r"instructions executed\W*([\d,]+)", text)
    time = re.search(r"^time: median ([\d.]+) ms", text, re.MULTILINE)
    if not instructions or not time:
        raise Failed("zyn-run reported no instructions or no time")
    return Run(int(instructions[1].replace(",", "")), float(time[1]) / 1e3)


def measure(file, arrays, instances, engine, device, folder, repeat=5):
    """A run of a program with these inputs."""
    words = []
    for i, array in enumerate(arrays):
        np.save(f"{folder}/input{i}.npy", array)
        words.append(f"{folder}/input{i}.npy")
    return parse_report(call("zyn-run", file, *words, "--instances", instances, "--engine", engine, "--device", device,
                             "--report", "--time", "--repeat", repeat, "--no-output"))


def translate(source, target, matrices=None, optimize=False):
    """Makes an executable: all matrices dense or csr, if `matrices` says so, or else as the compiler chooses."""
    if optimize or matrices:
        passes = (["--vm-optimize"] if optimize else []) + (
            [f"--zyn-select-matrix-format=format={matrices}"] if matrices else [])
        call("zyn-opt", *passes, source, "-o", f"{target}.mlir")
        source = f"{target}.mlir"
    call("zyn-translate", "--vm-to-executable", *(["--no-short-forms"] if matrices else []), source, "-o", target)
    return target


def rate_text(value):
    """Three digits and an exponent, as the anchors are written."""
    return "" if value is None or math.isnan(value) else f"{value:.2e}".replace("e+0", "e").replace("e+", "e")


def table(header, rows):
    """A Markdown table."""
    lines = [header, ["---"] * len(header), *rows]
    widths = [max(len(line[k]) for line in lines) for k in range(len(header))]
    return "\n".join("| " + " | ".join(cell.ljust(width) for cell, width in zip(line, widths)) + " |" for line in lines)
