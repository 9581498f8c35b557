#!/usr/bin/python3
"""Runs the exported models of this folder with zyn-run and compares the results with torch's.

    test/Execution/Models/run.py --bin build/dev/bin --device cpu
    test/Execution/Models/run.py --bin build/dev/bin --device emulate lenet

Exits with 0 if all results agree, and 1 if not.
"""
import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

FOLDER = Path(__file__).resolve().parent
# Of the greatest element of a result. The exporter writes a constant of gelu with an error of 2e-4.
TOLERANCE = 1e-4


def to_array(stored):
    return np.array(stored["elements"], stored["type"]).reshape(stored["shape"])


def compare(found, expected):
    """Returns what is wrong, or None."""
    if found.dtype != expected.dtype or found.shape != expected.shape:
        return f"expected {expected.dtype} of shape {expected.shape}, found {found.dtype} of shape {found.shape}"
    error = np.abs(found.astype(np.float64) - expected).max()
    allowed = 0 if expected.dtype.kind == "i" else TOLERANCE * max(1, np.abs(expected).max())
    return None if error <= allowed else f"the error is {error:.3g}, more than {allowed:.3g}"


def run(options, name, folder):
    """Returns a list of what is wrong."""
    stored = json.loads((FOLDER / f"{name}.json").read_text())
    model = FOLDER / f"{name}.mlir"
    if options.passes:
        lowered = folder / f"{name}.mlir"
        command = [str(Path(options.bin) / "zyn-opt"), str(model), *options.passes.split(), "-o", str(lowered)]
        done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=120)
        if done.returncode != 0:
            return [f"zyn-opt exited with {done.returncode}: {done.stderr.strip()[:1000]}"]
        model = lowered
    command = [str(Path(options.bin) / "zyn-run"), str(model), "--device", options.device]
    for number, array in enumerate(stored["inputs"]):
        path = folder / f"{name}-in{number}.npy"
        np.save(path, to_array(array))
        command.append(str(path))
    outputs = [folder / f"{name}-out{number}.npy" for number in range(len(stored["results"]))]
    for path in outputs:
        command += ["-o", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=120)
    if done.returncode != 0:
        return [f"zyn-run exited with {done.returncode}: {done.stderr.strip()[:1000]}"]
    wrong = [compare(np.load(path), to_array(array)) for path, array in zip(outputs, stored["results"])]
    return [f"result #{number}: {problem}" for number, problem in enumerate(wrong) if problem]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", default="build/dev/bin", help="directory of zyn-run")
    parser.add_argument("--device", default="cpu", help="cpu, cuda, cuda:N, emulate")
    parser.add_argument("--passes", default="", help="options of zyn-opt, which lowers the models before they are run")
    parser.add_argument("names", nargs="*", help="default: all models")
    options = parser.parse_args()
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for name in options.names or sorted(path.stem for path in FOLDER.glob("*.json")):
            problems = run(options, name, Path(folder))
            failed += bool(problems)
            print(f"{name}: {'; '.join(problems) or 'passed'}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
