"""Compiles and times programs of the matrix VM.

The tools are those next to ZYN_RUN or in PATH.
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
    """A tool exited with an error, the first line of which is the message."""


@dataclass
class Run:
    instructions: int  # executed by all instances of a run
    seconds: float  # median

    @property
    def rate(self):
        return self.instructions / self.seconds


def tool(name):
    run = os.environ.get("ZYN_RUN")
    return str(Path(run).parent / name) if run and os.sep in run else name


def call(name, *words):
    """Runs a tool and returns its output."""
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
    """Parses the output of `zyn-run --report --time`."""
    executed = re.search(r"^executed: (\d+) instructions in", text, re.MULTILINE)
    time = re.search(r"^time: median ([\d.]+) ms", text, re.MULTILINE)
    if not executed or not time:
        raise Failed("zyn-run reported no instructions or no time")
    return Run(int(executed[1]), float(time[1]) / 1e3)


def measure(file, arrays, instances, engine, device, folder, repeat=5):
    """Runs a program with the given inputs."""
    words = []
    for i, array in enumerate(arrays):
        np.save(f"{folder}/input{i}.npy", array)
        words.append(f"{folder}/input{i}.npy")
    return parse_report(call("zyn-run", file, *words, "--instances", instances, "--engine", engine, "--device", device,
                             "--report", "--time", "--repeat", repeat, "--no-output"))


def translate(source, target, matrices=None, optimize=False):
    """Encodes an executable with all matrices in the format `matrices`, or as the compiler chooses if it is None."""
    if optimize or matrices:
        passes = (["--vm-optimize"] if optimize else []) + (
            [f"--zyn-select-matrix-format=format={matrices}"] if matrices else [])
        call("zyn-opt", *passes, source, "-o", f"{target}.mlir")
        source = f"{target}.mlir"
    call("zyn-translate", "--vm-to-executable", *(["--no-short-forms"] if matrices else []), source, "-o", target)
    return target


def rate_text(value):
    """Formats a number with three digits and an exponent, like the anchors."""
    return "" if value is None or math.isnan(value) else f"{value:.2e}".replace("e+0", "e").replace("e+", "e")


def table(header, rows):
    """Returns a Markdown table."""
    lines = [header, ["---"] * len(header), *rows]
    widths = [max(len(line[k]) for line in lines) for k in range(len(header))]
    return "\n".join("| " + " | ".join(cell.ljust(width) for cell, width in zip(line, widths)) + " |" for line in lines)
